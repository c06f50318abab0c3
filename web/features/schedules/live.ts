// How live events change the lists of schedules: the earliest first.
import { contactChanged } from "../../../api/features/contacts/contract.ts";
import { type Schedule, schedules } from "../../../api/features/schedules/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

/** The contact has another name; one that was deleted calls the schedule off, which is told by itself. */
function ofContact(record: Schedule, payload: unknown): Schedule {
  const { contact } = payload as { contact?: { id: number; name: string } };
  const now = record.contact;
  if (!now || now.id !== contact?.id || now.name === contact.name) return record;
  return { ...record, contact: { ...now, name: contact.name } };
}

liveList(schedules.list, {
  belongs: ({ body, contact, contactId, sendAt, status }, { query = {} }) => {
    const at = Date.parse(sendAt);
    return foldText(`${body} ${contact?.name ?? ""}`).includes(foldText(query.searchParam?.trim() ?? "")) &&
      (query.contactId === undefined || Number(query.contactId) === contactId) &&
      (query.dateStart === undefined || at >= Date.parse(query.dateStart)) &&
      (query.dateEnd === undefined || at < Date.parse(query.dateEnd)) &&
      (query.waiting !== "true" || status === "PENDENTE" || status === "ERRO");
  },
  sort: (a, b) => Date.parse(a.sendAt) - Date.parse(b.sendAt) || a.id - b.id,
  related: (record, event, payload) => event === contactChanged ? ofContact(record, payload) : record,
});
