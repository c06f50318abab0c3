import { must, refuse } from "../../contract/errors.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { chatbot as calls } from "./contract.ts";
import { checkTargets, countBelow, optionById, removeOption, saveOption, saveOptions } from "./options.ts";
import * as queries from "./queries.ts";

/** Mounts the calls of a tree's options one at a time. */
export function chatbotRoutes(api: Api): void {
  route(api, calls.show, async ({ tx, params }) => (await find(tx, params.id)).option);

  route(api, calls.create, async ({ tx, body }) => {
    await queries.lock(tx);
    must(await queries.byId(tx, body.queueId), "ERR_NO_QUEUE_FOUND");
    if (body.parentId) {
      const parent = await find(tx, body.parentId);
      if (parent.queueId !== body.queueId) refuse("ERR_NO_CHATBOT_FOUND");
      checkParent(parent.option);
    }
    await checkTargets(tx, [body]);
    const position = await countBelow(tx, body.queueId, body.parentId) + 1;
    const id = await saveOption(tx, body.queueId, body.parentId, position, body, null);
    await saveOptions(tx, body.queueId, id, body.options);
    return (await find(tx, id)).option;
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    await queries.lock(tx);
    const { option, queueId, parentId } = await find(tx, id);
    before(option);
    await checkTargets(tx, [body]);
    await saveOption(tx, queueId, parentId, await positionOf(tx, id), body, id);
    await saveOptions(tx, queueId, id, body.options);
    return (await find(tx, id)).option;
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    const { option, queueId } = await find(tx, id);
    before(option);
    await removeOption(tx, queueId, id);
    return { ok: true as const };
  });
}

async function find(tx: Tx, id: number) {
  return must(await optionById(tx, id), "ERR_NO_CHATBOT_FOUND");
}
/** Below an option that hands over, or has no text, nobody could choose. */
function checkParent({ queueType, greetingMessage }: { queueType: string; greetingMessage: string }): void {
  if (queueType === "text" && greetingMessage.trim()) return;
  refuse("ERR_VALIDATION", { details: [{ path: "body.parentId", message: "value" }] });
}
async function positionOf(tx: Tx, id: number): Promise<number> {
  const [row] = await tx<{ position: number }[]>`
    select position from app.chatbot_options where company_id = ${tx.companyId} and id = ${id}`;
  return row!.position;
}
