// SQL of company and platform settings. Only what differs from the default is stored.
import type { PlatformTx, Tx } from "../../../db/tenant.ts";

export interface SettingRow {
  key: string;
  value: string;
}

export function ofCompany(tx: Tx): Promise<SettingRow[]> {
  return tx<SettingRow[]>`select key, value from app.settings where company_id = ${tx.companyId}`;
}
export function write(tx: Tx, key: string, value: string): Promise<unknown> {
  return tx`
    insert into app.settings (company_id, key, value) values (${tx.companyId}, ${key}, ${value})
    on conflict (company_id, key) do update set value = excluded.value`;
}
/** Changes of one company's settings follow each other: a switch and its text are checked against each other. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('settings', ${tx.companyId}::bigint))`;
}
export function ofPlatform(tx: Tx | PlatformTx): Promise<SettingRow[]> {
  return (tx as PlatformTx)<SettingRow[]>`select key, value from app.platform`;
}
export function writePlatform(tx: PlatformTx, key: string, value: string): Promise<unknown> {
  return tx`
    insert into app.platform (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`;
}
