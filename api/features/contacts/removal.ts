// Deleting a contact takes tickets and messages along; counters, files and the ids of provider messages must follow.
import type { Tx } from "../../../db/tenant.ts";

/** The contact's tickets, locked in the order every change takes. */
export async function lockTickets(tx: Tx, contactId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} order by id for update`;
  return rows.map((row) => row.id);
}
/** Takes the tickets out of the counters, rows in key order like every other change of them. */
export function uncount(tx: Tx, contactId: number): Promise<unknown> {
  return tx`
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select ${tx.companyId}, t.status, coalesce(t.queue_id, 0) as q, coalesce(t.user_id, 0) as u, t.is_group, -count(*), -sum(t.unread)
    from app.tickets t where t.company_id = ${tx.companyId} and t.contact_id = ${contactId}
    group by t.status, q, u, t.is_group order by t.status, q, u, t.is_group
    on conflict (company_id, status, queue_id, user_id, is_group)
    do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
}
/** A provider that repeats one of these messages later must not bring the contact back. */
export function keepProviderIds(tx: Tx, contactId: number): Promise<unknown> {
  return tx`
    insert into app.messages_gone (company_id, connection_id, external_id)
    select company_id, connection_id, external_id from app.messages
    where company_id = ${tx.companyId} and contact_id = ${contactId} and external_id is not null on conflict do nothing`;
}
export async function mediaOf(tx: Tx, contactId: number): Promise<string[]> {
  const rows = await tx<{ media_id: string }[]>`
    select distinct media_id from app.messages
    where company_id = ${tx.companyId} and contact_id = ${contactId} and media_id is not null`;
  return rows.map((row) => row.media_id);
}
export function remove(tx: Tx, contactId: number): Promise<unknown> {
  return tx`delete from app.contacts where company_id = ${tx.companyId} and id = ${contactId}`;
}
/** Deletes files no other message shows (forwarded ones share them); answers which. */
export async function removeUnused(tx: Tx, media: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    delete from app.media m where m.company_id = ${tx.companyId} and m.id = any (${media as string[]}::text[])
      and not exists (select 1 from app.messages x where x.company_id = m.company_id and x.media_id = m.id) returning m.id`;
  return rows.map((row) => row.id);
}
