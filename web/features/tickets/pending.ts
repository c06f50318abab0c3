// What was done to tickets and waits to be sent, laid over what the server said. Pure: live events go on changing the ground,
// the same reducer puts the wanted ticket where it will be, and the server's answer or its refusal takes the layer away.
import { rulesOf } from "../../core/events/lists.ts";
import type { OutboxRow } from "../../core/outbox.ts";
import { type Ticket, tickets } from "../../../api/features/tickets/contract.ts";
import type { TicketCall } from "./state/membership.ts";

/** The signed-in person as tickets show them. */
export type Owner = NonNullable<Ticket["user"]>;
/** A ticket as the server said, and as it will be. */
export interface WantedChange {
  before: Ticket;
  after: Ticket;
}
export const DEEDS: readonly string[] = [
  "accept",
  "takeOver",
  "reopen",
  "return",
  "ignore",
  "close",
  "transfer",
  "tag",
];

/** A group that is no ticket: it waits for nobody, and is nobody's own. */
const isChat = (ticket: Ticket) => ticket.isGroup && ticket.whatsapp?.groupAsTicket !== "enabled";
const waiting = (ticket: Ticket) => isChat(ticket) ? "group" : "pending";

function after(ticket: Ticket, row: OutboxRow, me: Owner): Ticket {
  const { body = {} } = row.call;
  const queue = (row.about.queue ?? null) as Ticket["queue"];
  const placed = row.about.queue ? { queue, queueId: queue?.id ?? null } : {};
  switch (row.kind) {
    case "accept":
    case "takeOver":
    case "reopen": {
      const status = isChat(ticket) ? "group" : "open";
      return { ...ticket, ...placed, status, userId: me.id, user: me, isBot: false, useIntegration: false };
    }
    case "return":
      return { ...ticket, status: waiting(ticket), userId: null, user: null };
    case "close":
    case "ignore":
      return {
        ...ticket,
        status: "closed",
        unreadMessages: 0,
        userId: ticket.userId ?? me.id,
        user: ticket.user ?? me,
      };
    case "transfer": {
      const user = (row.about.user ?? null) as Ticket["user"];
      const status = body.userId ? ticket.isGroup ? ticket.status : "open" : waiting(ticket);
      return { ...ticket, ...placed, status, userId: user?.id ?? null, user, isTransfered: true, isBot: false };
    }
    case "tag": {
      const tag = row.about.tag as Ticket["tags"][number];
      return ticket.tags.some(({ id }) => id === tag.id) ? ticket : { ...ticket, tags: [...ticket.tags, tag] };
    }
    case "read": {
      const then = row.about.ticket as Ticket | undefined;
      const since = then && then.lastInboundAt !== ticket.lastInboundAt
        ? Math.max(0, ticket.unreadMessages - then.unreadMessages)
        : 0;
      return { ...ticket, unreadMessages: since };
    }
    case "message":
      return body.isPrivate === true ? ticket : said(ticket, row, String(body.body ?? ""));
    default:
      return ticket;
  }
}

const icons: Record<string, string> = { image: "📷", video: "🎬", audio: "🎤" };
/** The list's line as the server will write it (`summary` there). */
function said(ticket: Ticket, row: OutboxRow, body: string): Ticket {
  const file = row.blobs[0];
  const icon = file ? `${icons[file.type.split("/")[0] ?? ""] ?? "📄"} ` : "";
  const { seconds = 0 } = (row.call.body?.voice ?? {}) as { seconds?: number };
  const whole = Math.round(seconds);
  const length = !body && whole > 0 ? `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}` : "";
  const at = new Date(row.createdAt).toISOString();
  return {
    ...ticket,
    lastMessage: `${icon}${length}${body.replace(/\s+/g, " ")}`.trim().slice(0, 200),
    lastFromMe: true,
    lastAck: 0,
    waitingSince: null,
    updatedAt: at > ticket.updatedAt ? at : ticket.updatedAt,
  };
}

/** The ticket as it will be when everything that waits was accepted; the same object when nothing does. */
export function wantedTicket(ticket: Ticket, rows: readonly OutboxRow[], me: Owner): Ticket {
  return rows.filter((row) => row.ticketId === ticket.id && row.state !== "refused")
    .reduce((now, row) => after(now, row, me), ticket);
}

/**
 * All tickets with something waiting. `known` answers a ticket as the server last said it; what nobody knows any more is taken
 * as it was when the person acted.
 */
export function wantedTickets(
  rows: readonly OutboxRow[],
  me: Owner,
  known: (id: number) => Ticket | undefined,
): WantedChange[] {
  const ids = new Set(rows.filter((row) => row.state !== "refused").map((row) => row.ticketId));
  return [...ids].flatMap((id) => {
    const before = known(id) ??
      rows.find((row) => row.ticketId === id && row.about.ticket)?.about.ticket as Ticket | undefined;
    if (!before) return [];
    const next = wantedTicket(before, rows, me);
    return next === before ? [] : [{ before, after: next }];
  });
}

/** A list with the wanted tickets where a fresh answer would hold them. */
export function withWanted(
  list: { records: readonly Ticket[]; count: number; hasMore: boolean },
  query: TicketCall,
  wanted: readonly WantedChange[],
): { records: readonly Ticket[]; count: number } {
  if (wanted.length === 0) return list;
  const { belongs, sort } = rulesOf(tickets.list);
  const had = new Set(list.records.map((ticket) => ticket.id));
  const changed = new Set(wanted.map(({ after }) => after.id));
  const here = wanted.map(({ after }) => after).filter((ticket) => belongs?.(ticket as never, { query }) ?? true);
  const stays = new Set(here.map((ticket) => ticket.id));
  const left = [...changed].filter((id) => had.has(id) && !stays.has(id)).length;
  const came = here.filter((ticket) => !had.has(ticket.id)).length;
  const records = [...list.records.filter((ticket) => !changed.has(ticket.id)), ...here];
  if (here.length > 0) records.sort((a, b) => sort?.(a as never, b as never, { query }) ?? 0);
  // Sorted behind everything loaded: its place is on a page that has not been loaded yet.
  while (list.hasMore && records.length > 0 && !had.has(records.at(-1)!.id)) records.pop();
  return { records, count: Math.max(0, list.count - left + (list.hasMore ? 0 : came)) };
}

export type Tabs = Record<"open" | "pending" | "group", { count: number; unread: number }>;
/** The tabs' numbers after what waits. `listed` says whether a ticket counts in a tab. */
export function withWantedCounts(
  counts: Tabs,
  wanted: readonly WantedChange[],
  listed: (ticket: Ticket, tab: keyof Tabs) => boolean,
): Tabs {
  const next: Tabs = { open: { ...counts.open }, pending: { ...counts.pending }, group: { ...counts.group } };
  for (const { before, after } of wanted) {
    for (const tab of ["open", "pending", "group"] as const) {
      for (const [ticket, by] of [[before, -1], [after, 1]] as const) {
        if (!listed(ticket, tab)) continue;
        next[tab].count = Math.max(0, next[tab].count + by);
        if (ticket.unreadMessages > 0) next[tab].unread = Math.max(0, next[tab].unread + by * ticket.unreadMessages);
      }
    }
  }
  return next;
}

/** The mark of a ticket: something of it was refused, or waits. */
export function markOf(rows: readonly OutboxRow[]): "refused" | "waiting" | null {
  if (rows.some((row) => row.state === "refused")) return "refused";
  return rows.some((row) => DEEDS.includes(row.kind)) ? "waiting" : null;
}
