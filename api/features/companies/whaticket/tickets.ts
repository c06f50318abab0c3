// Tickets, a page at a time, as history: no timer, bot or push takes them up.
import { asPlatform } from "../../../../db/tenant.ts";
import { began } from "./company.ts";
import { type Company, inPage, mark, newIds } from "./contacts.ts";
import { json, knownOf, note } from "./known.ts";
import { oldConnection } from "./queues.ts";
import type { Report } from "./report.ts";
import { pagesOf, type Source } from "./source.ts";
import { idOf, moment, truth } from "./values.ts";

/** Where a message of the source belongs here. */
export interface TicketPlace {
  id: number;
  contactId: number;
  connectionId: number;
  queueId: number | null;
  live: boolean;
}

/** Takes the tickets and answers all of this company's by their ids there. */
export async function takeTickets(
  from: Source,
  at: Company,
  company: string,
  report: Report,
): Promise<Map<string, TicketPlace>> {
  const [known, contacts, connections, queues, users] = await inPage(
    at,
    (taking) =>
      Promise.all(["ticket", "contact", "connection", "queue", "user"].map((kind) => knownOf(taking, kind))) as Promise<
        [Map<string, number>, Map<string, number>, Map<string, number>, Map<string, number>, Map<string, number>]
      >,
  );
  for await (const page of pagesOf(from, "Tickets", company)) {
    const rows = page.filter((row) => idOf(row.id) && began(report, "tickets", known, idOf(row.id)!));
    if (!rows.length) continue;
    await inPage(at, async (taking) => {
      const { tx, companyId } = taking;
      const there = rows.map((row) => contacts.get(idOf(row.contactId) ?? "") ?? 0);
      const busy = await tx<{ contact: number; connection: number }[]>`
        select contact_id as contact, connection_id as connection from app.tickets
        where company_id = ${companyId} and status <> 'closed' and contact_id = any (${there}::bigint[])`;
      const live = new Set(busy.map(({ contact, connection }) => `${contact} ${connection}`));
      const ids = await newIds(tx, "tickets", rows.length);
      const made: [string, number][] = [];
      const written: object[] = [];
      for (const row of rows) {
        const theirs = idOf(row.id)!;
        const contact = contacts.get(idOf(row.contactId) ?? "");
        if (!contact) {
          report.leave("tickets: the contact is gone", theirs);
          continue;
        }
        let connection = connections.get(idOf(row.whatsappId) ?? "");
        if (!connection) {
          connection = connections.get("gone") ?? await oldConnection(taking);
          connections.set("gone", connection);
          report.leave("tickets: the connection is gone; they hang on one called Conexão excluída", theirs);
        }
        const user = users.get(idOf(row.userId) ?? "") ?? null;
        const key = `${contact} ${connection}`;
        let status = ["open", "pending", "group"].includes(String(row.status)) ? String(row.status) : "closed";
        if (status === "open" && user === null) status = "pending";
        if (status !== "closed" && live.has(key)) {
          report.leave("tickets: another one of the contact is open; they are closed", theirs);
          status = "closed";
        }
        if (status !== "closed") live.add(key);
        const id = ids.shift()!;
        const [opened, moved] = [moment(row.createdAt), moment(row.updatedAt)];
        written.push({
          ...{ id, contact, connection, status, queue: queues.get(idOf(row.queueId) ?? "") ?? null },
          ...{ user_id: status === "pending" ? null : user, is_group: truth(row.isGroup) },
          ...{ created_at: opened ?? moved ?? new Date(), updated_at: moved ?? opened ?? new Date() },
        });
        made.push([theirs, id]);
      }
      await tx`
        insert into app.tickets (company_id, id, contact_id, connection_id, channel, status, queue_id, user_id, is_group, created_at, updated_at,
          imported_at, waiting_since) overriding system value
        select ${companyId}, x.id, x.contact, x.connection, w.channel, x.status, x.queue, x.user_id, x.is_group, x.created_at, x.updated_at, now(),
          case when x.status = 'pending' then x.updated_at end
        from jsonb_to_recordset(${
        json(written)
      }::text::jsonb) as x (id bigint, contact bigint, connection bigint, status text, queue bigint, user_id bigint,
          is_group boolean, created_at timestamptz, updated_at timestamptz)
        join app.connections w on w.company_id = ${companyId} and w.id = x.connection`;
      await note(taking, "ticket", made);
      for (const [theirs, id] of made) known.set(theirs, id);
      report.count("tickets", "taken", made.length);
    });
  }
  await mark(from, at, {
    table: "TicketTags",
    column: "ticketId",
    kind: "ticket",
    into: "ticket_tags",
    ours: "ticket_id",
  });
  return await places(at, known);
}

async function places({ companyId }: Company, known: ReadonlyMap<string, number>): Promise<Map<string, TicketPlace>> {
  const rows = await asPlatform((tx) =>
    tx<TicketPlace[]>`
      select id, contact_id as "contactId", connection_id as "connectionId", queue_id as "queueId", status <> 'closed' as live
      from app.tickets where company_id = ${companyId}`
  );
  const ours = new Map(rows.map((row) => [row.id, row]));
  return new Map([...known].flatMap(([theirs, id]) => ours.has(id) ? [[theirs, ours.get(id)!] as const] : []));
}
