import { byName } from "../../../api/contract/words/name-order.ts";
import { type Contact, contacts } from "../../../api/features/contacts/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

const finds = (needle: string, { name, number, email }: Contact) =>
  !needle.trim() || foldText(`${name} ${number} ${email}`).includes(foldText(needle.trim()));
const tagged = (wanted: string | undefined, contact: Contact) => {
  const ids = wanted ? JSON.parse(wanted) as unknown[] : null;
  return ids === null || contact.tags.some(({ id }) => ids.includes(id));
};

// The server's order and filters: by name, groups apart.
liveList(contacts.list, {
  belongs: (contact, { query = {} }) =>
    finds(query.searchParam ?? "", contact) && tagged(query.contactTag, contact) &&
    (!query.channel || query.channel === contact.channel) &&
    (!query.isGroup || query.isGroup === String(contact.isGroup)),
  sort: byName,
});
