import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { take } from "./take.ts";

/** A waiting ticket becomes one's own. */
export const acceptTicket = (ticket: Ticket): Promise<void> => take(ticket, "accept");
