// What a device keeps for working offline: the live tickets this person sees, with their latest messages, and what changed since.
import { z } from "zod";
import { endpoint, Id, Instant } from "../../contract/endpoint.ts";
import { Message } from "../messages/contract.ts";
import { Ticket } from "../tickets/contract.ts";

export const sync = {
  tickets: endpoint({
    method: "GET",
    path: "/sync/tickets",
    summary:
      "Live tickets (all but closed) this person sees, latest change first, each with its newest messages, oldest of them first. With `since` only what changed.",
    access: "user",
    query: z.object({
      /** Only tickets changed at or after this instant: the `at` of an earlier round. */
      since: z.iso.datetime({ offset: true }).optional(),
      /** The `next` of the page before. */
      after: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(50).optional().default(25),
      messages: z.coerce.number().int().min(0).max(40).optional().default(40),
    }),
    response: z.object({
      tickets: z.array(z.object({ ticket: Ticket, messages: z.array(Message) })),
      next: z.string().nullable(),
      /** On the first page: the ids of all live tickets this person sees, at most 2,000; what is not among them is over. */
      ids: z.array(Id("ticket")).nullable(),
      /** When this round began, for the next `since`. */
      at: Instant,
    }),
    errors: ["ERR_BAD_CURSOR"],
  }),
};
