// The board as data: cards in lanes, filtered. Pure.
import type { Board } from "../../../api/features/kanban/contract.ts";
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
  /** What its cards are worth together. */
  valueCents: number;
}
/** A card on its way from one lane to another. */
export interface Move {
  ticketId: number;
  from: number;
  to: number;
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

/**
 * A board's lanes with their cards, in the order given. It takes in the tickets of its queues, and each that stands in one of its
 * lanes, whatever its queue. `moves` are cards on their way, those of other boards too.
 */
export function boardOf(
  cards: readonly Ticket[],
  { queueIds, tags }: { queueIds: Board["queueIds"]; tags: readonly Tag[] },
  filters: Filters,
  moves: readonly Move[],
): Lane[] {
  const ids = new Set(tags.map(({ id }) => id));
  const here = moves.filter(({ from, to }) => ids.has(to) || ids.has(from));
  const moved = new Map(here.map(({ ticketId, to }) => [ticketId, to]));
  const placed = cards.map((card) => ({ card, lane: moved.get(card.id) ?? laneOf(card, ids) }));
  const taken = placed.filter(({ card, lane }) =>
    lane !== NO_LANE || queueIds.length === 0 || queueIds.includes(card.queueId ?? 0)
  );
  const byLane = Map.groupBy(taken.filter(({ card }) => fits(card, filters)), ({ lane }) => lane);
  return [null, ...tags].map((tag) => {
    const id = tag?.id ?? NO_LANE;
    const inside = (byLane.get(id) ?? []).map(({ card }) => card);
    return {
      id,
      tag,
      cards: inside,
      unread: inside.reduce((sum, { unreadMessages }) => sum + unreadMessages, 0),
      valueCents: inside.reduce((sum, { valueCents }) => sum + (valueCents ?? 0), 0),
    };
  });
}

/** The board that is asked for, else the first. */
export const chosenBoard = (boards: readonly Board[], id: number | null): Board | undefined =>
  boards.find((board) => board.id === id) ?? boards[0];

/** Filters as the address has them, and back: `?board=2&text=ana&queue=3`. */
const names = { boardId: "board", queueId: "queue", userId: "user", connectionId: "connection", tagId: "tag" } as const;
export type Asked = Filters & { boardId: number | null; from: string; to: string };
export function fromAddress(search: string): Asked {
  const asked = new URLSearchParams(search);
  const number = (name: string) => /^\d{1,15}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null;
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.test(asked.get(name) ?? "") ? asked.get(name)! : "";
  return {
    text: asked.get("text") ?? "",
    boardId: number(names.boardId),
    queueId: number(names.queueId),
    userId: number(names.userId),
    connectionId: number(names.connectionId),
    tagId: number(names.tagId),
    from: day("from"),
    to: day("to"),
  };
}
export function toAddress({ text, from, to, ...rest }: Asked): string {
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
