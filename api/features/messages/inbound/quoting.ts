// A message may quote one that is not here yet: a customer answers what is still being sent, or is given again later. The link is
// made once the quoted one has its place.
import type { Tx } from "../../../../db/tenant.ts";
import { announceMessage, audienceOfTicket } from "../actions/tell.ts";
import type { MessageRow } from "../queries.ts";

/** Waits among the early updates for the message that is quoted. */
export interface Quoting {
  kind: "quoting";
  messageId: number;
}
export const isQuoting = (event: { kind: string }): event is Quoting => event.kind === "quoting";

/** Keeps what a message quotes until that is here. */
export async function parkQuote(
  tx: Tx,
  { connectionId, messageId, quotedId }: { connectionId: number; messageId: number; quotedId: string },
): Promise<void> {
  const event: Quoting = { kind: "quoting", messageId };
  await tx`
    insert into app.early_updates (company_id, connection_id, external_id, event)
    values (${tx.companyId}, ${connectionId}, ${quotedId}, ${JSON.stringify(event)}::text::jsonb)`;
}

/** The quoted message is here: the one that quotes it leads to it. False where that one is in another conversation. */
export async function linkQuote(tx: Tx, { messageId }: Quoting, quoted: MessageRow): Promise<boolean> {
  const [quoting] = await tx<{ ticketId: number }[]>`
    update app.messages set quoted_id = ${quoted.id}
    where company_id = ${tx.companyId} and id = ${messageId} and contact_id = ${quoted.contactId} and quoted_id is null
    returning ticket_id as "ticketId"`;
  if (!quoting) return false;
  await announceMessage(tx, messageId, await audienceOfTicket(tx, quoting.ticketId), "update");
  return true;
}
