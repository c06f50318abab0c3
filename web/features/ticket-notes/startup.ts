// How live events change the lists of notes: the latest first, by ticket or by contact.
import { ticketNotes } from "../../../api/features/ticket-notes/contract.ts";
import { liveList } from "../../core/events/lists.ts";

liveList(ticketNotes.list, {
  belongs: (note, { query = {} }) =>
    (query.ticketId === undefined || Number(query.ticketId) === note.ticketId) &&
    (query.contactId === undefined || Number(query.contactId) === note.contactId),
  sort: (a, b) => b.id - a.id,
});
