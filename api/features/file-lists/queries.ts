// SQL of file lists. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { FileKind } from "../../core/media/media.ts";
import type { FileList } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: Tx): Fragment =>
  tx`l.id, l.name, l.message, coalesce((
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'path', '/media/' || o.media_id, 'mediaType', f.mime_type,
        'fileName', f.file_name, 'bytes', f.bytes) order by o.position, o.id)
      from app.file_list_options o left join app.media f on f.company_id = o.company_id and f.id = o.media_id
      where o.company_id = l.company_id and o.list_id = l.id), '[]') as options`;
const found = (tx: Tx, search: string): Fragment =>
  tx`l.company_id = ${tx.companyId} ${
    search ? tx`and app.fold(l.name || ' ' || l.message) like (select app.pattern(${search}))` : tx``
  }`;

/** A page by name. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<FileList[]> {
  return tx<FileList[]>`
    select ${shown(tx)} from app.file_lists l where ${
    found(tx, search)
  } order by l.name_key, l.id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.file_lists l where ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<FileList | undefined> {
  const [row] = await tx<FileList[]>`
    select ${shown(tx)} from app.file_lists l where l.company_id = ${tx.companyId} and l.id = ${id}`;
  return row;
}
/** Names are looked at under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('file-lists', ${tx.companyId}::bigint))`;
}
/** Whether another list has this name; case and accents make no difference. */
export async function taken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    select exists (select 1 from app.file_lists where company_id = ${tx.companyId} and name_key = app.name_key(${name})
      and id is distinct from ${exceptId}::bigint) as taken`;
  return row!.taken;
}
export async function insert(tx: Tx, name: string, message: string): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.file_lists (company_id, name, message) values (${tx.companyId}, ${name}, ${message}) returning id`;
  return row!.id;
}
export function update(tx: Tx, id: number, name: string, message: string): Promise<unknown> {
  return tx`update app.file_lists set name = ${name}, message = ${message} where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.file_lists where company_id = ${tx.companyId} and id = ${id}`;
}

/** Writes an option at its place; without `mediaId` its file stays. Answers its id. */
export async function saveOption(
  tx: Tx,
  listId: number,
  option: { id: number | null; position: number; name: string; mediaId?: string },
): Promise<number> {
  const { id, position, name, mediaId = null } = option;
  const [row] = id
    ? await tx<{ id: number }[]>`
      update app.file_list_options set position = ${position}, name = ${name}, media_id = coalesce(${mediaId}, media_id)
      where company_id = ${tx.companyId} and list_id = ${listId} and id = ${id} returning id`
    : await tx<{ id: number }[]>`
      insert into app.file_list_options (company_id, list_id, position, name, media_id)
      values (${tx.companyId}, ${listId}, ${position}, ${name}, ${mediaId}) returning id`;
  return row!.id;
}
export function setFile(tx: Tx, optionId: number, mediaId: string): Promise<unknown> {
  return tx`
    update app.file_list_options set media_id = ${mediaId} where company_id = ${tx.companyId} and id = ${optionId}`;
}
export function removeOptions(tx: Tx, ids: readonly number[]): Promise<unknown> {
  return tx`
    delete from app.file_list_options where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[])`;
}

/** Where a list is sent from: names of queues, and of options with their queue. */
export async function places(tx: Tx, id: number): Promise<string[]> {
  const rows = await tx<{ place: string }[]>`
    select name as place from app.queues where company_id = ${tx.companyId} and sent_list_id = ${id}
    union all
    select q.name || ' › ' || o.name from app.chatbot_options o
    join app.queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = ${tx.companyId} and o.target_list_id = ${id} order by 1 limit 20`;
  return rows.map(({ place }) => place);
}

/** What is sent of a list: its message, then a text, a file or both for each option. */
export interface SentList {
  message: string;
  options: { name: string; file: { id: string; kind: FileKind; mimeType: string; bytes: number } | null }[];
}
export async function toSend(tx: Tx, id: number): Promise<SentList | undefined> {
  const [row] = await tx<SentList[]>`
    select l.message, coalesce((
      select jsonb_agg(jsonb_build_object('name', o.name, 'file', case when f.id is not null then
        jsonb_build_object('id', f.id, 'kind', f.kind, 'mimeType', f.mime_type, 'bytes', f.bytes) end) order by o.position, o.id)
      from app.file_list_options o
      left join app.media f on f.company_id = o.company_id and f.id = o.media_id and f.state = 'stored'
      where o.company_id = l.company_id and o.list_id = l.id), '[]') as options
    from app.file_lists l where l.company_id = ${tx.companyId} and l.id = ${id}`;
  return row;
}
