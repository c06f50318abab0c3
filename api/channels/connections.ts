// Connections as the host reads them: settings with their secrets opened, and where a provider's account leads.
import type { ChannelPlugin } from "../../channels/sdk/mod.ts";
import { platform, type Tx, withTenant } from "../../db/tenant.ts";
import { seal, unseal } from "../core/seal.ts";

export interface ConnectionRow {
  companyId: number;
  id: number;
  channel: string;
  name: string;
  status: string;
  settings: Record<string, unknown>;
  sealed: Uint8Array | null;
}
const bound = (companyId: number, id: number) => `connection:${companyId}:${id}`;

/** The connection, unless it was deleted. */
export async function readConnection(companyId: number, id: number): Promise<ConnectionRow | undefined> {
  const [row] = await platform()<ConnectionRow[]>`
    select company_id as "companyId", id, channel, name, status, settings, sealed from app.connections where company_id = ${companyId} and id = ${id} and deleted_at is null`;
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

/** Writes what a session says of itself. Returns whether anything changed. */
export async function writeStatus(
  companyId: number,
  id: number,
  status: string,
  detail: { qrcode?: string; reason?: string },
  tell: (tx: Tx, id: number) => Promise<void>,
): Promise<void> {
  await withTenant({ companyId }, async (tx) => {
    const [row] = await tx`
      update app.connections set status = ${status}, reason = ${detail.reason ?? null}, qrcode = ${
      detail.qrcode ?? ""
    }, updated_at = now()
      where company_id = ${companyId} and id = ${id} and (status <> ${status} or reason is distinct from ${
      detail.reason ?? null
    } or qrcode <> ${detail.qrcode ?? ""}) returning 1`;
    if (row) await tell(tx, id);
  });
}
