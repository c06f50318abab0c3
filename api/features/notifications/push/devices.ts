// SQL of devices and of what shows on them.
import type postgres from "postgres";
import { REFRESH_TTL_S } from "../../../contract/limits.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Device } from "../contract.ts";
import type { Subscription } from "./push-service.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A device as something is sent to it. */
export interface Target extends Subscription {
  id: number;
  userId: number;
  /** The number of the job that rang last for the ticket in question; 0 for none. */
  ring: number;
  /** True while its person has the app before them on another device. */
  elsewhere: boolean;
}

/** A person is taken to look at an app for this long after it said so, s. */
const ACTIVE_S = 60;
/** Its session lives, and so do its company and what it pays for. */
const alive = (tx: Tx): Fragment =>
  tx`s.ended_at is null and s.expires_at > now() and s.rotated_at > now() - make_interval(secs => ${REFRESH_TTL_S})`;

/** The devices of these people that may ring now, with what they last showed of a ticket. */
export function targets(tx: Tx, userIds: readonly number[], ticketId: number): Promise<Target[]> {
  return tx<Target[]>`
    select d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth, coalesce(n.ring, 0) as ring,
      exists (select 1 from app.sessions o where o.company_id = d.company_id and o.user_id = d.user_id and o.id <> d.session_id
        and o.ended_at is null and o.active_at > now() - make_interval(secs => ${ACTIVE_S})) as elsewhere
    from app.devices d
    join app.sessions s on s.company_id = d.company_id and s.id = d.session_id and ${alive(tx)}
    left join app.notifications_shown n on n.company_id = d.company_id and n.device_id = d.id and n.ticket_id = ${ticketId}
    where d.company_id = ${tx.companyId} and d.user_id = any (${userIds as number[]}::bigint[]) order by d.id`;
}
/** Which of these devices may still ring. */
export async function stillAlive(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx<{ id: number }[]>`
    select d.id from app.devices d
    join app.sessions s on s.company_id = d.company_id and s.id = d.session_id and ${alive(tx)}
    where d.company_id = ${tx.companyId} and d.id = any (${ids as number[]}::bigint[])`;
  return new Set(rows.map((row) => row.id));
}

/** A device on which a ticket's notification shows. */
export interface Showing extends Subscription {
  id: number;
  userId: number;
  uuid: string;
  kind: string;
}
/** Where a ticket shows; with `userId`, of that person only. */
export function showing(tx: Tx, ticketId: number, userId: number | null): Promise<Showing[]> {
  return tx<Showing[]>`
    select d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth, n.uuid, n.kind
    from app.notifications_shown n join app.devices d on d.company_id = n.company_id and d.id = n.device_id
    join app.sessions s on s.company_id = d.company_id and s.id = d.session_id and ${alive(tx)}
    where n.company_id = ${tx.companyId} and n.ticket_id = ${ticketId} and n.showing
      and (${userId}::bigint is null or d.user_id = ${userId}) order by d.id`;
}

/** Notes that a ticket shows on these devices. One that went in the meantime is passed over. */
export async function noteShown(
  tx: Tx,
  ids: readonly number[],
  what: { ticketId: number; uuid: string; kind: string; ring: number },
): Promise<void> {
  if (!ids.length) return;
  await tx`
    insert into app.notifications_shown as n (company_id, device_id, ticket_id, uuid, kind, ring)
    select d.company_id, d.id, ${what.ticketId}, ${what.uuid}, ${what.kind}, ${what.ring} from app.devices d
    where d.company_id = ${tx.companyId} and d.id = any (${ids as number[]}::bigint[]) order by d.id for key share
    on conflict (company_id, device_id, ticket_id) do update
      set uuid = excluded.uuid, kind = excluded.kind, ring = excluded.ring, showing = true, shown_at = now()
      where n.ring < excluded.ring`;
}
/** Where an outage of a connection shows; with `since`, only what was shown after that. */
export function showingOutage(
  tx: Tx,
  connectionId: number,
  since: Date | null,
): Promise<(Subscription & { id: number; userId: number })[]> {
  return tx<(Subscription & { id: number; userId: number })[]>`
    select d.id, d.user_id as "userId", d.endpoint, d.p256dh, d.auth
    from app.outages_shown o join app.devices d on d.company_id = o.company_id and d.id = o.device_id
    join app.sessions s on s.company_id = d.company_id and s.id = d.session_id and ${alive(tx)}
    where o.company_id = ${tx.companyId} and o.connection_id = ${connectionId} and (${since}::timestamptz is null or o.shown_at >= ${since}) order by d.id`;
}
/** Notes that an outage shows on these devices, or that it no longer does. */
export function noteOutage(tx: Tx, connectionId: number, ids: readonly number[], shows: boolean): Promise<unknown> {
  return shows
    ? tx`insert into app.outages_shown (company_id, device_id, connection_id)
        select d.company_id, d.id, ${connectionId} from app.devices d
        where d.company_id = ${tx.companyId} and d.id = any (${ids as number[]}::bigint[]) order by d.id for key share
        on conflict (company_id, device_id, connection_id) do update set shown_at = now()`
    : tx`delete from app.outages_shown where company_id = ${tx.companyId} and connection_id = ${connectionId} and device_id = any (${ids as number[]}::bigint[])`;
}
/** Notes that these devices rang. */
export function noteRang(tx: Tx, ids: readonly number[]): Promise<unknown> {
  return tx`
    update app.devices set rang_at = now(), used_at = now()
    where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[])`;
}
/** Notes that a ticket no longer shows on these devices. */
export function noteCleared(tx: Tx, ticketId: number, ids: readonly number[]): Promise<unknown> {
  return tx`
    update app.notifications_shown set showing = false
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} and device_id = any (${ids as number[]}::bigint[])`;
}
/** The service knows these subscriptions no more. One that was replaced meanwhile stays. */
export function removeGone(tx: Tx, gone: readonly { id: number; endpoint: string }[]): Promise<unknown> {
  return tx`
    delete from app.devices d using unnest(${gone.map((g) => g.id)}::bigint[], ${
    gone.map((g) => g.endpoint)
  }::text[]) as g (id, endpoint)
    where d.company_id = ${tx.companyId} and d.id = g.id and d.endpoint = g.endpoint`;
}

const shown = (tx: Tx, sessionId: string): Fragment =>
  tx`d.id, d.name, d.created_at as "createdAt", d.rang_at as "rangAt", d.session_id = ${sessionId} as current`;

/** A person's devices that ring. */
export function ofUser(tx: Tx, userId: number, sessionId: string): Promise<Device[]> {
  return tx<Device[]>`
    select ${shown(tx, sessionId)} from app.devices d
    join app.sessions s on s.company_id = d.company_id and s.id = d.session_id and ${alive(tx)}
    where d.company_id = ${tx.companyId} and d.user_id = ${userId} order by d.id`;
}
/** Keeps a subscription for a session. A session is one browser, which has one subscription: an older one of it goes. */
export async function storeDevice(
  tx: Tx,
  owner: { userId: number; sessionId: string },
  subscription: Subscription,
  name: string,
): Promise<Device> {
  const { endpoint, p256dh, auth } = subscription;
  await tx`select app.claim_device(${endpoint}, ${p256dh}, ${auth})`;
  await tx`
    delete from app.devices where company_id = ${tx.companyId}
      and ((session_id = ${owner.sessionId} and endpoint <> ${endpoint}) or (endpoint = ${endpoint} and user_id <> ${owner.userId}))`;
  const [row] = await tx<Device[]>`
    insert into app.devices as d (company_id, user_id, session_id, name, endpoint, p256dh, auth)
    values (${tx.companyId}, ${owner.userId}, ${owner.sessionId}, ${name}, ${endpoint}, ${p256dh}, ${auth})
    on conflict (company_id, endpoint) do update
      set session_id = excluded.session_id, name = excluded.name, p256dh = excluded.p256dh, auth = excluded.auth, used_at = now()
    returning ${shown(tx, owner.sessionId)}`;
  return row!;
}
/** True when this person had that device. */
export async function remove(tx: Tx, userId: number, id: number): Promise<boolean> {
  const done =
    await tx`delete from app.devices where company_id = ${tx.companyId} and user_id = ${userId} and id = ${id}`;
  return done.count === 1;
}
