// SQL of messages. Inside names become the contract's here.
import type postgres from "postgres";
import { SEND_CLASSES, type SendClass } from "../../core/send-class.ts";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { FileKind } from "../../core/media/media.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Identity } from "../../../channels/sdk/mod.ts";
import type { Message } from "./contract.ts";

/** A file of a message, as it is passed on. */
export interface ForwardedFile {
  id: string;
  kind: FileKind;
  mimeType: string;
  bytes: number;
  state: string;
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Who of a group wrote a message: by name, and by number where that is known. A hidden id is no number. */
const participant = (tx: Tx, of: Fragment): Fragment =>
  tx`case when ${of}.sender is not null then jsonb_build_object('name', coalesce(${of}.sender ->> 'name', ''), 'number',
    coalesce((select i ->> 'value' from jsonb_array_elements(${of}.sender -> 'identities') i where i ->> 'kind' = ${PHONE} limit 1), '')) end`;

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
  /** It could not be read yet: a later event fills it. */
  placeholder: boolean;
}
const shown = (tx: Tx): Fragment =>
  tx`m.id, coalesce(m.client_key, m.key) as key, m.ticket_id as "ticketId", m.contact_id as "contactId", m.queue_id as "queueId",
    case when m.is_deleted and m.kind = 'gone' then '' else m.body end as body, m.from_me as "fromMe", m.read, m.kind as "mediaType",
    case when f.id is null or m.is_deleted then null when f.state = 'remote' then '/media/remote/' || f.id else '/media/' || f.id end as "mediaUrl",
    f.file_name as "fileName", f.mime_type as "mimeType", f.bytes as "fileSize", f.width, f.height,
    case when not m.is_deleted and not coalesce(m.data ?| '{sticker,viewOnce}', false) then translate(encode(f.preview, 'base64'), E'\\n', '') end as preview,
    case when f.failure = 'ERR_DISK_FULL' and f.state = 'failed'
        then coalesce(m.data, '{}') || jsonb_build_object('media', f.state, 'noRoom', case when f.remote is null then 'gone' else 'ask' end)
      when f.state in ('pending', 'failed') then coalesce(m.data, '{}') || jsonb_build_object('media', f.state) else m.data end as data,
    m.ack, m.status, m.error, m.is_deleted as "isDeleted", m.is_edited as "isEdited", m.is_forwarded as "isForwarded", m.is_private as "isPrivate",
    m.reactions, m.user_id as "userId", u.name as "userName", ${
    participant(tx, tx`m`)
  } as participant, m.sent_at as "createdAt", m.received_at as "receivedAt",
    case when o.id is not null then jsonb_build_object('id', o.id, 'body', o.body, 'fromMe', o.from_me, 'mediaType', o.kind, 'isDeleted', o.is_deleted, 'participant', ${
    participant(tx, tx`o`)
  },
      'userId', o.user_id, 'userName', (select x.name from app.users x where x.company_id = o.company_id and x.id = o.user_id)) end as "quotedMsg"`;
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
  const beyond = at.mark ? tx`and (m.sent_at, m.id) < (${at.mark.at}::text::timestamptz, ${at.mark.id})` : tx``;
  return tx<(Message & { at: string })[]>`
    with wanted as (
      select m.* from app.messages m
      where m.company_id = ${tx.companyId} and m.contact_id = ${at.contactId} and m.connection_id = ${at.connectionId} ${beyond} and ${at.seen}
      order by m.sent_at desc, m.id desc ${limit} ${at.skip ? tx`offset ${at.skip}` : tx``})
    select ${shown(tx)}, m.sent_at::text as at from wanted m ${joined(tx)} order by m.sent_at desc, m.id desc`;
}
/**
 * The newest messages of several conversations in one statement, oldest first; `listId` is the ticket that was asked for.
 * Each conversation goes down its own index, so a long one costs no more than its newest rows.
 */
export function newest(
  tx: Tx,
  of: readonly { ticketId: number; contactId: number; connectionId: number }[],
  at: { seen: (own: Fragment) => Fragment; size: number },
): Promise<(Message & { listId: number })[]> {
  const limit = tx.unsafe(`limit ${Math.trunc(at.size)}`) as unknown as Fragment;
  return tx<(Message & { listId: number })[]>`
    select asked.ticket_id as "listId", ${shown(tx)}
    from unnest(${of.map((one) => one.ticketId)}::bigint[], ${of.map((one) => one.contactId)}::bigint[], ${
    of.map((one) => one.connectionId)
  }::bigint[]) as asked (ticket_id, contact_id, connection_id)
    cross join lateral (
      select m.* from app.messages m
      where m.company_id = ${tx.companyId} and m.contact_id = asked.contact_id and m.connection_id = asked.connection_id
        and ${at.seen(tx`m.ticket_id = asked.ticket_id`)}
      order by m.sent_at desc, m.id desc ${limit}) m
    ${joined(tx)} order by asked.ticket_id, m.sent_at, m.id`;
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

/** What of a message `m` rules look at. */
export const ruled = (tx: Tx): Fragment =>
  tx`m.id, m.ticket_id as "ticketId", m.contact_id as "contactId", m.connection_id as "connectionId", m.user_id as "userId", m.from_me as "fromMe", m.kind, m.body,
    m.external_id as "externalId", m.key, m.ack, m.status, m.is_private as "isPrivate", m.is_deleted as "isDeleted", m.media_id as "mediaId", m.sent_at as "sentAt",
    m.kind = 'unknown' and coalesce(m.data ? 'placeholder', false) as placeholder`;

/** A message whose ticket one may see, locked for a change. */
export async function lockVisible(tx: Tx, id: number, seen: Fragment): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`
    select ${ruled(tx)} from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    where m.company_id = ${tx.companyId} and m.id = ${id} and ${seen} for update of m`;
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
  /** What its author calls it, where the key is somebody else's message's. */
  clientKey?: string | null;
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
  /** Not sent before this time. */
  dueAt?: Date | null;
  sendClass?: SendClass;
  sentAt?: Date;
  /** Given for what arrives late. */
  receivedAt?: Date | null;
  /** Who of a group wrote it. */
  sender?: Sender | null;
}
export interface Sender {
  name: string;
  identities: Identity[];
}
/** Adds a message unless its key or provider id is known; then nothing comes back. */
export async function insert(tx: Tx, m: NewMessage): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, queue_id, user_id, key, client_key, fingerprint, external_id, from_me, by_hand, kind, body, media_id, data,
      quoted_id, ack, status, is_private, is_forwarded, read, retry_at, send_class, sent_at, received_at, sender)
    select ${tx.companyId}, ${m.ticketId}, ${m.contactId}, ${m.connectionId}, ${m.queueId}, ${m.userId ?? null}, ${
    m.key ?? null
  }, ${m.clientKey ?? null}, ${m.fingerprint ?? null}, ${m.externalId ?? null},
      ${m.fromMe}, ${m.byHand ?? true}, ${m.kind ?? "chat"}, ${m.body}, ${m.mediaId ?? null}, ${
    m.data ? JSON.stringify(m.data) : null
  }::text::jsonb, ${m.quotedId ?? null},
      ${m.ack ?? 0}, ${m.status ?? "sent"}, ${m.isPrivate ?? false}, ${m.isForwarded ?? false}, ${m.read ?? false}, ${
    m.dueAt ?? null
  }, ${SEND_CLASSES.indexOf(m.sendClass ?? "reply")}, coalesce(${m.sentAt ?? null}::timestamptz, now()), ${
    m.receivedAt ?? null
  }, ${m.sender ? JSON.stringify(m.sender) : null}::text::jsonb
    where not exists (select 1 from app.messages_gone g
      where g.company_id = ${tx.companyId} and g.connection_id = ${m.connectionId} and g.external_id = ${
    m.externalId ?? ""
  }
        and (g.marks is null or g.marks && array(
          select app.identity_mark(i.kind, i.value) from app.contact_identities i where i.company_id = ${tx.companyId} and i.contact_id = ${m.contactId})))
    on conflict do nothing returning id`;
  return row?.id ?? null;
}
/**
 * Marks a message deleted. Its words go for good where the company says so (`lgpdDeleteMessage` with `enableLGPD`), from the list
 * of tickets too; a card of what it linked to goes always.
 */
export async function markDeleted(tx: Tx, message: Pick<MessageRow, "id" | "ticketId">): Promise<void> {
  const [setting] = await tx`
    select 1 from app.settings where company_id = ${tx.companyId} and key in ('enableLGPD', 'lgpdDeleteMessage') and value = 'enabled'
    having count(*) = 2`;
  await tx`
    update app.messages set is_deleted = true, data = data - 'card' - 'refused', card_media_id = null, body = ${
    setting ? "" : tx`body`
  }
    where company_id = ${tx.companyId} and id = ${message.id}`;
  if (!setting) return;
  await tx`
    update app.tickets set last_message = ''
    where company_id = ${tx.companyId} and id = ${message.ticketId} and last_message_id = ${message.id}`;
}
/** Whether this message `m` can be quoted in a conversation by somebody who reads those that `seen` allows. */
export async function canBeQuoted(
  tx: Tx,
  id: number,
  { contactId, connectionId, seen }: { contactId: number; connectionId: number; seen: Fragment },
): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.messages m
    where m.company_id = ${tx.companyId} and m.id = ${id} and m.contact_id = ${contactId} and m.connection_id = ${connectionId}
      and not m.is_deleted and ${seen}`;
  return row !== undefined;
}
/** A message to be passed on, with its file. */
export interface Forwardable {
  kind: string;
  body: string;
  data: Record<string, unknown> | null;
  externalId: string | null;
  connectionId: number;
  queueId: number | null;
  isPrivate: boolean;
  isDeleted: boolean;
  file: ForwardedFile | null;
}
/** A message of a ticket one may see, as it is passed on. */
export async function forForward(tx: Tx, id: number, seen: Fragment): Promise<Forwardable | undefined> {
  const [row] = await tx<Forwardable[]>`
    select m.kind, m.body, m.data, m.external_id as "externalId", m.connection_id as "connectionId", t.queue_id as "queueId",
      m.is_private as "isPrivate", m.is_deleted as "isDeleted",
      case when f.id is not null then jsonb_build_object('id', f.id, 'kind', f.kind, 'mimeType', f.mime_type, 'bytes', f.bytes, 'state', f.state) end as file
    from app.messages m join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    left join app.media f on f.company_id = m.company_id and f.id = m.media_id
    where m.company_id = ${tx.companyId} and m.id = ${id} and ${seen}`;
  return row;
}
/** Who of these people may see a ticket, by the rule of tickets. */
export function mentioned(tx: Tx, ticketId: number, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return tx<{ id: number; name: string }[]>`
    select u.id, u.name from app.users u join app.tickets t on t.company_id = u.company_id and t.id = ${ticketId}
    where u.company_id = ${tx.companyId} and u.id = any (${ids as number[]}::bigint[])
      and app.sees(t.user_id, t.queue_id, t.is_group, t.status, u.profile = 'admin', u.id,
        array(select q.queue_id from app.user_queues q where q.company_id = u.company_id and q.user_id = u.id),
        u.all_tickets, u.allow_groups, u.all_history, u.all_user_chat)
    order by u.id`;
}

export interface MissingFile {
  id: string;
  ref: string;
  fileName: string;
  kind: string;
  /** Its connection was removed: nobody can be asked any more. */
  connectionGone: boolean;
}
/** The file of a message that is not here but at the provider, if it is there still. */
export async function missingFile(tx: Tx, messageId: number): Promise<MissingFile | undefined> {
  const [row] = await tx<MissingFile[]>`
    select f.id, f.remote as ref, f.file_name as "fileName", f.kind, w.deleted_at is not null as "connectionGone"
    from app.messages m join app.media f on f.company_id = m.company_id and f.id = m.media_id
    join app.connections w on w.company_id = m.company_id and w.id = m.connection_id
    where m.company_id = ${tx.companyId} and m.id = ${messageId} and not m.is_deleted and f.state in ('failed', 'pending') and f.remote is not null`;
  return row;
}
/** It is waited for; what was asked before is forgotten. */
export async function awaitFile(tx: Tx, connectionId: number, mediaId: string): Promise<void> {
  await tx`update app.media set state = 'pending', failure = null where company_id = ${tx.companyId} and id = ${mediaId}`;
  await tx`
    delete from app.channel_requests where company_id = ${tx.companyId} and connection_id = ${connectionId} and kind = 'media' and payload ->> 'mediaId' = ${mediaId}`;
}
