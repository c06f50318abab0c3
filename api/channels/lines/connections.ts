// Connections as the host reads them: settings with their secrets opened, and where a provider's account leads.
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import { platform, type Tx, withTenant } from "../../../db/tenant.ts";
import { seal, unseal } from "../../core/secrets/seal.ts";
import { clearOutage } from "../../features/notifications/actions.ts";
import { openGap, SILENT_S } from "./gaps.ts";
import { tellConnection } from "./tell.ts";

export interface ConnectionRow {
  companyId: number;
  id: number;
  channel: string;
  name: string;
  status: string;
  allowGroups: boolean;
  settings: Record<string, unknown>;
  sealed: Uint8Array | null;
}
const bound = (companyId: number, id: number) => `connection:${companyId}:${id}`;

/** The connection, unless it was deleted. */
export async function readConnection(companyId: number, id: number): Promise<ConnectionRow | undefined> {
  const [row] = await platform()<ConnectionRow[]>`
    select company_id as "companyId", id, channel, name, status, allow_groups as "allowGroups", settings, sealed from app.connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
  return row;
}
/** All settings of a connection, secrets opened. */
export function openSettings(
  row: Pick<ConnectionRow, "companyId" | "id" | "settings" | "sealed">,
): Record<string, unknown> {
  const secrets = row.sealed
    ? JSON.parse(new TextDecoder().decode(unseal(row.sealed, bound(row.companyId, row.id))))
    : {};
  return { ...row.settings, ...secrets };
}

/** The names of a plugin's settings that must never leave the server. */
export function secretNames(plugin: ChannelPlugin): Set<string> {
  return new Set(
    Object.entries(plugin.config.shape).filter(([, field]) =>
      (field as { meta(): Record<string, unknown> | undefined }).meta()?.secret
    ).map(([name]) => name),
  );
}
/** Writes settings: what is secret goes sealed. Secrets left out stay as they are. */
export async function writeSettings(
  tx: Tx,
  plugin: ChannelPlugin,
  id: number,
  settings: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Promise<void> {
  const secret = secretNames(plugin);
  const merged = {
    ...before,
    ...Object.fromEntries(
      Object.entries(settings).filter(([name, value]) => !(secret.has(name) && (value === "" || value === undefined))),
    ),
  };
  const open = Object.fromEntries(Object.entries(merged).filter(([name]) => !secret.has(name)));
  const hidden = Object.fromEntries(Object.entries(merged).filter(([name]) => secret.has(name)));
  const sealed = Object.keys(hidden).length
    ? seal(new TextEncoder().encode(JSON.stringify(hidden)), bound(tx.companyId, id))
    : null;
  await tx`update app.connections set settings = ${
    JSON.stringify(open)
  }::text::jsonb, sealed = ${sealed} where company_id = ${tx.companyId} and id = ${id}`;
}

interface Owner {
  companyId: number;
  connectionId: number;
}
const owners = new Map<string, { at: number; owner: Owner | null }>();
const OWNER_CACHE_MS = 5_000;

/** Whose a provider's account is; null when nobody has connected it. Remembered for five seconds. */
export async function ownerOf(channel: string, account: string): Promise<Owner | null> {
  const key = `${channel}:${account}`;
  const known = owners.get(key);
  if (known && Date.now() - known.at < OWNER_CACHE_MS) return known.owner;
  const [row] = await platform()<Owner[]>`
    select a.company_id as "companyId", a.connection_id as "connectionId" from app.channel_accounts a
    join app.connections c on c.company_id = a.company_id and c.id = a.connection_id and c.deleted_at is null
    where a.channel = ${channel} and a.account = ${account}`;
  if (owners.size > 10_000) owners.clear();
  owners.set(key, { at: Date.now(), owner: row ?? null });
  return row ?? null;
}
/** After a connection was made or removed in this process. */
export function forgetOwners(): void {
  owners.clear();
}

export interface StatusDetail {
  qrcode?: string;
  reason?: string;
  /** The fence of the session that says it: not heard when a later one has the connection. */
  fence?: number;
}

/**
 * Writes what a session says of itself. A connection that nobody wants, or that a later session has, says nothing any more.
 * `since` moves when it comes up or goes down, to the last sign of life where that is older; each try to come back is counted.
 */
export async function writeStatus(companyId: number, id: number, status: string, detail: StatusDetail): Promise<void> {
  const { reason = null, qrcode = "", fence = null } = detail;
  const up = status === "CONNECTED";
  await withTenant({ companyId }, async (tx) => {
    const [row] = await tx<{ alerted: boolean }[]>`
      update app.connections c set status = ${status}, reason = ${reason}, qrcode = ${qrcode}, updated_at = now(),
        since = case when (c.status = 'CONNECTED') = ${up} then c.since when not ${up} and c.alive_at < now() - make_interval(secs => ${SILENT_S}) then c.alive_at else now() end,
        connected_at = case when ${up} then now() else c.connected_at end, alerted_at = case when not ${up} then c.alerted_at end,
        retries = case when ${status} = 'OPENING' then c.retries + 1 when ${status} in ('CONNECTED', 'qrcode', 'PAIRING') then 0 else c.retries end
      from (select id, alerted_at from app.connections where company_id = ${companyId} and id = ${id} for update) before
      where c.company_id = ${companyId} and c.id = before.id and c.deleted_at is null and (c.wanted or ${status} = 'DISCONNECTED')
        and not exists (select 1 from app.leases l where l.company_id = c.company_id and l.connection_id = c.id and l.fence > ${fence}::bigint)
        and (c.status <> ${status} or c.reason is distinct from ${reason} or c.qrcode <> ${qrcode} or ${status} = 'OPENING')
      returning before.alerted_at is not null as alerted`;
    if (!row) return;
    if (!up) await openGap(tx, id, reason);
    await tellConnection(tx, id);
    if (up && row.alerted) clearOutage(tx, id);
  });
}
