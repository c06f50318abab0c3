import { connections } from "../../../api/features/connections/contract.ts";
import { liveList } from "../../core/events/lists.ts";
import { importTold } from "./import/import-told.ts";

liveList(connections.list, { related: importTold });
liveList(connections.filter, { related: importTold });
