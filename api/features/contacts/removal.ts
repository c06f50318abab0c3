// Deleting a contact takes tickets and messages along; counters, files and the ids of provider messages must follow.
import { emit, everybody } from "../../core/live/emit.ts";
import { dropUnheld } from "../../core/media/orphans.ts";
import type { Tx } from "../../../db/tenant.ts";
import { ticketChanged } from "../tickets/contract.ts";
import { add } from "../tickets/counters.ts";
import { keepIds } from "../tickets/queries.ts";
import { contactChanged } from "./contract.ts";

/** Takes a contact away with all it has, and tells of it. Several in one transaction go in the order of their ids. */
export async function removeContact(tx: Tx, id: number): Promise<void> {
  const tickets = await lockTickets(tx, id);
  await uncount(tx, id);
  await keepProviderIds(tx, id);
  const media = await mediaOf(tx, id);
  await remove(tx, id);
  await dropUnheld(tx, media);
  for (const ticketId of tickets) emit(tx, ticketChanged, everybody, { action: "delete", ticketId });
  emit(tx, contactChanged, everybody, { action: "delete", contactId: id });
}

/** The contact's tickets, locked in the order every change takes. */
async function lockTickets(tx: Tx, contactId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} order by id for update`;
  return rows.map((row) => row.id);
}
/** Takes the tickets out of the counters. */
async function uncount(tx: Tx, contactId: number): Promise<void> {
  const places = await tx<Parameters<typeof add>[1][]>`
    select status, queue_id as "queueId", user_id as "userId", is_group as "isGroup", -count(*)::int as tickets, -sum(unread)::int as unread
    from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} and not silent group by 1, 2, 3, 4`;
  for (const place of places) add(tx, place);
}
/** A provider that repeats one of these messages later must not bring the contact back. */
function keepProviderIds(tx: Tx, contactId: number): Promise<unknown> {
  return keepIds(tx, tx`m.contact_id = ${contactId}`);
}
async function mediaOf(tx: Tx, contactId: number): Promise<string[]> {
  const rows = await tx<{ media_id: string }[]>`
    select distinct file as media_id from app.messages m cross join lateral unnest(array[m.media_id, m.card_media_id]) file
    where m.company_id = ${tx.companyId} and m.contact_id = ${contactId} and file is not null`;
  return rows.map((row) => row.media_id);
}
function remove(tx: Tx, contactId: number): Promise<unknown> {
  return tx`delete from app.contacts where company_id = ${tx.companyId} and id = ${contactId}`;
}
