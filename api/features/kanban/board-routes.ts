// A company's boards, and what their lanes did.
import { must, refuse } from "../../contract/errors.ts";
import { manyChanged } from "../../contract/many.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { type Api, route } from "../../core/http/route.ts";
import { dayRange } from "../../core/lists/day-range.ts";
import type { Tx } from "../../../db/tenant.ts";
import { tagChanged } from "../tags/contract.ts";
import { lanes } from "../tags/actions.ts";
import * as boards from "./board-queries.ts";
import { type Board, boardChanged, kanban as calls } from "./contract.ts";

/** Mounts the calls of boards. */
export function boardRoutes(api: Api): void {
  route(api, calls.boards, ({ tx }) => boards.all(tx));

  route(api, calls.createBoard, async ({ tx, body }) => {
    await boards.lock(tx);
    await refuseTaken(tx, body.name, null);
    return await tell(tx, "create", await boards.insert(tx, body.name), body.queueIds);
  });

  route(api, calls.updateBoard, async ({ tx, params: { id }, body, before }) => {
    await boards.lock(tx);
    before(must(await boards.byId(tx, id), "ERR_NO_BOARD_FOUND"));
    await refuseTaken(tx, body.name, id);
    await boards.rename(tx, id, body.name);
    return await tell(tx, "update", id, body.queueIds);
  });

  route(api, calls.removeBoard, async ({ tx, params: { id }, before }) => {
    await boards.lock(tx);
    const board = must(await boards.byId(tx, id), "ERR_NO_BOARD_FOUND");
    if ((await boards.all(tx)).length === 1) refuse("ERR_LAST_BOARD");
    before(board);
    const gone = await lanes(tx, id);
    const held = await boards.remove(tx, id);
    for (const lane of gone) emit(tx, tagChanged, everybody, { action: "delete", tagId: lane.id });
    emit(tx, boardChanged, everybody, { action: "delete", boardId: id });
    if (held) emit(tx, manyChanged, everybody, { action: "refresh" });
    return { ok: true as const };
  });

  route(api, calls.conversion, async ({ tx, me, query }) => {
    const known = await boards.all(tx);
    const board = must(known.find(({ id }) => id === (query.boardId ?? known[0]?.id)), "ERR_NO_BOARD_FOUND");
    const range = await dayRange(tx, me.timezone, { from: query.dateStart, to: query.dateEnd });
    return {
      lanes: await boards.conversion(tx, me, board.id, range),
      reasons: await boards.reasons(tx, me, board.id, range),
    };
  });
}

async function refuseTaken(tx: Tx, name: string, exceptId: number | null): Promise<void> {
  const same = (one: string) => one.toLowerCase() === name.toLowerCase();
  if ((await boards.all(tx)).some((board) => board.id !== exceptId && same(board.name))) refuse("ERR_DUPLICATED_NAME");
}
/** Gives a board its queues and tells everybody of it. Refuses ERR_NO_QUEUE_FOUND where the company has not all of them. */
async function tell(tx: Tx, action: "create" | "update", id: number, queueIds: readonly number[]): Promise<Board> {
  const wanted = [...new Set(queueIds)];
  if (await boards.setQueues(tx, id, wanted) !== wanted.length) refuse("ERR_NO_QUEUE_FOUND");
  const board = must(await boards.byId(tx, id), "ERR_NO_BOARD_FOUND");
  emit(tx, boardChanged, everybody, { action, board });
  return board;
}
