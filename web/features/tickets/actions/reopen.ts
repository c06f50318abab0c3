import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { takeTicket } from "./take.ts";

/** A closed ticket is worked on again, by oneself. */
export const reopenTicket = (ticket: Ticket): Promise<void> => takeTicket(ticket, "reopen");
