// A message that somebody takes back before it has left.
import type { Tx } from "../../../../db/tenant.ts";
import type { Happenings } from "../../tickets/effects.ts";
import { announceMessage, audienceOfTicket } from "./tell.ts";

/**
 * Takes back a message that waits to be sent; its key is free again. False where it does not wait any more: it is on its way, or
 * gone. Whoever claims it at the same moment holds its row, and one of the two comes too late.
 */
export async function withdrawWaiting(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx<{ ticketId: number }[]>`
    update app.messages set status = 'failed', error = 'ERR_WITHDRAWN', key = key || ':withdrawn:' || id, retry_at = null
    where company_id = ${tx.companyId} and id = ${id} and status = 'waiting' and from_me returning ticket_id as "ticketId"`;
  if (!row) return false;
  await tx`delete from app.messages_held where company_id = ${tx.companyId} and message_id = ${id}`;
  await announceMessage(tx, id, await audienceOfTicket(tx, row.ticketId), "update");
  return true;
}

/** A message that has failed gives its key back, with the text that was to follow it: they may be sent once more, as other messages. */
export async function giveKeyBack(tx: Tx, id: number): Promise<void> {
  const rows = await tx<{ id: number; status: string }[]>`
    select t.id, t.status from app.messages m join app.messages t on t.company_id = m.company_id and t.key in (m.key, m.key || ':text')
    where m.company_id = ${tx.companyId} and m.id = ${id} and m.from_me order by t.id`;
  for (const one of rows) if (one.status === "waiting") await withdrawWaiting(tx, one.id);
  await tx`
    update app.messages set key = key || ':failed:' || id
    where company_id = ${tx.companyId} and id = any (${rows.map((one) => one.id)}::bigint[]) and status = 'failed'`;
}

/** A person has the ticket: what an integration was to say in it later is taken back, so that their answer does not wait for it. */
export async function withdrawComing(tx: Tx, { ticket }: Happenings["personActs"]): Promise<void> {
  const rows = await tx<{ id: number }[]>`
    select id from app.messages
    where company_id = ${tx.companyId} and contact_id = ${ticket.contactId} and connection_id = ${ticket.connectionId}
      and ticket_id = ${ticket.id} and status = 'waiting' and attempts = 0 and retry_at > now() and data ->> 'auto' = 'integration'
    order by id`;
  for (const { id } of rows) await withdrawWaiting(tx, id);
}

/** Takes back all that waits for a contact and was written by itself to them: they are not to get it any more. */
export async function withdrawAutomated(tx: Tx, contactId: number): Promise<void> {
  const waiting = await tx<{ id: number }[]>`
    select id from app.messages where company_id = ${tx.companyId} and contact_id = ${contactId} and status = 'waiting'
      and from_me and send_class > 0 order by id`;
  for (const { id } of waiting) await withdrawWaiting(tx, id);
}
