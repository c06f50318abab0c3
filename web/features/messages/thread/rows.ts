// The conversation as rows: days, other tickets of the same contact, the unread line, and bubbles in groups. Pure.
import type { Message } from "../../../../api/features/messages/contract.ts";
import type { OutboxRow } from "../../../core/outbox.ts";
import { daysAgo } from "../../../core/format.ts";

export type Row =
  | { kind: "day"; key: string; at: string }
  | { kind: "ticket"; key: string; ticketId: number }
  | { kind: "unread"; key: string }
  | { kind: "message"; key: string; message: Message; first: boolean }
  | { kind: "outgoing"; key: string; entry: OutboxRow; first: boolean };

const GROUP_MS = 2 * 60_000;

interface Said {
  at: number;
  author: string;
}
const said = (m: Message): Said => ({
  at: Date.parse(m.createdAt),
  author: m.isPrivate ? `note ${m.userId}` : m.fromMe ? `me ${m.userId}` : "them",
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
  ticketId: number;
  /** The message above which the unread line stands. */
  unreadFrom: number | null;
  me: number;
  now: number;
}

/** Rows of the conversation, oldest first. Keys stay when a message gets its id from the server: nothing remounts. */
export function rowsOf({ messages, outgoing, ticketId, unreadFrom, me, now }: Input): Row[] {
  const rows: Row[] = [];
  let before: Said | null = null;
  let day = -1;
  let ticket: number | null = null;
  const enter = (at: number, id: number, key: string) => {
    const ago = daysAgo(at, now);
    if (ago !== day) {
      rows.push({ kind: "day", key: `day-${key}`, at: new Date(at).toISOString() });
      before = null;
    }
    day = ago;
    if (ticket !== null && ticket !== id || ticket === null && id !== ticketId) {
      rows.push({ kind: "ticket", key: `ticket-${key}`, ticketId: id });
      before = null;
    }
    ticket = id;
  };
  for (const message of messages) {
    const now = said(message);
    const key = message.key ?? String(message.id);
    enter(now.at, message.ticketId, key);
    if (message.id === unreadFrom) {
      rows.push({ kind: "unread", key: "unread" });
      before = null;
    }
    rows.push({ kind: "message", key, message, first: !grouped(before, now) });
    before = now;
  }
  for (const entry of outgoing) {
    if (arrived(entry, messages)) continue;
    const note = entry.payload.isPrivate === true;
    const now: Said = { at: entry.createdAt, author: note ? `note ${me}` : `me ${me}` };
    enter(now.at, ticketId, entry.id);
    rows.push({ kind: "outgoing", key: entry.id, entry, first: !grouped(before, now) });
    before = now;
  }
  return rows;
}

/** The message that was the first unread one when the conversation was opened; null when all was read. */
export function firstUnread(messages: readonly Message[], unread: number): number | null {
  if (unread <= 0) return null;
  const inbound = messages.filter((message) => !message.fromMe && !message.isPrivate);
  return inbound.slice(-unread).find((message) => !message.read)?.id ?? null;
}
