// The board: tickets as cards in lanes (docs/product/kanban.md).
import { z } from "zod";
import { Day, endpoint, Id, IdOrNone, jsonList, Ok, pageFacts } from "../../contract/endpoint.ts";
import { manyChanged } from "../../contract/many.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { contactChanged } from "../contacts/contract.ts";
import { Tag } from "../tags/contract.ts";
import { Ticket, ticketChanged } from "../tickets/contract.ts";

/** Cards of one answer: a board of 3,000 comes in six. */
export const BOARD_PAGE = 500;
/** The states of tickets that stand on the board. */
export const boardStatuses: readonly string[] = ["open", "pending"];

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
    summary: "The lanes, in the order of the board.",
    access: "user",
    plan,
    response: z.object({ lista: z.array(Tag) }),
  }),
  order: endpoint({
    method: "PUT",
    path: "/tag/kanban/order",
    summary: "Gives the lanes their places, from the left.",
    access: "dashboard:view",
    plan,
    audit: true,
    body: z.object({ ids: z.array(Id("tag")).min(1, "required").max(200) }),
    response: Ok,
    errors: ["ERR_NO_TAG_FOUND"],
  }),
};
