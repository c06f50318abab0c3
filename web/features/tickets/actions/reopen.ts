import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { take } from "./take.ts";

/** A closed ticket is worked on again, by oneself. */
export const reopenTicket = (ticket: Ticket): Promise<void> => take(ticket, "reopen");
