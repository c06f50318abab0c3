// Counters that are moved by each action, so that no request counts rows. They are deltas of the action's own transaction, added up
// and written last, counters before half hours, each in key order: rows that everybody writes are held for the commit only, and
// nobody waits for anybody in a circle.
import type { Tx } from "../../../db/tenant.ts";
import type { Me } from "../../core/access/auth.ts";
import { statusesOf } from "./contract.ts";

/** Where a ticket is counted. */
export interface Place {
  status: string;
  queueId: number | null;
  userId: number | null;
  isGroup: boolean;
  unread: number;
}

type Counted = Place & { tickets: number };
interface Owner {
  queueId: number | null;
  userId: number | null;
}
interface Sums {
  places: Map<string, Counted>;
  hours: Map<string, Owner & Required<HalfHour>>;
}
/** By the transaction's own list, which is a new one each time. */
const open = new WeakMap<Tx["beforeCommit"], Sums>();

function sumsOf(tx: Tx): Sums {
  const there = open.get(tx.beforeCommit);
  if (there) return there;
  const sums: Sums = { places: new Map(), hours: new Map() };
  open.set(tx.beforeCommit, sums);
  tx.beforeCommit.push(() => writeSums(tx));
  return sums;
}
/** Writes what has been added up so far; for statements that read or move the rows themselves. */
export async function writeSums(tx: Tx): Promise<void> {
  const sums = open.get(tx.beforeCommit);
  const places = [...sums?.places.values() ?? []].filter(({ tickets, unread }) => tickets !== 0 || unread !== 0);
  const hours = [...sums?.hours.values() ?? []];
  sums?.places.clear();
  sums?.hours.clear();
  await Promise.all([places.length > 0 && writePlaces(tx, places), hours.length > 0 && writeHours(tx, hours)]);
}

/** Takes a ticket from one place to another; null stands for not existing. */
export function moveCounters(tx: Tx, before: Place | null, after: Place | null): void {
  if (before) add(tx, { ...before, tickets: -1, unread: -before.unread });
  if (after) add(tx, { ...after, tickets: 1, unread: after.unread });
}
/** Adds to a place. */
export function add(tx: Tx, { status, queueId, userId, isGroup, tickets, unread }: Counted): void {
  const { places } = sumsOf(tx);
  const key = `${status} ${queueId} ${userId} ${isGroup}`;
  const now = places.get(key) ?? { status, queueId, userId, isGroup, tickets: 0, unread: 0 };
  places.set(key, { ...now, tickets: now.tickets + tickets, unread: now.unread + unread });
}

function writePlaces(tx: Tx, rows: readonly Counted[]): Promise<unknown> {
  return tx`
    insert into app.ticket_counters as c (company_id, status, queue_id, user_id, is_group, tickets, unread)
    select ${tx.companyId}, v.status, v.queue, v.owner, v.grp, v.tickets, v.unread
    from unnest(${rows.map((r) => r.status)}::text[], ${rows.map((r) => r.queueId ?? 0)}::bigint[], ${
    rows.map((r) => r.userId ?? 0)
  }::bigint[],
      ${rows.map((r) => String(r.isGroup))}::text[]::boolean[], ${rows.map((r) => r.tickets)}::bigint[], ${
    rows.map((r) => r.unread)
  }::bigint[]) as v (status, queue, owner, grp, tickets, unread)
    order by v.status, v.queue, v.owner, v.grp
    on conflict (company_id, status, queue_id, user_id, is_group)
    do update set tickets = c.tickets + excluded.tickets, unread = c.unread + excluded.unread`;
}

/** Sums for the half hour that runs: the dashboard reads these instead of tickets and messages. */
export interface HalfHour {
  opened?: number;
  accepted?: number;
  closed?: number;
  received?: number;
  sent?: number;
  waitS?: number;
  supportS?: number;
}
export function addHalfHour(tx: Tx, { queueId, userId }: Owner, n: HalfHour): void {
  const { hours } = sumsOf(tx);
  const key = `${queueId} ${userId}`;
  const now = hours.get(key) ??
    { queueId, userId, opened: 0, accepted: 0, closed: 0, received: 0, sent: 0, waitS: 0, supportS: 0 };
  for (const name of Object.keys(n) as (keyof HalfHour)[]) now[name] += n[name] ?? 0;
  hours.set(key, now);
}
function writeHours(tx: Tx, rows: readonly (Owner & Required<HalfHour>)[]): Promise<unknown> {
  const named = rows.map(({ queueId, userId, waitS, supportS, ...counts }) => ({
    ...counts,
    queue_id: queueId ?? 0,
    user_id: userId ?? 0,
    wait_s: waitS,
    support_s: supportS,
  }));
  return tx`
    insert into app.half_hours as h (company_id, slot, queue_id, user_id, opened, accepted, closed, received, sent, wait_s, support_s)
    select ${tx.companyId}, date_bin('30 minutes', now(), timestamptz '2000-01-01Z'), v.queue_id, v.user_id, v.opened, v.accepted, v.closed,
      v.received, v.sent, v.wait_s, v.support_s
    from jsonb_populate_recordset(null::app.half_hours, ${
    JSON.stringify(named)
  }::text::jsonb) v order by v.queue_id, v.user_id
    on conflict (company_id, slot, queue_id, user_id) do update set opened = h.opened + excluded.opened, accepted = h.accepted + excluded.accepted,
      closed = h.closed + excluded.closed, received = h.received + excluded.received, sent = h.sent + excluded.sent,
      wait_s = h.wait_s + excluded.wait_s, support_s = h.support_s + excluded.support_s`;
}

export interface Tab {
  count: number;
  unread: number;
}
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);
/** What each tab holds for this person: own open tickets (all with showAll), waiting ones they may take, groups. */
export async function tabs(
  tx: Tx,
  me: Me,
  showAll: boolean,
  queueIds: readonly number[] | undefined,
): Promise<{ open: Tab; pending: Tab; group: Tab }> {
  const admin = me.profile === "admin";
  const rows = await tx<{ status: string; count: number; unread: number }[]>`
    select t.status, sum(t.tickets)::bigint as count, sum(t.unread)::bigint as unread from app.ticket_counters t
    where t.company_id = ${tx.companyId} and t.status in ('open', 'pending', 'lgpd', 'group')
      and (${queueIds === undefined} or t.queue_id = any (${(queueIds ?? []) as number[]}::bigint[]))
      and (t.status <> 'open' or ${showAll} or t.user_id = ${me.id})
      and app.sees(nullif(t.user_id, 0), nullif(t.queue_id, 0), t.is_group, t.status, ${admin}, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, false, ${me.allUserChat})
    group by t.status`;
  const tab = (status: string): Tab => {
    const held = rows.filter((row) => statusesOf(status).includes(row.status));
    return { count: sum(held, (row) => row.count), unread: sum(held, (row) => row.unread) };
  };
  return { open: tab("open"), pending: tab("pending"), group: tab("group") };
}
