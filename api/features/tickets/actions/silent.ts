// The silent ticket of a contact on a connection: it holds what was sent by itself and bothers nobody (docs/product/tickets.md#silent).
import { must } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import * as queries from "../queries.ts";

/** The contact's silent ticket on the connection, made where there is none. The caller holds the contact's row: there is one. */
export async function silentTicket(
  tx: Tx,
  of: { contactId: number; connectionId: number; channel: string; isGroup: boolean },
): Promise<queries.TicketRow> {
  const [found] = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${of.contactId}
      and connection_id = ${of.connectionId} and status = 'closed' and silent order by id limit 1 for update`;
  const [made] = found ? [found] : await tx<{ id: number }[]>`
    insert into app.tickets (company_id, contact_id, connection_id, channel, status, is_group, silent)
    values (${tx.companyId}, ${of.contactId}, ${of.connectionId}, ${of.channel}, 'closed', ${of.isGroup}, true) returning id`;
  return must(await queries.lock(tx, made!.id), "ERR_CREATING_TICKET");
}
