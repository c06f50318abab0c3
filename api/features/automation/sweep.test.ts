import { describe, expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { messages } from "../messages/contract.ts";
import { tickets } from "../tickets/contract.ts";
import { sweepTimed } from "./sweep.ts";

const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const DAY = 24 * 60;

/** A customer who has written to a connection with these columns. */
async function written(options: { line?: Record<string, unknown>; queueId?: number; admin?: Person } = {}) {
  const admin = options.admin ?? await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { line = {}, queueId } = options;
  await withTenant({ companyId: admin.companyId }, async (tx) => {
    if (Object.keys(line).length) await tx`update app.connections set ${tx(line)} where id = ${connectionId}`;
    if (queueId) {
      await tx`insert into app.connection_queues (connection_id, queue_id) values (${connectionId}, ${queueId})`;
    }
  });
  return { admin, connectionId, ...await customerWrites(admin, { connectionId }) };
}
const sweep = (person: Person, minutes: number) => sweepTimed(later(minutes), person.companyId);
async function now(person: Person, ticketId: number) {
  const [row] = await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx<{ status: string; userId: number | null; queueId: number | null }[]>`
        select status, user_id as "userId", queue_id as "queueId" from app.tickets where id = ${ticketId}`,
  );
  return row;
}
const said = async (person: Person, ticketId: number) =>
  (await person.call(messages.list, { params: { ticketId } })).messages.filter((m) => m.fromMe).map((m) => m.body);
const logged = async (person: Person, ticketId: number) =>
  (await person.call(tickets.log, { params: { ticketId } })).map((line) => line.type);
const put = (person: Person, id: number, body: Record<string, unknown>) =>
  person.call(tickets.update, { params: { id }, body });
const answer = (person: Person, ticketId: number, body: string) =>
  person.call(messages.send, { params: { ticketId }, body: { body } });

describe("idle tickets", () => {
  const line = {
    inactive_after_min: 10,
    inactive_text: "Ainda aí, {{firstName}}?",
    close_after_min: 5,
    expired_text: "Até.",
  };

  test("get one warning, are closed with the text for idle tickets, and have a row in the log", async () => {
    const { admin, ticketId } = await written({ line });
    await put(admin, ticketId, { status: "open" });
    expect(await sweep(admin, 9)).toBe(0);
    await sweep(admin, 11);
    await sweep(admin, 12);
    expect(await said(admin, ticketId)).toEqual(["Ainda aí, Cliente?"]);
    await sweep(admin, 17);
    expect(await now(admin, ticketId)).toMatchObject({ status: "closed", userId: admin.userId });
    expect(await said(admin, ticketId)).toEqual(["Ainda aí, Cliente?", "Até."]);
    expect(await logged(admin, ticketId)).toEqual(["create", "open", "autoClose"]);
    expect(await sweep(admin, DAY * 3)).toBe(0);
  });

  test("get each text once when several processes sweep at a time", async () => {
    const { admin, ticketId } = await written({ line });
    await put(admin, ticketId, { status: "open" });
    for (const minutes of [11, 30]) await Promise.all([1, 2, 3].map(() => sweep(admin, minutes)));
    expect(await said(admin, ticketId)).toEqual(["Ainda aí, Cliente?", "Até."]);
    expect(await logged(admin, ticketId)).toEqual(["create", "open", "autoClose"]);
  });

  test("are closed once when sweep, agent and customer act at the same moment", async () => {
    const { admin, ticketId, connectionId, event } = await written({ line });
    const from = event.peer.identities[0]!.value;
    await put(admin, ticketId, { status: "open" });
    await sweep(admin, 11);
    const close = put(admin, ticketId, { status: "closed", sendFarewellMessage: false }).catch(() => null);
    const [, next] = await Promise.all([sweep(admin, 30), customerWrites(admin, { connectionId, from }), close]);
    const live = await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`select id from app.tickets where status <> 'closed'`,
    );
    expect(live.length).toBe(next.ticketId === ticketId ? 0 : 1);
    const closes = (await logged(admin, ticketId)).filter((type) => type === "autoClose" || type === "closed");
    expect(closes.length).toBe(1);
  });

  test("are closed without a text by default, but never while the customer waits for an answer", async () => {
    const admin = await someone();
    const [theirs, ours, unheard] = [await written({ admin }), await written({ admin }), await written({ admin })];
    for (const { ticketId } of [theirs, ours, unheard]) await put(admin, ticketId, { status: "open" });
    await answer(admin, ours.ticketId, "Resolvido");
    // An automatic text of the server is no answer.
    await withTenant(
      { companyId: admin.companyId },
      (tx) =>
        tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, body, data)
        values (${unheard.ticketId}, ${unheard.contactId}, ${unheard.connectionId}, true, 'Olá!', '{"auto": "accepted"}')`,
    );
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.tickets set last_from_me = true where id = ${unheard.ticketId}`,
    );
    await sweep(admin, DAY + 1);
    const states = await Promise.all([theirs, ours, unheard].map(({ ticketId }) => now(admin, ticketId)));
    expect(states.map((state) => state?.status)).toEqual(["open", "closed", "open"]);
    expect(await said(admin, ours.ticketId)).toEqual(["Resolvido"]);
  });

  test("do not include one that was accepted or reopened after days", async () => {
    const { admin, ticketId } = await written({ line });
    await withTenant({ companyId: admin.companyId }, async (tx) => {
      await tx`update app.messages set sent_at = now() - interval '3 days' where ticket_id = ${ticketId}`;
      await tx`update app.tickets set created_at = now() - interval '3 days', last_message_at = now() - interval '3 days' where id = ${ticketId}`;
      await tx`update app.ticket_rounds set created_at = now() - interval '3 days' where ticket_id = ${ticketId}`;
    });
    await put(admin, ticketId, { status: "open" });
    expect(await sweep(admin, 1)).toBe(0);
  });

  test("end by the default when the customer does not answer the question for consent", async () => {
    const { admin, ticketId } = await written();
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.tickets set status = 'lgpd' where id = ${ticketId}`,
    );
    await sweep(admin, DAY + 1);
    expect(await now(admin, ticketId)).toMatchObject({ status: "closed" });
  });
});

describe("waiting tickets", () => {
  test("without a queue go to the connection's, in the log as redirected", async () => {
    const admin = await someone();
    const queueId = await makeQueue(admin);
    const line = { redirect_after_min: 5, redirect_queue_id: queueId };
    const { ticketId } = await written({ admin, line });
    const away = await written({ admin, line: { ...line, status: "DISCONNECTED" } });
    expect(await sweep(admin, 4)).toBe(0);
    await sweep(admin, 6);
    expect(await now(admin, ticketId)).toEqual({ status: "pending", userId: null, queueId });
    expect(await now(admin, away.ticketId)).toMatchObject({ queueId: null });
    expect(await logged(admin, ticketId)).toEqual(["create", "redirect"]);
  });

  /** A rotating queue with these people, all online for the next hours. */
  async function rotating(size: number) {
    const admin = await someone();
    const queueId = await makeQueue(admin);
    await withTenant(
      { companyId: admin.companyId },
      (tx) => tx`update app.queues set rotates = true, rotate_after_min = 5 where id = ${queueId}`,
    );
    const people = [];
    for (let i = 0; i < size; i++) people.push(await someone({ colleagueOf: admin, queueIds: [queueId] }));
    const online = (who: Person[], is = true) =>
      withTenant(
        { companyId: admin.companyId },
        (tx) =>
          tx`update app.users set seen_at = ${is ? later(600) : null} where id = any (${
            who.map((p) => p.userId)
          }::bigint[])`,
      );
    await online(people);
    return { admin, queueId, people, online };
  }

  test("of a rotating queue are dealt out evenly among who is online, and go on waiting", async () => {
    const { admin, queueId, people, online } = await rotating(3);
    await online([people[2]!], false);
    const made = [];
    for (let i = 0; i < 4; i++) made.push(await written({ admin, queueId }));
    await Promise.all([sweep(admin, 0), sweep(admin, 0)]);
    const states = await Promise.all(made.map(({ ticketId }) => now(admin, ticketId)));
    expect(new Set(states.map((state) => state?.status))).toEqual(new Set(["pending"]));
    const owners = states.map((state) => state?.userId);
    expect(people.map(({ userId }) => owners.filter((owner) => owner === userId).length)).toEqual([2, 2, 0]);
    expect(await said(admin, made[0]!.ticketId)).toEqual([expect.stringContaining("localizando um atendente")]);
  });

  test("go on to another agent when the first leaves them untouched, without a second text, and stay when nobody else is online", async () => {
    const { admin, queueId, people: [one, two], online } = await rotating(2);
    const { ticketId } = await written({ admin, queueId });
    await sweep(admin, 0);
    const first = (await now(admin, ticketId))?.userId;
    expect(await sweep(admin, 4)).toBe(0);
    await sweep(admin, 6);
    const second = (await now(admin, ticketId))?.userId;
    expect(new Set([first, second])).toEqual(new Set([one!.userId, two!.userId]));
    await online([first === one!.userId ? one! : two!], false);
    expect(await sweep(admin, 12)).toBe(0);
    expect((await now(admin, ticketId))?.userId).toBe(second);
    expect(await said(admin, ticketId)).toHaveLength(1);
    expect(await logged(admin, ticketId)).toEqual(["create", "redirect", "redirect"]);
  });

  test("that the menu or the rotation gave to an agent wait for all after five minutes, or once that agent is away", async () => {
    const admin = await someone();
    const queueId = await makeQueue(admin);
    const agent = await someone({ colleagueOf: admin, queueIds: [queueId] });
    const seen = (at: Date | null) =>
      withTenant(
        { companyId: admin.companyId },
        (tx) => tx`update app.users set seen_at = ${at} where id = ${agent.userId}`,
      );
    const reserve = async () => {
      const { ticketId } = await written({ admin, queueId });
      await withTenant({ companyId: admin.companyId }, async (tx) => {
        await tx`update app.tickets set user_id = ${agent.userId} where id = ${ticketId}`;
        await tx`
          insert into app.ticket_bots (ticket_id, handed_at) values (${ticketId}, now())
          on conflict (company_id, ticket_id) do update set handed_at = now()`;
      });
      return ticketId;
    };
    await seen(later(600));
    const slow = await reserve();
    expect(await sweep(admin, 4)).toBe(0);
    await sweep(admin, 6);
    expect(await now(admin, slow)).toMatchObject({ status: "pending", userId: null, queueId });
    expect((await logged(admin, slow)).at(-1)).toBe("pending");
    const left = await reserve();
    await seen(null);
    await sweep(admin, 0);
    expect(await now(admin, left)).toMatchObject({ status: "pending", userId: null });
  });

  test("accepted while rotation deals them out have one owner, and both agents are told", async () => {
    const { admin, queueId, people: [one, two] } = await rotating(2);
    const { ticketId } = await written({ admin, queueId });
    const [, ...answers] = await Promise.all([
      sweep(admin, 0),
      put(one!, ticketId, { status: "open" }),
      put(two!, ticketId, { status: "open" }),
    ]);
    const state = await now(admin, ticketId);
    expect([one!.userId, two!.userId]).toContain(state?.userId);
    expect(new Set(answers.map((ticket) => ticket.userId))).toEqual(new Set([state!.userId]));
    expect(await sweep(admin, 60)).toBe(0);
  });

  test("returned by a person are dealt out anew", async () => {
    const { admin, queueId } = await rotating(2);
    const { ticketId } = await written({ admin, queueId });
    await put(admin, ticketId, { status: "open" });
    await put(admin, ticketId, { status: "pending" });
    await sweep(admin, 0);
    expect((await now(admin, ticketId))?.userId).not.toBeNull();
  });
});

test("get the farewell when the customer gives no rating, and a thank-you after it opens a new ticket", async () => {
  const admin = await someone({ settings: { userRating: "enabled" } });
  const line = { rating_text: "Nota de 0 a 10?", rating_expires_min: 30, farewell: "Tchau!", reuse_within_min: 60 };
  const { ticketId, connectionId, event } = await written({ admin, line });
  await put(admin, ticketId, { status: "open" });
  expect(await put(admin, ticketId, { status: "closed" })).toMatchObject({ status: "nps" });
  expect(await sweep(admin, 29)).toBe(0);
  await Promise.all([sweep(admin, 31), sweep(admin, 31)]);
  expect(await now(admin, ticketId)).toMatchObject({ status: "closed", userId: admin.userId });
  expect(await said(admin, ticketId)).toEqual(["Nota de 0 a 10?", "Tchau!"]);
  expect(await logged(admin, ticketId)).toEqual(["create", "open", "nps", "closed"]);
  const next = await customerWrites(admin, { connectionId, from: event.peer.identities[0]!.value, text: "obrigado" });
  expect(next.ticketId).not.toBe(ticketId);
});
