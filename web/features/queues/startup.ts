import { byName } from "../../../api/contract/words/name-order.ts";
import { queues } from "../../../api/features/queues/contract.ts";
import { liveList } from "../../core/events/lists.ts";

// The server's order: by `orderQueue`, queues without one last, then by name.
liveList(queues.list, {
  belongs: () => true,
  sort: (a, b) => (a.orderQueue ?? 10_000) - (b.orderQueue ?? 10_000) || byName(a, b),
});
