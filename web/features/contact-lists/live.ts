// How live events change contact lists and the people on them, in the server's order.
import { byName } from "../../../api/contract/words/name-order.ts";
import { contactLists, listItems } from "../../../api/features/contact-lists/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

const finds = (needle: string | undefined, text: string) => foldText(text).includes(foldText(needle?.trim() ?? ""));

liveList(contactLists.list, {
  belongs: ({ name }, { query = {} }) => finds(query.searchParam, name),
  sort: byName,
});
liveList(contactLists.all, { belongs: () => true, sort: byName });
liveList(listItems.list, {
  belongs: ({ contactListId, name, number, email }, { query }) =>
    contactListId === Number(query?.contactListId) && finds(query?.searchParam, `${name} ${number} ${email}`),
  sort: byName,
});
