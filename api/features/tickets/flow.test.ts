// The transition table of tickets (docs/product/tickets.md#actions), row by row, with what is said and what becomes of the bot.
import { describe, expect, test } from "vitest";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Options, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { messages } from "../messages/contract.ts";
import { reports } from "../reports/contract.ts";
import { tickets } from "./contract.ts";

const inCompany = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
/** A company with these settings, where a customer waits. */
async function waiting(settings: Record<string, string> = {}, line: Record<string, unknown> = {}) {
  const admin = await someone({ settings });
  const connectionId = await makeConnection(admin, "facebook");
  if (Object.keys(line).length) {
    await inCompany(admin, (tx) => tx`update app.connections set ${tx(line)} where id = ${connectionId}`);
  }
  const made = await customerWrites(admin, { connectionId });
  const again = (text = "Oi de novo") =>
    customerWrites(admin, { connectionId, from: made.event.peer.identities[0]!.value, text });
  return { admin, connectionId, again, ...made };
}
const put = (person: Person, id: number, body: Record<string, unknown>) =>
  person.call(tickets.update, { params: { id }, body });
const become = (person: Person, id: number, status: string, more: Record<string, unknown> = {}) =>
  inCompany(person, (tx) => tx`update app.tickets set ${tx({ status, ...more })} where id = ${id}`);
const said = async (person: Person, ticketId: number) =>
  (await person.call(messages.list, { params: { ticketId } })).messages
    .filter((m) => m.fromMe && !m.isPrivate && m.ticketId === ticketId).map((m) => m.body);
const types = async (person: Person, ticketId: number) =>
  (await person.call(tickets.log, { params: { ticketId } })).map((line) => line.type);
const bot = async (person: Person, ticketId: number) =>
  (await inCompany(person, (tx) => tx`select said, handed_at from app.ticket_bots where ticket_id = ${ticketId}`))[0];

describe("the table", () => {
  /** State, requested state, resulting state; null for a refusal. */
  const rows: [from: string, wanted: string, comes: string | null][] = [
    ["pending", "open", "open"],
    ["lgpd", "open", "open"],
    ["nps", "open", "open"],
    ["open", "open", "open"],
    ["closed", "open", "open"],
    ["open", "pending", "pending"],
    ["pending", "pending", "pending"],
    ["closed", "pending", null],
    ["open", "closed", "closed"],
    ["pending", "closed", "closed"],
    ["lgpd", "closed", "closed"],
    ["nps", "closed", "closed"],
    ["closed", "closed", "closed"],
  ];
  test("each state answers each requested state by the table", async () => {
    const { admin, ticketId } = await waiting();
    for (const [from, wanted, comes] of rows) {
      const userId = from === "pending" || from === "lgpd" ? null : admin.userId;
      await become(admin, ticketId, from, { user_id: userId });
      const came = put(admin, ticketId, { status: wanted }).then((ticket) => ticket.status, () => null);
      expect([from, wanted, await came]).toEqual([from, wanted, comes]);
    }
  });

  test("a transfer is possible from every live state, not from a closed one", async () => {
    const { admin, ticketId } = await waiting();
    const queueId = await makeQueue(admin);
    for (const from of ["open", "pending", "lgpd", "nps"]) {
      for (const userId of [null, admin.userId]) {
        await become(admin, ticketId, from, { user_id: null });
        const moved = await put(admin, ticketId, { isTransfered: true, queueId, userId });
        expect([from, moved.status]).toEqual([from, userId === null ? "pending" : "open"]);
      }
    }
    await become(admin, ticketId, "closed");
    await expect(put(admin, ticketId, { isTransfered: true, queueId })).rejects.toMatchObject({
      code: "ERR_TICKET_NOT_OPEN",
    });
  });

  test("ignoring a ticket needs the right to it, except for the agent who asked for its rating", async () => {
    const { admin, ticketId } = await waiting();
    const plain: Options = { colleagueOf: admin, flags: { all_tickets: true, close_pending: false } };
    const [mayNot, asker] = [await someone(plain), await someone(plain)];
    for (const from of ["pending", "lgpd", "nps"]) {
      await become(admin, ticketId, from, { user_id: from === "nps" ? asker.userId : null });
      await expect(put(mayNot, ticketId, { status: "closed" })).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
    }
    expect(await put(asker, ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
  });
});

describe("accepting", () => {
  test("greets a customer who waited, nobody else, and resets the bot", async () => {
    const { admin, ticketId } = await waiting({
      sendGreetingAccepted: "enabled",
      greetingAcceptedMessage: "Oi, sou {{userName}}",
    });
    await inCompany(
      admin,
      (tx) =>
        tx`insert into app.ticket_bots (ticket_id, said) values (${ticketId}, '{"menu":{"times":1,"at":"2026-01-01"}}')`,
    );
    await put(admin, ticketId, { status: "open" });
    expect(await said(admin, ticketId)).toEqual([expect.stringContaining("Oi, sou Person")]);
    expect((await bot(admin, ticketId))?.said).toMatchObject({ accepted: { times: 1 } });
    expect((await bot(admin, ticketId))?.said).not.toHaveProperty("menu");
    await put(admin, ticketId, { status: "closed", sendFarewellMessage: false });
    await put(admin, ticketId, { status: "open" });
    await become(admin, ticketId, "lgpd", { user_id: null });
    await put(admin, ticketId, { status: "open" });
    expect(await said(admin, ticketId)).toHaveLength(1);
  });
});

describe("closing", () => {
  const line = { farewell: "Tchau da loja", rating_text: "Nota de 0 a 10?" };

  test("sends the agent's own farewell, else the connection's", async () => {
    const { admin, ticketId } = await waiting({}, line);
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed" });
    await inCompany(
      admin,
      (tx) => tx`update app.users set farewell = 'Abraço, {{userName}}' where id = ${admin.userId}`,
    );
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed" });
    expect(await said(admin, ticketId)).toEqual(["Tchau da loja", expect.stringContaining("Abraço, Person")]);
  });

  test("sends a waiting ticket's farewell only when the company wants it, and resets the bot's count", async () => {
    for (const sendFarewellWaitingTicket of ["enabled", "disabled"]) {
      const { admin, ticketId, again } = await waiting({ sendFarewellWaitingTicket }, line);
      await inCompany(admin, (tx) => tx`insert into app.ticket_bots (ticket_id) values (${ticketId})`);
      await put(admin, ticketId, { status: "closed", sendFarewellMessage: false, amountUsedBotQueues: 0 });
      expect(await said(admin, ticketId)).toEqual([]);
      expect(await bot(admin, ticketId)).toBeUndefined();
      const next = await again();
      await put(admin, next.ticketId, { status: "closed" });
      expect(await said(admin, next.ticketId)).toEqual(
        sendFarewellWaitingTicket === "enabled" ? ["Tchau da loja"] : [],
      );
    }
  });

  test("asks for a rating first when ratings are on: the round ends, the farewell waits, and the ticket counts as waiting to be rated", async () => {
    const { admin, ticketId } = await waiting({ userRating: "enabled" }, line);
    await put(admin, ticketId, { status: "open" });
    expect(await put(admin, ticketId, { status: "closed" })).toMatchObject({
      status: "nps",
      userId: admin.userId,
      unreadMessages: 0,
    });
    expect(await said(admin, ticketId)).toEqual(["Nota de 0 a 10?"]);
    expect((await bot(admin, ticketId))?.said).toMatchObject({ rating: { times: 1 } });
    const [round] = await inCompany(
      admin,
      (tx) => tx`select finished_at, rating from app.ticket_rounds where ticket_id = ${ticketId}`,
    );
    expect(round).toMatchObject({ finished_at: expect.any(Date), rating: null });
    await inCompany(admin, (tx) => tx`update app.ticket_rounds set rating = 9 where ticket_id = ${ticketId}`);
    const { tickets: rows } = await admin.call(reports.list, { query: { onlyRated: "true" } as never });
    expect(rows).toMatchObject([{ id: ticketId, NPS: 9 }]);
    expect(await put(admin, ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
    expect(await said(admin, ticketId)).toEqual(["Nota de 0 a 10?", "Tchau da loja"]);
    expect(await types(admin, ticketId)).toEqual(["create", "open", "nps", "closed"]);
  });

  test("clears the bot's state on every way of closing, so that a customer who writes again is greeted", async () => {
    const rated = { settings: { userRating: "enabled" }, line: { rating_text: "Nota?" } };
    const ways = [{}, rated, { status: "nps" }, { all: true }] as {
      settings?: Record<string, string>;
      line?: object;
      status?: string;
      all?: boolean;
    }[];
    for (const way of ways) {
      const greets = { reuse_within_min: 30, greeting: "Bem-vindo à loja", ...way.line };
      const { admin, ticketId, again, connectionId } = await waiting(way.settings, greets);
      const queues = [await makeQueue(admin, "Vendas"), await makeQueue(admin, "Suporte")];
      for (const queue_id of queues) {
        await inCompany(
          admin,
          (tx) => tx`insert into app.connection_queues ${tx({ connection_id: connectionId, queue_id })}`,
        );
      }
      await put(admin, ticketId, { status: "open" });
      await put(admin, ticketId, { useIntegration: true });
      if (way.status) await become(admin, ticketId, way.status);
      if (way.all) await admin.call(tickets.closeAll, { body: { status: "open", selectedQueueIds: [0] } });
      else await put(admin, ticketId, { status: "closed", sendFarewellMessage: Boolean(way.line) });
      const { tickets: [left] } = await admin.call(tickets.list, { query: { status: way.line ? "nps" : "closed" } });
      expect(left).toMatchObject({ id: ticketId, useIntegration: false });
      if (way.line) continue;
      // A closed ticket's bot cannot be switched on either.
      expect(await put(admin, ticketId, { useIntegration: true })).toMatchObject({ useIntegration: false });
      expect((await again()).ticketId).toBe(ticketId);
      expect(await said(admin, ticketId)).toEqual([expect.stringContaining("Bem-vindo à loja")]);
    }
  });

  test("asks for no rating without a question, with the farewell suppressed, in a group, or when all tickets are closed at once", async () => {
    const on = { userRating: "enabled" };
    const [mute, quiet, group, many] = [
      await waiting(on, { rating_text: "" }),
      await waiting(on, line),
      await waiting(on, { ...line, group_as_ticket: true }),
      await waiting(on, line),
    ];
    await become(group.admin, group.ticketId, "pending", { is_group: true });
    for (const { admin, ticketId } of [mute, quiet, group, many]) await put(admin, ticketId, { status: "open" });
    expect(await put(mute.admin, mute.ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
    expect(await put(quiet.admin, quiet.ticketId, { status: "closed", sendFarewellMessage: false })).toMatchObject({
      status: "closed",
    });
    expect(await put(group.admin, group.ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
    await many.admin.call(tickets.closeAll, { body: { status: "open", selectedQueueIds: [0] } });
    expect(await said(many.admin, many.ticketId)).toEqual([]);
    expect(await said(group.admin, group.ticketId)).toEqual(["Tchau da loja"]);
  });

  test("lets any agent accept a ticket that waits for its rating, as a new round with a rating of its own", async () => {
    const { admin, ticketId } = await waiting({ userRating: "enabled" }, line);
    const colleague = await someone({ colleagueOf: admin, flags: { all_tickets: true } });
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed" });
    expect(await put(colleague, ticketId, { status: "open" })).toMatchObject({
      status: "open",
      userId: colleague.userId,
    });
    expect(await put(colleague, ticketId, { status: "closed" })).toMatchObject({ status: "nps" });
    const rounds = await inCompany(
      admin,
      (tx) => tx`select user_id::int as "userId" from app.ticket_rounds where ticket_id = ${ticketId} order by id`,
    );
    expect(rounds.map((round) => round.userId)).toEqual([admin.userId, colleague.userId]);
  });
});

describe("transferring", () => {
  test("sends the company's text for transfers, with the queue's name in either spelling of the variable", async () => {
    const transferMessage = "Agora com ${queue.name} ({{queue}})";
    for (const sendMsgTransfTicket of ["enabled", "disabled"]) {
      const { admin, ticketId } = await waiting({ sendMsgTransfTicket, transferMessage });
      const queueId = await makeQueue(admin, "Vendas");
      await put(admin, ticketId, { isTransfered: true, queueId, userId: null });
      expect(await said(admin, ticketId)).toEqual(
        sendMsgTransfTicket === "enabled" ? ["Agora com Vendas (Vendas)"] : [],
      );
    }
  });

  test("ends the ticket and opens one in the other queue when the company's setting says so", async () => {
    const { admin, ticketId, again } = await waiting({ closeTicketOnTransfer: "enabled", userRating: "enabled" }, {
      farewell: "Tchau",
      rating_text: "Nota?",
    });
    const [from, to] = [await makeQueue(admin), await makeQueue(admin)];
    await put(admin, ticketId, { status: "open", queueId: from });
    // The same queue is no change of queue.
    expect(await put(admin, ticketId, { isTransfered: true, queueId: from, userId: admin.userId })).toMatchObject({
      id: ticketId,
    });
    const next = await put(admin, ticketId, {
      isTransfered: true,
      queueId: to,
      userId: null,
      msgTransfer: "cuida bem",
    });
    expect(next).toMatchObject({ status: "pending", queueId: to, userId: null, isTransfered: true, lastMessage: "Oi" });
    expect(next.id).not.toBe(ticketId);
    expect(next.lastInboundAt).not.toBeNull();
    expect(await said(admin, ticketId)).toEqual([]);
    expect(await types(admin, ticketId)).toEqual([
      "create",
      "open",
      "transfered",
      "receivedTransfer",
      "transfered",
      "closed",
    ]);
    expect(await types(admin, next.id)).toEqual(["create", "receivedTransfer"]);
    const { messages: read } = await admin.call(messages.list, { params: { ticketId: next.id } });
    expect(read.find((m) => m.body === "cuida bem")).toMatchObject({ isPrivate: true, ticketId: next.id });
    expect((await again()).ticketId).toBe(next.id);
    expect((await admin.call(tickets.counts, { query: { showAll: "true" } })).pending.count).toBe(1);
  });
});

describe("a customer who writes again", () => {
  test("continues the ticket in its queue as a new round when the close was a moment ago", async () => {
    const { admin, ticketId, again } = await waiting({}, { reuse_within_min: 30 });
    const queueId = await makeQueue(admin);
    await put(admin, ticketId, { status: "open", queueId });
    await put(admin, ticketId, { status: "closed", sendFarewellMessage: false });
    const made = await Promise.all([again(), again(), again()]);
    expect(new Set(made.map((one) => one.ticketId))).toEqual(new Set([ticketId]));
    const [waits] = (await admin.call(tickets.list, { query: { status: "pending" } })).tickets;
    expect(waits).toMatchObject({ id: ticketId, queueId, userId: null, unreadMessages: 3 });
    expect(await types(admin, ticketId)).toEqual(["create", "open", "closed", "reopen"]);
    const rounds = await inCompany(
      admin,
      (tx) => tx`select finished_at is null as live from app.ticket_rounds where ticket_id = ${ticketId} order by id`,
    );
    expect(rounds.map((round) => round.live)).toEqual([false, true]);
  });

  test("opens a new ticket later, or after a question for a rating", async () => {
    const late = await waiting({}, { reuse_within_min: 30 });
    await put(late.admin, late.ticketId, { status: "closed" });
    await inCompany(
      late.admin,
      (tx) => tx`update app.tickets set updated_at = now() - interval '31 minutes' where id = ${late.ticketId}`,
    );
    expect((await late.again()).ticketId).not.toBe(late.ticketId);
    const rated = await waiting({ userRating: "enabled" }, { reuse_within_min: 30, rating_text: "Nota?" });
    await put(rated.admin, rated.ticketId, { status: "open" });
    for (const _ of ["asks", "ends"]) await put(rated.admin, rated.ticketId, { status: "closed" });
    expect((await rated.again("obrigado!")).ticketId).not.toBe(rated.ticketId);
  });

  test("gets to the account manager when the company's setting says so; only an admin sets one", async () => {
    const { admin, ticketId, contactId, again } = await waiting({ DirectTicketsToWallets: "enabled" });
    const queueId = await makeQueue(admin);
    const owner = await someone({ colleagueOf: admin, queueIds: [queueId] });
    const wallet = { userId: owner.userId, queueId };
    const change = (who: Person, body: object) => who.call(contacts.update, { params: { id: contactId }, body });
    await expect(change(owner, { wallet })).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
    await expect(change(admin, { wallet: { ...wallet, userId: 999_999_999 } })).rejects.toMatchObject({
      code: "ERR_NO_USER_FOUND",
    });
    expect(await change(admin, { wallet })).toMatchObject({ wallet });
    await put(admin, ticketId, { status: "closed" });
    const next = await again();
    const [shown] = (await owner.call(tickets.list, { query: { status: "pending" } })).tickets;
    expect(shown).toMatchObject({ id: next.ticketId, userId: owner.userId, queueId, isBot: false });
    expect(await change(admin, { name: "Outro nome" })).toMatchObject({ wallet });
    expect(await change(admin, { wallet: null })).toMatchObject({ wallet: null });
  });

  test("has one live ticket at most and gets no text twice when somebody closes meanwhile", async () => {
    const { admin, ticketId, again } = await waiting({}, { reuse_within_min: 30, farewell: "Tchau" });
    await put(admin, ticketId, { status: "open" });
    // The later of the two may find it waiting again, and is refused.
    const close = () => put(admin, ticketId, { status: "closed", ifUserId: admin.userId });
    const [first, , second] = await Promise.allSettled([close(), again(), close()]);
    expect([first.status, second!.status]).toContain("fulfilled");
    const live = await inCompany(admin, (tx) => tx`select id from app.tickets where status <> 'closed'`);
    expect(live.length).toBeLessThanOrEqual(1);
    expect(await said(admin, ticketId)).toEqual(["Tchau"]);
  });
});

test("who waits is listed with what they said last, not with what was answered", async () => {
  const { admin, ticketId, again } = await waiting();
  await again("*Quero* rosas");
  await put(admin, ticketId, { status: "open" });
  const answered = { params: { ticketId }, body: { body: "Um momento!" } };
  await admin.call(messages.send, answered as never);
  const shown = async (status: "open" | "pending") =>
    (await admin.call(tickets.list, { query: { status } })).tickets.find(({ id }) => id === ticketId);
  expect(await shown("open")).toMatchObject({ lastMessage: "Um momento!", lastFromMe: true, lastInbound: null });
  await put(admin, ticketId, { status: "pending" });
  expect(await shown("pending")).toMatchObject({
    lastMessage: "Um momento!",
    lastInbound: { kind: "chat", body: "*Quero* rosas" },
  });
  await again("Vermelhas");
  expect(await shown("pending")).toMatchObject({ lastMessage: "Vermelhas", lastFromMe: false, lastInbound: null });
});
