import { describe, expect, test } from "vitest";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { messages } from "../messages/contract.ts";
import { ratingFace } from "../../contract/words/rating.ts";
import { tickets } from "./contract.ts";
import { moveCounters } from "./counters.ts";
import { lock } from "./queries.ts";

async function waiting(options: { queue?: boolean } = {}) {
  const admin = await someone();
  const queueId = options.queue ? await makeQueue(admin) : null;
  const connectionId = await makeConnection(admin, "facebook");
  if (queueId) {
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`insert into app.connection_queues (connection_id, queue_id) values (${connectionId}, ${queueId})`,
    );
  }
  const made = await customerWrites(admin, { connectionId });
  return { admin, queueId, connectionId, ...made };
}
const put = (person: Person, id: number, body: Parameters<typeof change>[2]) => change(person, id, body);
function change(person: Person, id: number, body: Record<string, unknown>) {
  return person.call(tickets.update, { params: { id }, body });
}
const listed = async (
  person: Person,
  status: "open" | "pending" | "closed" | "group",
  more: Record<string, unknown> = {},
) => (await person.call(tickets.list, { query: { status, ...more } })).tickets.map((t) => t.id);

describe("a ticket's life", () => {
  test("a customer's message opens a pending ticket in the connection's only queue", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const [ticket] = (await admin.call(tickets.list, { query: { status: "pending" } })).tickets;
    expect(ticket).toMatchObject({
      id: ticketId,
      status: "pending",
      queueId,
      unreadMessages: 1,
      lastMessage: "Oi",
      userId: null,
    });
  });

  test("accepting opens the ticket and gives it to the caller", async () => {
    const { admin, ticketId } = await waiting();
    expect(await put(admin, ticketId, { status: "open" })).toMatchObject({ status: "open", userId: admin.userId });
    expect(await listed(admin, "pending")).toEqual([]);
    expect(await listed(admin, "open")).toEqual([ticketId]);
  });

  test("accepting a colleague's ticket answers its owner and changes nothing", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const colleague = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    await put(colleague, ticketId, { status: "open" });
    const answer = await put(admin, ticketId, { status: "open" });
    expect(answer).toMatchObject({ userId: colleague.userId, status: "open" });
  });

  test("a change is refused when it was decided while another agent had the ticket", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const colleague = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    await put(colleague, ticketId, { status: "open" });
    const refusal = { code: "ERR_OTHER_OPEN_TICKET" };
    for (const status of ["open", "pending", "closed"]) {
      await expect(put(admin, ticketId, { status, ifUserId: null })).rejects.toMatchObject(refusal);
    }
    await expect(put(admin, ticketId, { queueId, isTransfered: true, ifUserId: admin.userId })).rejects.toMatchObject({
      ...refusal,
      body: { ticket: { user: { name: expect.stringContaining("Person") } } },
    });
    expect(await put(colleague, ticketId, { status: "open", ifUserId: null })).toMatchObject({
      userId: colleague.userId,
    });
    await put(colleague, ticketId, { status: "closed", ifUserId: colleague.userId });
    for (const status of ["open", "pending"]) {
      const late = put(admin, ticketId, { status, ifUserId: null });
      await expect(late).rejects.toMatchObject({ code: "ERR_TICKET_NOT_OPEN" });
    }
    await expect(put(admin, ticketId, { status: "pending" })).rejects.toMatchObject({ code: "ERR_TICKET_NOT_OPEN" });
  });

  test("one agent has the ticket when two accept at once, and the other learns the owner", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const people = await Promise.all(
      Array.from({ length: 4 }, () => someone({ colleagueOf: admin, queueIds: [queueId!] })),
    );
    const owners = await Promise.all(
      people.map(async (person) => (await put(person, ticketId, { status: "open" })).userId),
    );
    expect(new Set(owners).size).toBe(1);
  });

  test("returning removes the agent, and the ticket waits again", async () => {
    const { admin, ticketId } = await waiting();
    await put(admin, ticketId, { status: "open" });
    expect(await put(admin, ticketId, { status: "pending" })).toMatchObject({ status: "pending", userId: null });
  });

  test("a ticket reserved for a colleague is refused to others, and taken over with a row in the log by an agent who works in it", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const [helena, rui] = [
      await someone({ colleagueOf: admin, queueIds: [queueId!] }),
      await someone({ colleagueOf: admin, queueIds: [queueId!] }),
    ];
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.tickets set user_id = ${helena.userId} where id = ${ticketId}`,
    );
    expect(await put(rui, ticketId, { status: "open" })).toMatchObject({ status: "pending", userId: helena.userId });
    const take = { isTransfered: true, userId: rui.userId, queueId, ifUserId: helena.userId };
    expect(await put(rui, ticketId, take)).toMatchObject({ status: "open", userId: rui.userId });
    const log = await rui.call(tickets.log, { params: { ticketId } });
    expect(log.slice(-2).map(({ type, user }) => [type, user?.id])).toEqual([
      ["transfered", rui.userId],
      ["receivedTransfer", rui.userId],
    ]);
  });

  test("ignoring a waiting ticket needs the right to", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const may = await someone({ colleagueOf: admin, queueIds: [queueId!], flags: { close_pending: true } });
    const mayNot = await someone({ colleagueOf: admin, queueIds: [queueId!], flags: { close_pending: false } });
    await expect(put(mayNot, ticketId, { status: "closed" })).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
    expect(await put(may, ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
  });

  test("a person who sees the dashboard may close a waiting ticket", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const flags = { close_pending: false, show_dashboard: true };
    const looks = await someone({ colleagueOf: admin, queueIds: [queueId!], flags });
    expect(await put(looks, ticketId, { status: "closed" })).toMatchObject({ status: "closed" });
  });

  test("a rating is answered as stored and as the face that the app shows", async () => {
    const { admin, ticketId } = await waiting();
    for (const rating of [null, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      await withTenant(
        { companyId: admin.companyId },
        (tx) => tx`update app.tickets set rating = ${rating} where id = ${ticketId}`,
      );
      const { tickets: [ticket] } = await admin.call(tickets.list, { query: { status: "pending" } });
      const userRatingFace = rating === null ? null : ratingFace(rating);
      expect(ticket).toMatchObject({ userRating: rating, userRatingFace });
    }
    expect([0, 2, 2.1, 5, 7.9, 10].map(ratingFace)).toEqual([1, 1, 2, 3, 4, 5]);
  });

  test("closing with farewell sends the text once, without farewell not at all", async () => {
    const { admin, ticketId, connectionId } = await waiting();
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.connections set farewell = 'Até logo, {{firstName}}!' where id = ${connectionId}`,
    );
    const opened = await put(admin, ticketId, { status: "open" });
    // What the ticket says of its connection decides whether closing asks.
    expect(opened.whatsapp).toMatchObject({ hasFarewell: true, hasRating: false });
    await put(admin, ticketId, { status: "closed" });
    const { messages: said } = await admin.call(messages.list, { params: { ticketId } });
    expect(said.filter((m) => m.body.startsWith("Até logo, Cliente"))).toHaveLength(1);
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed", sendFarewellMessage: false });
    const again = await admin.call(messages.list, { params: { ticketId } });
    expect(again.messages.filter((m) => m.body.startsWith("Até logo"))).toHaveLength(1);
  });

  test("reopening a closed ticket onto a live one answers the live one", async () => {
    const { admin, ticketId, connectionId, event } = await waiting();
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed", sendFarewellMessage: false });
    const next = await customerWrites(admin, { connectionId, from: event.peer.identities[0]!.value });
    expect(next.ticketId).not.toBe(ticketId);
    expect(await put(admin, ticketId, { status: "open" })).toMatchObject({ id: next.ticketId });
  });

  test("reopening is refused with the owner's name when the live ticket is in another queue", async () => {
    const { admin, ticketId, connectionId, event, queueId } = await waiting({ queue: true });
    const agent = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    await put(agent, ticketId, { status: "open" });
    await put(agent, ticketId, { status: "closed", sendFarewellMessage: false });
    const next = await customerWrites(admin, { connectionId, from: event.peer.identities[0]!.value, text: "Segredo" });
    const elsewhere = await makeQueue(admin, "Diretoria");
    await put(admin, next.ticketId, { queueId: elsewhere });
    const answer = await agent.fetch(`/api/tickets/${ticketId}`, {
      method: "PUT",
      body: JSON.stringify({ status: "open" }),
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(409);
    const body = await answer.json();
    expect(body).toMatchObject({ error: "ERR_OTHER_OPEN_TICKET", ticket: { queue: { name: "Diretoria" } } });
    expect(JSON.stringify(body)).not.toContain("Segredo");
  });

  test("transferring needs a queue; the ticket is open when a user is named, and waits otherwise", async () => {
    const { admin, ticketId } = await waiting();
    const queueId = await makeQueue(admin);
    const colleague = await someone({ colleagueOf: admin, queueIds: [queueId] });
    await put(admin, ticketId, { status: "open" });
    await expect(put(admin, ticketId, { isTransfered: true, userId: colleague.userId })).rejects.toMatchObject({
      code: "ERR_VALIDATION",
    });
    expect(
      await put(admin, ticketId, { isTransfered: true, queueId, userId: colleague.userId, msgTransfer: "cuida bem" }),
    ).toMatchObject({ status: "open", userId: colleague.userId, queueId });
    expect(await put(admin, ticketId, { isTransfered: true, queueId, userId: null })).toMatchObject({
      status: "pending",
      userId: null,
    });
    const { messages: said } = await admin.call(messages.list, { params: { ticketId } });
    expect(said.find((m) => m.body === "cuida bem")).toMatchObject({ isPrivate: true });
  });

  test("its log holds created, started, returned, closed and reopened in order", async () => {
    const { admin, ticketId } = await waiting();
    for (const status of ["open", "pending", "open", "closed", "open"] as const) {
      await put(admin, ticketId, { status, sendFarewellMessage: false });
    }
    expect((await admin.call(tickets.log, { params: { ticketId } })).map((line) => line.type)).toEqual([
      "create",
      "open",
      "pending",
      "open",
      "closed",
      "reopen",
    ]);
  });

  test("a deleted ticket does not come back with a replayed webhook", async () => {
    const { admin, ticketId, connectionId, event } = await waiting();
    await admin.call(tickets.remove, { params: { id: ticketId } });
    const again = await customerWrites(admin, {
      connectionId,
      from: event.peer.identities[0]!.value,
      externalId: event.externalId,
    });
    expect(again.ticketId).toBe(0);
  });
});

describe("one live ticket per contact and connection", () => {
  test("one contact and one ticket come of twenty messages of a new person at once", async () => {
    const admin = await someone();
    const connectionId = await makeConnection(admin, "facebook");
    const made = await Promise.all(
      Array.from({ length: 20 }, () => customerWrites(admin, { connectionId, from: "the-same" })),
    );
    expect(new Set(made.map((m) => m.ticketId)).size).toBe(1);
    expect(new Set(made.map((m) => m.contactId)).size).toBe(1);
    expect((await admin.call(tickets.counts, { query: { showAll: "true" } })).pending).toEqual({
      count: 1,
      unread: 20,
    });
  });

  test("the same person on another connection has a ticket of their own", async () => {
    const admin = await someone();
    const [one, two] = [await makeConnection(admin, "facebook"), await makeConnection(admin, "facebook")];
    const a = await customerWrites(admin, { connectionId: one, from: "p" });
    const b = await customerWrites(admin, { connectionId: two, from: "p" });
    expect(a.contactId).toBe(b.contactId);
    expect(a.ticketId).not.toBe(b.ticketId);
  });

  test("starting a conversation is refused with owner and queue when a colleague has it", async () => {
    const { admin, ticketId, contactId, connectionId, queueId } = await waiting({ queue: true });
    const colleague = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    await put(colleague, ticketId, { status: "open" });
    await expect(admin.call(tickets.create, { body: { contactId, whatsappId: connectionId } })).rejects.toMatchObject({
      code: "ERR_OTHER_OPEN_TICKET",
      body: { ticket: { userId: colleague.userId, status: "open" } },
    });
    expect(await colleague.call(tickets.create, { body: { contactId, whatsappId: connectionId } })).toMatchObject({
      id: ticketId,
    });
  });
});

describe("visibility of tickets", () => {
  test("a plain user sees own tickets and those of their queues, an admin all", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const member = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    const stranger = await someone({ colleagueOf: admin });
    expect(await listed(member, "pending")).toEqual([ticketId]);
    expect(await listed(stranger, "pending")).toEqual([]);
    expect(await listed(admin, "pending")).toEqual([ticketId]);
  });

  test("tickets without a queue need allTicket", async () => {
    const { admin, ticketId } = await waiting();
    const may = await someone({ colleagueOf: admin, flags: { all_tickets: true } });
    const mayNot = await someone({ colleagueOf: admin });
    expect(await listed(may, "pending")).toEqual([ticketId]);
    expect(await listed(mayNot, "pending")).toEqual([]);
  });

  test("closed tickets of other queues need allHistoric", async () => {
    const { admin, ticketId } = await waiting({ queue: true });
    await put(admin, ticketId, { status: "closed" });
    const may = await someone({ colleagueOf: admin, flags: { all_history: true } });
    const mayNot = await someone({ colleagueOf: admin });
    expect(await listed(may, "closed")).toEqual([ticketId]);
    expect(await listed(mayNot, "closed")).toEqual([]);
  });

  test("live conversations of other queues can be read with allHistoric, and not changed", async () => {
    const { admin, ticketId, contactId, connectionId } = await waiting({ queue: true });
    const reader = await someone({ colleagueOf: admin, flags: { all_history: true, all_user_chat: false } });
    const { uuid } = (await admin.call(tickets.list, { query: { status: "pending" } })).tickets[0]!;
    for (const status of ["pending", "open"] as const) {
      if (status === "open") await put(admin, ticketId, { status });
      expect(await reader.call(tickets.show, { params: { uuid } })).toMatchObject({ id: ticketId, status });
      expect((await reader.call(messages.list, { params: { ticketId } })).messages).toHaveLength(1);
      const found = await reader.call(tickets.list, { query: { searchParam: `#${ticketId}` } });
      expect(found.tickets.map(({ id }) => id)).toEqual([ticketId]);
      // Waiting tickets, and one's own, are not part of this right.
      expect(await listed(reader, status)).toEqual([]);
      expect((await reader.call(tickets.counts)).pending.count).toBe(0);
    }
    const refused = { status: 403, code: "ERR_NO_PERMISSION" };
    for (const body of [{ status: "open" }, { status: "closed" }, { isTransfered: true, queueId: null }, {}] as const) {
      await expect(put(reader, ticketId, body)).rejects.toMatchObject(refused);
    }
    for (const body of ["Oi", { body: "nota", isPrivate: true }]) {
      const form = typeof body === "string" ? { body } : body;
      await expect(reader.call(messages.send, { params: { ticketId }, body: form })).rejects.toMatchObject(refused);
    }
    await expect(reader.call(tickets.unread, { params: { id: ticketId } })).rejects.toMatchObject(refused);
    await put(admin, ticketId, { status: "pending" });
    await expect(reader.call(tickets.create, { body: { contactId, whatsappId: connectionId } })).rejects.toMatchObject({
      code: "ERR_OTHER_OPEN_TICKET",
    });
  });

  test("allUserChat shows waiting tickets and colleagues' tickets of all queues, as to an admin", async () => {
    const { admin, ticketId } = await waiting({ queue: true });
    const chief = await someone({ colleagueOf: admin, flags: { all_user_chat: true } });
    expect(await listed(chief, "pending")).toEqual([ticketId]);
    expect((await chief.call(tickets.counts)).pending.count).toBe(1);
    await put(admin, ticketId, { status: "open" });
    expect(await listed(chief, "open")).toEqual([]);
    expect(await listed(chief, "open", { showAll: "true" })).toEqual([ticketId]);
    await put(admin, ticketId, { status: "pending" });
    expect(await put(chief, ticketId, { status: "open" })).toMatchObject({ userId: chief.userId });
    await put(chief, ticketId, { status: "closed", sendFarewellMessage: false });
    const other = await someone({ colleagueOf: admin, flags: { all_user_chat: true } });
    expect(await listed(other, "closed")).toEqual([]);
  });

  test("the open list holds one's own tickets, and all tickets only for people who may see all", async () => {
    const { admin, ticketId, queueId } = await waiting({ queue: true });
    const owner = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    await put(owner, ticketId, { status: "open" });
    expect(await listed(admin, "open")).toEqual([]);
    expect(await listed(admin, "open", { showAll: "true" })).toEqual([ticketId]);
    const member = await someone({ colleagueOf: admin, queueIds: [queueId!] });
    expect(await listed(member, "open", { showAll: "true" })).toEqual([]);
    const chief = await someone({ colleagueOf: admin, queueIds: [queueId!], flags: { all_user_chat: true } });
    expect(await listed(chief, "open", { showAll: "true" })).toEqual([ticketId]);
  });
});

describe("the list", () => {
  async function many(n: number) {
    const admin = await someone();
    const connectionId = await makeConnection(admin, "facebook");
    for (let i = 0; i < n; i++) {
      await customerWrites(admin, {
        connectionId,
        from: `p${i}`,
        name: `José Conceição ${i}`,
        text: i === 3 ? "protocolo 77123" : "bom dia",
      });
    }
    return admin;
  }

  test("pages do not overlap and end", async () => {
    const admin = await many(85);
    const pages = [];
    for (const pageNumber of [1, 2, 3]) {
      pages.push(await admin.call(tickets.list, { query: { status: "pending", pageNumber } }));
    }
    expect(pages.map((p) => [p.tickets.length, p.hasMore, p.count])).toEqual([[40, true, 85], [40, true, 85], [
      5,
      false,
      85,
    ]]);
    expect(new Set(pages.flatMap((p) => p.tickets.map((t) => t.id))).size).toBe(85);
    const jump = await admin.call(tickets.list, { query: { status: "pending", pageNumber: 3, sortTickets: "ASC" } });
    expect(jump.tickets).toHaveLength(5);
  });

  test("no ticket falls between pages when tickets changed within microseconds", async () => {
    const admin = await many(42);
    await withTenant(
      { companyId: admin.companyId },
      (tx) =>
        tx`update app.tickets set updated_at = '2026-01-01 12:00:00+00'::timestamptz + make_interval(secs => id % 100 * 0.000007) where company_id = ${tx.companyId}`,
    );
    const ids = [];
    for (const pageNumber of [1, 2]) ids.push(...await listed(admin, "pending", { pageNumber }));
    expect(new Set(ids).size).toBe(42);
  });

  test("search ignores case and accents, finds numbers of tickets, and messages only when asked", async () => {
    const admin = await many(6);
    const find = async (searchParam: string, searchOnMessages = "false") =>
      (await admin.call(tickets.list, { query: { searchParam, searchOnMessages } as never })).count;
    expect(await find("JOSE CONCEICAO")).toBe(6);
    expect(await find("Conceição 4")).toBe(1);
    expect(await find("protocolo 77123")).toBe(0);
    expect(await find("PROTOCOLO 77123", "true")).toBe(1);
    expect(await find("100%_nada", "true")).toBe(0);
  });

  test("a search in messages answers the newest message with the words of each conversation", async () => {
    const admin = await many(4);
    const query = { searchParam: "PROTOCOLO 77123", searchOnMessages: "true" as const };
    const { tickets: found, hits } = await admin.call(tickets.list, { query });
    const hit = { messageId: expect.any(Number), text: "protocolo 77123" };
    expect(hits).toEqual({ [found[0]!.id]: hit });
  });

  test("a page has the size asked for, and the next goes on after it", async () => {
    const admin = await many(5);
    const [first, second] = [
      await listed(admin, "pending", { pageSize: 3 }),
      await listed(admin, "pending", { pageSize: 3, pageNumber: 2 }),
    ];
    expect([first.length, second.length, new Set([...first, ...second]).size]).toEqual([3, 2, 5]);
  });

  test("a ticket that asks for consent counts as waiting, one that asks for a rating as closed; tabs and lists agree", async () => {
    const admin = await many(4);
    const [a, b] = await listed(admin, "pending");
    await put(admin, b!, { status: "open" });
    await withTenant({ companyId: admin.companyId }, async (tx) => {
      for (const [id, status] of [[a!, "lgpd"], [b!, "nps"]] as const) {
        const before = (await lock(tx, id))!;
        await tx`update app.tickets set status = ${status} where company_id = ${tx.companyId} and id = ${id}`;
        moveCounters(tx, before, { ...before, status });
      }
    });
    expect(new Set(await listed(admin, "pending"))).toContain(a);
    expect(await listed(admin, "closed")).toEqual([b]);
    const { pending, open } = await admin.call(tickets.counts, { query: {} });
    expect([pending.count, open.count]).toEqual([(await listed(admin, "pending")).length, 0]);
    const { closed } = await admin.call(tickets.closeAll, { body: { status: "pending", selectedQueueIds: [0] } });
    expect([closed, await listed(admin, "pending")]).toEqual([3, []]);
  });

  test("tabs count what the same filters list", async () => {
    const { admin, ticketId, connectionId } = await waiting();
    const other = await makeConnection(admin, "facebook");
    await customerWrites(admin, { connectionId: other });
    const query = { whatsapps: JSON.stringify([connectionId]), queueIds: "[0]" };
    expect(await listed(admin, "pending", query)).toEqual([ticketId]);
    expect((await admin.call(tickets.counts, { query })).pending).toEqual({ count: 1, unread: 1 });
  });

  test("an empty list of queues matches nothing, a missing one everything, 0 those without a queue", async () => {
    const { admin, ticketId } = await waiting();
    expect(await listed(admin, "pending", { queueIds: "[]" })).toEqual([]);
    expect(await listed(admin, "pending", { queueIds: "[0]" })).toEqual([ticketId]);
  });

  test("counters equal a count of the rows after every kind of action", async () => {
    const { admin, ticketId, connectionId } = await waiting();
    const queueId = await makeQueue(admin);
    await customerWrites(admin, { connectionId });
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { isTransfered: true, queueId, userId: null });
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "closed", sendFarewellMessage: false });
    await admin.call(tickets.closeAll, { body: { status: "pending", selectedQueueIds: [0] } });
    const rows = await withTenant({ companyId: admin.companyId }, (tx) =>
      tx`
      select coalesce(c.tickets, 0)::int as counted, coalesce(r.n, 0)::int as real, coalesce(c.unread, 0)::int as cu, coalesce(r.u, 0)::int as ru
      from (select * from app.ticket_counters where company_id = ${admin.companyId}) c
      full join (select status, coalesce(queue_id, 0) q, coalesce(user_id, 0) o, is_group g, count(*) n, sum(unread) u from app.tickets where company_id = ${admin.companyId} group by 1, 2, 3, 4) r
        on c.status = r.status and c.queue_id = r.q and c.user_id = r.o and c.is_group = r.g`);
    for (const row of rows) expect([row.counted, row.cu]).toEqual([row.real, row.ru]);
  });
});
