// The tickets' steps of the inbound pipeline.
import { namesGroup } from "../../core/manifests.ts";
import { emit } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Inbound } from "../../inbound.ts";
import { findOrOpenTicket } from "./actions/find-or-open.ts";
import { ticketChanged } from "./contract.ts";
import { shownById } from "./queries.ts";
import { asSeen } from "./actions/announce.ts";
import { isThanks } from "./thanks.ts";
import { audienceOf } from "./visibility.ts";

const isGroup = ({ event }: Inbound) => namesGroup(event.peer.identities);

/** First step: groups only where the connection allows them; of others not even a contact is made. */
export function admitGroups(_tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  return Promise.resolve(isGroup(inbound) && !inbound.line.allowGroups ? "stop" : "next");
}

/** The live ticket of the contact on this connection, or a new one that waits. */
export async function findOrOpen(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  const { line, event } = inbound;
  const { ticket, opened } = await findOrOpenTicket(tx, {
    contactId: inbound.contactId,
    connectionId: line.id,
    channel: line.channel,
    isGroup: isGroup(inbound),
    groupAsTicket: line.groupAsTicket,
    queueId: line.queueIds.length === 1 ? line.queueIds[0]! : null,
    userId: null,
    byCustomer: !event.fromMe,
    thanks: !event.fromMe && event.content.type === "text" && isThanks(event.content.text),
  });
  inbound.ticketId = ticket.id;
  inbound.ticket = ticket;
  inbound.ticketOpened = opened;
  return "next";
}

/** People who may see the ticket learn of it. */
export async function announceInbound(tx: Tx, inbound: Inbound): Promise<"next" | "stop"> {
  if (inbound.messageId === null) return "stop";
  const ticket = await (inbound.shown ?? shownById(tx, inbound.ticketId));
  if (ticket) {
    emit(tx, ticketChanged, audienceOf(asSeen(ticket)), { action: inbound.ticketOpened ? "create" : "update", ticket });
  }
  return "next";
}
