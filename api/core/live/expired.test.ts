// The stream of an expired company: its admins hear of payments and of the end of their session, and of nothing else.
import { expect, test } from "vitest";
import { z } from "zod";
import { signal } from "../../contract/event.ts";
import { endSessions } from "../../features/users/actions/sessions.ts";
import { type Person, someone } from "../testing/api.ts";
import { has, readFrames } from "../testing/stream.ts";
import { asPlatform, type Tx, withTenant } from "../../../db/tenant.ts";
import { forgetSessions } from "../access/auth.ts";
import { emit, everybody, only } from "./emit.ts";

const paid = signal("company-{id}-payment", z.object({ invoiceId: z.number() }), { expired: true });
const other = signal("company-{id}-other", z.object({ secret: z.string() }));
const EPOCH = "0000beef";
const YESTERDAY = new Date(Date.now() - 864e5);

const inside = (person: Person, work: (tx: Tx) => unknown) =>
  withTenant({ companyId: person.companyId }, async (tx) => void await work(tx));
const head = async (person: Person) => {
  const [row] = await withTenant({ companyId: person.companyId }, (tx) => tx`select seq from app.event_heads`);
  return Number(row?.seq ?? 0);
};
const dueAt = async (person: Person, due: Date) => {
  await asPlatform((tx) => tx`update app.companies set due_at = ${due} where id = ${person.companyId}`);
  forgetSessions(person.companyId);
};
/** The platform's own company, which the first of an empty database is, never expires. */
const late = async () => {
  await someone();
  return await someone({ dueAt: YESTERDAY });
};
/** Reads a stream to its end; answers once it is open. */
async function listening(person: Person, cursor?: string) {
  const opened = Promise.withResolvers<void>();
  const all = readFrames(person, { cursor }, () => {
    opened.resolve();
    return false;
  });
  await Promise.race([opened.promise, all]);
  return { end: async () => (await all).frames };
}
const payment = (person: Person) => `company-${person.companyId}-payment`;
const names = (frames: { name: string }[]) => frames.map(({ name }) => name.replace(/^company-\d+-/, ""));

test("it brings payments and nothing else, once each, after a break too", async () => {
  const admin = await late();
  const tell = (invoiceId: number) =>
    inside(admin, (tx) => {
      emit(tx, other, everybody, { secret: "what the company does" });
      emit(tx, paid, everybody, { invoiceId });
      emit(tx, other, only(admin.userId), { secret: "and its people" });
      emit(tx, paid, { to: ["company"], except: [`user:${admin.userId}`] }, { invoiceId: -1 });
    });
  await tell(0);
  const first = await readFrames(admin, { cursor: `${EPOCH}.0` }, has(payment(admin)));
  expect(names(first.frames)).toEqual(["hello", "payment"]);
  await tell(1);
  const live = tell(2);
  const second = await readFrames(admin, { cursor: first.frames.at(-1)!.id! }, has(payment(admin), 2));
  await live;
  expect(second.frames.filter((frame) => frame.name === payment(admin)).map(({ data }) => data.invoiceId)).toEqual([
    1,
    2,
  ]);
  expect(names(second.frames)).toEqual(["hello", "payment", "payment"]);
});

test("only admins have one; files and other calls stay closed to them", async () => {
  const admin = await late();
  const colleague = await someone({ colleagueOf: admin });
  const refused = { status: 402, body: { error: "ERR_SUBSCRIPTION_EXPIRED" } };
  expect(await readFrames(colleague, {}, has("hello"))).toMatchObject(refused);
  expect(await readFrames(admin, {}, has("hello"))).toMatchObject({ status: 200 });
  for (const path of [`/media/${"0".repeat(32)}`, "/api/tickets", "/api/sync/tickets?since=2026-01-01T00:00:00Z"]) {
    expect((await admin.fetch(path)).status, path).toBe(402);
  }
});

test("it ends with the session, and says why", async () => {
  const admin = await late();
  const stream = await listening(admin);
  await inside(admin, (tx) => endSessions(tx, admin.userId, "password"));
  expect(names(await stream.end())).toEqual(["hello", "auth"]);
});

test("once the company has paid it ends, and the next one is told to fetch everything that the first left out", async () => {
  const admin = await late();
  await inside(admin, (tx) => emit(tx, other, everybody, { secret: "meanwhile" }));
  const stream = await listening(admin);
  await inside(admin, (tx) => emit(tx, paid, everybody, { invoiceId: 5 }));
  await dueAt(admin, new Date(Date.now() + 864e5));
  const frames = await stream.end();
  expect(names(frames)).toEqual(["hello", "payment"]);
  const next = await readFrames(admin, { cursor: frames.at(-1)!.id! }, has("reset"));
  expect(names(next.frames)).toEqual(["hello", "reset"]);
  expect(next.frames.at(-1)!.id).toBe(`${EPOCH}.${await head(admin)}`);
});

test("a stream that was open when the company expired ends, and goes on with payments from where it stood", async () => {
  await someone();
  const admin = await someone();
  const stream = await listening(admin);
  await inside(admin, (tx) => emit(tx, other, everybody, { secret: "still paid up" }));
  await dueAt(admin, YESTERDAY);
  const frames = await stream.end();
  expect(names(frames)).toEqual(["hello", "other"]);
  await inside(admin, (tx) => {
    emit(tx, other, everybody, { secret: "no more" });
    emit(tx, paid, everybody, { invoiceId: 6 });
  });
  const next = await readFrames(admin, { cursor: frames.at(-1)!.id! }, has(payment(admin)));
  expect(names(next.frames)).toEqual(["hello", "payment"]);
});
