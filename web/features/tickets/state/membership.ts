// Which cached list a changed ticket belongs to, by the server's own rules: visibility
// (docs/product/tickets.md#who-sees-a-ticket) and the filters of `GET /tickets`. Pure, so that tests can hold it against them.
import { can, type Viewer } from "../../../../api/contract/permissions.ts";
import type { Call } from "../../../../api/contract/endpoint.ts";
import { dayIn } from "../../../core/words/zone-clock.ts";
import { foldText, ticketNumber } from "../../../core/words/search-text.ts";
import { statusesOf, type Ticket, type tickets } from "../../../../api/features/tickets/contract.ts";

export type TicketCall = NonNullable<Call<typeof tickets.list>["query"]>;
export interface Looking {
  viewer: Viewer;
  /** The company's time zone: the days of `date` and `updatedAt` are its days. */
  timezone: string;
  /** True if the list holds this ticket already: a search by message text cannot be repeated here. */
  listed: (id: number) => boolean;
}
type Seen = Pick<Ticket, "userId" | "queueId" | "isGroup" | "status">;

/** True if this person works in the ticket: one's own, one's queues, unqueued, groups, what is live; everything for admins. */
export function serves(ticket: Seen, v: Viewer): boolean {
  if (v.profile === "admin") return true;
  const own = ticket.userId === v.id;
  const mine = ticket.queueId !== null && v.queueIds.includes(ticket.queueId);
  if (ticket.isGroup) return v.allowGroup && (own || ticket.queueId === null || mine);
  return own || mine || (ticket.queueId === null && v.allTicket) || (v.allUserChat && LIVE.includes(ticket.status));
}
const LIVE = ["open", "pending", "lgpd"];
/** True if this person may see the ticket: what they work in, and what they read of other queues. */
export function sees(ticket: Seen, v: Viewer): boolean {
  return serves(ticket, v) || (!ticket.isGroup && v.allHistoric);
}

const ids = (text: string | undefined): number[] | null => text === undefined ? null : (JSON.parse(text) as number[]);
const within = (list: number[] | null, id: number | null) => list === null || (id !== null && list.includes(id));
const flag = (text: string | undefined) => text === "true";

function found(ticket: Ticket, needle: string, listed: Looking["listed"]): boolean {
  if (ticket.id === ticketNumber(needle)) return true;
  return foldText(`${ticket.contact.name} ${ticket.contact.number}`).includes(foldText(needle)) || listed(ticket.id);
}

/** Says of any ticket whether a fresh answer to this call would hold it (on some page). Reads the call once for all of them. */
export function membership(query: TicketCall, { viewer, timezone, listed }: Looking): (ticket: Ticket) => boolean {
  const wantedUsers = can(viewer, "tickets-manager:usersFilter") ? ids(query.users) : null;
  const all = flag(query.showAll) && can(viewer, "tickets-manager:showall");
  const users = query.status === "open" && !all && !wantedUsers ? [viewer.id] : wantedUsers;
  const statuses = query.status
    ? statusesOf(query.status as string)
    : query.statusFilter && JSON.parse(query.statusFilter) as string[];
  const [tags, queues, lines, people] = [query.tags, query.queueIds, query.whatsapps, query.contacts].map(ids) as [
    number[] | null,
    number[] | null,
    number[] | null,
    number[] | null,
  ];
  const needle = query.searchParam?.trim() ?? "";
  const shown = !query.status || query.status === "closed" ? sees : serves;
  return (ticket) =>
    shown(ticket, viewer) &&
    (!statuses || statuses.includes(ticket.status)) &&
    within(queues, ticket.queueId ?? 0) &&
    within(users, ticket.userId) &&
    within(lines, ticket.whatsappId) &&
    within(people, ticket.contactId) &&
    (tags === null || ticket.tags.some((tag) => tags.includes(tag.id))) &&
    (!flag(query.withUnreadMessages) || ticket.unreadMessages > 0) &&
    (!query.date || dayIn(timezone, ticket.createdAt) === query.date) &&
    (!query.updatedAt || dayIn(timezone, ticket.updatedAt) === query.updatedAt) &&
    (!needle || found(ticket, needle, listed));
}

/** True if a fresh answer to this call would hold the ticket. */
export const belongs = (ticket: Ticket, query: TicketCall, looking: Looking): boolean =>
  membership(query, looking)(ticket);

/** The server's order: by last movement, then by id; newest first unless asked otherwise. */
export function inOrder(a: Ticket, b: Ticket, sort: TicketCall["sortTickets"]): number {
  const older = (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0) || a.id - b.id;
  return sort === "ASC" ? older : -older;
}
