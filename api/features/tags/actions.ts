// What other features need of tags.
import { refuse } from "../../contract/errors.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { announceSame } from "../tickets/actions/announce.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Tag, tagChanged } from "./contract.ts";
import * as queries from "./queries.ts";
import * as held from "./ticket-queries.ts";

/** Tells of these tags as they are now: how many have one is shown beside it. */
export async function tellTags(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const tag of ids.length ? await queries.byIds(tx, [...new Set(ids)]) : []) {
    emit(tx, tagChanged, everybody, { action: "update", tag });
  }
}

/** Puts a ticket, which the caller holds, into a lane of a board, and tells of it. */
export async function putIntoLane(tx: Tx, ticketId: number, laneId: number): Promise<void> {
  const lane = await queries.byId(tx, laneId);
  if (!lane || lane.boardId === null) return;
  await tellTags(tx, await held.joinTicket(tx, ticketId, lane));
  await announceSame(tx, ticketId);
}

/** The lanes of a board, in their order; of the company's first where none is named. */
export const lanes = async (tx: Tx, boardId?: number): Promise<Tag[]> =>
  queries.all(tx, 1, boardId ?? await held.firstBoard(tx));

/** Gives lanes their places on their board; those that are not named keep theirs. Refuses ERR_NO_TAG_FOUND where one is no lane. */
export async function orderLanes(tx: Tx, ids: readonly number[]): Promise<void> {
  await queries.lock(tx);
  const known = new Set((await queries.all(tx, 1)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) refuse("ERR_NO_TAG_FOUND");
  await tellTags(tx, await queries.order(tx, ids));
}

/** Those of these tags that exist. */
export function tagsById(tx: Tx, ids: readonly number[]): Promise<Tag[]> {
  return queries.byIds(tx, ids);
}
