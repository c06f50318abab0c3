// The conversation as rows: days, other tickets of the same contact, the unread line, and bubbles in groups. Pure.
import type { Gap } from "../../../../api/features/connections/contract.ts";
import type { Message } from "../../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../../core/outbox.ts";
import { daysAgo } from "../../../core/words/format.ts";
import { changesOf } from "../pending.ts";
import type { LogRow } from "./log-rows.ts";
import { type GapRow, gapRows, joined } from "./gap-rows.ts";

export type Row =
  | { kind: "day"; key: string; at: string }
  | { kind: "ticket"; key: string; ticketId: number; queueId: number | null; at: string }
  | { kind: "unread"; key: string }
  | GapRow
  | LogRow
  | { kind: "message"; key: string; message: Message; first: boolean; change?: OutboxRow }
  | { kind: "outgoing"; key: string; entry: OutboxRow; first: boolean };

const GROUP_MS = 2 * 60_000;

interface Said {
  at: number;
  author: string;
}
const said = (m: Message): Said => ({
  at: Date.parse(m.createdAt),
  author: m.isPrivate
    ? `note ${m.userId}`
    : m.fromMe
    ? `me ${m.userId}`
    : `them ${m.participant?.number || m.participant?.name || ""}`,
});
/** Messages by the same author within two minutes are one group (look: Conversation). */
export function grouped(before: Said | null, now: Said): boolean {
  return before !== null && before.author === now.author && now.at - before.at < GROUP_MS;
}

/** True once the server's copy of an outgoing message is here: it carries the same key. */
export function arrived(entry: Pick<OutboxRow, "id">, messages: readonly Pick<Message, "key">[]): boolean {
  return messages.some(({ key }) => key !== null && (key === entry.id || key.startsWith(`${entry.id}:`)));
}

interface Input {
  /** Oldest first. */
  messages: readonly Message[];
  outgoing: readonly OutboxRow[];
  /** When the conversation's connection was away, oldest first. */
  gaps?: readonly Gap[];
  /** What happened to the ticket, oldest first. */
  log?: readonly LogRow[];
  ticketId: number;
  /** The message above which the unread line stands. */
  unreadFrom: number | null;
  me: number;
  now: number;
}

/** Rows of the conversation, oldest first. Keys stay when a message gets its id from the server: nothing remounts. */
export function rowsOf({ messages, outgoing, gaps = [], log = [], ticketId, unreadFrom, me, now }: Input): Row[] {
  const rows: Row[] = [];
  let before: Said | null = null;
  let day = -1;
  let ticket: number | null = null;
  const changes = changesOf(outgoing);
  const away = gapRows(gaps, messages);
  const enterDay = (at: number, key: string) => {
    const ago = daysAgo(at, now);
    if (ago !== day) {
      rows.push({ kind: "day", key: `day-${key}`, at: new Date(at).toISOString() });
      before = null;
    }
    day = ago;
  };
  /** Lines of gaps that began before this moment, where something was said before. */
  const enterGaps = (until: number) => {
    while (ticket !== null && away[0] && Date.parse(away[0].from) < until) {
      const gap = away.shift()!;
      const last = rows.at(-1);
      if (last?.kind === "gap" && !last.recovered && !gap.recovered) rows[rows.length - 1] = joined(last, gap);
      else {
        enterDay(Date.parse(gap.from), gap.key);
        rows.push(gap);
      }
      before = null;
    }
  };
  const happened = messages.length > 0 ? log.filter(({ at }) => at >= messages[0]!.createdAt) : [];
  const made = happened.findIndex(({ text }) => text === "create" || text === "createIn");
  const beginning = made < 0 ? null : happened.splice(made, 1)[0]!;
  /** What happened to the ticket before this moment, where its messages are here. */
  const enterLog = (until: number) => {
    while (happened[0] && Date.parse(happened[0].at) < until) {
      const row = happened.shift()!;
      enterDay(Date.parse(row.at), row.key);
      rows.push(row);
      before = null;
    }
  };
  const enter = (at: number, id: number, queueId: number | null, key: string) => {
    enterGaps(at);
    enterLog(at);
    enterDay(at, key);
    if (ticket !== null && ticket !== id || ticket === null && id !== ticketId) {
      rows.push({ kind: "ticket", key: `ticket-${key}`, ticketId: id, queueId, at: new Date(at).toISOString() });
      before = null;
    } else if (ticket === null && beginning) rows.push(beginning);
    ticket = id;
  };
  for (const message of messages) {
    const now = said(message);
    const key = message.key ?? String(message.id);
    enter(now.at, message.ticketId, message.queueId, key);
    if (message.id === unreadFrom) {
      rows.push({ kind: "unread", key: "unread" });
      before = null;
    }
    rows.push({ kind: "message", key, message, first: !grouped(before, now), change: changes.get(message.id) });
    before = now;
  }
  for (const entry of outgoing) {
    if (entry.kind !== "message" || arrived(entry, messages)) continue;
    const note = entry.call.body?.isPrivate === true;
    const now: Said = { at: entry.createdAt, author: note ? `note ${me}` : `me ${me}` };
    enter(now.at, ticketId, null, entry.id);
    rows.push({ kind: "outgoing", key: entry.id, entry, first: !grouped(before, now) });
    before = now;
  }
  enterGaps(Infinity);
  enterLog(Infinity);
  return rows;
}

/** The message that was the first unread one when the conversation was opened; null when all was read. */
export function firstUnread(messages: readonly Message[], unread: number): number | null {
  if (unread <= 0) return null;
  const inbound = messages.filter((message) => !message.fromMe && !message.isPrivate);
  return inbound.slice(-unread).find((message) => !message.read)?.id ?? null;
}
