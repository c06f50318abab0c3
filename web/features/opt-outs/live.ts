// How live events change the list of opt-outs: the latest first.
import { contactChanged } from "../../../api/features/contacts/contract.ts";
import { type OptOut, optOuts } from "../../../api/features/opt-outs/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { findsPerson } from "../../core/words/search-text.ts";

/** The contact of a row has another name, or is gone; its number stays. */
function ofContact(record: OptOut, payload: unknown): OptOut {
  const { contact, contactId } = payload as { contact?: { id: number; name: string }; contactId?: number };
  if (record.contactId === null) return record;
  if (record.contactId === contact?.id) {
    return contact.name === record.name ? record : { ...record, name: contact.name };
  }
  return record.contactId === contactId ? { ...record, name: "", contactId: null } : record;
}

liveList(optOuts.list, {
  belongs: ({ name, number }, { query = {} }) => findsPerson(query.searchParam?.trim() ?? "", name, number),
  sort: (a, b) => b.id - a.id,
  related: (record, event, payload) => event === contactChanged ? ofContact(record, payload) : record,
});
