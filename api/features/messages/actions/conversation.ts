// What a ticket is to a message of it.
import type { Ticket } from "../../tickets/contract.ts";
import type { Seen } from "../../tickets/visibility.ts";

/** What a ticket is to a message of it. */
export interface Conversation extends Seen {
  id: number;
  contactId: number;
  connectionId: number;
  unread: number;
}

export const conversationOf = (ticket: Ticket): Conversation => ({
  id: ticket.id,
  contactId: ticket.contactId,
  connectionId: ticket.whatsappId!,
  userId: ticket.userId,
  queueId: ticket.queueId,
  isGroup: ticket.isGroup,
  status: ticket.status,
  unread: ticket.unreadMessages,
});

export const rowOf = (c: Conversation) => ({
  ticketId: c.id,
  contactId: c.contactId,
  connectionId: c.connectionId,
  queueId: c.queueId,
});
