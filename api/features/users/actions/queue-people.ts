// Who works in a queue, as the editor of a queue says it (docs/product/queues.md#one-screen).
import { refuse } from "../../../contract/errors.ts";
import type { Viewer } from "../../../contract/permissions.ts";
import { rightsChanged } from "../../../core/live/rights.ts";
import type { Tx } from "../../../../db/tenant.ts";
import * as queries from "../queries.ts";
import { announceUsers, guardOperator } from "./people.ts";

/** Makes these people, and no others, work in a queue. Refuses ERR_NO_USER_FOUND; an operator is moved by operators only. */
export async function setPeople(tx: Tx, me: Viewer, queueId: number, userIds: readonly number[]): Promise<void> {
  await queries.lock(tx);
  const changed = await queries.differing(tx, queueId, userIds);
  if (changed === null) return refuse("ERR_NO_USER_FOUND");
  for (const user of changed) guardOperator(me, user);
  await queries.setPeople(tx, queueId, userIds);
  for (const { id } of changed) rightsChanged(tx, id);
  await announceUsers(tx, changed.map(({ id }) => id));
}
