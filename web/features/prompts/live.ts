// How live events change the list of prompts, in the server's order.
import { byName } from "../../../api/contract/words/name-order.ts";
import { prompts } from "../../../api/features/prompts/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

liveList(prompts.list, {
  belongs: ({ name }, { query = {} }) => foldText(name).includes(foldText(query.searchParam?.trim() ?? "")),
  sort: byName,
});
