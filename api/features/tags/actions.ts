// What other features need of tags.
import { emit, everybody } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Tag, tagChanged } from "./contract.ts";
import * as queries from "./queries.ts";

/** Tells of these tags as they are now: how many have one is shown beside it. */
export async function tellTags(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const tag of ids.length ? await queries.byIds(tx, [...new Set(ids)]) : []) {
    emit(tx, tagChanged, everybody, { action: "update", tag });
  }
}

/** Those of these tags that exist. */
export function tagsById(tx: Tx, ids: readonly number[]): Promise<Tag[]> {
  return queries.byIds(tx, ids);
}
