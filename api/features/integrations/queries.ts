// SQL of integrations. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { QueueIntegration } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: Tx): Fragment =>
  tx`id, type, name, project_name as "projectName", language, url as "urlN8N", slug as "typebotSlug", expires_min as "typebotExpires",
    delay_ms as "typebotDelayMessage", keyword_finish as "typebotKeywordFinish", keyword_restart as "typebotKeywordRestart",
    restart_message as "typebotRestartMessage", unknown_message as "typebotUnknownMessage", in_groups as "alsoGroups",
    client_email as "clientEmail", has_secret as "isSigned", case when paused_until > now() then paused_until end as "pausedUntil"`;
const found = (tx: Tx, search: string): Fragment =>
  tx`company_id = ${tx.companyId} ${search ? tx`and app.fold(name) like (select app.pattern(${search}))` : tx``}`;

/** A page by name. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<QueueIntegration[]> {
  return tx<QueueIntegration[]>`
    select ${shown(tx)} from app.queue_integrations where ${
    found(tx, search)
  } order by name_key, id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.queue_integrations where ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<QueueIntegration | undefined> {
  const [row] = await tx<QueueIntegration[]>`
    select ${shown(tx)} from app.queue_integrations where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
export async function sealedOf(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [row] = await tx<{ sealed: Uint8Array | null }[]>`
    select sealed from app.queue_integrations where company_id = ${tx.companyId} and id = ${id}`;
  return row?.sealed ?? null;
}
/** Names are looked at under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('queue-integrations', ${tx.companyId}::bigint))`;
}
/** Whether another integration has this name; case and accents make no difference. */
export async function taken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    select exists (select 1 from app.queue_integrations where company_id = ${tx.companyId} and name_key = app.name_key(${name})
      and id is distinct from ${exceptId}::bigint) as taken`;
  return row!.taken;
}

export type Columns =
  & Partial<
    Record<
      | "type"
      | "name"
      | "project_name"
      | "client_email"
      | "language"
      | "url"
      | "slug"
      | "keyword_finish"
      | "keyword_restart"
      | "restart_message"
      | "unknown_message",
      string
    >
  >
  & {
    expires_min?: number;
    delay_ms?: number;
    in_groups?: boolean;
    has_secret?: boolean;
    sealed?: Uint8Array;
    paused_until?: Date | null;
  };
export async function insert(tx: Tx, columns: Columns & { name: string; type: string }): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.queue_integrations ${tx({ company_id: tx.companyId, ...columns })} returning id`;
  return row!.id;
}
export async function update(tx: Tx, id: number, columns: Columns): Promise<void> {
  if (!Object.keys(columns).length) return;
  await tx`
    update app.queue_integrations set ${
    tx(columns as Record<string, string | number | boolean | Uint8Array | Date | null>)
  }
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.queue_integrations where company_id = ${tx.companyId} and id = ${id}`;
}

/** Where an integration is used: connections, queues, and options with their queue. */
export async function places(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx<{ place: string }[]>`
    select name as place from app.connections where company_id = ${tx.companyId} and integration_id = ${id} and deleted_at is null
    union all
    select name from app.queues where company_id = ${tx.companyId} and integration_id = ${id}
    union all
    select q.name || ' › ' || o.name from app.chatbot_options o
    join app.queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = ${tx.companyId} and o.target_integration_id = ${id} order by 1 limit 50`;
  return rows.map(({ place }) => place);
}
/** Tickets that it leads now. */
export async function leads(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from app.integration_sessions s
    join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id and t.use_integration and t.status <> 'closed'
    where s.company_id = ${tx.companyId} and s.integration_id = ${id} order by 1`;
  return rows.map((row) => row.id);
}
