// Marking a ticket unread, to come back to it (docs/product/tickets.md#mark-unread).
import { refuse } from "../../contract/errors.ts";
import type { Me } from "../../core/access/auth.ts";
import type { Tx } from "../../../db/tenant.ts";
import { announceSame } from "./actions/announce.ts";
import type { Ticket } from "./contract.ts";
import { moveCounters } from "./counters.ts";
import * as queries from "./queries.ts";
import { lockServed } from "./actions/served.ts";

/** One unread message, the customer's newest; a ticket with more stays as it is. It keeps its place in the list. */
export async function markUnread(tx: Tx, me: Me, id: number): Promise<Ticket> {
  const ticket = await lockServed(tx, me, id);
  if (ticket.status === "closed") refuse("ERR_TICKET_NOT_OPEN");
  if (ticket.unread === 0) {
    await queries.setUnread(tx, id);
    moveCounters(tx, ticket, { ...ticket, unread: 1 });
  }
  return await announceSame(tx, id);
}
