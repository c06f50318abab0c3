import type { Tx } from "../../../../db/tenant.ts";
import type { Spoken } from "./converse.ts";

/** The newest messages of a ticket that a model is shown, oldest first: what both sides wrote, and nothing that was said by rule. */
export async function spokenIn(tx: Tx, ticketId: number, most: number): Promise<Spoken[]> {
  const rows = await tx<Spoken[]>`
    select from_me as "fromMe", kind, body from app.messages
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} and not is_private and not is_deleted
      and coalesce(data ->> 'auto', 'integration') = 'integration'
    order by id desc limit ${most}`;
  return rows.toReversed();
}
