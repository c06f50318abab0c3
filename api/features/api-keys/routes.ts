import { randomBytes } from "node:crypto";
import { must, refuse } from "../../contract/errors.ts";
import { forgetKeys, hashOf } from "../../core/access/by-key.ts";
import { securityEvent } from "../../core/access/security-events.ts";
import { type Api, route } from "../../core/http/route.ts";
import { admins, emit } from "../../core/live/emit.ts";
import { keyChanged } from "../../core/live/rights.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type ApiKey, apiKeyChanged, apiKeys as calls } from "./contract.ts";
import * as queries from "./queries.ts";

const CALLS = 100;
/** Letters of a token by which people tell keys apart. */
const TAIL = 4;

/** Mounts the calls of API keys. */
export function apiKeys(api: Api): void {
  route(api, calls.list, ({ tx }) => queries.list(tx));

  route(api, calls.create, async ({ tx, body, address }) => {
    if (await queries.nameTaken(tx, body.name, null)) refuse("ERR_DUPLICATED_NAME");
    const token = `rk_${randomBytes(32).toString("base64url")}`;
    const fields = { ...body, expiresAt: body.expiresAt ?? null };
    const id = await queries.insert(tx, { ...fields, token: hashOf(token), tail: token.slice(-TAIL) });
    securityEvent("apiKey", { deed: "made", address }, `${tx.companyId}:${id}`);
    return { ...await tell(tx, id, "create"), token };
  });

  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    before(await holding(tx, id));
    if (await queries.nameTaken(tx, body.name, id)) refuse("ERR_DUPLICATED_NAME");
    await queries.update(tx, id, { ...body, expiresAt: body.expiresAt ?? null });
    refreshed(tx, id);
    return await tell(tx, id, "update");
  });

  route(api, calls.end, async ({ tx, params: { id }, before, address }) => {
    before(await holding(tx, id));
    await queries.end(tx, id);
    refreshed(tx, id);
    await tell(tx, id, "update");
    securityEvent("apiKey", { deed: "ended", address }, `${tx.companyId}:${id}`);
    return { ok: true as const };
  });

  route(api, calls.calls, async ({ tx, params: { id } }) => {
    must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
    return await queries.calls(tx, id, CALLS);
  });
}

/** A key that has not ended. */
async function holding(tx: Tx, id: number): Promise<ApiKey> {
  const found = must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
  return found.endedAt ? refuse("ERR_NO_RECORD_FOUND") : found;
}
/** Its streams end on every process, and this one forgets what it knew of it. */
function refreshed(tx: Tx, id: number): void {
  keyChanged(tx, id);
  tx.afterCommit.push(forgetKeys);
}
async function tell(tx: Tx, id: number, action: "create" | "update"): Promise<ApiKey> {
  const apiKey = must(await queries.byId(tx, id), "ERR_NO_RECORD_FOUND");
  emit(tx, apiKeyChanged, admins, { action, apiKey });
  return apiKey;
}
