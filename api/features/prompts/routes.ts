import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { companyValues, writeCompanyValue } from "../settings/actions.ts";
import { lock as lockTicket } from "../tickets/queries.ts";
import { type Prompt, promptChanged, type PromptForm, prompts as calls } from "./contract.ts";
import { handToPeople } from "./actions/hand-over.ts";
import { openKeys, sealKeys } from "./actions/keys.ts";
import * as queries from "./queries.ts";
import { offeredModels, tryOut } from "./test.ts";

/** Mounts the calls of prompts. */
export function prompts(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { prompts: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.test, ({ me, body }) => tryOut(me.companyId, body));
  route(api, calls.models, ({ me, body }) => offeredModels(me.companyId, body));
  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(api, calls.create, async ({ tx, body }) => {
    await queries.lock(tx);
    await check(tx, body, null);
    const id = await queries.insert(tx, { ...columnsOf(body), name: body.name });
    await saveKeys(tx, id, body);
    await chooseHelper(tx, id, body);
    const prompt = await find(tx, id);
    emit(tx, promptChanged, admins, { action: "create", prompt });
    return prompt;
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    before(old);
    await check(tx, body, id);
    // A stored key goes only to the address that it was stored for.
    if (old.hasKey && !body.apiKey && body.baseUrl !== undefined && body.baseUrl !== old.baseUrl) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.apiKey", message: "required" }] });
    }
    // Who mends it need not wait for the pause to end.
    await queries.update(tx, id, { ...columnsOf(body), paused_until: null });
    await saveKeys(tx, id, body);
    await chooseHelper(tx, id, body);
    const prompt = await find(tx, id);
    emit(tx, promptChanged, admins, { action: "update", prompt });
    return prompt;
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    before(await find(tx, id));
    await chooseHelper(tx, id, { helpsPeople: false });
    for (const ticketId of await queries.leads(tx, id)) {
      const ticket = await lockTicket(tx, ticketId);
      if (ticket) await handToPeople(tx, ticket, "deleted");
    }
    await queries.remove(tx, id);
    emit(tx, promptChanged, admins, { action: "delete", promptId: id });
    return { ok: true as const, message: "Prompt deleted" };
  });
}

async function find(tx: Tx, id: number): Promise<Prompt> {
  return must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
}
async function check(tx: Tx, { name, queueId }: PromptForm, id: number | null): Promise<void> {
  if (await queries.taken(tx, name, id)) refuse("ERR_DUPLICATED_NAME");
  if (!await queries.hasQueue(tx, queueId)) refuse("ERR_NO_QUEUE_FOUND");
}

const columns: [keyof PromptForm, keyof queries.Columns][] = [
  ["name", "name"],
  ["prompt", "prompt"],
  ["model", "model"],
  ["baseUrl", "base_url"],
  ["maxTokens", "max_tokens"],
  ["temperature", "temperature"],
  ["maxMessages", "max_messages"],
  ["queueId", "queue_id"],
  ["voice", "voice"],
  ["voiceRegion", "voice_region"],
  ["transcriptionModel", "transcription_model"],
  ["knowsQuickMessages", "knows_quick_messages"],
  ["knowsFileLists", "knows_file_lists"],
];
function columnsOf(body: PromptForm): queries.Columns {
  const { priceIn, priceOut } = body;
  return {
    ...Object.fromEntries(
      columns.filter(([field]) => body[field] !== undefined).map(([field, column]) => [column, body[field]]),
    ),
    ...priceIn !== undefined && { price_in: priceIn || null },
    ...priceOut !== undefined && { price_out: priceOut || null },
  };
}

/** Makes it the prompt that helps people, in another's place, or takes it from there. */
async function chooseHelper(tx: Tx, id: number, { helpsPeople }: Pick<PromptForm, "helpsPeople">): Promise<void> {
  const { assistantPromptId } = await companyValues(tx);
  if (helpsPeople === undefined || helpsPeople === (assistantPromptId === String(id))) return;
  await writeCompanyValue(tx, "assistantPromptId", helpsPeople ? String(id) : "");
  const replaced = helpsPeople && assistantPromptId ? await queries.byId(tx, Number(assistantPromptId)) : undefined;
  if (replaced) emit(tx, promptChanged, admins, { action: "update", prompt: replaced });
}

/** Seals what was given; an empty key stays as it is. */
async function saveKeys(tx: Tx, id: number, { apiKey, voiceKey }: PromptForm): Promise<void> {
  if (!apiKey && !voiceKey) return;
  const keys = {
    ...openKeys(tx.companyId, id, await queries.sealedOf(tx, id)),
    ...apiKey && { apiKey },
    ...voiceKey && { voiceKey },
  };
  await queries.update(tx, id, {
    sealed: sealKeys(tx.companyId, id, keys),
    has_key: Boolean(keys.apiKey),
    has_voice_key: Boolean(keys.voiceKey),
  });
}
