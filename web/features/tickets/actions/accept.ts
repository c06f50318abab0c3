import type { Ticket } from "../../../../api/features/tickets/contract.ts";
import { takeTicket } from "./take.ts";

/** A waiting ticket becomes one's own. */
export const acceptTicket = (ticket: Ticket): Promise<void> => takeTicket(ticket, "accept");
