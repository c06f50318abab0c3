// One deed for many tickets: whom it fits, and the same call that a single ticket's button makes. Pure.
import type { Viewer } from "../../../../api/contract/permissions.ts";
import { messages } from "../../../../api/features/messages/contract.ts";
import { tags } from "../../../../api/features/tags/contract.ts";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { wireCall } from "../../../core/outbox/call.ts";
import type { NewRow } from "../../../core/outbox/engine.ts";
import { offered } from "../actions/offered.ts";
import { serves } from "../state/membership.ts";
import type { BulkDeed } from "./state.ts";

interface Badge {
  id: number;
  name: string;
  color: string;
}
/** What a deed is given besides the tickets. */
export interface Choice {
  /** For tickets without one when they are accepted; the target of a transfer. */
  queue?: Badge | null;
  user?: Badge | null;
  message?: string;
  farewell?: boolean;
  tag?: Badge;
}

/** True if the deed can be done to a ticket in its state, by this person. */
export function applies(deed: BulkDeed, ticket: Ticket, viewer: Viewer): boolean {
  const { quick } = offered(ticket, viewer);
  if (deed === "tag") return serves(ticket, viewer);
  if (deed === "read") return ticket.unreadMessages > 0 && reads(ticket, viewer);
  if (deed === "close") return quick.includes("close") || quick.includes("ignore");
  return quick.includes(deed);
}
/** Only who works on it reads it for the customer; a group that is no ticket is everybody's. */
const reads = (ticket: Ticket, viewer: Viewer) =>
  ticket.userId === viewer.id || (ticket.status === "group" && ticket.userId === null);

type Body = Record<string, unknown>;
/** The change of a ticket that the deed is, and the name it has in the outbox. */
function change(deed: BulkDeed, ticket: Ticket, choice: Choice, me: Badge): { kind: string; body: Body } | null {
  const ifUserId = ticket.userId;
  switch (deed) {
    case "accept":
      return {
        kind: "accept",
        body: { status: "open", userId: me.id, queueId: ticket.queueId ?? choice.queue?.id, ifUserId },
      };
    case "return":
      return { kind: "return", body: { status: "pending", userId: null, ifUserId } };
    case "close":
      return ticket.status === "open" || ticket.status === "group"
        ? {
          kind: "close",
          body: { status: "closed", userId: ifUserId, ifUserId, sendFarewellMessage: choice.farewell === true },
        }
        : { kind: "ignore", body: { status: "closed", ifUserId, sendFarewellMessage: false, amountUsedBotQueues: 0 } };
    case "transfer":
      return {
        kind: "transfer",
        body: {
          queueId: choice.queue?.id,
          userId: choice.user?.id ?? null,
          msgTransfer: choice.message || null,
          isTransfered: true,
          ifUserId,
        },
      };
    default:
      return null;
  }
}
const about = (ticket: Ticket) => ({ uuid: ticket.uuid, name: ticket.contact.name, ticket });

/** What goes into the outbox for one of the tickets. */
export function rowOf(deed: BulkDeed, ticket: Ticket, choice: Choice, me: Badge): NewRow {
  const known = about(ticket);
  if (deed === "read") {
    const call = { params: { ticketId: ticket.id }, query: { markAsRead: "true" as const } };
    return { ticketId: ticket.id, kind: "read", call: wireCall(messages.list, call), about: known };
  }
  if (deed === "tag") {
    const call = { params: { ticketId: ticket.id, tagId: choice.tag?.id ?? 0 } };
    return {
      ticketId: ticket.id,
      kind: "tag",
      call: wireCall(tags.joinTicket, call),
      about: { ...known, tag: { ...choice.tag } },
    };
  }
  const { kind, body } = change(deed, ticket, choice, me)!;
  const queue = deed === "accept" ? ticket.queue ?? choice.queue : choice.queue;
  return {
    ticketId: ticket.id,
    kind,
    call: wireCall(tickets.update, { params: { id: ticket.id }, body }),
    about: {
      ...known,
      ...(queue !== undefined && { queue: queue && { ...queue } }),
      ...(choice.user && { user: { ...choice.user } }),
    },
  };
}

/** What takes a deed back that the server has: closed is reopened for whom it was, returned is accepted by oneself. */
export function opposite(deed: BulkDeed, ticket: Ticket, me: Badge): NewRow | null {
  const kind = deed === "close" ? "reopen" : deed === "return" ? "accept" : null;
  // An ignored ticket that waited was nobody's: there is nobody to reopen it for.
  if (!kind || (deed === "close" && ticket.status !== "open" && ticket.status !== "group")) return null;
  const body = { status: "open" as const, userId: ticket.userId ?? me.id, queueId: ticket.queueId ?? undefined };
  const call = wireCall(tickets.update, { params: { id: ticket.id }, body });
  return { ticketId: ticket.id, kind, call, about: about(ticket) };
}
