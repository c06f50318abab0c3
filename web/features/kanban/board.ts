// The board as data: cards in lanes, filtered. Pure.
import type { Tag } from "../../../api/features/tags/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { foldText } from "../../core/words/search-text.ts";

/** The lane of tickets that stand in none. */
export const NO_LANE = 0;
export interface Lane {
  id: number;
  /** Null: the lane of tickets that stand in none. */
  tag: Tag | null;
  cards: readonly Ticket[];
  unread: number;
}
export interface Filters {
  text: string;
  queueId: number | null;
  userId: number | null;
  connectionId: number | null;
  tagId: number | null;
}
export const NO_FILTERS: Filters = { text: "", queueId: null, userId: null, connectionId: null, tagId: null };

const same = (wanted: number | null, id: number | null) => wanted === null || wanted === (id ?? 0);
/** Whether a card is shown: text is looked for in name, number, last words and ticket number. */
export function fits({ id, contact, lastMessage, queueId, userId, whatsappId, tags }: Ticket, f: Filters): boolean {
  const text = foldText(f.text.trim());
  return same(f.queueId, queueId) && same(f.userId, userId) && same(f.connectionId, whatsappId) &&
    (f.tagId === null || tags.some((tag) => tag.id === f.tagId)) &&
    (text === "" || [contact.name, contact.number, lastMessage, `#${id}`].some((one) => foldText(one).includes(text)));
}

/** The lane in which a ticket stands, among these. */
export function laneOf(ticket: Pick<Ticket, "tags">, lanes: ReadonlySet<number>): number {
  return ticket.tags.find(({ id }) => lanes.has(id))?.id ?? NO_LANE;
}

/** The lanes with their cards, in the order given; `moved` are cards on their way to another lane, by ticket. */
export function boardOf(
  cards: readonly Ticket[],
  tags: readonly Tag[],
  filters: Filters,
  moved: ReadonlyMap<number, number>,
): Lane[] {
  const ids = new Set(tags.map(({ id }) => id));
  const byLane = Map.groupBy(
    cards.filter((card) => fits(card, filters)),
    (card) => moved.get(card.id) ?? laneOf(card, ids),
  );
  return [null, ...tags].map((tag) => {
    const id = tag?.id ?? NO_LANE;
    const inside = byLane.get(id) ?? [];
    return { id, tag, cards: inside, unread: inside.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0) };
  });
}

/** Filters as the address has them, and back: `?text=ana&queue=3`. */
const names = { queueId: "queue", userId: "user", connectionId: "connection", tagId: "tag" } as const;
export function fromAddress(search: string): Filters & { from: string; to: string } {
  const asked = new URLSearchParams(search);
  const number = (name: string) => /^\d{1,15}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null;
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.test(asked.get(name) ?? "") ? asked.get(name)! : "";
  return {
    text: asked.get("text") ?? "",
    queueId: number(names.queueId),
    userId: number(names.userId),
    connectionId: number(names.connectionId),
    tagId: number(names.tagId),
    from: day("from"),
    to: day("to"),
  };
}
export function toAddress({ text, from, to, ...rest }: Filters & { from: string; to: string }): string {
  const asked = new URLSearchParams();
  if (text) asked.set("text", text);
  for (const [field, name] of Object.entries(names)) {
    const value = rest[field as keyof typeof names];
    if (value !== null) asked.set(name, String(value));
  }
  if (from) asked.set("from", from);
  if (to) asked.set("to", to);
  return asked.size > 0 ? `?${asked}` : "";
}

/** The day of a moment in a time zone, `2026-11-24`. */
export function dayIn(timeZone: string, when: string | number): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })
    .format(new Date(when));
}
