import { expect, test } from "vitest";
import type { HappeningType } from "../../contract/programs/happenings.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import type { Attempted, Letter } from "./attempt.ts";
import { webhooks } from "./contract.ts";
import { deliverAll } from "./deliver.ts";
import { settle, spread, take } from "./due.ts";
import { busy } from "./sweep.ts";

const HOUR = 3_600_000;
const good: Attempted = { ok: true, status: 200, answer: "ok", error: null, wished: null, ms: 5 };
const bad: Attempted = { ok: false, status: 500, answer: "no", error: "status", wished: null, ms: 5 };

/** A company with a webhook, a receiver that behaves as told, and a clock. */
async function hooked(events: HappeningType[] = ["message.received", "ticket.updated", "contact.created"]) {
  const admin = await someone();
  const form = { name: "ERP", url: "https://erp.example.com/hook", events };
  const { id, secret } = await admin.call(webhooks.create, { body: form });
  const place = { companyId: admin.companyId, id };
  const clock = { at: Date.now() + 1_000 };
  const got: { type: string; position: number; ticket: number; id: string }[] = [];
  const deliver = (behave: (letter: Letter) => Attempted = () => good) =>
    deliverAll(place, {
      now: () => new Date(clock.at),
      post: (letter) => {
        const { type, position, data } = JSON.parse(letter.body);
        const answer = behave(letter);
        if (answer.ok) got.push({ type, position, ticket: data.ticketId ?? data.id, id: letter.id });
        return Promise.resolve(answer);
      },
    });
  const shown = async () => (await admin.call(webhooks.list)).find((one) => one.id === id)!;
  return { admin, id, secret, form, place, clock, got, deliver, shown };
}
/** Events of the log as the inbox writes them. */
function happen(person: Person, events: { ticket: number; name?: string; audience?: string[] }[]): Promise<void> {
  return withTenant({ companyId: person.companyId }, (tx) => {
    for (const { ticket, name = "appMessage", audience = ["admin"] } of events) {
      const message = { ticketId: ticket, fromMe: false, isPrivate: false, body: "Ção" };
      const payload = name === "appMessage"
        ? { action: "create", message }
        : { action: "update", ticket: { id: ticket } };
      tx.events.push({ name: `company-${person.companyId}-${name}`, audience, except: null, payload });
    }
    return Promise.resolve();
  });
}
const messages = (tickets: number[]) => tickets.map((ticket) => ({ ticket }));

test("what happens reaches the webhook once, in order, and only what was chosen and may be told", async () => {
  const of = await hooked();
  await happen(of.admin, [
    { ticket: 1 },
    { ticket: 1, name: "ticket" },
    { ticket: 2 },
    { ticket: 2, audience: ["user:7"] },
    { ticket: 3, name: "payment" },
  ]);
  expect(await busy(new Date(of.clock.at))).toContainEqual(of.place);
  expect(await of.deliver()).toBe(3);
  expect(await of.deliver()).toBe(0);
  expect(await busy(new Date(of.clock.at))).not.toContainEqual(of.place);
  expect(of.got.map(({ type, ticket }) => `${type} ${ticket}`).sort()).toEqual([
    "message.received 1",
    "message.received 2",
    "ticket.updated 1",
  ]);
  const [first] = await of.admin.call(webhooks.deliveries, { params: { id: of.id } });
  expect(first).toMatchObject({ status: "done", attempts: 1, answerStatus: 200, type: "message.received" });
  const whole = await of.admin.call(webhooks.delivery, { params: { id: first!.id } });
  expect(JSON.parse(whole.body)).toMatchObject({
    type: "message.received",
    companyId: of.admin.companyId,
    data: { body: "Ção" },
  });
  expect(whole.answer).toBe("ok");
});

test("events of a ticket come in order though a receiver fails now and then; other tickets go on", async () => {
  const of = await hooked();
  const tickets = Array.from({ length: 60 }, (_, n) => n % 6 + 1);
  await happen(of.admin, messages(tickets));
  let asked = 0;
  for (let turns = 0; of.got.length < 60 && turns < 200; turns++) {
    await of.deliver(() => ++asked % 3 ? good : bad);
    of.clock.at += HOUR;
  }
  expect(of.got).toHaveLength(60);
  for (let ticket = 1; ticket <= 6; ticket++) {
    const positions = of.got.filter((one) => one.ticket === ticket).map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  }
});

test("one ticket that a receiver always refuses holds up no other, and is given up after three days", async () => {
  const of = await hooked();
  await happen(of.admin, messages([1, 2, 1, 3]));
  const refuses = ({ body }: Letter) => JSON.parse(body).data.ticketId === 1 ? bad : good;
  await of.deliver(refuses);
  expect(of.got.map(({ ticket }) => ticket).sort()).toEqual([2, 3]);
  for (let hours = 0; hours < 90; hours += 4) {
    of.clock.at += 4 * HOUR;
    await happen(of.admin, messages([9]));
    await of.deliver(refuses);
  }
  const failed = await of.admin.call(webhooks.deliveries, { params: { id: of.id }, query: { status: "failed" } });
  expect(failed.length).toBeGreaterThan(0);
  expect(failed.at(-1)!.attempts).toBeGreaterThan(8);
  expect((await of.shown()).pausedAt).toBeNull();
  expect(
    await of.admin.call(webhooks.replay, {
      params: { id: of.id },
      body: { from: failed[0]!.position, to: failed[0]!.position },
    }),
  ).toEqual({ again: 1 });
});

test("a receiver that is down for a day is asked by one delivery at a time, and gets everything when it is back", async () => {
  const of = await hooked();
  await happen(of.admin, messages(Array.from({ length: 200 }, (_, n) => n % 40 + 1)));
  let asked = 0;
  for (let minutes = 0; minutes < 24 * 60; minutes += 10) {
    await of.deliver(() => (asked++, bad));
    of.clock.at += 10 * 60_000;
  }
  expect(asked).toBeLessThan(80);
  expect(await of.shown()).toMatchObject({ waiting: 200, pausedAt: null, failingSince: expect.any(String) });
  of.clock.at += HOUR;
  await of.deliver();
  expect(of.got).toHaveLength(200);
  expect(new Set(of.got.map(({ position }) => position)).size).toBe(200);
  expect(await of.shown()).toMatchObject({ waiting: 0, failingSince: null });
});

test("three days without a success, or an answer that it is gone, pause it; what happens meanwhile waits for who lets it go on", async () => {
  const of = await hooked();
  await happen(of.admin, messages([1]));
  for (let hours = 0; hours <= 80; hours++) {
    await of.deliver(() => bad);
    of.clock.at += HOUR;
  }
  expect(await of.shown()).toMatchObject({ pausedWhy: "failing", waiting: 1 });
  await happen(of.admin, messages([2, 3]));
  expect(await of.deliver()).toBe(0);
  expect(await of.shown()).toMatchObject({ waiting: 3 });
  await of.admin.call(webhooks.pause, { params: { id: of.id }, body: { paused: false } });
  expect(await of.deliver()).toBe(3);
  await happen(of.admin, messages([4]));
  await of.deliver(() => ({ ...bad, status: 410 }));
  expect(await of.shown()).toMatchObject({ pausedWhy: "gone", waiting: 1 });
  const told = await withTenant(
    { companyId: of.admin.companyId },
    (tx) =>
      tx`select 1 from app.events where name = ${`company-${of.admin.companyId}-webhook`} and payload::text like '%"gone"%' and audience = '{admin}'`,
  );
  expect(told.length).toBeGreaterThan(0);
});

test("what a killed process had taken is taken again, and until then nobody sends what comes after it", async () => {
  const of = await hooked();
  await happen(of.admin, messages([1, 1, 2]));
  await spread(of.place);
  const died = await take(of.place, new Date(of.clock.at));
  expect(died?.due).toHaveLength(2);
  expect(await of.deliver()).toBe(0);
  of.clock.at += 61_000;
  await of.deliver();
  expect(of.got.map(({ ticket }) => ticket).sort()).toEqual([1, 1, 2]);
  // It comes to life and says what it had done: nothing is sent a third time.
  await settle(of.place, [{ due: died!.due[0]!, got: good }], new Date(of.clock.at));
  expect(await of.deliver()).toBe(0);
});

test("all since a position is delivered again under the same ids, also what was not chosen then; a range only what was", async () => {
  const of = await hooked(["message.received"]);
  await happen(of.admin, [{ ticket: 1 }, { ticket: 1, name: "ticket" }, { ticket: 2 }]);
  await of.deliver();
  const first = of.got.splice(0);
  expect(first).toHaveLength(2);
  const body = { ...of.form, events: ["message.received", "ticket.updated"] as HappeningType[] };
  await of.admin.call(webhooks.update, { params: { id: of.id }, body });
  const from = Math.min(...first.map(({ position }) => position));
  expect(await of.admin.call(webhooks.replay, { params: { id: of.id }, body: { from, to: from + 2 } })).toEqual({
    again: 2,
  });
  await of.deliver();
  expect(of.got.splice(0).map(({ id }) => id).sort()).toEqual(first.map(({ id }) => id).sort());
  expect(await of.admin.call(webhooks.replay, { params: { id: of.id }, body: { from } })).toEqual({ again: null });
  await of.deliver();
  expect(of.got.map(({ type }) => type).sort()).toEqual(["message.received", "message.received", "ticket.updated"]);
  await withTenant({ companyId: of.admin.companyId }, (tx) => tx`delete from app.events where position <= ${from}`);
  await expect(of.admin.call(webhooks.replay, { params: { id: of.id }, body: { from } })).rejects
    .toMatchObject({ code: "ERR_BAD_CURSOR" });
});

test("a backlog drains whole", async () => {
  const of = await hooked();
  for (let n = 0; n < 2; n++) await happen(of.admin, messages(Array.from({ length: 150 }, (_, at) => at % 50 + 1)));
  expect(await of.deliver()).toBe(300);
  expect(new Set(of.got.map(({ position }) => position)).size).toBe(300);
});

test("a secret is shown once, kept sealed, and changed with the old one beside it", async () => {
  const of = await hooked();
  expect(of.secret).toMatch(/^whsec_/);
  expect(await of.shown()).not.toHaveProperty("secret");
  const { secret } = await of.admin.call(webhooks.rotate, { params: { id: of.id } });
  expect(secret).not.toBe(of.secret);
  await happen(of.admin, messages([1]));
  let signed: readonly string[] = [];
  await of.deliver((letter) => (signed = letter.secrets, good));
  expect(signed).toEqual([secret, of.secret]);
  of.clock.at += 25 * HOUR;
  await happen(of.admin, messages([1]));
  await of.deliver((letter) => (signed = letter.secrets, good));
  expect(signed).toEqual([secret]);
});

test.each(["ftp://x.example/", "https://user:pass@x.example/", "x", ""])(
  "an address such as %s is refused",
  async (url) => {
    const admin = await someone();
    const body = { name: "ERP", url, events: ["ticket.updated"] as HappeningType[] };
    await expect(admin.call(webhooks.create, { body })).rejects.toMatchObject({ status: 400 });
  },
);
