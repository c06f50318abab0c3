import { byName } from "../../../api/contract/words/name-order.ts";
import { users } from "../../../api/features/users/contract.ts";
import { liveList } from "../../core/events/lists.ts";

liveList(users.list, { sort: byName });
liveList(users.colleagues, { sort: byName });
