// SQL of API keys.
import type postgres from "postgres";
import type { KeyScope } from "../../contract/programs/keys.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { ProgramCall } from "../messages-api/contract.ts";
import type { ApiKey } from "./contract.ts";

/** Days for which an ended key is still shown. */
export const SHOWN_DAYS = 90;

export interface KeyFields {
  name: string;
  scopes: readonly KeyScope[];
  expiresAt: string | null;
}
const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`
  select k.id, k.name, k.tail, k.scopes, k.created_at as "createdAt", k.expires_at as "expiresAt", k.used_at as "usedAt",
    k.ended_at as "endedAt", case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author
  from app.api_keys k left join app.users u on u.company_id = k.company_id and u.id = k.user_id
  where k.company_id = ${tx.companyId}`;

export function list(tx: Tx): Promise<ApiKey[]> {
  return tx<ApiKey[]>`${shown(tx)} order by k.ended_at is not null, k.id desc`;
}
export async function byId(tx: Tx, id: number): Promise<ApiKey | undefined> {
  const [row] = await tx<ApiKey[]>`${shown(tx)} and k.id = ${id}`;
  return row;
}
/** Of the keys that hold only one has a name: the log of calls says who called by it. */
export async function nameTaken(tx: Tx, name: string, butId: number | null): Promise<boolean> {
  const rows = await tx`
    select 1 from app.api_keys
    where company_id = ${tx.companyId} and ended_at is null and lower(name) = lower(${name}) and id is distinct from ${butId}`;
  return rows.length > 0;
}
export async function insert(tx: Tx, given: KeyFields & { token: Uint8Array; tail: string }): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.api_keys (company_id, name, token, tail, scopes, user_id, expires_at)
    values (${tx.companyId}, ${given.name}, ${given.token}, ${given.tail}, ${given
    .scopes as KeyScope[]}, ${tx.userId}, ${given.expiresAt})
    returning id`;
  return row!.id;
}
export function update(tx: Tx, id: number, { name, scopes, expiresAt }: KeyFields): Promise<unknown> {
  return tx`
    update app.api_keys set name = ${name}, scopes = ${scopes as KeyScope[]}, expires_at = ${expiresAt}
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function end(tx: Tx, id: number): Promise<unknown> {
  return tx`update app.api_keys set ended_at = now() where company_id = ${tx.companyId} and id = ${id} and ended_at is null`;
}
export function calls(tx: Tx, keyId: number, count: number): Promise<ProgramCall[]> {
  return tx<ProgramCall[]>`
    select id, at, method, path, status, error, ms from app.api_calls
    where company_id = ${tx.companyId} and key_id = ${keyId} order by id desc limit ${count}`;
}
