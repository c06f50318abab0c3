import { must, refuse } from "../../contract/errors.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { renamed } from "../../core/live/names.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import { releaseQueue } from "../tickets/actions/release.ts";
import { announceUsers } from "../users/actions/people.ts";
import { chatbotRoutes } from "./chatbot-routes.ts";
import { type Queue, queueChanged, type QueueFull, queues as calls } from "./contract.ts";
import { saveOptions, treeOf } from "./options.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of queues. */
export function queues(api: Api, _parts: Parts): void {
  chatbotRoutes(api);
  route(api, calls.list, ({ tx }) => queries.list(tx));

  route(
    api,
    calls.show,
    async ({ tx, params }) => whole(tx, must(await queries.byId(tx, params.id), "ERR_NO_QUEUE_FOUND")),
  );

  route(api, calls.create, async ({ tx, body }) => {
    await queries.lock(tx);
    const room = await queries.room(tx);
    if (room.used >= room.allowed) refuse("ERR_PLAN_LIMIT");
    if (room.used > 0) needsGreeting(body.greetingMessage);
    await refuseTaken(tx, body, null);
    const queue = await queries.insert(tx, body);
    await saveOptions(tx, queue.id, null, body.chatbots ?? []);
    emit(tx, queueChanged, everybody, { action: "create", queue });
    return whole(tx, queue);
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    await queries.lock(tx);
    const old = await whole(tx, must(await queries.byId(tx, id), "ERR_NO_QUEUE_FOUND"));
    before(old);
    const greeting = body.greetingMessage ?? old.greetingMessage;
    const options = body.chatbots ?? old.chatbots;
    // A queue that was so before stays changeable; only the change itself may not empty the greeting above a menu.
    if ((body.greetingMessage ?? body.chatbots) !== undefined && options.length > 0 && !greeting.trim()) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.greetingMessage", message: "required" }] });
    }
    if (body.greetingMessage !== undefined && old.greetingMessage.trim() && (await queries.room(tx)).used > 1) {
      needsGreeting(body.greetingMessage);
    }
    const { name = old.name, color = old.color } = body;
    await refuseTaken(tx, { name, color }, id);
    const queue = must(await queries.update(tx, id, body), "ERR_NO_QUEUE_FOUND");
    if (body.chatbots) await saveOptions(tx, id, null, body.chatbots);
    emit(tx, queueChanged, everybody, { action: "update", queue });
    if (old.name !== queue.name || old.color !== queue.color) {
      await announceUsers(tx, await queries.members(tx, id));
      renamed(tx, "queue", queue);
    }
    return whole(tx, queue);
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    before(await whole(tx, must(await queries.byId(tx, id), "ERR_NO_QUEUE_FOUND")));
    await releaseQueue(tx, id);
    const members = await queries.members(tx, id);
    await queries.remove(tx, id);
    for (const userId of members) rightsChanged(tx, userId);
    await announceUsers(tx, members);
    emit(tx, queueChanged, everybody, { action: "delete", queueId: id });
    return { ok: true as const };
  });
}

/** Where customers choose among queues, each greets who comes (docs/product/queues.md#fields). */
function needsGreeting(greeting: string): void {
  if (!greeting.trim()) refuse("ERR_VALIDATION", { details: [{ path: "body.greetingMessage", message: "required" }] });
}

async function whole(tx: Tx, queue: Queue): Promise<QueueFull> {
  return { ...queue, schedules: await queries.schedules(tx, queue.id), chatbots: await treeOf(tx, queue.id) };
}
async function refuseTaken(tx: Tx, fields: { name: string; color: string }, exceptId: number | null): Promise<void> {
  const taken = await queries.taken(tx, fields, exceptId);
  if (taken.color) refuse("ERR_QUEUE_COLOR_ALREADY_EXISTS");
  if (taken.name) refuse("ERR_DUPLICATED_NAME");
}
