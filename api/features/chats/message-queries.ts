// SQL of what is said in chats.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import { pageOf } from "../../../db/written.ts";
import type { ChatMessage } from "./contract.ts";
import { lastOf, lock as lockChat, spoken } from "./queries.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: Tx): Fragment =>
  tx`m.id, m.chat_id as "chatId", m.position, m.key, m.sender_id as "senderId", s.name as "senderName", m.body as message,
    m.kind as "mediaType", '/media/' || f.id as "mediaUrl", f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize",
    f.width, f.height, coalesce(m.data -> 'mentions', '[]') as mentions, m.reactions, m.is_deleted as "isDeleted",
    m.edited_at is not null as "isEdited", m.created_at as "createdAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'senderId', o.sender_id, 'message', o.body, 'mediaType', o.kind, 'isDeleted', o.is_deleted,
      'senderName', (select x.name from app.users x where x.company_id = o.company_id and x.id = o.sender_id)) end as "quotedMsg"`;
const joined = (tx: Tx): Fragment =>
  tx`left join app.media f on f.company_id = m.company_id and f.id = m.media_id
    left join app.users s on s.company_id = m.company_id and s.id = m.sender_id
    left join app.chat_messages o on o.company_id = m.company_id and o.id = m.quoted_id`;

/** A page of a chat, the newest first. */
export function page(tx: Tx, chatId: number, size: number, skip: number): Promise<ChatMessage[]> {
  return tx<ChatMessage[]>`
    with wanted as (
      select m.* from app.chat_messages m where m.company_id = ${tx.companyId} and m.chat_id = ${chatId}
      order by m.position desc ${pageOf(tx, size, skip)})
    select ${shown(tx)} from wanted m ${joined(tx)} order by m.position desc`;
}
/** Where a text was said, the newest first. */
export function search(tx: Tx, chatId: number, text: string, size: number): Promise<ChatMessage[]> {
  return tx<ChatMessage[]>`
    select ${shown(tx)} from app.chat_messages m ${joined(tx)}
    where m.company_id = ${tx.companyId} and m.chat_id = ${chatId} and not m.is_deleted and m.folded like (select app.pattern(${text}))
    order by m.position desc limit ${size}`;
}
export function byIds(tx: Tx, ids: readonly number[]): Promise<ChatMessage[]> {
  return tx<ChatMessage[]>`
    select ${shown(tx)} from app.chat_messages m ${joined(tx)}
    where m.company_id = ${tx.companyId} and m.id = any (${ids as number[]}::bigint[]) order by m.position`;
}

/** A message as rules look at it. */
export interface Row {
  id: number;
  chatId: number;
  senderId: number | null;
  isDeleted: boolean;
  createdAt: Date;
  mediaId: string | null;
}
/** Holds a message of one of this person's chats until the commit, its chat first: so who hears of it are the members of that moment. */
export async function lock(tx: Tx, userId: number, id: number): Promise<Row | undefined> {
  const [at] = await tx<{ chatId: number }[]>`
    select chat_id as "chatId" from app.chat_messages where company_id = ${tx.companyId} and id = ${id}`;
  if (!at || !await lockChat(tx, userId, at.chatId)) return undefined;
  const [row] = await tx<Row[]>`
    select m.id, m.chat_id as "chatId", m.sender_id as "senderId", m.is_deleted as "isDeleted", m.created_at as "createdAt",
      m.media_id as "mediaId"
    from app.chat_messages m
    where m.company_id = ${tx.companyId} and m.id = ${id} and exists (
      select 1 from app.chat_members x where x.company_id = m.company_id and x.chat_id = m.chat_id and x.user_id = ${userId})
    for update of m`;
  return row;
}
/** What was sent to a chat under these keys before. */
export function byKeys(
  tx: Tx,
  chatId: number,
  keys: readonly string[],
): Promise<{ id: number; senderId: number | null; fingerprint: string }[]> {
  return tx<{ id: number; senderId: number | null; fingerprint: string }[]>`
    select id, sender_id as "senderId", fingerprint from app.chat_messages
    where company_id = ${tx.companyId} and chat_id = ${chatId} and key = any (${keys as string[]}) order by position`;
}
/** Whether a message of this chat can be quoted. */
export async function isThere(tx: Tx, chatId: number, id: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.chat_messages where company_id = ${tx.companyId} and chat_id = ${chatId} and id = ${id} and not is_deleted`;
  return row !== undefined;
}

export interface NewMessage {
  chatId: number;
  senderId: number;
  key: string;
  fingerprint: string;
  kind: string;
  body: string;
  mediaId: string | null;
  data: Record<string, unknown> | null;
  quotedId: number | null;
}
/** Adds a message at the end of its chat, which the caller holds. Its sender has read up to it. Answers its id. */
export async function insert(tx: Tx, message: NewMessage): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    with place as (
      update app.chats set last_position = last_position + 1, spoken_at = now()
      where company_id = ${tx.companyId} and id = ${message.chatId} returning last_position)
    insert into app.chat_messages (company_id, chat_id, position, sender_id, key, fingerprint, kind, body, media_id, data, quoted_id)
    select ${tx.companyId}, ${message.chatId}, place.last_position, ${message.senderId}, ${message.key}, ${message.fingerprint},
      ${message.kind}, ${message.body}, ${message.mediaId}, ${
    message.data && JSON.stringify(message.data)
  }::text::jsonb, ${message.quotedId} from place returning id`;
  await tx`update app.chats set last_id = ${row!.id} where company_id = ${tx.companyId} and id = ${message.chatId}`;
  return row!.id;
}
export function write(tx: Tx, id: number, body: string): Promise<unknown> {
  return tx`
    update app.chat_messages set body = ${body}, edited_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
/** Takes back what was said: words, file, reactions. */
export function takeBack(tx: Tx, id: number): Promise<unknown> {
  return tx`
    update app.chat_messages set is_deleted = true, body = '', data = null, media_id = null, reactions = '[]'
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** A person's one reaction to a message; null takes it away. */
export function react(tx: Tx, id: number, userId: number, emoji: string | null): Promise<unknown> {
  const mine = emoji === null ? [] : [{ userId, emoji }];
  return tx`
    update app.chat_messages set reactions = coalesce((
      select jsonb_agg(r order by n) from jsonb_array_elements(reactions) with ordinality as x (r, n)
      where (r ->> 'userId')::bigint <> ${userId}), '[]') || ${JSON.stringify(mine)}::text::jsonb
    where company_id = ${tx.companyId} and id = ${id}`;
}

export interface Spoken {
  id: number;
  position: number;
  lastMessage: string;
  lastKind: string;
  lastSenderId: number | null;
  updatedAt: Date;
}
/** What lists show of the last message of a chat, and which one that is. */
export async function lastSpoken(tx: Tx, chatId: number): Promise<{ lastId: number | null; chat: Spoken }> {
  const [row] = await tx<(Spoken & { lastId: number | null })[]>`
    select ${spoken(tx)}, c.last_id as "lastId" from app.chats c ${
    lastOf(tx)
  } where c.company_id = ${tx.companyId} and c.id = ${chatId}`;
  const { lastId, ...chat } = row!;
  return { lastId, chat };
}
