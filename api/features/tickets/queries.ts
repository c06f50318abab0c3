// SQL of tickets. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { MessageHit, Ticket } from "./contract.ts";

/** A ticket row as rules look at it. */
export interface TicketRow {
  id: number;
  uuid: string;
  contactId: number;
  connectionId: number;
  channel: string;
  status: string;
  queueId: number | null;
  userId: number | null;
  isGroup: boolean;
  unread: number;
  groupAsTicket: boolean;
  /** Its connection was removed: nothing can be sent any more. */
  connectionGone: boolean;
  lastInboundAt: Date | null;
  /** Never was open: it holds what was sent by itself, and no counter knows of it. */
  silent: boolean;
}

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The contract's ticket from `t`; joins what it shows. */
const shown = (tx: Tx): Fragment =>
  tx`t.id, t.uuid, t.status, t.queue_id as "queueId", t.contact_id as "contactId", t.channel,
    case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
    jsonb_build_object('id', c.id, 'name', c.name, 'urlPicture', '/media/' || c.picture_media_id, 'number', c.number, 'isGroup', c.is_group) as contact,
    t.last_message as "lastMessage", t.last_from_me as "lastFromMe",
    case when t.last_from_me and t.status in ('pending', 'lgpd') then (select jsonb_build_object('kind', m.kind, 'body', left(m.body, 200)) from app.messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me and not m.is_deleted order by m.sent_at desc, m.id desc limit 1) end as "lastInbound",
    case when t.is_group and not t.last_from_me then (select nullif(m.sender ->> 'name', '') from app.messages m
      where m.company_id = t.company_id and m.id = t.last_message_id) end as "lastSender", t.last_ack as "lastAck",
    t.last_message = '' and coalesce((select m.is_deleted from app.messages m where m.company_id = t.company_id and m.id = t.last_message_id), false) as "lastDeleted",
    t.last_inbound_at as "lastInboundAt", t.waiting_since as "waitingSince", t.created_at as "createdAt", t.updated_at as "updatedAt",
    t.unread as "unreadMessages", t.connection_id as "whatsappId",
    jsonb_build_object('id', w.id, 'name', w.name, 'groupAsTicket', case when w.group_as_ticket then 'enabled' else 'disabled' end,
      'hasFarewell', w.farewell <> '', 'hasRating', w.rating_text <> '') as whatsapp,
    t.is_group as "isGroup", t.is_bot as "isBot", t.user_id as "userId",
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user,
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
      from (select x.tag_id from app.ticket_tags x where x.company_id = t.company_id and x.ticket_id = t.id
        union select y.tag_id from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id) own
      join app.tags g on g.company_id = t.company_id and g.id = own.tag_id), '[]') as tags,
    t.rating as "userRating", (t.rating + 1 + (t.rating = 0)::int) / 2 as "userRatingFace", t.transferred as "isTransfered", t.use_integration as "useIntegration", t.value_cents as "valueCents"`;
const joined = (tx: Tx): Fragment =>
  tx`join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join app.users u on u.company_id = t.company_id and u.id = t.user_id`;

/** The shown tickets of these ids, in the order given. */
export function byIds(tx: Tx, ids: readonly number[]): Promise<Ticket[]> {
  return tx<Ticket[]>`
    select ${shown(tx)} from unnest(${ids as number[]}::bigint[]) with ordinality as wanted (id, place)
    join app.tickets t on t.company_id = ${tx.companyId} and t.id = wanted.id ${joined(tx)}
    order by wanted.place`;
}
/**
 * The shown tickets that `wanted` names by id and updated_at, with the list's place as text. The place is written out for the
 * page only: not for the rows that were skipped on the way to it.
 */
export function page(tx: Tx, wanted: Fragment, direction: Fragment): Promise<(Ticket & { at: string })[]> {
  return tx<(Ticket & { at: string })[]>`
    select ${shown(tx)}, wanted.updated_at::text as at from (${wanted}) wanted
    join app.tickets t on t.company_id = ${tx.companyId} and t.id = wanted.id ${joined(tx)}
    order by wanted.updated_at ${direction}, wanted.id ${direction}`;
}
/**
 * Where the words of a search are: of each of these tickets the newest message that holds them, with what stands around them.
 * `fold` keeps lengths for all but a few letters, so the place is near enough.
 */
export async function saidIn(tx: Tx, ids: readonly number[], needle: string): Promise<[number, MessageHit][]> {
  const rows = await tx<(MessageHit & { ticketId: number })[]>`
    select wanted.id as "ticketId", m.id as "messageId",
      case when m.at > ${HIT_BEFORE + 1} then '…' else '' end
        || regexp_replace(substring(m.body from greatest(1, m.at - ${HIT_BEFORE}) for ${HIT_CHARS}), '\\s+', ' ', 'g') as text
    from unnest(${ids as number[]}::bigint[]) wanted (id)
    cross join lateral (
      select m.id, m.body, position((select app.fold(${needle})) in m.folded) as at
      from (
        -- Only this ticket's are read: the index of texts knows every message that has a common word, and was asked for each ticket.
        select id, body, folded, sent_at from app.messages
        where company_id = ${tx.companyId} and ticket_id = wanted.id and not is_deleted offset 0) m
      where m.folded like (select app.pattern(${needle}))
      order by m.sent_at desc, m.id desc limit 1) m`;
  return rows.map(({ ticketId, messageId, text }) => [ticketId, { messageId, text }]);
}
const HIT_BEFORE = 24;
const HIT_CHARS = 160;

/** One ticket as it is shown, whoever asks. */
export async function shownById(tx: Tx, id: number): Promise<Ticket | undefined> {
  const [ticket] = await tx<Ticket[]>`select ${shown(tx)} from app.tickets t ${
    joined(tx)
  } where t.company_id = ${tx.companyId} and t.id = ${id}`;
  return ticket;
}
/** One ticket by its uuid, if this condition lets it be seen. */
export async function shownByUuid(tx: Tx, uuid: string, seen: Fragment): Promise<Ticket | undefined> {
  const [ticket] = await tx<Ticket[]>`select ${shown(tx)} from app.tickets t ${
    joined(tx)
  } where t.company_id = ${tx.companyId} and t.uuid = ${uuid} and ${seen}`;
  return ticket;
}

const ruled = (tx: Tx): Fragment =>
  tx`t.id, t.uuid, t.contact_id as "contactId", t.connection_id as "connectionId", t.channel, t.status, t.queue_id as "queueId",
    t.user_id as "userId", t.is_group as "isGroup", t.unread, t.last_inbound_at as "lastInboundAt", t.silent,
    (select w.group_as_ticket from app.connections w where w.company_id = t.company_id and w.id = t.connection_id) as "groupAsTicket",
    (select w.deleted_at is not null from app.connections w where w.company_id = t.company_id and w.id = t.connection_id) as "connectionGone"`;

/** A ticket somebody may see, locked for a change. */
export async function lockVisible(tx: Tx, id: number, seen: Fragment): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`select ${
    ruled(tx)
  } from app.tickets t where t.company_id = ${tx.companyId} and t.id = ${id} and ${seen} for update of t`;
  return row;
}
/** The same without a lock, for reading. */
export async function findVisible(tx: Tx, id: number, seen: Fragment): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`select ${
    ruled(tx)
  } from app.tickets t where t.company_id = ${tx.companyId} and t.id = ${id} and ${seen}`;
  return row;
}
export async function lock(tx: Tx, id: number): Promise<TicketRow | undefined> {
  return await lockVisible(tx, id, tx`true`);
}
/** The live ticket of a contact on a connection, locked. */
export async function lockLive(tx: Tx, contactId: number, connectionId: number): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`
    select ${ruled(tx)} from app.tickets t
    where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId} and t.status <> 'closed' for update of t`;
  return row;
}
/** The contact's last ticket on the connection, locked, where it was closed within the connection's time to continue it. */
export async function lockReusable(tx: Tx, contactId: number, connectionId: number): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`
    select ${ruled(tx)} from app.tickets t
    join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
    where t.company_id = ${tx.companyId} and t.contact_id = ${contactId} and t.connection_id = ${connectionId} and t.status = 'closed'
      and t.imported_at is null and not t.silent and w.reuse_within_min > 0 and t.updated_at > now() - make_interval(mins => w.reuse_within_min)
    order by t.updated_at desc, t.id desc limit 1 for update of t`;
  return row;
}
/** The contact's last ticket on the connection, locked, where its customer has rated it and it was closed within so many minutes. */
export async function lockJustRated(
  tx: Tx,
  contactId: number,
  connectionId: number,
  minutes: number,
): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`
    select ${ruled(tx)} from app.tickets t
    where t.company_id = ${tx.companyId} and t.status = 'closed' and t.id = (
        select x.id from app.tickets x where x.company_id = ${tx.companyId} and x.contact_id = ${contactId} and x.connection_id = ${connectionId} and not x.silent
        order by x.updated_at desc, x.id desc limit 1)
      and (select r.rating is not null from app.ticket_rounds r where r.company_id = t.company_id and r.ticket_id = t.id order by r.id desc limit 1)
      and exists (select 1 from app.ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id and l.type = 'closed'
        and l.created_at > now() - make_interval(mins => ${minutes}))
    for update of t`;
  return row;
}
/** Whose customer the contact is, where new tickets go there (setting DirectTicketsToWallets). */
export async function walletOf(tx: Tx, contactId: number): Promise<{ userId: number; queueId: number } | undefined> {
  const [row] = await tx<{ userId: number; queueId: number }[]>`
    select c.user_id as "userId", c.queue_id as "queueId" from app.contact_wallets c
    join app.settings s on s.company_id = c.company_id and s.key = 'DirectTicketsToWallets' and s.value = 'enabled'
    where c.company_id = ${tx.companyId} and c.contact_id = ${contactId}`;
  return row;
}
/** Opens a ticket unless a live one exists; then nothing comes back. */
export async function insertLive(
  tx: Tx,
  ticket: {
    contactId: number;
    connectionId: number;
    channel: string;
    status: string;
    queueId: number | null;
    userId: number | null;
    isGroup: boolean;
    byCustomer: boolean;
  },
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.tickets (company_id, contact_id, connection_id, channel, status, queue_id, user_id, is_group, waiting_since)
    values (${tx.companyId}, ${ticket.contactId}, ${ticket.connectionId}, ${ticket.channel}, ${ticket.status}, ${ticket.queueId}, ${ticket.userId}, ${ticket.isGroup},
      case when ${ticket.byCustomer && ticket.status === "pending"} then now() end)
    on conflict (company_id, contact_id, connection_id) where status <> 'closed' do nothing returning id`;
  return row?.id ?? null;
}

export interface TicketPatch {
  status?: string;
  queueId?: number | null;
  userId?: number | null;
  transferred?: boolean;
  unread?: number;
  useIntegration?: boolean;
  isBot?: boolean;
}
/** Writes a patch; what is missing stays. `updated_at` moves, because a state moved. */
export async function write(tx: Tx, id: number, p: TicketPatch): Promise<void> {
  await tx`
    update app.tickets set updated_at = now(),
      status = ${p.status ?? tx`status`}, silent = silent and coalesce(${
    p.status ?? null
  }::text, 'closed') = 'closed', queue_id = ${p.queueId === undefined ? tx`queue_id` : p.queueId}, user_id = ${
    p.userId === undefined ? tx`user_id` : p.userId
  },
      transferred = ${p.transferred ?? tx`transferred`}, unread = ${p.unread ?? tx`unread`}, use_integration = ${
    p.useIntegration ?? tx`use_integration`
  }, is_bot = ${p.isBot ?? tx`is_bot`},
      waiting_since = case when ${p.status ?? null}::text = 'pending' then coalesce(waiting_since, now()) when ${
    p.status ?? null
  }::text is null then waiting_since end
    where company_id = ${tx.companyId} and id = ${id}`;
}

/** The customer's newest message is unread again, and the ticket says so. */
export async function setUnread(tx: Tx, id: number): Promise<void> {
  await tx`
    update app.messages set read = false where company_id = ${tx.companyId} and id = (
      select id from app.messages where company_id = ${tx.companyId} and ticket_id = ${id} and not from_me order by sent_at desc, id desc limit 1)`;
  await tx`update app.tickets set unread = 1 where company_id = ${tx.companyId} and id = ${id}`;
}
/** The live tickets of a contact, and of those that ended the latest ones: what screens show now. */
export async function shownOfContact(tx: Tx, contactId: number, ended: number): Promise<Ticket[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} and status <> 'closed'
    union all
    (select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} and status = 'closed'
      order by updated_at desc, id desc limit ${ended})`;
  return await byIds(tx, rows.map(({ id }) => id));
}
/**
 * Whether a ticket may not be closed yet: it is served, its company wants a tag first, and its contact has none
 * (docs/product/tickets.md#close). What nobody serves needs none.
 */
export async function lacksTag(
  tx: Tx,
  { contactId, status }: Pick<TicketRow, "contactId" | "status">,
): Promise<boolean> {
  if (status !== "open" && status !== "group") return false;
  const [row] = await tx`
    select 1 from app.settings s where s.company_id = ${tx.companyId} and s.key = 'requiredTag' and s.value = 'enabled'
      and not exists (select 1 from app.contact_tags c where c.company_id = s.company_id and c.contact_id = ${contactId})`;
  return row !== undefined;
}
/** The person's own farewell, else the connection's. */
export async function farewell(tx: Tx, userId: number | null, ticket: { connectionId: number }): Promise<string> {
  const [row] = await tx<{ text: string }[]>`
    select coalesce(nullif((select farewell from app.users where company_id = ${tx.companyId} and id = ${userId}), ''), w.farewell) as text
    from app.connections w where w.company_id = ${tx.companyId} and w.id = ${ticket.connectionId}`;
  return row?.text ?? "";
}
/** The connection's question for a rating; empty: nobody is asked. */
export async function ratingText(tx: Tx, connectionId: number): Promise<string> {
  const [row] = await tx<{ text: string }[]>`
    select rating_text as text from app.connections where company_id = ${tx.companyId} and id = ${connectionId}`;
  return row?.text ?? "";
}
/** A new ticket shows, and may answer, what was said last in the one it follows. */
export function continueFrom(tx: Tx, id: number, from: number): Promise<unknown> {
  return tx`
    update app.tickets t set transferred = true, last_message = f.last_message, last_message_at = f.last_message_at,
      last_from_me = f.last_from_me, last_ack = f.last_ack, last_inbound_at = f.last_inbound_at
    from app.tickets f where t.company_id = ${tx.companyId} and t.id = ${id} and f.company_id = t.company_id and f.id = ${from}`;
}
/** The ids of live tickets of these statuses in these queues (0: without queue), oldest first. */
export async function idsByStatus(tx: Tx, statuses: readonly string[], queueIds: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and status = any (${statuses as string[]}) and coalesce(queue_id, 0) = any (${queueIds as number[]}::bigint[]) order by id`;
  return rows.map((row) => row.id);
}
export async function queueExists(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.queues where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}
export async function hasQueues(tx: Tx): Promise<boolean> {
  const [row] = await tx`select 1 from app.queues where company_id = ${tx.companyId} limit 1`;
  return row !== undefined;
}
export async function userExists(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.users where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}
/** What a ticket takes from its contact; undefined when there is none. */
export async function contactOf(tx: Tx, id: number): Promise<{ isGroup: boolean } | undefined> {
  const [row] = await tx<{ isGroup: boolean }[]>`
    select is_group as "isGroup" from app.contacts where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
export function log(
  tx: Tx,
  ticketId: number,
): Promise<
  {
    id: number;
    type: string;
    user: { id: number; name: string; color: string } | null;
    queue: { id: number; name: string; color: string } | null;
    detail: string | null;
    createdAt: Date;
  }[]
> {
  return tx`
    select l.id, l.type, l.detail, l.created_at as "createdAt",
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user,
      case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue
    from app.ticket_log l
    left join app.users u on u.company_id = l.company_id and u.id = l.user_id
    left join app.queues q on q.company_id = l.company_id and q.id = l.queue_id
    where l.company_id = ${tx.companyId} and l.ticket_id = ${ticketId} order by l.id`;
}
/**
 * These messages `m` are about to be deleted: a provider that repeats one brings nothing back. With the id stays by what its
 * conversation is told from others with the same id, which is too little to name anybody.
 */
export async function keepIds(tx: Tx, which: Fragment): Promise<void> {
  await tx`
    insert into app.messages_gone (company_id, connection_id, external_id, marks)
    select m.company_id, m.connection_id, m.external_id, array_agg(distinct app.identity_mark(i.kind, i.value)) filter (where i.kind is not null)
    from app.messages m left join app.contact_identities i on i.company_id = m.company_id and i.contact_id = m.contact_id
    where m.company_id = ${tx.companyId} and ${which} and m.external_id is not null
    group by 1, 2, 3
    on conflict (company_id, connection_id, external_id) do update
      set marks = case when app.messages_gone.marks is not null then app.messages_gone.marks || excluded.marks end`;
}
/** Deletes a ticket; its provider ids stay known, so that a replayed webhook cannot bring it back. Answers the files it showed. */
export async function remove(tx: Tx, id: number): Promise<string[]> {
  await keepIds(tx, tx`m.ticket_id = ${id}`);
  const files = await tx<{ id: string }[]>`
    select distinct file as id from app.messages m cross join lateral unnest(array[m.media_id, m.card_media_id]) file
    where m.company_id = ${tx.companyId} and m.ticket_id = ${id} and file is not null`;
  await tx`delete from app.tickets where company_id = ${tx.companyId} and id = ${id}`;
  return files.map((file) => file.id);
}
