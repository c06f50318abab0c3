// A connection's settings: what is secret among them is kept sealed.
import type { ChannelPlugin } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import { seal, unseal } from "../../core/secrets/seal.ts";

/** Settings as they are kept. */
export interface KeptSettings {
  companyId: number;
  id: number;
  settings: Record<string, unknown>;
  sealed: Uint8Array | null;
}
const bound = (companyId: number, id: number) => `connection:${companyId}:${id}`;

/** All settings of a connection, secrets opened. */
export function openSettings(
  row: KeptSettings,
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
