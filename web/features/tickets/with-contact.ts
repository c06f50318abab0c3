// A contact's change inside the tickets that show it.
import type { Contact } from "../../../api/features/contacts/contract.ts";
import type { Ticket } from "../../../api/features/tickets/contract.ts";

/** The ticket with its contact's new name, picture and number; the same object when the change is about another contact. */
export function withContact<R>(record: R, payload: unknown): R {
  const ticket = record as unknown as Ticket;
  const contact = (payload as { contact?: Contact }).contact;
  if (!contact || ticket.contact?.id !== contact.id) return record;
  const { id, name, urlPicture, number, isGroup } = contact;
  return { ...record, contact: { id, name, urlPicture, number, isGroup } };
}
