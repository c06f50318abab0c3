// Tells who sees a ticket how it is.
import { must } from "../../../contract/errors.ts";
import { emit } from "../../../core/live/emit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { type Ticket, ticketChanged } from "../contract.ts";
import * as queries from "../queries.ts";
import { audienceOf, lostSight, type Seen } from "../visibility.ts";

/** Tells who may see this ticket how it is now, and takes it from the lists of those who lost sight. */
export function announce(tx: Tx, ticket: Ticket, before: Seen | null): void {
  const seen = asSeen(ticket);
  emit(tx, ticketChanged, audienceOf(seen), { action: before ? "update" : "create", ticket });
  const lost = before && lostSight(before, seen);
  if (lost) emit(tx, ticketChanged, lost, { action: "delete", ticketId: ticket.id });
}

/** Tells of a ticket that stays where it is, but shows something else now. */
export async function announceSame(tx: Tx, id: number): Promise<Ticket> {
  const ticket = must(await queries.shownById(tx, id), "ERR_NO_TICKET_FOUND");
  announce(tx, ticket, asSeen(ticket));
  return ticket;
}

/** The same for the tickets of a contact; of those that ended, the ones somebody may have on screen. */
export async function announceTicketsOf(tx: Tx, contactId: number): Promise<void> {
  for (const ticket of await queries.shownOfContact(tx, contactId, 20)) announce(tx, ticket, asSeen(ticket));
}

export function asSeen(ticket: Ticket): Seen {
  return { userId: ticket.userId, queueId: ticket.queueId, isGroup: ticket.isGroup, status: ticket.status };
}
