// R28: the worker dies while it deletes a company. The next one goes on: no row and no file of the company is left, what it paid stays
// in the books, and another company has everything.
import { join } from "node:path";
import { expect, test } from "vitest";
import { companies } from "../../features/companies/contract.ts";
import { invoices } from "../../features/invoices/contract.ts";
import { plans } from "../../features/plans/contract.ts";
import { quickMessages } from "../../features/quick-messages/contract.ts";
import { Chance, inWorld, size, until, type World } from "../harness.ts";
import { killing } from "../harness-kills.ts";
import { Worker } from "../harness-office.ts";

const PASSWORD = "Provas-2026-padaria";
const TICKETS = size(4_000, 100_000);

/** A company with many tickets, messages of each, a file and an invoice that was paid. */
async function customer(world: World, boss: Worker, planId: number, name: string) {
  const account = { email: `${name}@provas.local`, password: PASSWORD };
  const dueDate = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const { id } = await boss.call(companies.create, { body: { name, planId, dueDate, ...account } });
  const admin = await Worker.signIn(world.bases, account);
  const quick = await admin.call(quickMessages.create, { body: { shortcode: "preços", message: "Tabela" } });
  const files = [new File(["%PDF-1.4\n%âãÏÓ\n"], "orçamento.pdf", { type: "application/pdf" })];
  await admin.call(quickMessages.upload, { params: { id: quick.id }, files } as never);
  const { invoiceId } = await admin.call(invoices.subscribe, { body: {} });
  await boss.call(invoices.markPaid, { params: { id: invoiceId } });
  await world.sql`
    with line as (select id from app.connections where company_id = ${id} limit 1),
      who as (insert into app.contacts (company_id, name) select ${id}, 'Ana ' || n from generate_series(1, ${TICKETS}::int) n returning id),
      made as (insert into app.tickets (company_id, contact_id, connection_id, channel, status)
        select ${id}, who.id, line.id, 'webchat', 'closed' from who, line returning id, contact_id, connection_id)
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, body)
    select ${id}, made.id, made.contact_id, made.connection_id, false, 'Olá ' || n from made, generate_series(1, 2) n`;
  return id;
}
/** Rows of a company by table, of all tables that have a company. */
async function rowsOf({ sql }: World, id: number): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select a.attrelid::regclass::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'company_id' and not a.attisdropped order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select count(*)::int as n from ${name} where company_id = $1`, [id]);
    if (row!.n) counts[name] = row!.n;
  }
  return counts;
}

test("R28: a company that is deleted while the worker is killed leaves no row and no file, and others keep theirs", async () => {
  const chance = new Chance("R28");
  const folder = await Deno.makeTempDir({ prefix: "recado-proof-" });
  try {
    await inWorld(["api", "worker"], async (world) => {
      const boss = await Worker.signIn(world.bases);
      const plan = await boss.call(plans.create, {
        body: { name: "Pago", users: 3, connections: 3, queues: 3, amount: 49.9 },
      });
      const gone = await customer(world, boss, plan.id, "fechada");
      const stays = await customer(world, boss, plan.id, "aberta");
      const media = (id: number) => join(folder, "media", String(id));
      const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);
      expect([await isThere(media(gone)), await isThere(media(stays))]).toEqual([true, true]);
      const kept = await rowsOf(world, stays);
      const before = await rowsOf(world, gone);
      expect(before["app.messages"]).toBe(2 * TICKETS);
      const left = async () => {
        const [row] = await world.sql<{ n: number }[]>`
          select (select count(*) from app.messages where company_id = ${gone})::int + (select count(*) from app.tickets where company_id = ${gone})::int
            + (select count(*) from app.contacts where company_id = ${gone})::int as n`;
        return row!.n;
      };
      await boss.call(companies.remove, { params: { id: gone } });
      let done = 0;
      const watching = setInterval(() => void left().then((n) => done = 1 - n / (4 * TICKETS)).catch(() => {}), 20);
      // A job is set aside where three processes died over it.
      const { hit } = await killing(world, chance, {
        times: 2,
        progress: () => done,
        victims: world.products.slice(1),
      });
      await until(
        "the company is gone",
        120_000,
        async () => (await world.sql`select 1 from app.companies where id = ${gone}`).length === 0,
      );
      clearInterval(watching);
      console.log(`R28: ${TICKETS} tickets, killed ${hit.join(" ")}`);
      expect(await rowsOf(world, gone)).toEqual({});
      expect([await isThere(media(gone)), await isThere(media(stays))]).toEqual([false, true]);
      expect(await rowsOf(world, stays)).toEqual(kept);
      const paid = await world.sql<{ name: string; cents: number }[]>`
        select company_name as name, cents::int from app.past_payments where former_company = ${gone}`;
      expect([...paid]).toEqual([{ name: "fechada", cents: 4_990 }]);
    }, { DATA_DIR: folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
