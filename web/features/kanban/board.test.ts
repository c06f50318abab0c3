import { describe, expect, test } from "vitest";
import type { Tag } from "../../../api/features/tags/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";
import { boardOf as build, fits, fromAddress, laneOf, NO_FILTERS, toAddress } from "./board.ts";

const tag = (id: number) => ({ id, name: `Lane ${id}`, color: "#102030" }) as Tag;
const card = (id: number, more: Partial<Ticket> = {}) =>
  ({
    id,
    contact: { name: `Contato ${id}`, number: `551199${id}` },
    lastMessage: "",
    queueId: null,
    userId: null,
    whatsappId: 1,
    tags: [],
    unreadMessages: 0,
    ...more,
  }) as unknown as Ticket;
const ids = (board: ReturnType<typeof build>) => board.map((lane) => lane.cards.map(({ id }) => id));

describe("the board", () => {
  const boardOf = (
    cards: Parameters<typeof build>[0],
    tags: ReturnType<typeof tag>[],
    moves: [number, number, number][] = [],
    queueIds: number[] = [],
  ) =>
    build(
      cards,
      { tags, queueIds },
      NO_FILTERS,
      moves.map(([ticketId, from, to]) => ({ ticketId, from, to })),
    );
  test("puts each card into one lane, those of no lane into the first, and sums what is unread", () => {
    const cards = [
      card(1, { tags: [tag(8), tag(5)], unreadMessages: 2 }),
      card(2),
      card(3, { tags: [tag(5)], unreadMessages: 1 }),
    ];
    const board = boardOf(cards, [tag(4), tag(5)]);
    expect(ids(board)).toEqual([[2], [], [1, 3]]);
    expect(board.map(({ unread }) => unread)).toEqual([0, 0, 3]);
    expect(laneOf(cards[0]!, new Set([4]))).toBe(0);
  });

  test("shows a card that is on its way in the lane it goes to", () => {
    const cards = [card(1, { tags: [tag(4)] }), card(2)];
    expect(ids(boardOf(cards, [tag(4), tag(5)], [[1, 4, 5], [2, 0, 4]]))).toEqual([[], [2], [1]]);
    expect(ids(boardOf(cards, [tag(4)], [[1, 4, 0]]))).toEqual([[1, 2], []]);
  });

  test("takes in the tickets of its queues, and any that stands in one of its lanes; moves of other boards are not its own", () => {
    const cards = [card(1, { queueId: 7 }), card(2, { queueId: 8 }), card(3, { queueId: 8, tags: [tag(4)] }), card(4)];
    expect(ids(boardOf(cards, [tag(4)], [], [7]))).toEqual([[1], [3]]);
    expect(ids(boardOf(cards, [tag(4)], [[3, 9, 0], [2, 9, 0], [1, 0, 5]], [7]))).toEqual([[1], [3]]);
    expect(ids(boardOf(cards, [tag(4)], [[2, 0, 4]], [7]))).toEqual([[1], [2, 3]]);
  });

  test("says what a lane's cards are worth together", () => {
    const cards = [card(1, { valueCents: 1050 }), card(2, { valueCents: null }), card(3, { valueCents: 50 })];
    expect(boardOf(cards, [])[0]!.valueCents).toBe(1100);
  });

  test.each([
    ["CONTATO 7", {}, true],
    ["#7", {}, true],
    ["acucar", { lastMessage: "Açúcar" }, true],
    ["sal", { lastMessage: "Açúcar" }, false],
  ])("finds %s by name, number or last words", (text, more, found) => {
    expect(fits(card(7, more), { ...NO_FILTERS, text })).toBe(found);
  });

  test("filters by queue, person, connection and tag; 0 stands for none", () => {
    const one = card(1, { queueId: 3, userId: 4, whatsappId: 5, tags: [tag(6)] });
    const shown = (more: Partial<typeof NO_FILTERS>) => fits(one, { ...NO_FILTERS, ...more });
    expect([shown({ queueId: 3 }), shown({ userId: 4 }), shown({ connectionId: 5 }), shown({ tagId: 6 })]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([shown({ queueId: 0 }), shown({ userId: 1 }), shown({ tagId: 9 })]).toEqual([false, false, false]);
    expect(fits(card(2), { ...NO_FILTERS, queueId: 0 })).toBe(true);
  });
});

test("an address keeps the filters, and what is no filter is left out", () => {
  const asked = { ...NO_FILTERS, boardId: 2, text: "São & Cia", queueId: 0, tagId: 7, from: "2026-02-28", to: "" };
  expect(fromAddress(toAddress(asked))).toEqual(asked);
  expect(toAddress({ ...NO_FILTERS, boardId: null, from: "", to: "" })).toBe("");
  expect(fromAddress("?queue=x&user=-1&from=tomorrow&to=2026-1-1")).toEqual({
    ...NO_FILTERS,
    boardId: null,
    from: "",
    to: "",
  });
});
