// A customer is typing: those who may see the ticket now learn it, and nothing is kept.
import type { TypingEvent } from "../../../channels/sdk/mod.ts";
import { withTenant } from "../../../db/tenant.ts";
import { eventName } from "../../contract/event.ts";
import type { Passes } from "../../core/live/passing.ts";
import { typing } from "../../features/messages/contract.ts";
import { audienceOf, type Seen } from "../../features/tickets/visibility.ts";

/** Tells it of the customer's live ticket on this connection; of somebody without one there is nobody to tell. */
export async function tellTyping(
  passes: Passes,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  { peer: { identities }, on }: TypingEvent,
): Promise<void> {
  const [ticket] = await withTenant({ companyId }, (tx) =>
    tx<(Seen & { id: number; contactId: number })[]>`
      select t.id, t.contact_id as "contactId", t.user_id as "userId", t.queue_id as "queueId", t.is_group as "isGroup", t.status
      from unnest(${identities.map(({ kind }) => kind)}::text[], ${
      identities.map(({ value }) => value)
    }::text[]) as w (kind, value)
      join app.contact_identities i on i.company_id = ${companyId} and i.kind = w.kind and i.value = w.value
      join app.tickets t on t.company_id = i.company_id and t.contact_id = i.contact_id and t.connection_id = ${connectionId} and t.status <> 'closed'
      limit 1`, { read: true });
  if (!ticket) return;
  const { id: ticketId, contactId } = ticket;
  passes.pass(companyId, eventName(typing, companyId), audienceOf(ticket).to, { ticketId, contactId, on });
}
