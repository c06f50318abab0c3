// Notes on a ticket: what colleagues should know of this contact (docs/product/ticket-notes.md).
import { z } from "zod";
import { endpoint, Id, IdParam, Instant, Ok, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { nameChanged } from "../../contract/renamed.ts";
import { UserBadge } from "../users/contract.ts";

export const TicketNote = z.object({
  id: z.number(),
  note: z.string(),
  /** Null: they have left. */
  user: UserBadge.nullable(),
  createdAt: Instant,
  ticketId: z.number(),
  contactId: z.number(),
});
export type TicketNote = z.infer<typeof TicketNote>;

/** Characters of a note. */
export const NOTE_MIN = 2;
export const NOTE_MAX = 4000;
const note = text(NOTE_MAX).trim().min(NOTE_MIN, "too_short");
export const NoteForm = z.object({ note });

export const noteChanged = changes("company-{id}-ticketNote", "ticketNote", "ticketNoteId", TicketNote);

export const ticketNotes = {
  list: endpoint({
    method: "GET",
    path: "/ticket-notes/list",
    summary: "Notes of a ticket, or of all tickets of a contact that one may see; the latest first, 200 at most.",
    access: "user",
    live: [noteChanged, nameChanged],
    query: z.object({ ticketId: Id("ticket").optional(), contactId: Id("contact").optional() }),
    response: z.array(TicketNote),
  }),
  create: endpoint({
    method: "POST",
    path: "/ticket-notes",
    summary: "Writes a note on a ticket.",
    access: "user",
    body: NoteForm.extend({ ticketId: Id("ticket"), contactId: Id("contact").optional() }),
    response: TicketNote,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_CONTACT_FOUND"],
  }),
  update: endpoint({
    method: "PUT",
    path: "/ticket-notes/{id}",
    summary: "Changes a note: its writer's, or any for an admin.",
    access: "user",
    params: IdParam("ticketNote"),
    body: NoteForm,
    response: TicketNote,
    errors: ["ERR_NO_NOTE_FOUND", "ERR_NO_PERMISSION"],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/ticket-notes/{id}",
    summary: "Deletes a note: its writer's, or any for an admin.",
    access: "user",
    params: IdParam("ticketNote"),
    response: Ok,
    errors: ["ERR_NO_NOTE_FOUND", "ERR_NO_PERMISSION"],
  }),
};
