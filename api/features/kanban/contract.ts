// The board: tickets as cards in lanes (docs/product/kanban.md).
import { z } from "zod";
import { Day, endpoint, Id, IdOrNone, IdParam, jsonList, Ok, pageFacts, text } from "../../contract/endpoint.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { changes } from "../../contract/event.ts";
import { contactChanged } from "../contacts/contract.ts";
import { queueChanged } from "../queues/contract.ts";
import { Tag } from "../tags/contract.ts";
import { Ticket, ticketChanged } from "../tickets/contract.ts";

/** Cards of one answer: a board of 3,000 comes in six. */
export const BOARD_PAGE = 500;
/** The most that a ticket is worth: a trillion. */
export const VALUE_MAX_CENTS = 100_000_000_000_000;
/** The states of tickets that stand on the board. */
export const boardStatuses: readonly string[] = ["open", "pending"];

export const BOARD_NAME_MAX = 60;
/** A board: its lanes are tags that name it. */
export const Board = z.object({
  id: z.number(),
  name: z.string(),
  /** Its place among the boards; the first is meant where none is named. */
  position: z.number(),
  /** Whose tickets it takes in; none: those of all queues. */
  queueIds: z.array(z.number()),
});
export type Board = z.infer<typeof Board>;
export const boardChanged = changes("company-{id}-board", "board", "boardId", Board);
export const BoardForm = z.object({
  name: text(BOARD_NAME_MAX).trim().min(1, "required"),
  queueIds: z.array(Id("queue")).max(200).optional().default([]),
});

const n = z.number();
/** What a lane did in a range of days, of tickets that the person sees. */
const LaneResult = z.object({
  laneId: n,
  /** Tickets that came into it. */
  came: n,
  /** Those of them that came later, by now, into a lane further right that is not one of what is lost. */
  wentOn: n,
  /** What those that came are worth, in hundredths of the currency. */
  valueCents: n,
});

const plan = "useKanban" as const;
export const kanban = {
  tickets: endpoint({
    method: "GET",
    path: "/ticket/kanban",
    summary: "The board's cards: open and waiting tickets that moved between two days, today where none is named.",
    access: "user",
    plan,
    live: [ticketChanged, contactChanged, nameChanged, manyChanged],
    query: z.object({
      /** 0 stands for tickets without a queue. */
      queueIds: jsonList(IdOrNone("queue")),
      startDate: Day,
      endDate: Day,
      pageNumber: z.coerce.number().int().min(1).max(1_000_000).optional().default(1),
    }),
    response: z.object({ tickets: z.array(Ticket), ...pageFacts }),
  }),
  lanes: endpoint({
    method: "GET",
    path: "/tag/kanban",
    summary: "A board's lanes, in their order; the first board's where none is named.",
    access: "user",
    plan,
    query: z.object({ boardId: Id("board").optional() }),
    response: z.object({ lista: z.array(Tag) }),
  }),
  order: endpoint({
    method: "PUT",
    path: "/tag/kanban/order",
    summary: "Gives lanes their places on their board, from the left.",
    access: "dashboard:view",
    plan,
    audit: true,
    body: z.object({ ids: z.array(Id("tag")).min(1, "required").max(200) }),
    response: Ok,
    errors: ["ERR_NO_TAG_FOUND"],
  }),
  value: endpoint({
    method: "PUT",
    path: "/kanban/tickets/{ticketId}",
    summary: "Says what a ticket is worth, in hundredths of the currency; null: not said.",
    access: "user",
    plan,
    params: z.object({ ticketId: Id("ticket") }),
    body: z.object({ valueCents: z.coerce.number().int().min(0).max(VALUE_MAX_CENTS).nullable() }),
    response: Ticket,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
  boards: endpoint({
    method: "GET",
    path: "/kanban/boards",
    summary: "The company's boards, the first one first.",
    access: "user",
    plan,
    live: [boardChanged, queueChanged],
    response: z.array(Board),
  }),
  createBoard: endpoint({
    method: "POST",
    path: "/kanban/boards",
    summary: "Makes a board without lanes; it stands last.",
    access: "dashboard:view",
    plan,
    audit: true,
    body: BoardForm,
    response: Board,
    errors: ["ERR_DUPLICATED_NAME", "ERR_NO_QUEUE_FOUND"],
  }),
  updateBoard: endpoint({
    method: "PUT",
    path: "/kanban/boards/{id}",
    summary: "Changes a board's name and queues.",
    access: "dashboard:view",
    plan,
    audit: true,
    params: IdParam("board"),
    body: BoardForm,
    response: Board,
    errors: ["ERR_NO_BOARD_FOUND", "ERR_DUPLICATED_NAME", "ERR_NO_QUEUE_FOUND"],
  }),
  removeBoard: endpoint({
    method: "DELETE",
    path: "/kanban/boards/{id}",
    summary: "Deletes a board with its lanes; tickets stay, and stand in no lane of it any more. Not the last one.",
    access: "dashboard:view",
    plan,
    audit: true,
    params: IdParam("board"),
    response: Ok,
    errors: ["ERR_NO_BOARD_FOUND", "ERR_LAST_BOARD"],
  }),
  conversion: endpoint({
    method: "GET",
    path: "/kanban/conversion",
    summary:
      "How many tickets came into each lane of a board in a range of days, how many went on, and why some were won or lost.",
    access: "dashboard:view",
    plan,
    query: z.object({ boardId: Id("board").optional(), dateStart: Day, dateEnd: Day }),
    response: z.object({
      lanes: z.array(LaneResult),
      reasons: z.array(z.object({ laneId: n, reason: z.string(), count: n })),
    }),
    errors: ["ERR_NO_BOARD_FOUND"],
  }),
};
