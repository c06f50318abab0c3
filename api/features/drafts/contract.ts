// What a person was writing, per ticket and mode, on all their devices.
import { z } from "zod";
import { endpoint, Id, Instant, Ok, text } from "../../contract/endpoint.ts";
import { signal } from "../../contract/event.ts";
import { MAX_MESSAGE_CHARS } from "../../contract/limits.ts";
import { nameChanged } from "../../contract/renamed.ts";

export const modes = ["reply", "note"] as const;
export const DraftMode = z.enum(modes);

export const ServerDraft = z.object({
  ticketId: z.number(),
  mode: DraftMode,
  /** Empty: there is none any more. */
  text: z.string(),
  /** Counts the changes of this draft; a writer says which one it saw. */
  rev: z.number(),
  updatedAt: Instant,
});
export type ServerDraft = z.infer<typeof ServerDraft>;

/** Told to this person's other devices only. */
export const draftChanged = signal(
  "company-{id}-draft",
  z.object({ action: z.literal("update"), draft: ServerDraft }),
);

/** What a colleague had begun to write when the ticket went from them to this person. */
export const OfferedDraft = z.object({
  ticketId: z.number(),
  mode: DraftMode,
  userId: z.number(),
  userName: z.string(),
  text: z.string(),
  updatedAt: Instant,
});
export type OfferedDraft = z.infer<typeof OfferedDraft>;

/** Told to the ticket's owner and the former one. It carries no text: the right to read it is asked when it is fetched. */
export const draftsOffered = signal("company-{id}-draft-offer", z.object({ ticketId: z.number() }));

export const drafts = {
  list: endpoint({
    method: "GET",
    path: "/drafts",
    summary: "All drafts of this person.",
    access: "user",
    response: z.array(ServerDraft),
  }),
  write: endpoint({
    method: "PUT",
    path: "/drafts/{ticketId}/{mode}",
    summary:
      "Keeps a draft; an empty text ends it. One that another device changed since `base` is refused, and the answer carries it.",
    access: "user",
    params: z.object({ ticketId: Id("ticket"), mode: DraftMode }),
    body: z.object({
      text: text(MAX_MESSAGE_CHARS),
      /** The `rev` this device last saw, 0 for none. */
      base: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    response: ServerDraft,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_DRAFT_CHANGED"],
  }),
  offered: endpoint({
    method: "GET",
    path: "/drafts/offered",
    summary: "What colleagues had begun to write in tickets that are this person's now, newest first.",
    access: "user",
    response: z.array(OfferedDraft),
    live: [draftsOffered, nameChanged],
  }),
  dismiss: endpoint({
    method: "DELETE",
    path: "/drafts/offered/{ticketId}/{userId}/{mode}",
    summary: "This person used what a colleague left, or does not want it. It stays the colleague's draft.",
    access: "user",
    params: z.object({ ticketId: Id("ticket"), userId: Id("user"), mode: DraftMode }),
    response: Ok,
    errors: ["ERR_NO_TICKET_FOUND"],
  }),
};
