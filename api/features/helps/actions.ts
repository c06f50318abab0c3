// What the session tells of help videos.
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

/** How many help videos there are: the menu has an entry where there is one. */
export function countHelps(tx: Tx): Promise<number> {
  return queries.count(tx);
}
