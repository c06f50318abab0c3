// How live events change the list of integrations, in the server's order.
import { byName } from "../../../api/contract/words/name-order.ts";
import { integrations } from "../../../api/features/integrations/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

liveList(integrations.list, {
  belongs: ({ name }, { query = {} }) => foldText(name).includes(foldText(query.searchParam?.trim() ?? "")),
  sort: byName,
});
