// Who else has a ticket open, and who answers it (docs/product/presence.md). It is true while it is said; only that somebody came is kept.
import { z } from "zod";
import { endpoint, Id, Ok } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";

/** Said anew this often while it is so, ms. */
export const PRESENCE_EVERY_MS = 12_000;
/** A state that was last heard this long ago is over, ms: a window was closed without a word. */
export const PRESENCE_GONE_MS = 30_000;

export const PresenceState = z.enum(["viewing", "answering", "gone"]);
export type PresenceState = z.infer<typeof PresenceState>;

/** Not kept: a colleague looks at a ticket, answers it, or has left. */
export const presenceSaid = signal(
  "company-{id}-presence",
  z.object({ ticketId: z.number(), user: z.object({ id: z.number(), name: z.string() }), state: PresenceState }),
);

export const presence = {
  say: endpoint({
    method: "POST",
    path: "/presence/{ticketId}",
    summary: "Says that one looks at a ticket, answers it, or has left it. Not kept.",
    access: "user",
    params: z.object({ ticketId: Id("ticket") }),
    body: z.object({ state: PresenceState }),
    response: Ok,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
};
