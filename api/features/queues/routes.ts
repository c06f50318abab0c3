import type { z } from "zod";
import { must, refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { renamed } from "../../core/live/names.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import { releaseQueue } from "../tickets/actions/release.ts";
import { mustHaveFileList } from "../file-lists/actions.ts";
import { mustHaveIntegration } from "../integrations/actions/known.ts";
import { offerQueue } from "../connections/actions/offering.ts";
import { announceUsers } from "../users/actions/people.ts";
import { setPeople } from "../users/actions/queue-people.ts";
import { chatbotRoutes } from "./chatbot-routes.ts";
import type { QueueUpdate } from "../../contract/rules/queue-form.ts";
import { type Queue, queueChanged, type QueueFull, queues as calls } from "./contract.ts";
import { saveOptions, treeOf } from "./options.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of queues. */
export function queues(api: Api, parts: Parts): void {
  chatbotRoutes(api);
  route(api, calls.list, ({ tx }) => queries.list(tx));

  route(
    api,
    calls.show,
    async ({ tx, params }) => whole(tx, must(await queries.byId(tx, params.id), "ERR_NO_QUEUE_FOUND")),
  );

  route(api, calls.create, async ({ tx, me, body }) => {
    await queries.lock(tx);
    const room = await queries.room(tx);
    if (room.used >= room.allowed) refuse("ERR_PLAN_LIMIT");
    if (room.used > 0) needsGreeting(body.greetingMessage);
    await refuseTaken(tx, body, null);
    await mustHaveFileList(tx, body.fileListId);
    await mustHaveIntegration(tx, body.integrationId);
    const queue = await queries.insert(tx, body);
    await saveOptions(tx, queue.id, null, body.chatbots ?? []);
    emit(tx, queueChanged, everybody, { action: "create", queue });
    await setUp(tx, parts, me, queue.id, body);
    return whole(tx, queue);
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body, before }) => {
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
    await mustHaveFileList(tx, body.fileListId);
    await mustHaveIntegration(tx, body.integrationId);
    const queue = must(await queries.update(tx, id, body), "ERR_NO_QUEUE_FOUND");
    if (body.chatbots) await saveOptions(tx, id, null, body.chatbots);
    emit(tx, queueChanged, everybody, { action: "update", queue });
    if (old.name !== queue.name || old.color !== queue.color) {
      await announceUsers(tx, await queries.members(tx, id));
      renamed(tx, "queue", queue);
    }
    await setUp(tx, parts, me, id, body);
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

/** Who works in a queue and where it is offered: each by whoever may change it elsewhere, too. */
async function setUp(
  tx: Tx,
  parts: Parts,
  me: Me,
  queueId: number,
  { userIds, whatsapps }: Pick<z.output<typeof QueueUpdate>, "userIds" | "whatsapps">,
): Promise<void> {
  if (userIds && !can(me, "users:manage") || whatsapps && !can(me, "connections-page:addConnection")) {
    refuse("ERR_NO_PERMISSION");
  }
  if (userIds) await setPeople(tx, me, queueId, userIds);
  if (whatsapps) await offerQueue(tx, parts, queueId, whatsapps);
}

async function whole(tx: Tx, queue: Queue): Promise<QueueFull> {
  return {
    ...queue,
    schedules: await queries.schedules(tx, queue.id),
    chatbots: await treeOf(tx, queue.id),
    userIds: await queries.members(tx, queue.id),
    whatsappIds: await queries.offering(tx, queue.id),
  };
}
async function refuseTaken(tx: Tx, fields: { name: string; color: string }, exceptId: number | null): Promise<void> {
  const taken = await queries.taken(tx, fields, exceptId);
  if (taken.color) refuse("ERR_QUEUE_COLOR_ALREADY_EXISTS");
  if (taken.name) refuse("ERR_DUPLICATED_NAME");
}
