// A ticket that somebody is about to do something in: seeing it is not enough, since conversations of other queues may be only read
// (docs/product/tickets.md#who-sees-a-ticket).
import { must, refuse } from "../../../contract/errors.ts";
import type { Me } from "../../../core/access/auth.ts";
import { viewerKeys } from "../../../core/live/client.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { findVisible, lockVisible, type TicketRow } from "../queries.ts";
import { type Seen, serves, visible } from "../visibility.ts";

/** The ticket, locked. Refuses ERR_NO_TICKET_FOUND to who does not see it, ERR_NO_PERMISSION to who only reads it. */
export async function lockServed(tx: Tx, me: Me, id: number): Promise<TicketRow> {
  return mustServe(me, must(await lockVisible(tx, id, visible(tx, me)), "ERR_NO_TICKET_FOUND"));
}
/** The same without a lock. */
export async function findServed(tx: Tx, me: Me, id: number): Promise<TicketRow> {
  return mustServe(me, must(await findVisible(tx, id, visible(tx, me)), "ERR_NO_TICKET_FOUND"));
}
/** Refuses ERR_NO_PERMISSION to who only reads a ticket. */
export function mustServe<T extends Seen>(me: Me, ticket: T): T {
  return serves(viewerKeys(me), ticket) ? ticket : refuse("ERR_NO_PERMISSION");
}
