// Counters that are moved by each action, so that no request counts rows. They are deltas in the action's own transaction.
import type { Tx } from "../../../db/tenant.ts";
import type { Me } from "../../core/auth.ts";

/** Where a ticket is counted. */
export interface Place {
  status: string;
  queueId: number | null;
  userId: number | null;
  isGroup: boolean;
  unread: number;
}

/** Takes a ticket from one place to another; null stands for not existing. Rows are touched in key order: no deadlock. */
export function moveCounters(tx: Tx, before: Place | null, after: Place | null): Promise<unknown> | undefined {
  if (before && after && samePlace(before, after)) {
    if (before.unread === after.unread) return undefined;
    return add(tx, [{ ...after, tickets: 0, unread: after.unread - before.unread }]);
  }
  const rows = [];
  if (before) rows.push({ ...before, tickets: -1, unread: -before.unread });
  if (after) rows.push({ ...after, tickets: 1, unread: after.unread });
  return add(tx, rows);
}
function samePlace(a: Place, b: Place): boolean {
  return a.status === b.status && a.queueId === b.queueId && a.userId === b.userId && a.isGroup === b.isGroup;
}
function add(tx: Tx, rows: (Place & { tickets: number })[]): Promise<unknown> {
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
export function addHalfHour(
  tx: Tx,
  at: { queueId: number | null; userId: number | null },
  n: HalfHour,
): Promise<unknown> {
  return tx`
    insert into app.half_hours as h (company_id, slot, queue_id, user_id, opened, accepted, closed, received, sent, wait_s, support_s)
    values (${tx.companyId}, date_bin('30 minutes', now(), timestamptz '2000-01-01Z'), ${at.queueId ?? 0}, ${
    at.userId ?? 0
  },
      ${n.opened ?? 0}, ${n.accepted ?? 0}, ${n.closed ?? 0}, ${n.received ?? 0}, ${n.sent ?? 0}, ${n.waitS ?? 0}, ${
    n.supportS ?? 0
  })
    on conflict (company_id, slot, queue_id, user_id) do update set opened = h.opened + excluded.opened, accepted = h.accepted + excluded.accepted,
      closed = h.closed + excluded.closed, received = h.received + excluded.received, sent = h.sent + excluded.sent,
      wait_s = h.wait_s + excluded.wait_s, support_s = h.support_s + excluded.support_s`;
}

export interface Tab {
  count: number;
  unread: number;
}
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
    where t.company_id = ${tx.companyId} and t.status in ('open', 'pending', 'group')
      and (${queueIds === undefined} or t.queue_id = any (${(queueIds ?? []) as number[]}::bigint[]))
      and (t.status <> 'open' or ${showAll} or t.user_id = ${me.id})
      and app.sees(nullif(t.user_id, 0), nullif(t.queue_id, 0), t.is_group, t.status, ${admin}, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${me.allHistoric})
    group by t.status`;
  const tab = (status: string): Tab => {
    const row = rows.find((r) => r.status === status);
    return { count: row?.count ?? 0, unread: row?.unread ?? 0 };
  };
  return { open: tab("open"), pending: tab("pending"), group: tab("group") };
}
