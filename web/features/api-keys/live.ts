// How live events change the list of API keys: those that were ended last, of each the newest first.
import { apiKeys } from "../../../api/features/api-keys/contract.ts";
import { liveList } from "../../core/events/lists.ts";

liveList(apiKeys.list, {
  belongs: () => true,
  sort: (a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null) || b.id - a.id,
});
