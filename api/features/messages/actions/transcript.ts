// The words of a voice note, kept as the message's body: so they are read under the player, found by search and quoted like any other.
import type { Tx } from "../../../../db/tenant.ts";
import { summary } from "./last-message.ts";
import { announceMessage, audienceOfTicket, tellTicket } from "./tell.ts";

/** Puts what a voice note says under it, or that nobody could say it; a message that went meanwhile stays as it is. */
export async function keepTranscript(tx: Tx, messageId: number, text: string | null): Promise<void> {
  const mark = JSON.stringify(text === null ? { unheard: true } : { transcribed: true });
  const [row] = await tx<{ ticketId: number; data: unknown }[]>`
    update app.messages set body = ${text ?? ""}, data = coalesce(data, '{}') || ${mark}::text::jsonb
    where company_id = ${tx.companyId} and id = ${messageId} and kind = 'audio' and body = '' and not is_deleted
    returning ticket_id as "ticketId", data`;
  if (!row || text === null) return;
  await tx`
    update app.tickets set last_message = ${summary("audio", text, row.data)}
    where company_id = ${tx.companyId} and id = ${row.ticketId} and last_message_id = ${messageId}`;
  await announceMessage(tx, messageId, await audienceOfTicket(tx, row.ticketId), "update");
  await tellTicket(tx, row.ticketId);
}
