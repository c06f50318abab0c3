// SQL of ticket notes. Who sees a note is who sees its ticket.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Seen } from "../tickets/visibility.ts";
import type { TicketNote } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
const SHOWN = 200;

/** A note with its ticket, as rules and audiences look at it. */
export interface NoteRow extends Seen {
  note: TicketNote;
}
const shown = (tx: Tx): Fragment =>
  tx`n.id, n.note, n.created_at as "createdAt", n.ticket_id as "ticketId", t.contact_id as "contactId",
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user`;
const from = (tx: Tx): Fragment =>
  tx`app.ticket_notes n join app.tickets t on t.company_id = n.company_id and t.id = n.ticket_id
    left join app.users u on u.company_id = n.company_id and u.id = n.user_id`;

/** The latest notes of a ticket, or of a contact's tickets; with neither there are none. */
export function list(tx: Tx, of: { ticketId?: number; contactId?: number }, seen: Fragment): Promise<TicketNote[]> {
  const { ticketId = null, contactId = null } = of;
  return tx<TicketNote[]>`
    select ${shown(tx)} from ${from(tx)}
    where n.company_id = ${tx.companyId} and ${ticketId ?? contactId}::bigint is not null
      and (${ticketId}::bigint is null or n.ticket_id = ${ticketId}) and (${contactId}::bigint is null or t.contact_id = ${contactId})
      and ${seen}
    order by n.id desc limit ${SHOWN}`;
}

/** One note that this condition lets be seen, with who sees its ticket. */
export async function find(tx: Tx, id: number, seen: Fragment): Promise<NoteRow | undefined> {
  const [row] = await tx<(TicketNote & Seen)[]>`
    select ${shown(tx)}, t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", t.status
    from ${from(tx)} where n.company_id = ${tx.companyId} and n.id = ${id} and ${seen}`;
  if (!row) return undefined;
  const { userId, queueId, isGroup, status, ...note } = row;
  return { note, userId, queueId, isGroup, status };
}

export async function insert(tx: Tx, note: { ticketId: number; userId: number; note: string }): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.ticket_notes (company_id, ticket_id, user_id, note)
    values (${tx.companyId}, ${note.ticketId}, ${note.userId}, ${note.note}) returning id`;
  return row!.id;
}
export function write(tx: Tx, id: number, note: string): Promise<unknown> {
  return tx`update app.ticket_notes set note = ${note} where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.ticket_notes where company_id = ${tx.companyId} and id = ${id}`;
}
