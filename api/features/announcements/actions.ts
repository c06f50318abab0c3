// What the session tells of announcements.
import { ANNOUNCEMENT } from "../../contract/limits.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

/** Ids of the announcements that this person has yet to see, the most important first, at most `ANNOUNCEMENT.unseen`. */
export function unseenBy(tx: Tx, userId: number): Promise<number[]> {
  return queries.unseen(tx, userId, ANNOUNCEMENT.unseen);
}
