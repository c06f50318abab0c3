// The tickets' steps of the inbound pipeline.
import { emit } from "../../core/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../channels/inbound.ts";
import { findOrOpenTicket } from "./actions.ts";
import { ticketChanged } from "./contract.ts";
import { shownById } from "./queries.ts";
import { asSeen } from "./actions.ts";
import { audienceOf } from "./visibility.ts";

/** The live ticket of the contact on this connection, or a new one that waits; a group only where groups are allowed. */
export async function findOrOpen(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { line, event } = inbound;
  const isGroup = event.peer.identities.some((identity) => identity.kind === "group");
  if (isGroup && !line.allowGroups) return "stop";
  const { ticket, opened } = await findOrOpenTicket(tx, {
    contactId: inbound.contactId,
    connectionId: line.id,
    channel: line.channel,
    isGroup,
    groupAsTicket: line.groupAsTicket,
    queueId: line.queueIds.length === 1 ? line.queueIds[0]! : null,
    userId: null,
    byCustomer: !event.fromMe,
  });
  inbound.ticketId = ticket.id;
  inbound.ticket = ticket;
  inbound.ticketOpened = opened;
  return "next";
}

/** Last step: whoever may see the ticket learns of it. */
export async function announceInbound(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  if (inbound.messageId === null) return "stop";
  const ticket = await (inbound.shown ?? shownById(tx, inbound.ticketId));
  if (ticket) {
    emit(tx, ticketChanged, audienceOf(asSeen(ticket)), { action: inbound.ticketOpened ? "create" : "update", ticket });
  }
  return "next";
}
