// What the platform says to all companies, in a database of its own: every company of it is told.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { signal } from "../../contract/event.ts";
import { someone, testApp } from "../testing/api.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { framesOf, has } from "../testing/stream.ts";
import { asPlatform, platform, withTenant } from "../../../db/tenant.ts";
import { readBearer, whoIs } from "../access/auth.ts";
import { findJobs } from "../jobs.ts";
import { emitToAll, work } from "./broadcast.ts";
import { emit, everybody } from "./emit.ts";

const announced = signal(
  "company-announcement",
  z.object({ action: z.literal("create"), record: z.object({ id: z.number() }) }),
);
const own = signal("company-{id}-own", z.object({ n: z.number() }));
const EPOCH = "0000beef";
const COMPANIES = 250;

beforeAll(async () => {
  await ownDatabase();
  await asPlatform((tx) => tx`insert into app.plans (name) values ('Plan')`);
});
beforeEach(() =>
  asPlatform(async (tx) => {
    await tx`delete from app.broadcasts`;
    await tx`delete from app.companies`;
    await tx`insert into app.companies (name, plan_id) select 'Company ' || n, (select min(id) from app.plans) from generate_series(1, ${COMPANIES}) n`;
  })
);

const announce = (id: number) => asPlatform((tx) => emitToAll(tx, announced, { action: "create", record: { id } }));
/** Which announcements each company's log has, in its order: how many companies have which. */
const logs = async () => {
  const rows = await platform()<{ heard: string; companies: number }[]>`
    select heard, count(*)::int as companies from (
      select c.id, coalesce(string_agg(e.payload -> 'record' ->> 'id', ' ' order by e.position), '') as heard
      from app.companies c left join app.events e on e.company_id = c.id and e.name = 'company-announcement' group by 1) x
    group by 1 order by 1`;
  return Object.fromEntries(rows.map((row) => [row.heard, row.companies]));
};
const ids = async () =>
  (await platform()<{ id: number }[]>`select id from app.companies order by id`).map(({ id }) => id);

test("every company is told once, in the order in which it was said, whoever of several workers does it", async () => {
  await announce(1);
  await announce(2);
  await Promise.all([work(), work(), work()]);
  await work();
  expect(await logs()).toEqual({ "1 2": COMPANIES });
  const [gaps] = await platform()`
    select count(*)::int as n from app.event_heads h
    where h.seq <> (select count(*) from app.events e where e.company_id = h.company_id)`;
  expect(gaps!.n).toBe(0);
});

test("what was broken off between two batches goes on where it stood", async () => {
  await announce(1);
  const half = (await ids())[99]!;
  await asPlatform(async (tx) => {
    await tx`insert into app.event_heads (company_id, seq) select id, 1 from app.companies where id <= ${half}`;
    await tx`insert into app.events (company_id, position, name, audience, payload)
      select c.id, 1, b.name, b.audience, b.payload from app.companies c, app.broadcasts b where c.id <= ${half}`;
    await tx`update app.broadcasts set after_id = ${half}`;
  });
  await work();
  expect(await logs()).toEqual({ "1": COMPANIES });
});

test("nothing is told of what was rolled back; a company that goes meanwhile stops nothing", async () => {
  await expect(asPlatform(async (tx) => {
    await emitToAll(tx, announced, { action: "create", record: { id: 1 } });
    throw new Error("changed my mind");
  })).rejects.toThrow("changed my mind");
  await announce(2);
  const [first, , third] = await ids();
  await asPlatform((tx) => tx`delete from app.companies where id in ${tx([first!, third!])}`);
  await work();
  expect(await logs()).toEqual({ "2": COMPANIES - 2 });
});

test("it comes to open streams and to those that were away, among the company's own events, once each", async () => {
  const person = await someone();
  const { companyId } = person;
  const me = await whoIs(await readBearer(`Bearer ${person.token}`));
  const say = (n: number) => withTenant({ companyId }, (tx) => Promise.resolve(emit(tx, own, everybody, { n })));
  await say(1);
  const { stream } = await testApp();
  const until = Date.now() / 1000 + 60;
  const cursor = { epoch: EPOCH, position: 1 };
  const open = framesOf(await stream.open(me, until, cursor), has(`company-${companyId}-own`, 2));
  await say(2);
  await announce(7);
  await work();
  await say(3);
  const told = [`company-${companyId}-own`, "company-announcement", `company-${companyId}-own`];
  const live = await open;
  expect(live.map(({ name }) => name)).toEqual(["hello", ...told]);
  const away = await framesOf(await stream.open(me, until, cursor), has(`company-${companyId}-own`, 2));
  expect(away.slice(1)).toEqual(live.slice(1));
  expect(away[2]!.data).toEqual({ action: "create", record: { id: 7 } });
});

test("saying it adds the job that tells it, and the name of one company is no name for all", async () => {
  await announce(1);
  const [row] = await platform()<{ task: string; payload: unknown }[]>`
    select t.identifier as task, j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id order by j.id desc limit 1`;
  expect((await findJobs()).map(({ name }) => name)).toContain(row!.task);
  expect(row!.payload).toEqual({ companyId: 0, data: {} });
  await expect(asPlatform((tx) => emitToAll(tx, own, { n: 1 }))).rejects.toThrow("one company");
});
