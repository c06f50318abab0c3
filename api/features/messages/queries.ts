// SQL of messages. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Message } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A message row as rules look at it. */
export interface MessageRow {
  id: number;
  ticketId: number;
  contactId: number;
  connectionId: number;
  userId: number | null;
  fromMe: boolean;
  kind: string;
  body: string;
  externalId: string | null;
  key: string | null;
  ack: number;
  status: string;
  isPrivate: boolean;
  isDeleted: boolean;
  mediaId: string | null;
  sentAt: Date;
}

const shown = (tx: Tx): Fragment =>
  tx`m.id, m.key, m.ticket_id as "ticketId", m.contact_id as "contactId", m.queue_id as "queueId",
    case when m.is_deleted and m.kind = 'gone' then '' else m.body end as body, m.from_me as "fromMe", m.read, m.kind as "mediaType",
    case when f.id is null or m.is_deleted then null when f.state = 'remote' then f.remote else '/media/' || f.id end as "mediaUrl",
    f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize", f.width, f.height,
    case when f.state in ('pending', 'failed') then coalesce(m.data, '{}') || jsonb_build_object('media', f.state) else m.data end as data,
    m.ack, m.status, m.error, m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate",
    m.reactions, m.user_id as "userId", u.name as "userName", m.sent_at as "createdAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'body', o.body, 'fromMe', o.from_me, 'mediaType', o.kind, 'isDeleted', o.is_deleted,
      'userName', (select x.name from app.users x where x.company_id = o.company_id and x.id = o.user_id)) end as "quotedMsg"`;
const joined = (tx: Tx): Fragment =>
  tx`left join app.media f on f.company_id = m.company_id and f.id = m.media_id
    left join app.users u on u.company_id = m.company_id and u.id = m.user_id
    left join app.messages o on o.company_id = m.company_id and o.id = m.quoted_id`;

/** A page of the conversation of a contact on a connection, newest first, beyond a mark. */
export function page(
  tx: Tx,
  at: {
    contactId: number;
    connectionId: number;
    seen: Fragment;
    mark: { at: string; id: number } | null;
    skip: number;
    size: number;
  },
): Promise<(Message & { at: string })[]> {
  // Written out, not passed: with an unknown limit the statement would be planned anew each time.
  const limit = tx.unsafe(`limit ${Math.trunc(at.size)}`) as unknown as Fragment;
  const beyond = at.mark ? tx`and (m.sent_at, m.id) < (${at.mark.at}::timestamptz, ${at.mark.id})` : tx``;
  return tx<(Message & { at: string })[]>`
    with wanted as (
      select m.* from app.messages m
      where m.company_id = ${tx.companyId} and m.contact_id = ${at.contactId} and m.connection_id = ${at.connectionId} ${beyond} and ${at.seen}
      order by m.sent_at desc, m.id desc ${limit} ${at.skip ? tx`offset ${at.skip}` : tx``})
    select ${shown(tx)}, m.sent_at::text as at from wanted m ${joined(tx)} order by m.sent_at desc, m.id desc`;
}
/** Messages by id, as they are shown, oldest first. */
export function shownByIds(tx: Tx, ids: readonly number[]): Promise<Message[]> {
  return tx<Message[]>`select ${shown(tx)} from app.messages m ${
    joined(tx)
  } where m.company_id = ${tx.companyId} and m.id = any (${ids as number[]}::bigint[]) order by m.sent_at, m.id`;
}
export async function shownById(tx: Tx, id: number): Promise<Message | undefined> {
  return (await shownByIds(tx, [id]))[0];
}

const ruled = (tx: Tx): Fragment =>
  tx`m.id, m.ticket_id as "ticketId", m.contact_id as "contactId", m.connection_id as "connectionId", m.user_id as "userId", m.from_me as "fromMe", m.kind, m.body,
    m.external_id as "externalId", m.key, m.ack, m.status, m.is_private as "isPrivate", m.is_deleted as "isDeleted", m.media_id as "mediaId", m.sent_at as "sentAt"`;

/** A message whose ticket one may see, locked for a change. */
export async function lockVisible(tx: Tx, id: number, seen: Fragment): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`
    select ${ruled(tx)} from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${tx.companyId} and m.id = ${id} and ${seen} for update of m`;
  return row;
}
export async function lockByExternal(
  tx: Tx,
  connectionId: number,
  externalId: string,
): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`select ${
    ruled(tx)
  } from app.messages m where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} for update of m`;
  return row;
}
export async function lockByKey(tx: Tx, key: string): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`select ${
    ruled(tx)
  } from app.messages m where m.company_id = ${tx.companyId} and m.key = ${key} for update of m`;
  return row;
}
export interface NewMessage {
  ticketId: number;
  contactId: number;
  connectionId: number;
  queueId: number | null;
  userId?: number | null;
  key?: string | null;
  fingerprint?: string | null;
  externalId?: string | null;
  fromMe: boolean;
  byHand?: boolean;
  kind?: string;
  body: string;
  mediaId?: string | null;
  data?: Record<string, unknown> | null;
  quotedId?: number | null;
  ack?: number;
  status?: string;
  isPrivate?: boolean;
  isForwarded?: boolean;
  read?: boolean;
  sentAt?: Date;
}
/** Adds a message unless its key or provider id is known; then nothing comes back. */
export async function insert(tx: Tx, m: NewMessage): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, key, fingerprint, external_id, from_me, by_hand, kind, body, media_id, data,
      quoted_id, ack, status, is_private, is_forwarded, read, sent_at)
    select ${tx.companyId}, ${m.ticketId}, ${m.contactId}, ${m.connectionId}, ${m.queueId}, ${m.userId ?? null}, ${
    m.key ?? null
  }, ${m.fingerprint ?? null}, ${m.externalId ?? null},
      ${m.fromMe}, ${m.byHand ?? true}, ${m.kind ?? "chat"}, ${m.body}, ${m.mediaId ?? null}, ${
    m.data ? JSON.stringify(m.data) : null
  }::text::jsonb, ${m.quotedId ?? null},
      ${m.ack ?? 0}, ${m.status ?? "sent"}, ${m.isPrivate ?? false}, ${m.isForwarded ?? false}, ${
    m.read ?? false
  }, coalesce(${m.sentAt ?? null}::timestamptz, now())
    where not exists (select 1 from app.messages_gone g where g.company_id = ${tx.companyId} and g.connection_id = ${m.connectionId} and g.external_id = ${
    m.externalId ?? ""
  })
    on conflict do nothing returning id`;
  return row?.id ?? null;
}
/** The id of a message of this conversation, by the provider's id. */
export async function quotedId(tx: Tx, connectionId: number, externalId: string): Promise<number | null> {
  const [row] = await tx<
    { id: number }[]
  >`select id from app.messages where company_id = ${tx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}`;
  return row?.id ?? null;
}
/** A message that can be quoted in this conversation. */
export async function inConversation(tx: Tx, id: number, contactId: number, connectionId: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.messages where company_id = ${tx.companyId} and id = ${id} and contact_id = ${contactId} and connection_id = ${connectionId}`;
  return row !== undefined;
}
