// Settings with their defaults filled in, for whoever needs them.
import {
  type CompanySettingKey,
  type CompanyValues,
  companyValuesOf,
  type PlatformSettingKey,
  platformSettingKeys,
  platformSettings,
} from "../../contract/settings.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import { settingChanged } from "./contract.ts";
import * as queries from "./queries.ts";

export type { CompanyValues };
export type PlatformValues = Record<PlatformSettingKey, string>;

/** All settings of the transaction's company; a missing one has its default. */
export async function companyValues(tx: Tx): Promise<CompanyValues> {
  return withDefaults(await queries.ofCompany(tx));
}
/** The same from rows that were read along with something else. */
export function withDefaults(rows: readonly queries.SettingRow[]): CompanyValues {
  return companyValuesOf(Object.fromEntries(asMap(rows)));
}

/** All settings of the platform; a missing one has its default. */
export async function platformValues(tx: Tx | PlatformTx): Promise<PlatformValues> {
  const stored = asMap(await queries.ofPlatform(tx));
  return fill(platformSettingKeys, (key) => stored.get(key) ?? platformSettings[key].initial);
}

/** Stores a setting of the company for another feature, and tells everybody. */
export async function writeCompanyValue(tx: Tx, key: CompanySettingKey, value: string): Promise<void> {
  await queries.lock(tx);
  await queries.write(tx, key, value);
  emit(tx, settingChanged, everybody, { action: "update", settings: await companyValues(tx) });
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}
/** Stores a setting of the platform. */
export function writePlatformValue(tx: PlatformTx, key: PlatformSettingKey, value: string): Promise<unknown> {
  return queries.writePlatform(tx, key, value);
}

function asMap(rows: readonly queries.SettingRow[]): Map<string, string> {
  return new Map(rows.map((row) => [row.key, row.value]));
}
function fill<K extends string>(keys: readonly K[], value: (key: K) => string): Record<K, string> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, string>;
}
