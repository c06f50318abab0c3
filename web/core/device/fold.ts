// The pure reducer of the device's records: kept records + live events = the answer of a fresh round of `GET /sync/tickets`.
// No state, no I/O; the tests compare it with that answer.
import { contactChanged } from "../../../api/features/contacts/contract.ts";
import type { Contact } from "../../../api/features/contacts/contract.ts";
import { type Message, messageChanged } from "../../../api/features/messages/contract.ts";
import { type Ticket, ticketChanged } from "../../../api/features/tickets/contract.ts";
import { eventName } from "../../../api/contract/event.ts";
import { manyChanged } from "../../../api/contract/many.ts";
import { nameChanged, type Renamed } from "../../../api/contract/renamed.ts";
import { older } from "../store/order.ts";
import { withName } from "../events/renamed.ts";
import { MESSAGES_EACH } from "./budget.ts";

/** One live event as the stream sent it. */
export interface Told {
  name: string;
  data: unknown;
}
type Change<K extends string, I extends string, R> =
  | ({ action: "create" | "update" } & { [P in K]: R })
  | ({ action: "delete" } & { [P in I]: number | string });
export type DeviceEvent =
  | { kind: "ticket"; change: Change<"ticket", "ticketId", Ticket> }
  | { kind: "message"; change: Change<"message", "messageId", Message> }
  | { kind: "contact"; change: Change<"contact", "contactId", Contact> }
  | { kind: "name"; change: Renamed };

/** The part of the kept records that some events concern; `null` is none. */
export interface Slice {
  tickets: Map<number, Ticket | null>;
  conversations: Map<number, Message[] | null>;
  contacts: Map<number, Contact | null>;
  /** Tickets whose conversation is not here, because they are new. */
  missing: Set<number>;
}

/** True for a notice of the stream after which only a round knows the changes. */
export const isGap = (name: string, companyId: number): boolean =>
  name === "reset" || name === eventName(manyChanged, companyId);

/** The events among these that change kept records. */
export function deviceEvents(told: readonly Told[], companyId: number): DeviceEvent[] {
  const kinds = new Map<string, DeviceEvent["kind"]>([
    [eventName(ticketChanged, companyId), "ticket"],
    [eventName(messageChanged, companyId), "message"],
    [eventName(contactChanged, companyId), "contact"],
    [eventName(nameChanged, companyId), "name"],
  ]);
  return told.flatMap(({ name, data }) => {
    const kind = kinds.get(name);
    return kind && data ? [{ kind, change: data } as DeviceEvent] : [];
  });
}

/**
 * The records to read before these events can be applied. `everywhere`: all conversations, because a deleted message does not name
 * its own, or a writer has a new name; `named`: records that may show a new name.
 */
export function concerned(events: readonly DeviceEvent[]) {
  const tickets = new Set<number>();
  const contacts = new Set<number>();
  const speaking = new Set<number>();
  let everywhere = false;
  const named = { tickets: false, contacts: false };
  for (const { kind, change } of events) {
    if (kind === "name") {
      named.tickets = true;
      named.contacts ||= change.of === "tag" || change.of === "connection";
      everywhere ||= change.of === "user";
    } else if (kind === "ticket") tickets.add(Number(change.action === "delete" ? change.ticketId : change.ticket.id));
    else if (kind === "contact") {
      contacts.add(Number(change.action === "delete" ? change.contactId : change.contact.id));
    } else if (change.action === "delete") everywhere = true;
    else {
      tickets.add(change.message.ticketId);
      speaking.add(change.message.contactId);
    }
  }
  return { tickets, contacts, speaking, everywhere, named };
}

/** A conversation with a new or changed message: the newest of all. */
export function withMessage(messages: readonly Message[], message: Message): Message[] {
  const others = messages.filter(({ id }) => id !== message.id);
  const at = others.findIndex((other) => older(message, other) < 0);
  const next = at < 0 ? [...others, message] : [...others.slice(0, at), message, ...others.slice(at)];
  return next.slice(-MESSAGES_EACH);
}

/** A conversation also holds earlier tickets of the same contact: known by their messages in it. */
const speaksIn = (messages: readonly Message[], ticketId: number, message: Message) =>
  message.ticketId === ticketId ||
  messages.some((known) => known.ticketId === message.ticketId && known.contactId === message.contactId);

/** A change of a message older than the kept ones: storing it would leave a gap. */
const beyond = (messages: readonly Message[], { action, message }: { action: string; message: Message }) =>
  action === "update" && messages[0] !== undefined && older(message, messages[0]) < 0;

const badge = ({ id, name, urlPicture, number, isGroup }: Contact) => ({ id, name, urlPicture, number, isGroup });

/** Applies events in their order to a slice, in place. `keeps` says which tickets this person's device holds. */
export function fold(slice: Slice, events: readonly DeviceEvent[], keeps: (ticket: Ticket) => boolean): void {
  const drop = (id: number) => {
    slice.tickets.set(id, null);
    slice.conversations.set(id, null);
    slice.missing.delete(id);
  };
  const steps = {
    ticket(change: (DeviceEvent & { kind: "ticket" })["change"]) {
      if (change.action === "delete") return drop(Number(change.ticketId));
      const { ticket } = change;
      if (!keeps(ticket)) return drop(ticket.id);
      if (!slice.tickets.get(ticket.id) && !slice.conversations.get(ticket.id)) slice.missing.add(ticket.id);
      slice.tickets.set(ticket.id, ticket);
    },
    message(change: (DeviceEvent & { kind: "message" })["change"]) {
      for (const [id, messages] of slice.conversations) {
        if (!messages) continue;
        if (change.action === "delete") {
          const gone = Number(change.messageId);
          if (messages.some((known) => known.id === gone)) {
            slice.conversations.set(id, messages.filter((known) => known.id !== gone));
          }
        } else if (!speaksIn(messages, id, change.message)) {
          // Parted contacts: what was the one's is the other's again.
          if (messages.some((known) => known.id === change.message.id)) {
            slice.conversations.set(id, messages.filter((known) => known.id !== change.message.id));
          }
          // Merged contacts: an ended ticket that was another's is history here now. Only the server knows all of it.
          const { contactId, ticketId } = change.message;
          const ours = slice.tickets.get(id)?.contactId === contactId;
          if (change.action === "create" && ours && !slice.tickets.get(ticketId)) slice.missing.add(id);
        } else if (!beyond(messages, change)) {
          slice.conversations.set(id, withMessage(messages, change.message));
        }
      }
    },
    contact(change: (DeviceEvent & { kind: "contact" })["change"]) {
      const id = Number(change.action === "delete" ? change.contactId : change.contact.id);
      slice.contacts.set(id, change.action === "delete" ? null : change.contact);
      for (const [ticketId, ticket] of slice.tickets) {
        if (ticket?.contact.id !== id) continue;
        if (change.action === "delete") drop(ticketId);
        else slice.tickets.set(ticketId, { ...ticket, contact: badge(change.contact) });
      }
    },
    name(change: Renamed) {
      for (const [id, ticket] of slice.tickets) if (ticket) slice.tickets.set(id, withName(ticket, change));
      for (const [id, contact] of slice.contacts) if (contact) slice.contacts.set(id, withName(contact, change));
      for (const [id, messages] of slice.conversations) {
        const next = messages?.map((message) => withName(message, change));
        if (next?.some((message, at) => message !== messages![at])) slice.conversations.set(id, next);
      }
    },
  };
  for (const event of events) steps[event.kind](event.change as never);
}
