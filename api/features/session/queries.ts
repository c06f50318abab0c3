// SQL of sessions, and of what finds a person by e-mail.
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import type { PlanRow } from "../plans/actions.ts";

export interface Login {
  id: number;
  companyId: number;
  password: string;
  /** It was made for this person, longer than a week ago, and they chose none. */
  passwordOver: boolean;
  super: boolean;
  startWork: string;
  endWork: string;
  active: boolean;
  timezone: string;
}
const login = (tx: PlatformTx) =>
  tx`select u.id, u.company_id as "companyId", u.password,
      coalesce(u.password_given_at < now() - interval '7 days', false) as "passwordOver", u.super, u.start_work as "startWork", u.end_work as "endWork",
      c.active, c.timezone
    from app.logins l
    join app.users u on u.company_id = l.company_id and u.id = l.user_id
    join app.companies c on c.id = l.company_id`;
/** The person an e-mail belongs to, in whatever company. */
export async function loginByEmail(tx: PlatformTx, email: string): Promise<Login | undefined> {
  const [row] = await tx<Login[]>`${login(tx)} where l.email = ${email}`;
  return row;
}
export async function loginOf(tx: PlatformTx, companyId: number, userId: number): Promise<Login | undefined> {
  const [row] = await tx<Login[]>`${login(tx)} where l.company_id = ${companyId} and l.user_id = ${userId}`;
  return row;
}
/** Tries of one key are counted one after the other. */
export function lockAttempts(tx: PlatformTx, key: string): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended(${`login:${key}`}, 0))`;
}
/** Seconds until another try of this key is allowed; null when it is now. */
export async function waitFor(tx: PlatformTx, key: string, limit: number): Promise<number | null> {
  const [row] = await tx<{ wait: number }[]>`
    select extract(epoch from at + interval '15 minutes' - now())::float8 as wait from app.login_attempts
    where who = ${key} and at > now() - interval '15 minutes' order by at desc offset ${limit - 1} limit 1`;
  return row?.wait ?? null;
}
/** Writes a try for each key and forgets what no longer counts. Answers the time that identifies it. */
export async function insertAttempts(tx: PlatformTx, keys: readonly string[]): Promise<string> {
  await tx`
    delete from app.login_attempts where ctid = any (array(
      select ctid from app.login_attempts where at < now() - interval '15 minutes' limit 1000 for update skip locked))`;
  const rows = await tx<{ at: string }[]>`
    insert into app.login_attempts (who, at) select k, now() from unnest(${keys as string[]}::text[]) k returning at::text`;
  return rows[0]!.at;
}
export function removeAttempts(tx: PlatformTx, keys: readonly string[], at: string): Promise<unknown> {
  return tx`delete from app.login_attempts where who = any (${keys as string[]}::text[]) and at = ${at}::text::timestamptz`;
}

export interface SessionRow {
  id: string;
  userId: number;
  salt: string;
  generation: number;
  alive: boolean;
  justRotated: boolean;
  active: boolean;
}
/** A session as its refresh token meets it: alive within its absolute life and its refresh life (proof S13). */
export async function find(
  tx: Tx,
  id: string,
  lives: { refreshS: number; graceS: number },
): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow[]>`
    select s.id, s.user_id as "userId", s.salt, s.generation, c.active,
      s.ended_at is null and s.expires_at > now() and s.rotated_at > now() - make_interval(secs => ${lives.refreshS}) as alive,
      s.rotated_at > now() - make_interval(secs => ${lives.graceS}) as "justRotated"
    from app.sessions s join app.companies c on c.id = s.company_id
    where s.company_id = ${tx.companyId} and s.id = ${id}`;
  return row;
}
/** One sign-in of a person after the other: two at once must not leave two sessions. */
export function lockUser(tx: Tx, userId: number): Promise<unknown> {
  return tx`select 1 from app.users where company_id = ${tx.companyId} and id = ${userId} for no key update`;
}
export function insert(
  tx: Tx,
  session: { id: string; userId: number; device: string; salt: string; lifeS: number },
): Promise<unknown> {
  return tx`
    insert into app.sessions (company_id, id, user_id, device, salt, expires_at)
    values (${tx.companyId}, ${session.id}, ${session.userId}, ${session.device}, ${session.salt}, now() + make_interval(secs => ${session.lifeS}))`;
}
/** Replaces a generation by the next; false when somebody else was faster. */
export async function rotate(tx: Tx, id: string, generation: number): Promise<boolean> {
  const done = await tx`
    update app.sessions set generation = ${generation + 1}, rotated_at = now()
    where company_id = ${tx.companyId} and id = ${id} and generation <= ${generation} and ended_at is null`;
  return done.count === 1;
}
/** A password was given again in the same browser: its session goes on with a whole life before it. */
export function renew(tx: Tx, id: string, device: string, lifeS: number): Promise<unknown> {
  return tx`
    update app.sessions set device = ${device}, expires_at = now() + make_interval(secs => ${lifeS})
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** The sessions of a person that go on, the last used first. */
export function live(
  tx: Tx,
  userId: number,
  own: string,
): Promise<{ id: string; device: "phone" | "desk"; name: string; createdAt: Date; seenAt: Date; current: boolean }[]> {
  return tx`
    select s.id, s.device, s.created_at as "createdAt", greatest(s.rotated_at, s.active_at) as "seenAt", s.id = ${own} as current,
      coalesce((select d.name from app.devices d where d.company_id = s.company_id and d.session_id = s.id order by d.id desc limit 1), '') as name
    from app.sessions s
    where s.company_id = ${tx.companyId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
    order by "seenAt" desc, s.id`;
}
export async function hasLive(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.sessions where company_id = ${tx.companyId} and user_id = ${userId} and ended_at is null and expires_at > now() limit 1`;
  return row !== undefined;
}

export interface CompanyRow {
  id: number;
  name: string;
  dueAt: Date | null;
  timezone: string;
  plan: PlanRow;
}
/** The company and plan of a person, for their own eyes. */
export async function company(tx: Tx): Promise<CompanyRow> {
  const [row] = await tx<CompanyRow[]>`
    select c.id, c.name, c.due_at as "dueAt", c.timezone, jsonb_build_object('id', p.id, 'name', p.name, 'flags', p.flags) as plan
    from app.companies c join app.plans p on p.id = c.plan_id where c.id = ${tx.companyId}`;
  return row!;
}
/** Every queue of the company. */
export function allQueues(tx: Tx): Promise<{ id: number; name: string; color: string }[]> {
  return tx<{ id: number; name: string; color: string }[]>`
    select id, name, color from app.queues where company_id = ${tx.companyId} order by position nulls last, name_key, id`;
}
/** Kept to the minute: a morning of sign-ins must not queue for one row. */
export function touchCompany(tx: Tx): Promise<unknown> {
  return tx`
    update app.companies set last_login = now()
    where id = ${tx.companyId} and (last_login is null or last_login < now() - interval '1 minute')`;
}
export function rehash(tx: Tx, userId: number, stored: string): Promise<unknown> {
  return tx`update app.users set password = ${stored} where company_id = ${tx.companyId} and id = ${userId}`;
}
/** Another password: one's own, or one that was made for this person. */
export function setPassword(tx: Tx, userId: number, stored: string, by: "person" | "product"): Promise<unknown> {
  return tx`
    update app.users set password = ${stored}, password_given_at = ${by === "product" ? tx`now()` : null}
    where company_id = ${tx.companyId} and id = ${userId}`;
}
export async function storedPassword(tx: Tx, userId: number): Promise<string | null> {
  const [row] = await tx<{ password: string }[]>`
    select password from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  return row?.password ?? null;
}
export async function passwordDue(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx<{ due: boolean }[]>`
    select password_given_at is not null as due from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  return row?.due ?? false;
}
/** Notes that a person is at work; true when they were away before. */
export async function seen(tx: Tx, userId: number): Promise<boolean> {
  const [row] = await tx<{ away: boolean }[]>`
    update app.users u set seen_at = now() from (
      select coalesce(seen_at < now() - interval '5 minutes 20 seconds', true) as away
      from app.users where company_id = ${tx.companyId} and id = ${userId}) b
    where u.company_id = ${tx.companyId} and u.id = ${userId} returning b.away`;
  return row?.away ?? false;
}
/** Whether the app of this session is in front of its person: another device of theirs can wait a moment. */
export function setActive(tx: Tx, sessionId: string, active: boolean): Promise<unknown> {
  return tx`
    update app.sessions set active_at = case when ${active} then now() end
    where company_id = ${tx.companyId} and id = ${sessionId}`;
}
export function left(tx: Tx, userId: number): Promise<unknown> {
  return tx`update app.users set seen_at = null where company_id = ${tx.companyId} and id = ${userId}`;
}

export async function storedVersion(tx: PlatformTx): Promise<string | undefined> {
  const [row] = await tx<{ value: string }[]>`select value from app.platform where key = 'version'`;
  return row?.value;
}
export function storeVersion(tx: PlatformTx, version: string): Promise<unknown> {
  return tx`
    insert into app.platform (key, value) values ('version', ${version}) on conflict (key) do update set value = excluded.value`;
}
