// How live events change the list of campaigns: the latest first.
import { campaigns } from "../../../api/features/campaigns/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { foldText } from "../../core/words/search-text.ts";

liveList(campaigns.list, {
  belongs: ({ name, status }, { query = {} }) =>
    foldText(name).includes(foldText(query.searchParam?.trim() ?? "")) &&
    (query.status === undefined || query.status === status),
  sort: (a, b) => b.id - a.id,
});
