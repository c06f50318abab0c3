// How live events change the lists of files, in the server's order.
import { byName } from "../../../api/contract/words/name-order.ts";
import { fileLists } from "../../../api/features/file-lists/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

liveList(fileLists.list, {
  belongs: ({ name, message }, { query = {} }) =>
    foldText(`${name} ${message}`).includes(foldText(query.searchParam?.trim() ?? "")),
  sort: byName,
});
