// A merge of contacts and the deletion of a company handle every table that points at a contact, a ticket or a company, also one
// added later. In a database of its own, because the test adds a table.
import { beforeAll, expect, test } from "vitest";
import { type Reference, referencesTo } from "../../../../db/references.ts";
import { asPlatform, platform } from "../../../../db/tenant.ts";
import { customerWrites } from "../../../core/testing/inbound.ts";
import { someone } from "../../../core/testing/api.ts";
import { ownDatabase } from "../../../core/testing/own-database.ts";
import { fill, tenantTables } from "../../../proofs/security/tables.ts";
import { makeWorld } from "../../../proofs/security/world.ts";
import { companies } from "../../companies/contract.ts";
import { work as removeCompany } from "../../companies/removal/remove.ts";
import { contacts } from "../contract.ts";

beforeAll(ownDatabase);

/** A company with a row in every table. */
async function full() {
  const world = await makeWorld({ profile: "admin" });
  await asPlatform(async (tx) => {
    await fill(tx, world.companyId, await tenantTables(tx));
    // The made-up event has a position of its own.
    await tx`update app.event_heads set seq = 1000 where company_id = ${world.companyId}`;
  });
  return world;
}
async function addTable(name: string, parent: "contact" | "ticket"): Promise<void> {
  await asPlatform((tx) =>
    tx.unsafe(`
      create table app.${name} (company_id bigint not null references app.companies on delete cascade,
        id bigint generated always as identity, ${parent}_id bigint not null, primary key (company_id, id),
        foreign key (company_id, ${parent}_id) references app.${parent}s (company_id, id) on delete cascade);
      call app.tenant_table('app.${name}')`)
  );
}

/** How far the bot and an integration were with the merged ticket is deleted: the ticket that stays has its own. */
const ENDS = ["app.ticket_bots.ticket_id", "app.integration_sessions.ticket_id"];
/** The columns whose rows a merge loses: rows that pointed at the merged contact and do not point at the one that stays. */
async function lostByMerging(): Promise<string[]> {
  const world = await full();
  const { companyId, person } = world;
  const count = async ({ table, column }: Reference, id: number) => {
    const [row] = await platform().unsafe<{ n: number }[]>(
      `select count(*)::int as n from ${table} where company_id = $1 and ${column} = $2`,
      [companyId, id],
    );
    return row!.n;
  };
  const [gone] = await platform()<{ contact: number; ticket: number; line: number }[]>`
    select contact_id as contact, id as ticket, connection_id as line from app.tickets where company_id = ${companyId} order by id limit 1`;
  const kept = await customerWrites(person, { connectionId: gone!.line, from: "outra-ação" });
  await platform()`update app.tickets set status = 'open' where company_id = ${companyId} and id = ${gone!.ticket}`;
  await platform()`update app.tickets set created_at = '2001-01-01' where company_id = ${companyId} and id = ${kept.ticketId}`;
  const pointers = [
    ...(await referencesTo(platform(), "contacts")).map((at) => ({ at, from: gone!.contact, to: kept.contactId })),
    ...(await referencesTo(platform(), "tickets")).map((at) => ({ at, from: gone!.ticket, to: kept.ticketId })),
  ];
  const before = await Promise.all(pointers.map(({ at, from }) => count(at, from)));
  await person.call(contacts.merge, { params: { id: kept.contactId }, body: { contactId: gone!.contact } });
  const after = await Promise.all(pointers.map(({ at, to }) => count(at, to)));
  expect(before.filter((n) => n > 0).length, "tables with a row to lose").toBeGreaterThan(8);
  return pointers.filter((_, n) => after[n]! < before[n]!).map(({ at }) => `${at.table}.${at.column}`)
    .filter((name) => !ENDS.includes(name));
}

test("a merge of contacts loses no row of any table that points at a contact or a ticket, and reports a table it does not know", async () => {
  expect(await lostByMerging()).toEqual([]);
  await addTable("contact_of_tomorrow", "contact");
  await addTable("ticket_of_tomorrow", "ticket");
  expect(await lostByMerging()).toEqual(["app.contact_of_tomorrow.contact_id", "app.ticket_of_tomorrow.ticket_id"]);
});

test("a deleted company takes its rows of every table along, also of one added later", async () => {
  const { companyId } = await full();
  const operator = await someone({ super: true });
  await operator.call(companies.remove, { params: { id: companyId } });
  await removeCompany(0, { id: companyId });
  await asPlatform(async (tx) => {
    for (const table of await tenantTables(tx)) {
      const rows = await tx.unsafe(`select 1 from app.${table} where company_id = $1`, [companyId]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
  });
});
