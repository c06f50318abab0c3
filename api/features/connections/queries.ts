// SQL of connections. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Gap } from "./contract.ts";

export interface ConnectionRecord {
  id: number;
  name: string;
  channel: string;
  number: string;
  status: string;
  reason: string | null;
  since: Date;
  updatedAt: Date;
  qrcode: string;
  retries: number;
  isDefault: boolean;
  allowGroup: boolean;
  groupAsTicket: "enabled" | "disabled";
  greetingMessage: string;
  complationMessage: string;
  outOfHoursMessage: string;
  importOldMessages: Date | null;
  importRecentMessages: Date | null;
  importOldMessagesGroups: boolean;
  closedTicketsPostImported: boolean;
  queueIdImportMessages: number | null;
  statusImportMessages: string;
  importProgress: { this: number; all: number; date: string } | null;
  queues: { id: number; name: string; color: string }[];
  settings: Record<string, unknown>;
  token: string;
  sealed: Uint8Array | null;
}
const columns = (tx: Tx): postgres.PendingQuery<postgres.Row[]> =>
  tx`c.id, c.name, c.channel, c.number, c.status, c.reason, c.since, c.updated_at as "updatedAt", c.qrcode, c.retries, c.is_default as "isDefault", c.allow_groups as "allowGroup",
    case when c.group_as_ticket then 'enabled' else 'disabled' end as "groupAsTicket", c.greeting as "greetingMessage", c.farewell as "complationMessage", c.out_of_hours as "outOfHoursMessage",
    coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.position nulls last, q.name_key, q.id)
      from app.connection_queues x join app.queues q on q.company_id = x.company_id and q.id = x.queue_id where x.company_id = c.company_id and x.connection_id = c.id), '[]') as queues,
    c.past_from as "importOldMessages", c.past_until as "importRecentMessages", c.past_groups as "importOldMessagesGroups", c.past_close as "closedTicketsPostImported",
    c.past_queue_id as "queueIdImportMessages",
    case when c.past_state = 'preparing' then floor(extract(epoch from c.past_at) * 1000)::bigint::text
      when c.past_state in ('', 'done') and exists (select 1 from app.tickets t where t.company_id = c.company_id and t.connection_id = c.id and t.imported_at is not null
        and t.status in ('pending', 'group') and t.user_id is null and t.unread = 0) then 'renderButtonCloseTickets'
      else '' end as "statusImportMessages",
    case when c.past_state in ('preparing', 'running') then jsonb_build_object('this', case when c.past_state = 'running' then c.past_done else -1 end,
      'all', c.past_all, 'date', to_char(c.past_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as "importProgress",
    c.settings, c.token, c.sealed`;

export function list(tx: Tx, channel: string | null = null): Promise<ConnectionRecord[]> {
  return tx<ConnectionRecord[]>`
    select ${columns(tx)} from app.connections c
    where c.company_id = ${tx.companyId} and c.deleted_at is null and (${channel}::text is null or c.channel = ${channel}) order by c.is_default desc, c.name_key, c.id`;
}
export async function byId(tx: Tx, id: number): Promise<ConnectionRecord | undefined> {
  const [row] = await tx<ConnectionRecord[]>`select ${
    columns(tx)
  } from app.connections c where c.company_id = ${tx.companyId} and c.id = ${id} and c.deleted_at is null`;
  return row;
}
/** How many there are, not counting those of `except`'s channels; with `of` only those of its channels. */
export async function count(tx: Tx, except: readonly string[], of?: readonly string[]): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::bigint as n from app.connections
    where company_id = ${tx.companyId} and deleted_at is null and not channel = any (${except as string[]}) ${
    of ? tx`and channel = any (${of as string[]})` : tx``
  }`;
  return row!.n;
}
/** Connections that come and go follow each other, so that a plan's number holds and a default is handed on once. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('connections', ${tx.companyId}::bigint))`;
}
/** The oldest connection of these channels becomes the default, where there is one; answers its id. */
export async function makeOldestDefault(tx: Tx, channels: readonly string[]): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    update app.connections set is_default = true where company_id = ${tx.companyId} and id = (
      select min(id) from app.connections
      where company_id = ${tx.companyId} and deleted_at is null and channel = any (${channels as string[]})) returning id`;
  return row?.id;
}
/** Whether this is the company's only connection and somebody still waits or is served on it; groups that are no tickets never end. */
export async function isLastInUse(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`
    select 1 where not exists (
        select 1 from app.connections where company_id = ${tx.companyId} and deleted_at is null and id <> ${id})
      and exists (select 1 from app.tickets where company_id = ${tx.companyId} and connection_id = ${id} and status not in ('closed', 'group'))`;
  return row !== undefined;
}
/** How many connections the company may have: its own number, else its plan's. */
export async function planLimit(tx: Tx): Promise<number> {
  const [row] = await tx<
    { n: number }[]
  >`select coalesce(c.lines, p.connections) as n from app.companies c join app.plans p on p.id = c.plan_id where c.id = ${tx.companyId}`;
  return row?.n ?? 0;
}
export async function nameTaken(tx: Tx, name: string, except: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.connections where company_id = ${tx.companyId} and lower(name) = lower(${name}) and id <> ${except} and deleted_at is null`;
  return row !== undefined;
}
export async function hasOtherDefault(tx: Tx, except: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.connections where company_id = ${tx.companyId} and is_default and id <> ${except} and deleted_at is null`;
  return row !== undefined;
}
/** There is one default: the old one steps back. Answers its id. */
export async function clearDefault(tx: Tx, except: number): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    update app.connections set is_default = false where company_id = ${tx.companyId} and is_default and id <> ${except} returning id`;
  return row?.id;
}

export interface Columns {
  name?: string;
  is_default?: boolean;
  allow_groups?: boolean;
  group_as_ticket?: boolean;
  token?: string;
  greeting?: string;
  farewell?: string;
  out_of_hours?: string;
  past_from?: Date | null;
  past_until?: Date | null;
  past_groups?: boolean;
  past_close?: boolean;
  past_queue_id?: number | null;
  past_state?: string;
  past_at?: Date | null;
  past_done?: number;
  past_all?: number;
}
export async function insert(
  tx: Tx,
  channel: string,
  status: string,
  columns: Columns & { name: string; token: string },
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`insert into app.connections ${
    tx({ company_id: tx.companyId, channel, status, ...columns })
  } returning id`;
  return row!.id;
}
export async function update(tx: Tx, id: number, columns: Columns): Promise<void> {
  if (Object.keys(columns).length) {
    await tx`update app.connections set ${
      tx(columns as Record<string, string | boolean | number | Date | null>)
    }, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
  }
}
export async function setQueues(tx: Tx, id: number, queueIds: readonly number[]): Promise<boolean> {
  await tx`delete from app.connection_queues where company_id = ${tx.companyId} and connection_id = ${id}`;
  const rows = await tx`
    insert into app.connection_queues (company_id, connection_id, queue_id)
    select ${tx.companyId}, ${id}, q.id from app.queues q where q.company_id = ${tx.companyId} and q.id = any (${queueIds as number[]}::bigint[]) returning 1`;
  return rows.length === new Set(queueIds).size;
}
/** Conversations stay readable, so the row stays; it is no longer a connection. */
export function markDeleted(tx: Tx, id: number): Promise<unknown> {
  return tx`
    update app.connections set deleted_at = now(), wanted = false, is_default = false, status = 'DISCONNECTED', sealed = null, settings = '{}', updated_at = now()
    where company_id = ${tx.companyId} and id = ${id}`;
}
export async function isWanted(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.connections where company_id = ${tx.companyId} and id = ${id} and wanted`;
  return row !== undefined;
}
/** A new code is to be shown: the session there is ends. */
export function markUnlinked(tx: Tx, id: number): Promise<unknown> {
  return tx`
    update app.connections set wanted = true, status = 'qrcode', reason = null, qrcode = '', updated_at = now()
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function setWanted(tx: Tx, id: number, wanted: boolean): Promise<unknown> {
  return tx`
    update app.connections set wanted = ${wanted}, status = case when ${wanted} then 'OPENING' else 'DISCONNECTED' end, reason = null, qrcode = '', retries = 0, updated_at = now(),
      since = case when wanted <> ${wanted} or status = 'CONNECTED' then now() else since end, alerted_at = case when ${wanted} then alerted_at end
    where company_id = ${tx.companyId} and id = ${id}`;
}

/** Waits for the batch of an import that is under way; none begins before this transaction ends. */
export function lockPast(tx: Tx, id: number): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended(${`past:${tx.companyId}:${id}`}, 7))`;
}
/** Messages collected for an earlier wish. */
export function forgetPast(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.past_messages where company_id = ${tx.companyId} and connection_id = ${id}`;
}
/** When connections were away, oldest first: as long ago as somebody still reads it in a conversation. */
export function gaps(tx: Tx): Promise<Gap[]> {
  return tx<Gap[]>`
    select id, connection_id as "whatsappId", from_at as "from", to_at as "to", state from app.connection_gaps
    where company_id = ${tx.companyId} and state in ('repaired', 'unknown') and to_at > now() - interval '90 days'
    order by from_at desc limit 5000`.then((rows) => rows.reverse());
}
