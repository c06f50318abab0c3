// Conversations of a company that one of its people may not see, because they are another queue's. Nothing here knows a feature:
// PostgreSQL's catalogue names the rows that belong to a ticket.
import { asPlatform } from "../../../db/tenant.ts";
import { makeQueue } from "../../core/testing/api.ts";
import { insertRow, printOf, printsOf, type Row } from "./tables.ts";
import { namedTables, type World } from "./world.ts";

/** A world whose ticket, with all its rows, is another queue's; everything else is the same company's. */
export interface Hidden {
  /** The kind of the tickets, for the name of a test. */
  what: string;
  tickets: World;
  /** The same with the ticket one sees and the contact of the one that is hidden. */
  contact: World;
  /** A fingerprint of the hidden ticket and of all its rows. */
  print: () => Promise<string>;
}

/**
 * Beside this world's own ticket: one that waits in another queue, with a contact of its own; and an older one of the same conversation
 * that was closed in another queue. Their texts hold the mark.
 */
export async function hideBeside(world: World, mark: string): Promise<Hidden[]> {
  const queueId = await makeQueue(world.person);
  return [
    await hide(world, "that waits", { queueId, status: "pending", apart: true }, mark),
    await hide(world, "that was closed in the same conversation", { queueId, status: "closed", apart: false }, mark),
  ];
}

async function hide(
  world: World,
  what: string,
  { queueId, status, apart }: { queueId: number; status: string; apart: boolean },
  mark: string,
): Promise<Hidden> {
  const { companyId, connectionId } = world;
  const hanging = await asPlatform(async (tx) => {
    const rows = await tx<{ name: string; column: string }[]>`
      select c.relname as name, a.attname as column from pg_constraint f
      join pg_class c on c.oid = f.conrelid
      join pg_attribute a on a.attrelid = f.conrelid and a.attname = 'ticket_id' and a.attnum = any (f.conkey)
      where f.contype = 'f' and f.confrelid = 'app.tickets'::regclass order by 1`;
    return rows.map(({ name }) => name);
  });
  const named = await namedTables();
  const rows = await asPlatform(async (tx) => {
    const contacts = apart
      ? await tx<Row[]>`insert into app.contacts (company_id, name, number, connection_id, channel)
          values (${companyId}, 'Vizinha', ${
        String(Math.random()).slice(2, 14)
      }, ${connectionId}, 'webchat') returning *`
      : await tx<Row[]>`select * from app.contacts where company_id = ${companyId} and id = ${world.contactId}`;
    const [ticket] = await tx<Row[]>`
      insert into app.tickets (company_id, contact_id, connection_id, channel, status, queue_id, last_message)
      values (${companyId}, ${contacts[0]!
      .id as number}, ${connectionId}, 'webchat', ${status}, ${queueId}, ${mark}) returning *`;
    const hidden: Record<string, Row> = { ...world.rows, contacts: contacts[0]!, tickets: ticket! };
    for (const table of hanging.filter((table) => named.includes(table))) {
      const row = await insertRow(tx, companyId, table, hidden);
      if ("body" in row) {
        await tx`update app.messages set body = ${mark} where company_id = ${companyId} and id = ${row.id as number}`;
      }
      if ("note" in row) {
        await tx`update app.ticket_notes set note = ${mark} where company_id = ${companyId} and id = ${row
          .id as number}`;
      }
      hidden[table] = row;
    }
    return hidden;
  });
  const { contacts, ...ofTicket } = rows;
  const ticketId = rows.tickets!.id as number;
  return {
    what,
    tickets: { ...world, rows: { ...ofTicket, contacts: world.rows.contacts! } },
    contact: { ...world, rows: { ...world.rows, contacts: contacts! } },
    print: () =>
      asPlatform(async (tx) => {
        const queries = ["tickets", ...hanging].map((table) =>
          printOf(table, `company_id = $1 and ${table === "tickets" ? "id" : "ticket_id"} = $2`)
        );
        return JSON.stringify(await printsOf(tx, queries, [companyId, ticketId]));
      }),
  };
}
