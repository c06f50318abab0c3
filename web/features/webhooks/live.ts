// How live events change the list of webhooks, in the server's order.
import { byName } from "../../../api/contract/words/name-order.ts";
import { webhooks } from "../../../api/features/webhooks/contract.ts";
import { liveList } from "../../core/events/lists.ts";

liveList(webhooks.list, { belongs: () => true, sort: byName });
