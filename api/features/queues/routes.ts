import { must, refuse } from "../../contract/errors.ts";
import { emit, everybody } from "../../core/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { rightsChanged } from "../session/actions.ts";
import { releaseQueue } from "../tickets/actions.ts";
import { announceUsers } from "../users/actions.ts";
import { queueChanged, queues as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of queues (spec 2 §7). */
export function queues(api: Api, _parts: Parts): void {
  route(api, calls.list, ({ tx }) => queries.list(tx));

  route(api, calls.show, async ({ tx, params }) => must(await queries.byId(tx, params.id), "ERR_NO_QUEUE_FOUND"));

  route(api, calls.create, async ({ tx, body }) => {
    await queries.lock(tx);
    const room = await queries.room(tx);
    if (room.used >= room.allowed) refuse("ERR_PLAN_LIMIT");
    await refuseTaken(tx, body, null);
    const queue = await queries.insert(tx, body);
    emit(tx, queueChanged, everybody, { action: "create", queue });
    return queue;
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    await queries.lock(tx);
    const old = must(await queries.byId(tx, id), "ERR_NO_QUEUE_FOUND");
    before(old);
    await refuseTaken(tx, body, id);
    const queue = must(await queries.update(tx, id, body), "ERR_NO_QUEUE_FOUND");
    emit(tx, queueChanged, everybody, { action: "update", queue });
    // People, tickets and connections carry their queues' names and colours: whoever shows some fetches anew.
    if (old.name !== queue.name || old.color !== queue.color) {
      await announceUsers(tx, await queries.members(tx, id));
      rightsChanged(tx, "everybody");
    }
    return queue;
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    before(must(await queries.byId(tx, id), "ERR_NO_QUEUE_FOUND"));
    await releaseQueue(tx, id);
    const members = await queries.members(tx, id);
    await queries.remove(tx, id);
    for (const userId of members) rightsChanged(tx, userId);
    await announceUsers(tx, members);
    emit(tx, queueChanged, everybody, { action: "delete", queueId: id });
    return { ok: true as const };
  });
}

async function refuseTaken(tx: Tx, fields: { name: string; color: string }, exceptId: number | null): Promise<void> {
  const taken = await queries.taken(tx, fields, exceptId);
  if (taken.color) refuse("ERR_QUEUE_COLOR_ALREADY_EXISTS");
  if (taken.name) refuse("ERR_DUPLICATED_NAME");
}
