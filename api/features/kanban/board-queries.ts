// SQL of boards, and of what their lanes did.
import type { Me } from "../../core/access/auth.ts";
import type { DayRange } from "../../core/lists/day-range.ts";
import type { Tx } from "../../../db/tenant.ts";
import { visible } from "../tickets/visibility.ts";
import type { Board } from "./contract.ts";

const shown = (tx: Tx) =>
  tx`b.id, b.name, b."position", coalesce((select jsonb_agg(x.queue_id order by x.queue_id) from app.board_queues x
    where x.company_id = b.company_id and x.board_id = b.id), '[]') as "queueIds"`;

export function all(tx: Tx): Promise<Board[]> {
  return tx<Board[]>`
    select ${shown(tx)} from app.boards b where b.company_id = ${tx.companyId} order by b."position", b.id`;
}
export async function byId(tx: Tx, id: number): Promise<Board | undefined> {
  const [row] = await tx<Board[]>`
    select ${shown(tx)} from app.boards b where b.company_id = ${tx.companyId} and b.id = ${id}`;
  return row;
}
/** Boards are changed one after the other, so that two changes at once cannot take one name or delete the last two. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('boards', ${tx.companyId}::bigint))`;
}
export async function insert(tx: Tx, name: string): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.boards (company_id, name, "position")
    select ${tx.companyId}, ${name}, coalesce(max("position"), 0) + 1 from app.boards where company_id = ${tx.companyId}
    returning id`;
  return row!.id;
}
export function rename(tx: Tx, id: number, name: string): Promise<unknown> {
  return tx`update app.boards set name = ${name} where company_id = ${tx.companyId} and id = ${id}`;
}
/** Gives a board exactly these queues; answers how many of them the company has. */
export async function setQueues(tx: Tx, id: number, queueIds: readonly number[]): Promise<number> {
  await tx`delete from app.board_queues where company_id = ${tx.companyId} and board_id = ${id}`;
  const made = await tx`
    insert into app.board_queues (company_id, board_id, queue_id)
    select q.company_id, ${id}, q.id from app.queues q where q.company_id = ${tx.companyId} and q.id = any (${queueIds as number[]}::bigint[])`;
  return made.count;
}
/** Deletes a board with its lanes; answers whether a ticket stood in one. */
export async function remove(tx: Tx, id: number): Promise<boolean> {
  const [held] = await tx`
    select 1 from app.ticket_tags where company_id = ${tx.companyId} and board_id = ${id} limit 1`;
  await tx`delete from app.boards where company_id = ${tx.companyId} and id = ${id}`;
  return held !== undefined;
}
/** Says what a ticket, which the caller holds, is worth. */
export function setValue(tx: Tx, ticketId: number, valueCents: number | null): Promise<unknown> {
  return tx`
    update app.tickets set value_cents = ${valueCents} where company_id = ${tx.companyId} and id = ${ticketId}`;
}

/** Arrivals of a board's tickets that this person sees, in a range of days. */
const arrivals = (tx: Tx, me: Me, boardId: number, r: DayRange) =>
  tx`app.lane_entries e join app.tickets t on t.company_id = e.company_id and t.id = e.ticket_id
    where e.company_id = ${tx.companyId} and e.board_id = ${boardId} and e.lane_id is not null
      and e.entered_at >= ${r.from}::text::timestamptz and e.entered_at < ${r.until}::text::timestamptz and ${
    visible(tx, me)
  }`;
export interface LaneResult {
  laneId: number;
  came: number;
  wentOn: number;
  valueCents: number;
}
/** What each lane of a board did: a ticket counts once for a lane, by its first arrival in the range. */
export function conversion(tx: Tx, me: Me, boardId: number, r: DayRange): Promise<LaneResult[]> {
  return tx<LaneResult[]>`
    with came as (
      select e.lane_id, e.ticket_id, min(e.id) as first, min(t.value_cents) as value from ${
    arrivals(tx, me, boardId, r)
  } group by e.lane_id, e.ticket_id)
    select g.id as "laneId", count(c.ticket_id)::int as came, coalesce(sum(c.value), 0)::bigint as "valueCents",
      (count(c.ticket_id) filter (where exists (
        select 1 from app.lane_entries l join app.tags h on h.company_id = l.company_id and h.id = l.lane_id
        where l.company_id = g.company_id and l.board_id = g.board_id and l.ticket_id = c.ticket_id and l.id > c.first
          and (h."position", h.id) > (g."position", g.id) and h.outcome is distinct from 'lost')))::int as "wentOn"
    from app.tags g left join came c on c.lane_id = g.id
    where g.company_id = ${tx.companyId} and g.board_id = ${boardId}
    group by g.company_id, g.id order by g."position", g.name_key, g.id`;
}
/** Why tickets were won or lost, the most frequent first. */
export function reasons(
  tx: Tx,
  me: Me,
  boardId: number,
  r: DayRange,
): Promise<{ laneId: number; reason: string; count: number }[]> {
  return tx<{ laneId: number; reason: string; count: number }[]>`
    select e.lane_id as "laneId", min(e.reason) as reason, count(distinct e.ticket_id)::int as count
    from ${arrivals(tx, me, boardId, r)} and e.reason <> ''
    group by e.lane_id, app.fold(e.reason) order by count(distinct e.ticket_id) desc, 2 limit 100`;
}
