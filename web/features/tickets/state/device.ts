// Tickets from the device: every list by the rules the server lists by, the tabs' counts, one ticket by its address.
import { type Contact, contacts } from "../../../../api/features/contacts/contract.ts";
import { connections } from "../../../../api/features/connections/contract.ts";
import { queues } from "../../../../api/features/queues/contract.ts";
import { type Ticket, tickets } from "../../../../api/features/tickets/contract.ts";
import { users } from "../../../../api/features/users/contract.ts";
import { RECORDS_PAGE, TICKETS_PAGE } from "../../../../api/contract/limits.ts";
import { byName } from "../../../../api/contract/words/name-order.ts";
import { viewerOf } from "../../../core/who/can.ts";
import { deviceHolds } from "../../../core/device/kept.ts";
import { keptAsOf, keptContact, keptContacts, keptTicket, keptTickets } from "../../../core/device/read.ts";
import { deviceAlways, deviceSource } from "../../../core/device/source.ts";
import { currentMe } from "../../../core/who/me.ts";
import { findsPerson, foldText } from "../../../core/words/search-text.ts";
import { inOrder, type Looking, membership, sees, type TicketCall } from "./membership.ts";
import { messagesWith } from "./message-hits.ts";

deviceAlways(connections.channels, connections.list, queues.list, users.colleagues);
deviceHolds((ticket) => {
  const me = currentMe();
  return ticket.status !== "closed" && me !== null && sees(ticket, viewerOf(me));
});

/** The viewer, for the rules of membership. */
export function looking(listed: (id: number) => boolean = () => false): Looking | null {
  const me = currentMe();
  return me && { viewer: viewerOf(me), timezone: me.company.timezone, listed };
}

/** True if the last message of a ticket holds the words. */
export const saysLast = (ticket: Ticket, needle: string): boolean =>
  foldText(ticket.lastMessage).includes(foldText(needle));

/** True for a call that only live tickets can answer: the device has all of them. */
function onlyLive({ status, statusFilter, searchParam }: TicketCall): boolean {
  const wanted = status ? [status as string] : statusFilter ? JSON.parse(statusFilter) as string[] : ["closed"];
  return !searchParam && !wanted.includes("closed");
}

deviceSource(tickets.list, async ({ query = {} }) => {
  const needle = query.searchParam?.trim() ?? "";
  const hits = needle && query.searchOnMessages === "true" ? await messagesWith(needle) : null;
  const [all, { at, whole }] = await Promise.all([keptTickets(), keptAsOf()]);
  const saying = new Set(needle ? all.filter((ticket) => saysLast(ticket, needle)).map(({ id }) => id) : []);
  const rules = looking((id) => saying.has(id) || (hits?.has(id) ?? false));
  if (!rules || at === 0) return null;
  const found = all.filter(membership(query, rules)).sort((a, b) => inOrder(a, b, query.sortTickets));
  const partial = !whole || !onlyLive(query);
  // What the device has nothing of, only the server can answer.
  if (partial && !needle && found.length === 0) return null;
  const size = Number(query.pageSize ?? TICKETS_PAGE);
  const to = Number(query.pageNumber ?? 1) * size;
  const page = found.slice(to - size, to);
  return { answer: { tickets: page, hasMore: found.length > to, count: found.length }, at, partial };
}, (_, { tickets }) => ({ tickets }));

deviceSource(tickets.counts, async ({ query = {} }) => {
  const rules = looking();
  const [all, { at, whole }] = await Promise.all([keptTickets(), keptAsOf()]);
  if (!rules || !whole) return null;
  const tab = (status: "open" | "pending" | "group") => {
    const mine = all.filter(membership({ ...query, status }, rules));
    return { count: mine.length, unread: mine.reduce((sum, ticket) => sum + ticket.unreadMessages, 0) };
  };
  return { answer: { open: tab("open"), pending: tab("pending"), group: tab("group") }, at, partial: false };
});

deviceSource(tickets.show, async ({ params }) => {
  const [ticket, { at }] = await Promise.all([keptTicket(String(params?.uuid)), keptAsOf()]);
  return ticket && { answer: ticket, at, partial: false };
}, (_, ticket) => ({ tickets: [ticket] }));

/** A contact as its ticket shows it; the rest the server knows. */
const ofTicket = ({ contact, channel, createdAt, whatsapp }: Ticket): Contact => ({
  ...contact,
  channel,
  createdAt,
  whatsapp,
  email: "",
  active: true,
  disableBot: false,
  acceptAudioMessage: true,
  lgpdAcceptedAt: null,
  tags: [],
  extraInfo: [],
  wallet: null,
});

deviceSource(contacts.list, async ({ query = {} }) => {
  const [known, all, { at }] = await Promise.all([keptContacts(), keptTickets(), keptAsOf()]);
  const needle = query.searchParam?.trim() ?? "";
  if (at === 0 || query.channel) return null;
  const tags = query.contactTag ? JSON.parse(query.contactTag) as unknown[] : null;
  const people = new Map(all.map((ticket) => [ticket.contactId, ofTicket(ticket)]));
  for (const contact of known) people.set(contact.id, contact);
  const found = [...people.values()].filter((contact) =>
    findsPerson(needle, contact.name, contact.number) &&
    (!tags || contact.tags.some(({ id }) => tags.includes(id))) &&
    (!query.isGroup || query.isGroup === String(contact.isGroup))
  )
    .sort(byName);
  const to = Number(query.pageNumber ?? 1) * RECORDS_PAGE;
  const page = found.slice(to - RECORDS_PAGE, to);
  return { answer: { contacts: page, hasMore: found.length > to, count: found.length }, at, partial: true };
}, (_, { contacts }) => ({ contacts }));

deviceSource(contacts.show, async ({ params }) => {
  const [contact, { at }] = await Promise.all([keptContact(Number(params?.id)), keptAsOf()]);
  return contact && { answer: contact, at, partial: false };
}, (_, contact) => ({ contacts: [contact] }));
