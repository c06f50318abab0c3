import type { Ticket } from "../../../../../api/features/tickets/contract.ts";

/**
 * The address of a ticket's video meeting on the company's meeting server: the same for everybody, each time. Numbers can be guessed,
 * so that a piece of the ticket's uuid stands behind its own.
 */
export function meetingLink(server: string, { id, uuid }: Pick<Ticket, "id" | "uuid">): string {
  return `${server.trim().replace(/\/+$/, "")}/ticket-${id}-${uuid.slice(0, 8)}`;
}
