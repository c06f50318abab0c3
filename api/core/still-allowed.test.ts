// What goes on by itself when nobody may ask for it any more.
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../db/tenant.ts";
import { drain } from "../channels/outbound/outbound.ts";
import { messages } from "../features/messages/contract.ts";
import { addOutbound } from "../features/messages/actions/add-outbound.ts";
import { sweepTimed } from "../features/automation/sweep.ts";
import { customerWrites } from "./testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "./testing/api.ts";
import { fakeChannel } from "./testing/session.ts";
import { stillAllowed } from "./still-allowed.ts";

const allowed = ({ companyId }: Person, needs?: Parameters<typeof stillAllowed>[1]) =>
  withTenant({ companyId }, (tx) => stillAllowed(tx, needs));
/** From now on the company's subscription ends this many days ago; negative: it runs. */
const ended = ({ companyId }: Person, days: number) =>
  asPlatform((tx) =>
    tx`update app.companies set due_at = now() - make_interval(days => ${days}) where id = ${companyId}`
  );

test("work goes on while the subscription runs, the plan has its flag and its connection is there", async () => {
  const person = await someone({ plan: { flags: { useCampaigns: false } } });
  const connectionId = await makeConnection(person);
  const other = await makeConnection(await someone());
  expect(await allowed(person)).toBe(true);
  expect(await allowed(person, { plan: "useSchedules", connectionId })).toBe(true);
  expect(await allowed(person, { plan: "useCampaigns" })).toBe(false);
  expect(await allowed(person, { connectionId: other })).toBe(false);
  await withTenant(person, (tx) => tx`update app.connections set deleted_at = now() where id = ${connectionId}`);
  expect(await allowed(person, { connectionId })).toBe(false);
  expect(await allowed(person)).toBe(true);
  await ended(person, 1);
  expect(await allowed(person)).toBe(false);
  await ended(person, -1);
  expect(await allowed(person)).toBe(true);
  await asPlatform((tx) => tx`update app.companies set active = false where id = ${person.companyId}`);
  expect(await allowed(person)).toBe(false);
});

/** A company whose connection greets, and warns who is silent. */
async function greeting() {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const queues = [await makeQueue(admin), await makeQueue(admin)];
  await withTenant(admin, async (tx) => {
    await tx`update app.connections set greeting = 'Olá! Escolha:', inactive_after_min = 10, inactive_text = 'Ainda aí?' where id = ${connectionId}`;
    for (const id of queues) {
      await tx`insert into app.connection_queues (connection_id, queue_id) values (${connectionId}, ${id})`;
    }
  });
  return { admin, connectionId };
}
const ours = ({ companyId }: Person) =>
  withTenant({ companyId }, (tx) =>
    tx<{ body: string; status: string; error: string | null }[]>`
      select body, status, error from app.messages where company_id = ${tx.companyId} and from_me order by id`);

test("a company whose subscription has ended receives and says nothing by itself, and greets again once it is paid", async () => {
  const { admin, connectionId } = await greeting();
  await ended(admin, 1);
  const { ticketId } = await customerWrites(admin, { connectionId, from: "açaí", text: "Oi" });
  expect(ticketId).toBeGreaterThan(0);
  await sweepTimed(new Date(Date.now() + 60 * 60_000), admin.companyId);
  expect(await ours(admin)).toEqual([]);
  await ended(admin, -1);
  const list = await admin.call(messages.list, { params: { ticketId } });
  expect(list.messages.map(({ body }) => body)).toEqual(["Oi"]);
  await customerWrites(admin, { connectionId, from: "açaí", text: "Oi?" });
  expect((await ours(admin)).map(({ body }) => body)).toEqual([expect.stringContaining("Escolha")]);
});

test("what was to be said by itself is not sent once the subscription has ended; what people wrote is", async () => {
  const { admin, connectionId } = await greeting();
  const { ticketId, contactId } = await customerWrites(admin, { connectionId });
  const ticket = { id: ticketId, contactId, connectionId, unread: 0, queueId: null, userId: null };
  await withTenant(admin, (tx) =>
    addOutbound(tx, { ...ticket, status: "open", isGroup: false }, {
      ...{ body: "da Ana", key: crypto.randomUUID(), userId: admin.userId, byHand: true },
    }));
  await ended(admin, 1);
  const sent: string[] = [];
  const { manifest } = fakeChannel("facebook");
  const line = {
    ...{ companyId: admin.companyId, connectionId, manifest, token: "test", since: 0, held: () => true },
    signal: new AbortController().signal,
    connection: {
      send: (
        { text = "", key }: { text?: string; key: string },
      ) => (sent.push(text), Promise.resolve({ externalId: key })),
    } as never,
  };
  for (let wait: number | null = 0; wait !== null;) wait = await drain(line, contactId);
  expect(sent).toEqual(["da Ana"]);
  expect(await ours(admin)).toMatchObject([
    { status: "failed", error: "ERR_SUBSCRIPTION_EXPIRED" },
    { status: "sent", error: null },
  ]);
});
