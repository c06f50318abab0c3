import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { takeTicket } from "./take.ts";

/** A ticket that waits for a colleague becomes one's own (docs/product/tickets.md#reserved). */
export const takeOverTicket = (ticket: Ticket): Promise<void> => takeTicket(ticket, "takeOver");
