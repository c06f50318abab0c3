// What a company's programs are told of, over the event cursor and by webhooks: names of our own, that stay when the app's events change.
import type { KeyScope } from "./keys.ts";

export const happeningTypes = [
  "ticket.created",
  "ticket.updated",
  "ticket.deleted",
  "message.received",
  "message.sent",
  "message.updated",
  "note.created",
  "contact.created",
  "contact.updated",
  "contact.deleted",
] as const;
export type HappeningType = typeof happeningTypes[number];

export interface Happening {
  type: HappeningType;
  /** What comes in order: a ticket with its messages, or a contact. */
  lane: string;
  data: unknown;
}
interface Payload {
  action?: string;
  ticket?: { id: number };
  ticketId?: number | string;
  message?: { ticketId: number; fromMe: boolean; isPrivate: boolean };
  contact?: { id: number };
  contactId?: number | string;
}
const past: Record<string, string> = { create: "created", update: "updated", delete: "deleted" };

/** What an event of the log is to programs; null where it is none of theirs. */
export function happeningOf(name: string, payload: unknown): Happening | null {
  const kind = /^company-\d+-(\w+)$/.exec(name)?.[1];
  const { action = "", ticket, ticketId, message, contact, contactId } = payload as Payload;
  const verb = past[action];
  if (!verb) return null;
  if (kind === "ticket") {
    const id = ticket?.id ?? ticketId;
    return { type: `ticket.${verb}` as HappeningType, lane: `ticket:${id}`, data: ticket ?? { id } };
  }
  if (kind === "contact") {
    const id = contact?.id ?? contactId;
    return { type: `contact.${verb}` as HappeningType, lane: `contact:${id}`, data: contact ?? { id } };
  }
  if (kind !== "appMessage" || !message || action === "delete") return null;
  const made = message.isPrivate ? "note.created" : message.fromMe ? "message.sent" : "message.received";
  return { type: action === "create" ? made : "message.updated", lane: `ticket:${message.ticketId}`, data: message };
}

/** The scope that a key needs to be told of it. */
export const scopeOfHappening = (type: HappeningType): KeyScope =>
  type.startsWith("contact.") ? "contacts:read" : "tickets:read";
