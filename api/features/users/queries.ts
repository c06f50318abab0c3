// SQL of people. Inside names become the contract's here.
import type postgres from "postgres";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import type { Preferences, User } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A heartbeat comes every five minutes; the seconds beyond keep one that is a little late from looking like an absence. */
export const isOnline = (tx: Tx): Fragment => tx`coalesce(u.seen_at > now() - interval '5 minutes 20 seconds', false)`;
const online = (tx: Tx): Fragment => tx`${isOnline(tx)} as online`;
const toggle = (tx: Tx, column: string): Fragment =>
  tx`case when ${tx(`u.${column}`)} then 'enabled' else 'disabled' end`;
const badges = (tx: Tx): Fragment =>
  tx`coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by q.position nulls last, q.name_key, q.id)
      from app.user_queues x join app.queues q on q.company_id = x.company_id and q.id = x.queue_id
      where x.company_id = u.company_id and x.user_id = u.id), '[]') as queues`;
const shown = (tx: Tx): Fragment =>
  tx`u.id, u.company_id as "companyId", u.name, u.email, u.profile, u.super, u.start_work as "startWork", u.end_work as "endWork",
    u.farewell as "farewellMessage", u.connection_id as "whatsappId", ${toggle(tx, "all_tickets")} as "allTicket",
    u.allow_groups as "allowGroup", u.theme as "defaultTheme", u.menu as "defaultMenu",
    ${toggle(tx, "all_history")} as "allHistoric", ${toggle(tx, "all_user_chat")} as "allUserChat",
    ${toggle(tx, "close_pending")} as "userClosePendingTicket", ${toggle(tx, "show_dashboard")} as "showDashboard",
    ${toggle(tx, "allow_live")} as "allowRealTime", ${toggle(tx, "allow_connections")} as "allowConnections",
    '/media/' || u.picture_media_id as "profileImage", u.color, u.list_width as "defaultTicketsManagerWidth", u.language, ${
    online(tx)
  }, ${badges(tx)}`;
const found = (tx: Tx, search: string): Fragment =>
  tx`u.company_id = ${tx.companyId} ${
    search ? tx`and app.fold(u.name || ' ' || u.email) like (select app.pattern(${search}))` : tx``
  }`;

export interface Colleague {
  id: number;
  name: string;
  color: string;
  email: string;
  profile: "admin" | "user";
  online: boolean;
  queues: { id: number; name: string; color: string }[];
}

/** One page of people, and one more if there are more. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<User[]> {
  return tx<User[]>`
    select ${shown(tx)} from app.users u where ${found(tx, search)} order by u.name_key, u.id limit ${
    size + 1
  } offset ${skip}`;
}
export async function count(tx: Tx, search = ""): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.users u where ${found(tx, search)}`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<User | undefined> {
  const [row] = await tx<User[]>`select ${
    shown(tx)
  } from app.users u where u.company_id = ${tx.companyId} and u.id = ${id}`;
  return row;
}
/** Everybody a ticket can be given to, or just these. */
export function colleagues(tx: Tx, ids?: readonly number[]): Promise<Colleague[]> {
  return tx<Colleague[]>`
    select u.id, u.name, u.color, u.email, u.profile, ${online(tx)}, ${badges(tx)} from app.users u
    where u.company_id = ${tx.companyId} and ${ids ? tx`u.id = any (${ids as number[]}::bigint[])` : tx`true`}
    order by u.name_key, u.id`;
}

/** Plan limit and "the last admin" are counted under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('people', ${tx.companyId}::bigint))`;
}
export async function planLimit(tx: Tx): Promise<number> {
  const [row] = await tx<{ users: number }[]>`
    select coalesce(c.seats, p.users) as users from app.companies c join app.plans p on p.id = c.plan_id where c.id = ${tx.companyId}`;
  return row?.users ?? 0;
}
/** The name of the transaction's company. */
export async function companyName(tx: Tx): Promise<string> {
  const [row] = await tx<{ name: string }[]>`select name from app.companies where id = ${tx.companyId}`;
  return row?.name ?? "";
}
/** How many admins, and how many operators of the platform, a company has besides this person. */
export async function others(tx: Tx, id: number): Promise<{ admins: number; supers: number }> {
  const [row] = await tx<{ admins: number; supers: number }[]>`
    select count(*) filter (where profile = 'admin') as admins, count(*) filter (where super) as supers
    from app.users where company_id = ${tx.companyId} and id <> ${id}`;
  return row!;
}
export async function emailTaken(tx: Tx, email: string, exceptId: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.users where company_id = ${tx.companyId} and email = ${email} and id <> ${exceptId}`;
  return row !== undefined;
}
export async function queuesExist(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.queues where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[])`;
  return row!.n === new Set(ids).size;
}
export async function connectionExists(tx: Tx, id: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.connections where company_id = ${tx.companyId} and id = ${id} and deleted_at is null`;
  return row !== undefined;
}

/** Columns of app.users by name. */
export type Patch = Record<string, string | number | boolean | Date | null>;
export function update(tx: Tx, id: number, patch: Patch): Promise<unknown> {
  return tx`update app.users set ${tx(patch)} where company_id = ${tx.companyId} and id = ${id}`;
}
export async function setQueues(tx: Tx, id: number, queueIds: readonly number[]): Promise<void> {
  await tx`
    delete from app.user_queues where company_id = ${tx.companyId} and user_id = ${id} and queue_id <> all (${queueIds as number[]}::bigint[])`;
  await tx`
    insert into app.user_queues (company_id, user_id, queue_id)
    select ${tx.companyId}, ${id}, q from unnest(${queueIds as number[]}::bigint[]) q on conflict do nothing`;
}
/** Those who would join or leave a queue if these people and no others stood in it; null where one of them does not exist. */
export async function differing(
  tx: Tx,
  queueId: number,
  userIds: readonly number[],
): Promise<{ id: number; super: boolean }[] | null> {
  const rows = await tx<{ id: number; super: boolean; wanted: boolean; isIn: boolean }[]>`
    select u.id, u.super, u.id = any (${userIds as number[]}::bigint[]) as wanted, x.user_id is not null as "isIn"
    from app.users u left join app.user_queues x
      on x.company_id = u.company_id and x.user_id = u.id and x.queue_id = ${queueId}
    where u.company_id = ${tx.companyId}`;
  if (rows.filter(({ wanted }) => wanted).length < new Set(userIds).size) return null;
  return rows.filter(({ wanted, isIn }) => wanted !== isIn);
}
export async function setPeople(tx: Tx, queueId: number, userIds: readonly number[]): Promise<void> {
  await tx`
    delete from app.user_queues where company_id = ${tx.companyId} and queue_id = ${queueId} and user_id <> all (${userIds as number[]}::bigint[])`;
  await tx`
    insert into app.user_queues (company_id, user_id, queue_id)
    select ${tx.companyId}, u, ${queueId} from unnest(${userIds as number[]}::bigint[]) u on conflict do nothing`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.users where company_id = ${tx.companyId} and id = ${id}`;
}

export interface Account {
  companyId: number;
  name: string;
  email: string;
  /** The stored form. */
  password: string;
  color: string;
  columns?: Patch;
}
/** A person; `insertLogin` makes them findable. */
export async function insertAccount(tx: PlatformTx, account: Account): Promise<number> {
  const { companyId, name, email, password, color, columns } = account;
  const row = { company_id: companyId, name, email, password, color, ...columns };
  const [user] = await tx<{ id: number }[]>`insert into app.users ${tx(row)} returning id`;
  return user!.id;
}
/** Makes a person of the transaction's company. */
export async function insert(tx: Tx, columns: Patch & { password: string; color: string }): Promise<number> {
  const [user] = await tx<{ id: number }[]>`insert into app.users ${
    tx({ company_id: tx.companyId, ...columns })
  } returning id`;
  return user!.id;
}
/** Gives a person this login and no other; false when the e-mail is taken anywhere on the platform. */
export async function claimLogin(tx: Tx, email: string, userId: number): Promise<boolean> {
  const [row] = await tx<{ ok: boolean }[]>`select app.claim_login(${email}, ${userId}) as ok`;
  return row!.ok;
}
/** The login that finds a person; false when the e-mail is taken anywhere on the platform. */
export async function insertLogin(tx: PlatformTx, email: string, companyId: number, userId: number): Promise<boolean> {
  const done = await tx`
    insert into app.logins (email, company_id, user_id) values (${email}, ${companyId}, ${userId}) on conflict do nothing`;
  return done.count === 1;
}
export async function loginTaken(tx: PlatformTx, email: string): Promise<boolean> {
  const [row] = await tx`select 1 from app.logins where email = ${email}`;
  return row !== undefined;
}

/** How a person likes the app; chosen things come over what was there. */
export async function keepPreferences(tx: Tx, id: number, chosen: Preferences): Promise<Preferences> {
  const [row] = await tx<{ preferences: Preferences }[]>`
    update app.users set preferences = preferences || ${JSON.stringify(chosen)}::text::jsonb
    where company_id = ${tx.companyId} and id = ${id} returning preferences`;
  return row?.preferences ?? {};
}
/** What they have chosen so far. */
export async function preferencesOf(tx: Tx, id: number): Promise<Preferences> {
  const [row] = await tx<{ preferences: Preferences }[]>`
    select preferences from app.users where company_id = ${tx.companyId} and id = ${id}`;
  return row?.preferences ?? {};
}
