// SQL of webhooks, for the admin; what is delivered stands in due.ts.
import type postgres from "postgres";
import type { HappeningType } from "../../contract/programs/happenings.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Delivery, Webhook } from "./contract.ts";

export interface Fields {
  name: string;
  url: string;
  events: readonly HappeningType[];
}
const shown = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`
  select w.id, w.name, w.url, w.events, w.position, w.failing_since as "failingSince", w.paused_at as "pausedAt",
    w.paused_why as "pausedWhy", w.created_at as "createdAt",
    (select count(*) from app.webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id and d.status = 'waiting') as waiting
  from app.webhooks w where w.company_id = ${tx.companyId}`;

export function list(tx: Tx): Promise<Webhook[]> {
  return tx<Webhook[]>`${shown(tx)} order by app.name_key(w.name), w.id`;
}
export async function byId(tx: Tx, id: number): Promise<Webhook | undefined> {
  const [row] = await tx<Webhook[]>`${shown(tx)} and w.id = ${id}`;
  return row;
}
export async function nameTaken(tx: Tx, name: string, butId: number | null): Promise<boolean> {
  const rows = await tx`
    select 1 from app.webhooks where company_id = ${tx.companyId} and lower(name) = lower(${name}) and id is distinct from ${butId}`;
  return rows.length > 0;
}
/** Told from the next event on. */
export async function insert(tx: Tx, { name, url, events }: Fields): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.webhooks (company_id, name, url, events, position)
    values (${tx.companyId}, ${name}, ${url}, ${events as string[]},
      coalesce((select seq from app.event_heads where company_id = ${tx.companyId}), 0)) returning id`;
  return row!.id;
}
/** Where it goes changed: what was learnt of the old address is forgotten. */
export function update(tx: Tx, id: number, { name, url, events }: Fields): Promise<unknown> {
  return tx`
    update app.webhooks set name = ${name}, url = ${url}, events = ${events as string[]},
      failures = case when url = ${url} then failures else 0 end,
      failing_since = case when url = ${url} then failing_since end,
      wait_until = case when url = ${url} then wait_until end
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.webhooks where company_id = ${tx.companyId} and id = ${id}`;
}
export function pause(tx: Tx, id: number): Promise<unknown> {
  return tx`
    update app.webhooks set paused_at = now(), paused_why = 'hand' where company_id = ${tx.companyId} and id = ${id} and paused_at is null`;
}
/** It goes on at once, with what waits. */
export async function resume(tx: Tx, id: number): Promise<void> {
  await tx`
    update app.webhooks set paused_at = null, paused_why = null, failures = 0, failing_since = null, wait_until = null
    where company_id = ${tx.companyId} and id = ${id}`;
  await tx`
    update app.webhook_deliveries set next_at = now(), first_at = null
    where company_id = ${tx.companyId} and webhook_id = ${id} and status = 'waiting'`;
}
export async function sealedOf(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [row] = await tx<{ sealed: Uint8Array | null }[]>`
    select sealed from app.webhooks where company_id = ${tx.companyId} and id = ${id} for update`;
  return row?.sealed ?? null;
}
export function writeSealed(tx: Tx, id: number, sealed: Uint8Array): Promise<unknown> {
  return tx`update app.webhooks set sealed = ${sealed} where company_id = ${tx.companyId} and id = ${id}`;
}

const delivery = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`id, position, type, status, attempts, created_at as "createdAt", sent_at as "sentAt",
    case when status = 'waiting' then next_at end as "nextAt", ms, answer_status as "answerStatus", error`;
export function deliveries(
  tx: Tx,
  webhookId: number,
  { before = Number.MAX_SAFE_INTEGER, status }: { before?: number; status?: string },
  count: number,
): Promise<Delivery[]> {
  return tx<Delivery[]>`
    select ${delivery(tx)} from app.webhook_deliveries
    where company_id = ${tx.companyId} and webhook_id = ${webhookId} and position < ${before}
      and (${status === undefined} or status = ${status ?? ""})
    order by position desc limit ${count}`;
}
export async function deliveryById(
  tx: Tx,
  id: number,
): Promise<Delivery & { body: string; answer: string | null } | undefined> {
  const [row] = await tx<(Delivery & { body: string; answer: string | null })[]>`
    select ${delivery(tx)}, body, answer from app.webhook_deliveries where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
/** Deliveries of these positions wait anew; answers how many. */
export async function again(tx: Tx, webhookId: number, from: number, to: number): Promise<number> {
  const rows = await tx`
    update app.webhook_deliveries set status = 'waiting', attempts = 0, first_at = null, next_at = now(), claimed_until = null
    where company_id = ${tx.companyId} and webhook_id = ${webhookId} and position between ${from} and ${to} returning 1`;
  return rows.length;
}
/** The log is looked at anew from here on. False where it is no longer kept so far back. */
export async function rewind(tx: Tx, webhookId: number, from: number): Promise<boolean> {
  const rows = await tx`
    update app.webhooks w set position = least(w.position, ${Math.max(0, from - 1)})
    where w.company_id = ${tx.companyId} and w.id = ${webhookId}
      and ${from} >= coalesce((select min(position) from app.events where company_id = ${tx.companyId}), 0) returning 1`;
  return rows.length > 0;
}
