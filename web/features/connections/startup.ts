import { byName } from "../../../api/contract/words/name-order.ts";
import { type Connection, connections } from "../../../api/features/connections/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { importTold } from "./import/import-told.ts";

/** The default first, then by name. */
const sort = (a: Connection, b: Connection) => Number(b.isDefault) - Number(a.isDefault) || byName(a, b);
liveList(connections.list, { related: importTold, sort });
liveList(connections.filter, { related: importTold, sort });
