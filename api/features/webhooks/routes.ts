import { must, refuse } from "../../contract/errors.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Webhook, webhookChanged, webhooks as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import { newSecret, openSecrets, rotated, sealSecrets } from "./secrets.ts";

const PAGE = 100;

/** Mounts the calls of webhooks. */
export function webhooks(api: Api): void {
  route(api, calls.list, ({ tx }) => queries.list(tx));

  route(api, calls.create, async ({ tx, body }) => {
    if (await queries.nameTaken(tx, body.name, null)) refuse("ERR_DUPLICATED_NAME");
    const id = await queries.insert(tx, body);
    const secret = newSecret();
    await queries.writeSealed(tx, id, sealSecrets(tx.companyId, id, { now: secret }));
    return { ...await tell(tx, id, "create"), secret };
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    before(await find(tx, id));
    if (await queries.nameTaken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
    await queries.update(tx, id, body);
    return await tell(tx, id, "update");
  });

  route(api, calls.remove, async ({ tx, params: { id }, before }) => {
    before(await find(tx, id));
    await queries.remove(tx, id);
    emit(tx, webhookChanged, admins, { action: "delete", webhookId: id });
    return { ok: true as const };
  });

  route(api, calls.pause, async ({ tx, params: { id }, body, before }) => {
    before(await find(tx, id));
    await (body.paused ? queries.pause(tx, id) : queries.resume(tx, id));
    return await tell(tx, id, "update");
  });

  route(api, calls.rotate, async ({ tx, params: { id } }) => {
    await find(tx, id);
    const sealed = await queries.sealedOf(tx, id);
    const next = sealed ? rotated(openSecrets(tx.companyId, id, sealed), new Date()) : { now: newSecret() };
    await queries.writeSealed(tx, id, sealSecrets(tx.companyId, id, next));
    return { secret: next.now };
  });

  route(api, calls.deliveries, async ({ tx, params: { id }, query }) => {
    await find(tx, id);
    return await queries.deliveries(tx, id, query, PAGE);
  });

  route(
    api,
    calls.delivery,
    async ({ tx, params }) => must(await queries.deliveryById(tx, params.id), "ERR_NO_RECORD_FOUND"),
  );

  route(api, calls.replay, async ({ tx, params: { id }, body: { from, to } }) => {
    await find(tx, id);
    if (to !== undefined) return { again: await queries.again(tx, id, from, to) };
    if (!await queries.rewind(tx, id, from)) refuse("ERR_BAD_CURSOR");
    return { again: null };
  });
}

async function find(tx: Tx, id: number): Promise<Webhook> {
  return must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
}
async function tell(tx: Tx, id: number, action: "create" | "update"): Promise<Webhook> {
  const webhook = await find(tx, id);
  emit(tx, webhookChanged, admins, { action, webhook });
  return webhook;
}
