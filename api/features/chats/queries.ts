// SQL of chats and their members. Every statement that reads a chat for a person names them: members only.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Chat } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** What lists show of the message that was the last. */
export const spoken = (tx: Tx): Fragment =>
  tx`c.id, c.last_position as position, c.spoken_at as "updatedAt", coalesce(l.body, '') as "lastMessage", l.sender_id as "lastSenderId",
    case when l.id is null then '' when l.is_deleted then 'deleted' else l.kind end as "lastKind"`;
export const lastOf = (tx: Tx): Fragment =>
  tx`left join app.chat_messages l on l.company_id = c.company_id and l.id = c.last_id`;

const shared = (tx: Tx): Fragment =>
  tx`${spoken(tx)}, c.uuid, c.title, c.pair is null as "isGroup",
    coalesce(c.owner_id, (select m.user_id from app.chat_members m
      where m.company_id = c.company_id and m.chat_id = c.id order by m.joined_at, m.user_id limit 1)) as "ownerId",
    coalesce((select jsonb_agg(jsonb_build_object('userId', u.id, 'user', jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color))
        order by m.joined_at, u.id)
      from app.chat_members m join app.users u on u.company_id = m.company_id and u.id = m.user_id
      where m.company_id = c.company_id and m.chat_id = c.id), '[]') as users`;
const mine = (tx: Tx, userId: number): Fragment =>
  tx`app.chats c join app.chat_members x on x.company_id = c.company_id and x.chat_id = c.id and x.user_id = ${userId} ${
    lastOf(tx)
  }`;
const own = (tx: Tx): Fragment => tx`x.position_read as "positionRead", x.muted`;
const found = (tx: Tx, userId: number, search: string): Fragment =>
  tx`c.company_id = ${tx.companyId} ${
    search
      ? tx`and (app.fold(c.title) like (select app.pattern(${search})) or exists (
          select 1 from app.chat_members m join app.users u on u.company_id = m.company_id and u.id = m.user_id
          where m.company_id = c.company_id and m.chat_id = c.id and m.user_id <> ${userId}
            and app.fold(u.name) like (select app.pattern(${search}))))`
      : tx``
  }`;

/** A page of this person's chats, the one spoken in last first. */
export function page(tx: Tx, userId: number, search: string, size: number, skip: number): Promise<Chat[]> {
  return tx<Chat[]>`
    select ${shared(tx)}, ${own(tx)} from ${mine(tx, userId)} where ${found(tx, userId, search)}
    order by c.spoken_at desc, c.id desc limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, userId: number, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from ${mine(tx, userId)} where ${found(tx, userId, search)}`;
  return row!.n;
}
/** Those in which something is unread. */
export function unread(tx: Tx, userId: number, size: number): Promise<Chat[]> {
  return tx<Chat[]>`
    select ${shared(tx)}, ${own(tx)} from ${mine(tx, userId)}
    where c.company_id = ${tx.companyId} and c.last_position > x.position_read
    order by c.spoken_at desc, c.id desc limit ${size}`;
}
export async function byUuid(tx: Tx, userId: number, uuid: string): Promise<Chat | undefined> {
  const [row] = await tx<Chat[]>`
    select ${shared(tx)}, ${own(tx)} from ${mine(tx, userId)}
    where c.company_id = ${tx.companyId} and c.uuid::text = ${uuid.toLowerCase()}`;
  return row;
}
export async function byId(tx: Tx, userId: number, id: number): Promise<Chat | undefined> {
  const [row] = await tx<Chat[]>`
    select ${shared(tx)}, ${own(tx)} from ${mine(tx, userId)} where c.company_id = ${tx.companyId} and c.id = ${id}`;
  return row;
}

/** How far one of this person's chats has come; undefined for a chat of others. */
export async function positionOf(tx: Tx, userId: number, id: number): Promise<number | undefined> {
  const [row] = await tx<{ position: number }[]>`
    select c.last_position as position from app.chats c
    join app.chat_members m on m.company_id = c.company_id and m.chat_id = c.id and m.user_id = ${userId}
    where c.company_id = ${tx.companyId} and c.id = ${id}`;
  return row?.position;
}

/** Holds one of this person's chats until the commit; messages get their places under it. */
export async function lock(tx: Tx, userId: number, id: number): Promise<{ id: number; position: number } | undefined> {
  const [row] = await tx<{ id: number; position: number }[]>`
    select c.id, c.last_position as position from app.chats c
    where c.company_id = ${tx.companyId} and c.id = ${id} and exists (
      select 1 from app.chat_members m where m.company_id = c.company_id and m.chat_id = c.id and m.user_id = ${userId})
    for update`;
  return row;
}
/** The ids of a chat's members. */
export async function memberIds(tx: Tx, chatId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select user_id as id from app.chat_members where company_id = ${tx.companyId} and chat_id = ${chatId} order by user_id`;
  return rows.map(({ id }) => id);
}
/** Those of these people that the company has. */
export async function people(tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  return await tx<{ id: number; name: string }[]>`
    select id, name from app.users where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[]) order by id`;
}

/** Makes a group; answers its id. */
export async function insertGroup(tx: Tx, title: string, ownerId: number): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.chats (company_id, title, owner_id) values (${tx.companyId}, ${title}, ${ownerId}) returning id`;
  return row!.id;
}
/** The chat of two people; `made` when there was none. */
export async function pairOf(tx: Tx, ownerId: number, otherId: number): Promise<{ id: number; made: boolean }> {
  const pair = [ownerId, otherId].sort((a, b) => a - b).join(":");
  const [made] = await tx<{ id: number }[]>`
    insert into app.chats (company_id, pair, owner_id) values (${tx.companyId}, ${pair}, ${ownerId})
    on conflict (company_id, pair) do nothing returning id`;
  if (made) return { id: made.id, made: true };
  const [known] = await tx<{ id: number }[]>`
    select id from app.chats where company_id = ${tx.companyId} and pair = ${pair}`;
  return { id: known!.id, made: false };
}
export function retitle(tx: Tx, id: number, title: string): Promise<unknown> {
  return tx`update app.chats set title = ${title} where company_id = ${tx.companyId} and id = ${id}`;
}
/** Puts people into a chat; what was said before counts as read for those who come later. */
export function join(tx: Tx, chatId: number, userIds: readonly number[]): Promise<unknown> {
  return tx`
    insert into app.chat_members (company_id, chat_id, user_id, position_read)
    select c.company_id, c.id, x.id, c.last_position from app.chats c, unnest(${userIds as number[]}::bigint[]) as x (id)
    where c.company_id = ${tx.companyId} and c.id = ${chatId} on conflict do nothing`;
}
export function part(tx: Tx, chatId: number, userIds: readonly number[]): Promise<unknown> {
  return tx`
    delete from app.chat_members where company_id = ${tx.companyId} and chat_id = ${chatId} and user_id = any (${userIds as number[]}::bigint[])`;
}
/** The owner has left: whoever came first owns it. */
export function disown(tx: Tx, chatId: number, userId: number): Promise<unknown> {
  return tx`
    update app.chats set owner_id = null where company_id = ${tx.companyId} and id = ${chatId} and owner_id = ${userId}`;
}
/** Deletes a chat; answers the files that its messages held. */
export async function remove(tx: Tx, id: number): Promise<string[]> {
  const files = await tx<{ id: string }[]>`
    select distinct media_id as id from app.chat_messages where company_id = ${tx.companyId} and chat_id = ${id} and media_id is not null`;
  await tx`delete from app.chats where company_id = ${tx.companyId} and id = ${id}`;
  return files.map((file) => file.id);
}

export type OwnState = Pick<Chat, "id" | "positionRead" | "muted">;
/** Notes how far a member has read; nothing comes back when they were as far already. */
export async function noteRead(
  tx: Tx,
  chatId: number,
  userId: number,
  position: number | null,
): Promise<OwnState | undefined> {
  const [row] = await tx<OwnState[]>`
    update app.chat_members m set position_read = least(c.last_position, ${position}::bigint)
    from app.chats c
    where m.company_id = ${tx.companyId} and m.chat_id = ${chatId} and m.user_id = ${userId}
      and c.company_id = m.company_id and c.id = m.chat_id and m.position_read < least(c.last_position, ${position}::bigint)
    returning m.chat_id as id, m.position_read as "positionRead", m.muted`;
  return row;
}
export async function noteMuted(
  tx: Tx,
  chatId: number,
  userId: number,
  muted: boolean,
): Promise<OwnState | undefined> {
  const [row] = await tx<OwnState[]>`
    update app.chat_members set muted = ${muted}
    where company_id = ${tx.companyId} and chat_id = ${chatId} and user_id = ${userId}
    returning chat_id as id, position_read as "positionRead", muted`;
  return row;
}
