import { expect, test } from "vitest";
import { type Tx, withTenant } from "../../../../db/tenant.ts";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../../core/testing/api.ts";
import { customerWrites } from "../../../core/testing/inbound.ts";
import { fakeChannel } from "../../../core/testing/session.ts";
import { tickets as calls } from "../../tickets/contract.ts";
import { type Automated, sendAutomated } from "./automated-send.ts";

await testApp(new Map([["line", fakeChannel("line")]]));

/** A company whose customer wrote once; their ticket is closed. */
async function office() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "line");
  const { contactId, ticketId } = await customerWrites(admin, { connectionId, from: "ana" });
  await admin.call(calls.update, { params: { id: ticketId }, body: { status: "open" } });
  await close(admin, ticketId);
  const within = <T>(work: (tx: Tx) => Promise<T>) => withTenant({ companyId: admin.companyId }, work);
  const send = (more: Partial<Automated> = {}) =>
    within((tx) =>
      sendAutomated(tx, {
        ...{ contactId, connectionId, body: "Promoção", key: crypto.randomUUID(), sendClass: "campaign" },
        ...{ ticket: { open: false }, ...more },
      })
    );
  return { admin, connectionId, contactId, ticketId, within, send };
}
const close = (admin: Person, id: number) =>
  admin.call(calls.update, { params: { id }, body: { status: "closed", sendFarewellMessage: false } });
type Office = Awaited<ReturnType<typeof office>>;
const row = ({ within }: Office, id: number) =>
  within(async (tx) =>
    (await tx`select status, silent, user_id as "userId", queue_id as "queueId", is_bot as "isBot" from app.tickets where id = ${id}`)[
      0
    ]
  );
/** What the dashboard and the tabs are made of. */
const counted = ({ within }: Office) =>
  within(async (tx) => [
    await tx`select status, queue_id, user_id, tickets, unread from app.ticket_counters where tickets <> 0 order by 1, 2, 3`,
    await tx`select sum(opened) as opened, sum(closed) as closed, sum(sent) as sent from app.half_hours`,
    await tx`select count(*) as n from app.ticket_rounds`,
  ]);
const said = ({ within }: Office, ticketId: number) =>
  within((tx) =>
    tx`select body, send_class, by_hand from app.messages where ticket_id = ${ticketId} and from_me order by id`
  );
const events = ({ within }: Office) =>
  within((tx) => tx<{ name: string }[]>`select name from app.events order by position`);

test("a message that opens no ticket stands in one silent ticket, which nobody's list, counter or round knows of", async () => {
  const of = await office();
  const [before, told] = [await counted(of), (await events(of)).length];
  const [first, second] = [await of.send(), await of.send({ body: "Outra" })];
  expect(second!.ticketId).toBe(first!.ticketId);
  expect(first!.ticketId).not.toBe(of.ticketId);
  expect(await row(of, first!.ticketId)).toMatchObject({ status: "closed", silent: true, userId: null });
  expect([...await said(of, first!.ticketId)]).toEqual([
    { body: "Promoção", send_class: 2, by_hand: false },
    { body: "Outra", send_class: 2, by_hand: false },
  ]);
  expect(await counted(of)).toEqual(before);
  expect((await events(of)).slice(told).map(({ name }) => name)).toEqual(
    Array(2).fill(expect.stringMatching(/appMessage/)),
  );
  const closed = await of.admin.call(calls.list, { query: { status: "closed" } });
  expect([closed.tickets.map(({ id }) => id), closed.count]).toEqual([[of.ticketId], 1]);
  const all = await of.admin.call(calls.list, { query: { contacts: JSON.stringify([of.contactId]) } });
  expect(all.tickets.map(({ id }) => id).sort()).toEqual([of.ticketId, first!.ticketId].sort());
});

test("a customer who answers a silent message gets a ticket of their own, also where a closed one is continued", async () => {
  const of = await office();
  await of.within((tx) => tx`update app.connections set reuse_within_min = 60`);
  await of.within((tx) => tx`update app.tickets set updated_at = now() - interval '1 day'`);
  const sent = await of.send();
  const { ticketId } = await customerWrites(of.admin, { connectionId: of.connectionId, from: "ana", text: "Quero" });
  expect([of.ticketId, sent!.ticketId]).not.toContain(ticketId);
  expect(await row(of, ticketId)).toMatchObject({ status: "pending", silent: false });
});

test("a message goes into the live ticket and leaves it as it is when there is one", async () => {
  const of = await office();
  const queueId = await makeQueue(of.admin);
  const { ticketId } = await customerWrites(of.admin, { connectionId: of.connectionId, from: "ana" });
  const silent = await of.send();
  const opening = await of.send({ ticket: { open: true, status: "open", userId: of.admin.userId, queueId } });
  expect([silent!.ticketId, opening!.ticketId]).toEqual([ticketId, ticketId]);
  expect(await row(of, ticketId)).toMatchObject({ status: "pending", userId: null, queueId: null });
});

test("a ticket is opened as wished: for a person, in a queue, or to be found closed", async () => {
  const of = await office();
  const queueId = await makeQueue(of.admin);
  const wish = { open: true, userId: of.admin.userId, queueId } as const;
  const open = await of.send({ ticket: { ...wish, status: "open" } });
  expect(await row(of, open!.ticketId)).toMatchObject({
    status: "open",
    userId: of.admin.userId,
    queueId,
    isBot: false,
  });
  expect(await said(of, open!.ticketId)).toHaveLength(1);
  await close(of.admin, open!.ticketId);
  const waits = await of.send({ ticket: { ...wish, status: "pending" } });
  expect(await row(of, waits!.ticketId)).toMatchObject({ status: "pending", userId: null, queueId, isBot: false });
  await close(of.admin, waits!.ticketId);
  const closed = await of.send({ ticket: { ...wish, status: "closed" } });
  expect(await row(of, closed!.ticketId)).toMatchObject({
    status: "closed",
    userId: of.admin.userId,
    queueId,
    silent: false,
  });
  expect(await said(of, closed!.ticketId)).toHaveLength(1);
  const [sums] = await of.within((tx) =>
    tx`select sum(tickets)::int as n, (select count(*)::int from app.tickets) as rows from app.ticket_counters where status = 'closed'`
  );
  expect(sums!.n).toBe(sums!.rows);
});

test("a person or queue that is gone by then is not named", async () => {
  const of = await office();
  const sent = await of.send({ ticket: { open: true, status: "open", userId: 987_654, queueId: 987_654 } });
  expect(await row(of, sent!.ticketId)).toMatchObject({ status: "pending", userId: null, queueId: null });
});

test("a key that is known sends nothing and opens nothing, also when both are at it at once", async () => {
  const of = await office();
  const twice = await Promise.all([of.send({ key: "campaign:1:1" }), of.send({ key: "campaign:1:1" })]);
  expect(twice.filter(Boolean)).toHaveLength(1);
  expect(await of.send({ key: "campaign:1:1", ticket: { open: true, status: "pending" } })).toBeNull();
  const [{ n }] = await of.within((tx) => tx<[{ n: number }]>`select count(*)::int as n from app.tickets`);
  expect(n).toBe(2);
});

test("a person who opens a silent ticket makes it one like any other", async () => {
  const of = await office();
  const sent = await of.send();
  await of.admin.call(calls.update, { params: { id: sent!.ticketId }, body: { status: "open" } });
  await close(of.admin, sent!.ticketId);
  expect(await row(of, sent!.ticketId)).toMatchObject({ status: "closed", silent: false });
  const closed = await of.admin.call(calls.list, { query: { status: "closed" } });
  expect([closed.tickets.length, closed.count]).toEqual([2, 2]);
});

test("variables are worth what the ticket says, a name that looks like one is not filled again, and a signature stands above", async () => {
  const of = await office();
  await of.within((tx) => tx`update app.contacts set name = '{{name_company}} Ção'`);
  const body = (values: Record<string, string>) => `Oi, ${values.name}!`;
  const sent = await of.send({ body, signedBy: "Helena" });
  expect((await said(of, sent!.ticketId))[0]).toMatchObject({ body: "*Helena*:\nOi, {{name_company}} Ção!" });
});

test("a contact or connection of another company, a deleted connection and a text too long are refused", async () => {
  const [of, other] = [await office(), await office()];
  await expect(of.send({ contactId: other.contactId })).rejects.toThrow("ERR_NO_CONTACT_FOUND");
  await expect(of.send({ connectionId: other.connectionId })).rejects.toThrow("ERR_NO_WAPP_FOUND");
  await expect(of.send({ body: "a".repeat(100_000) })).rejects.toThrow("ERR_TEXT_TOO_LONG");
  await of.within((tx) => tx`update app.connections set deleted_at = now() where company_id = ${tx.companyId}`);
  await expect(of.send()).rejects.toThrow("ERR_NO_WAPP_FOUND");
});

test("a message that the channel refuses opens no ticket, also where its sender goes on", async () => {
  const of = await office();
  const before = await counted(of);
  await of.within(async (tx) => {
    const long: Automated = {
      ...{ contactId: of.contactId, connectionId: of.connectionId, body: "é".repeat(100_000), key: "long" },
      ...{ sendClass: "campaign", ticket: { open: true, status: "pending" } },
    };
    await expect(sendAutomated(tx, long)).rejects.toMatchObject({ code: "ERR_TEXT_TOO_LONG" });
    await expect(sendAutomated(tx, { ...long, body: "Oi", mediaId: "0".repeat(32) })).rejects.toMatchObject({
      code: "ERR_UNSUPPORTED_MEDIA",
    });
  });
  expect(await counted(of)).toEqual(before);
  expect([...await of.within((tx) => tx`select count(*) as n from app.tickets`)]).toEqual([{ n: 1 }]);
});
