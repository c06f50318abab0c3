import { must, refuse } from "../../contract/errors.ts";
import { RECORDS_PAGE } from "../../contract/limits.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import type { Tx } from "../../../db/tenant.ts";
import { lock as lockTicket } from "../tickets/queries.ts";
import {
  integrationChanged,
  integrationMistakes,
  integrations as calls,
  type QueueIntegration,
  type QueueIntegrationForm,
} from "./contract.ts";
import { sendAgain } from "./again.ts";
import { lastCalls } from "./calls.ts";
import * as queries from "./queries.ts";
import { openSecrets, readAccount, sealSecrets } from "./secrets.ts";
import { tryOut } from "./test.ts";
import { handToPeople } from "../prompts/actions/hand-over.ts";

/** Mounts the calls of integrations. */
export function integrations(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const search = query.searchParam.trim();
    const [rows, count] = await Promise.all([
      queries.page(tx, search, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, search),
    ]);
    return { queueIntegrations: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.test, ({ me, body }) => tryOut(me.companyId, body));

  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(api, calls.calls, async ({ tx, params }) => {
    await find(tx, params.id);
    return { calls: await lastCalls(tx, params.id) };
  });

  route(api, calls.again, async ({ tx, params, before }) => {
    before(await find(tx, params.id));
    await sendAgain(tx, params.id);
    return { ok: true as const };
  });

  route(api, calls.create, async ({ tx, body }) => {
    await queries.lock(tx);
    const { type = "typebot" } = body;
    check({ ...body, type }, null);
    if (await queries.taken(tx, body.name, null)) refuse("ERR_DUPLICATED_NAME");
    const id = await queries.insert(tx, { ...columnsOf({ ...body, type }), type, name: body.name });
    await saveSecrets(tx, id, body);
    const queueIntegration = await find(tx, id);
    emit(tx, integrationChanged, admins, { action: "create", queueIntegration });
    return queueIntegration;
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    before(old);
    const { type = old.type } = body;
    check({ ...body, type }, old);
    if (await queries.taken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
    // Who mends it need not wait for the pause to end.
    await queries.update(tx, id, { ...columnsOf({ ...body, type }), type, paused_until: null });
    await saveSecrets(tx, id, body);
    const queueIntegration = await find(tx, id);
    emit(tx, integrationChanged, admins, { action: "update", queueIntegration });
    return queueIntegration;
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    await queries.lock(tx);
    before(await find(tx, id));
    const places = await queries.places(tx, id);
    for (const ticketId of await queries.leads(tx, id)) {
      const ticket = await lockTicket(tx, ticketId);
      if (ticket) await handToPeople(tx, ticket, "deleted");
    }
    await queries.remove(tx, id);
    emit(tx, integrationChanged, admins, { action: "delete", integrationId: id });
    return { ok: true as const, places };
  });
}

async function find(tx: Tx, id: number): Promise<QueueIntegration> {
  return must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
}

/** Refuses what an integration of this type cannot work without, each at its field. */
function check(body: Partial<QueueIntegrationForm>, old: QueueIntegration | null): void {
  const mistakes = integrationMistakes({
    type: body.type,
    urlN8N: body.urlN8N ?? old?.urlN8N,
    typebotSlug: body.typebotSlug ?? old?.typebotSlug,
    projectName: body.projectName ?? old?.projectName,
    jsonContent: body.jsonContent,
    hasKey: Boolean(old?.clientEmail),
  }).map(({ field, message }) => ({ path: `body.${field}`, message: message as string }));
  if (body.jsonContent && !readAccount(body.jsonContent)) {
    mistakes.push({ path: "body.jsonContent", message: "service_account" });
  }
  if (mistakes.length) refuse("ERR_VALIDATION", { details: mistakes });
}

const columns: [keyof QueueIntegrationForm, keyof queries.Columns][] = [
  ["name", "name"],
  ["projectName", "project_name"],
  ["language", "language"],
  ["urlN8N", "url"],
  ["typebotSlug", "slug"],
  ["typebotExpires", "expires_min"],
  ["typebotDelayMessage", "delay_ms"],
  ["typebotKeywordFinish", "keyword_finish"],
  ["typebotKeywordRestart", "keyword_restart"],
  ["typebotRestartMessage", "restart_message"],
  ["typebotUnknownMessage", "unknown_message"],
  ["alsoGroups", "in_groups"],
];
/** Other types than DialogFlow have no project: it is called like the integration. */
function columnsOf(body: QueueIntegrationForm): queries.Columns {
  const { type, name } = body;
  const given = columns.filter(([field]) => body[field] !== undefined).map(([field, column]) => [column, body[field]]);
  return { ...Object.fromEntries(given), ...type !== "dialogflow" && { project_name: name } };
}

/** Seals what was given; an empty secret stays as it is. */
async function saveSecrets(tx: Tx, id: number, { jsonContent, secret }: QueueIntegrationForm): Promise<void> {
  if (!jsonContent && !secret) return;
  const account = jsonContent ? readAccount(jsonContent) : null;
  const secrets = {
    ...openSecrets(tx.companyId, id, await queries.sealedOf(tx, id)),
    ...account && { account },
    ...secret && { secret },
  };
  await queries.update(tx, id, {
    sealed: sealSecrets(tx.companyId, id, secrets),
    has_secret: Boolean(secrets.secret),
    client_email: secrets.account?.client_email ?? "",
  });
}
