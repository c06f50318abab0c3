// Who looked at a ticket that is not theirs, for its log (docs/product/tickets.md#log).
import type { Tx } from "../../../../db/tenant.ts";
import type { TicketRow } from "../queries.ts";

/** Within so long a person who comes back has not left. */
const SAME_VISIT = "1 hour";

/** Writes down that a person opened a ticket, once a visit. Who has it is there all day, which is no news. */
export async function noteAccess(tx: Tx, ticket: TicketRow, userId: number): Promise<void> {
  if (ticket.userId === userId) return;
  await tx`
    insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id)
    select ${tx.companyId}, ${ticket.id}, 'access', ${userId}, ${ticket.queueId} where not exists (
      select 1 from app.ticket_log l where l.company_id = ${tx.companyId} and l.ticket_id = ${ticket.id} and l.type = 'access'
        and l.user_id = ${userId} and l.created_at > now() - ${SAME_VISIT}::interval)`;
}
