// SQL of prompts. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Prompt } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Today where the company is. */
export const today = (tx: Tx): Fragment =>
  tx`(select (now() at time zone c.timezone)::date from app.companies c where c.id = ${tx.companyId})`;
const shown = (tx: Tx): Fragment =>
  tx`p.id, p.name, p.prompt, p.model, p.base_url as "baseUrl", p.max_tokens as "maxTokens", p.temperature, p.max_messages as "maxMessages",
    p.queue_id as "queueId", case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
    p.voice, p.voice_region as "voiceRegion", p.transcription_model as "transcriptionModel",
    p.knows_quick_messages as "knowsQuickMessages", p.knows_file_lists as "knowsFileLists",
    coalesce(trim_scale(p.price_in)::text, '') as "priceIn", coalesce(trim_scale(p.price_out)::text, '') as "priceOut",
    exists (select 1 from app.settings s where s.company_id = p.company_id and s.key = 'assistantPromptId' and s.value = p.id::text) as "helpsPeople", p.has_key as "hasKey", p.has_voice_key as "hasVoiceKey",
    case when p.paused_until > now() then p.paused_until end as "pausedUntil",
    jsonb_build_object('calls', coalesce(u.calls, 0), 'tokensIn', coalesce(u.tokens_in, 0), 'tokensOut', coalesce(u.tokens_out, 0),
      'cost', case when p.price_in is null and p.price_out is null then '' else round(
        (coalesce(u.tokens_in, 0) * coalesce(p.price_in, 0) + coalesce(u.tokens_out, 0) * coalesce(p.price_out, 0)) / 1000000, 6)::text end) as "usedToday"`;
const from = (tx: Tx): Fragment =>
  tx`app.prompts p left join app.queues q on q.company_id = p.company_id and q.id = p.queue_id
    left join app.ai_uses u on u.company_id = p.company_id and u.prompt_id = p.id and u.day = ${today(tx)}`;
const found = (tx: Tx, search: string): Fragment =>
  tx`p.company_id = ${tx.companyId} ${search ? tx`and app.fold(p.name) like (select app.pattern(${search}))` : tx``}`;

/** A page by name. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<Prompt[]> {
  return tx<Prompt[]>`
    select ${shown(tx)} from ${from(tx)} where ${
    found(tx, search)
  } order by p.name_key, p.id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.prompts p where ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<Prompt | undefined> {
  const [row] = await tx<Prompt[]>`
    select ${shown(tx)} from ${from(tx)} where p.company_id = ${tx.companyId} and p.id = ${id}`;
  return row;
}
export async function sealedOf(tx: Tx, id: number): Promise<Uint8Array | null> {
  const [row] = await tx<{ sealed: Uint8Array | null }[]>`
    select sealed from app.prompts where company_id = ${tx.companyId} and id = ${id}`;
  return row?.sealed ?? null;
}
/** Names are looked at under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('prompts', ${tx.companyId}::bigint))`;
}
/** Whether another prompt has this name; case and accents make no difference. */
export async function taken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    select exists (select 1 from app.prompts where company_id = ${tx.companyId} and name_key = app.name_key(${name})
      and id is distinct from ${exceptId}::bigint) as taken`;
  return row!.taken;
}
export async function hasQueue(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.queues where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}

export interface Columns {
  name?: string;
  prompt?: string;
  model?: string;
  base_url?: string;
  max_tokens?: number;
  temperature?: number;
  max_messages?: number;
  queue_id?: number;
  voice?: string;
  voice_region?: string;
  transcription_model?: string;
  knows_quick_messages?: boolean;
  knows_file_lists?: boolean;
  price_in?: string | null;
  price_out?: string | null;
  has_key?: boolean;
  has_voice_key?: boolean;
  sealed?: Uint8Array;
  paused_until?: Date | null;
}
export async function insert(tx: Tx, columns: Columns & { name: string }): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.prompts ${tx({ company_id: tx.companyId, ...columns })} returning id`;
  return row!.id;
}
export async function update(tx: Tx, id: number, columns: Columns): Promise<void> {
  if (!Object.keys(columns).length) return;
  await tx`
    update app.prompts set ${tx(columns as Record<string, string | number | boolean | Uint8Array | Date | null>)}
    where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.prompts where company_id = ${tx.companyId} and id = ${id}`;
}
/** Tickets that it leads now. */
export async function leads(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from app.integration_sessions s
    join app.tickets t on t.company_id = s.company_id and t.id = s.ticket_id and t.use_integration and t.status <> 'closed'
    where s.company_id = ${tx.companyId} and s.prompt_id = ${id} order by 1`;
  return rows.map((row) => row.id);
}
