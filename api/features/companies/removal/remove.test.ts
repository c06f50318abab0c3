import { expect, test } from "vitest";
import { makeConnection, type Person, someone } from "../../../core/testing/api.ts";
import { mediaFolder } from "../../../core/media/media.ts";
import { makeWorld } from "../../../proofs/security/world.ts";
import { fill, tenantTables } from "../../../proofs/security/tables.ts";
import { asPlatform, platform, withTenant } from "../../../../db/tenant.ts";
import { plans } from "../../plans/contract.ts";
import { session } from "../../session/contract.ts";
import { companies } from "../contract.ts";
import { removalOrder } from "./order.ts";
import { work } from "./remove.ts";

const operator = () => someone({ super: true });
const close = (boss: Person, id: number) => boss.call(companies.remove, { params: { id } });
/** The company's rows by table, of all tables. */
async function rowsOf(companyId: number): Promise<Record<string, number>> {
  return await asPlatform(async (tx) => {
    const counts: Record<string, number> = {};
    for (const name of await tenantTables(tx)) {
      const [row] = await tx<{ n: number }[]>`
        select count(*) as n from ${tx(`app.${name}`)} where company_id = ${companyId}`;
      if (row!.n) counts[name] = row!.n;
    }
    return counts;
  });
}
async function manyMessages(companyId: number, count: number): Promise<void> {
  const person = { companyId } as Person;
  const connectionId = await makeConnection(person);
  await withTenant({ companyId }, async (tx) => {
    const [contact] = await tx`insert into app.contacts (name) values ('Ana') returning id`;
    const [ticket] = await tx`insert into app.tickets (contact_id, connection_id, channel) values (${
      contact!.id
    }, ${connectionId}, 'webchat') returning id`;
    await tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, body)
      select ${ticket!.id}, ${
      contact!.id
    }, ${connectionId}, false, 'Olá ' || n from generate_series(1, ${count}::int) n`;
  });
}

test("a deleted company leaves no row in any table and no file, and others keep theirs", async () => {
  const boss = await operator();
  const [world, other] = [await makeWorld(), await makeWorld()];
  await asPlatform(async (tx) => {
    const tables = await tenantTables(tx);
    for (const { companyId } of [world, other]) await fill(tx, companyId, tables);
  });
  await Deno.mkdir(`${mediaFolder(world.companyId)}/ab`, { recursive: true });
  const kept = await rowsOf(other.companyId);
  expect(Object.keys(await rowsOf(world.companyId)).length).toBeGreaterThan(50);
  await close(boss, world.companyId);
  await work(0, { id: world.companyId });
  expect(await rowsOf(world.companyId)).toEqual({});
  expect(await asPlatform((tx) => tx`select 1 from app.companies where id = ${world.companyId}`)).toEqual([]);
  await expect(Deno.stat(mediaFolder(world.companyId))).rejects.toThrow(Deno.errors.NotFound);
  expect(await rowsOf(other.companyId)).toEqual(kept);
});

test("a company that is being deleted is shown nowhere, and its name and its people's addresses are free", async () => {
  const [boss, member] = [await operator(), await someone()];
  const connectionId = await makeConnection(member, "webchat", crypto.randomUUID());
  const before = await boss.call(companies.show, { params: { id: member.companyId } });
  await close(boss, member.companyId);
  await expect(member.call(session.me)).rejects.toMatchObject({ status: 401 });
  for (const call of [companies.show, companies.contents, companies.plan]) {
    await expect(boss.call(call, { params: { id: member.companyId } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(boss.call(companies.renew, { params: { id: member.companyId }, body: {} })).rejects
    .toMatchObject({ status: 404 });
  await expect(close(boss, member.companyId)).rejects.toMatchObject({ status: 404 });
  expect((await boss.call(companies.list)).map(({ id }) => id)).not.toContain(member.companyId);
  const found = await boss.call(companies.listWithPlan, { query: { searchParam: before.name } });
  expect(found).toMatchObject({ count: 0, companies: [] });
  const [line] = await platform()`
    select wanted, deleted_at is not null as gone from app.connections
    where company_id = ${member.companyId} and id = ${connectionId}`;
  expect(line).toEqual({ wanted: false, gone: true });
  const again = { name: before.name, email: member.email, planId: before.planId, password: "uma senha nova" };
  expect(await boss.call(companies.create, { body: again })).toMatchObject({ name: before.name });
  const [plan] = (await boss.call(plans.listAll)).filter(({ id }) => id === before.planId);
  expect(plan).toBeDefined();
});

test("a removal that was killed amid it goes on where it ended", async () => {
  const [boss, member] = [await operator(), await someone()];
  await manyMessages(member.companyId, 1_300);
  await close(boss, member.companyId);
  // What a killed process leaves: some tables are empty, one is half full.
  await platform()`
    delete from app.messages where ctid = any (array(
      select ctid from app.messages where company_id = ${member.companyId} limit 400))`;
  await Promise.all([work(0, { id: member.companyId }), work(0, { id: member.companyId })]);
  await work(0, { id: member.companyId });
  expect(await rowsOf(member.companyId)).toEqual({});
});

test("what a company paid stays in the operator's books when it is gone, once, and what it owed is owed no more", async () => {
  const [boss, member] = [await operator(), await someone()];
  const { name } = await boss.call(companies.show, { params: { id: member.companyId } });
  const invoice = (status: string, start: string) =>
    asPlatform((tx) =>
      tx`
      insert into app.invoices (company_id, period_start, period_end, due_at, detail, users, connections, recurrence, cents, status, provider, paid_at)
      values (${member.companyId}, ${start}::date, ${start}::date + 30, ${start}::timestamptz, 'Plano', 3, 3, 'MENSAL', 4900, ${status}, 'efi',
        ${status === "open" ? null : `${start}T12:00:00Z`}::timestamptz)`
    );
  await invoice("paid", "2001-01-10");
  await invoice("refunded", "2001-02-10");
  await invoice("open", "2001-03-10");
  await close(boss, member.companyId);
  const owed = await platform()`
    select status from app.invoices where company_id = ${member.companyId} and period_start = '2001-03-10'`;
  expect([...owed]).toEqual([{ status: "void" }]);
  // A provider's word came between the closing and the emptying.
  await platform()`
    update app.invoices set status = 'paid', paid_at = '2001-03-11T12:00:00Z'
    where company_id = ${member.companyId} and period_start = '2001-03-10'`;
  for (let again = 0; again < 2; again++) await work(0, { id: member.companyId });
  const kept = await platform()`
    select company_name, paid_month, cents, refunded from app.past_payments where former_company = ${member.companyId} order by paid_month`;
  expect([...kept]).toEqual(
    ["2001-01", "2001-02", "2001-03"].map((paid_month) => ({
      ...{ company_name: name, paid_month, cents: 4900, refunded: paid_month === "2001-02" },
    })),
  );
  expect(await rowsOf(member.companyId)).toEqual({});
});

test("a removal leaves a company alone that nobody closed", async () => {
  const member = await someone();
  await work(0, { id: member.companyId });
  expect(await member.call(session.me)).toMatchObject({ id: member.userId });
});

test("a table is emptied after those that point at it", async () => {
  await someone();
  const order = await removalOrder(platform());
  const strict = await platform()<{ from: string; to: string }[]>`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and connamespace = 'app'::regnamespace and conrelid <> confrelid and confdeltype <> 'n'
      and confrelid <> 'app.companies'::regclass and conrelid <> 'app.companies'::regclass`;
  expect(strict.filter(({ from, to }) => order.indexOf(from) > order.indexOf(to))).toEqual([]);
});
