// SQL of the board: which tickets are cards, and which are due to move by themselves.
import type postgres from "postgres";
import type { Given } from "../../contract/endpoint.ts";
import type { Me } from "../../core/access/auth.ts";
import { isOpen } from "../../core/still-allowed.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Ticket } from "../tickets/contract.ts";
import { page } from "../tickets/queries.ts";
import { visible } from "../tickets/visibility.ts";
import { BOARD_PAGE, boardStatuses, type kanban } from "./contract.ts";

type Asked = Given<typeof kanban.tickets>["query"];

/** A page of cards that this person sees, the one that moved last first. Days are the company's. */
export async function cards(
  tx: Tx,
  me: Me,
  { queueIds, startDate, endDate, pageNumber }: Asked,
): Promise<{ tickets: Ticket[]; hasMore: boolean; count: number }> {
  const day = (date: string | undefined) =>
    tx`(coalesce(nullif(${
      date ?? ""
    }, '')::date, (now() at time zone ${me.timezone})::date)::timestamp at time zone ${me.timezone})`;
  const wanted = tx`
    t.company_id = ${tx.companyId} and t.status = any (${boardStatuses as string[]})
    and t.updated_at >= ${day(startDate)} and t.updated_at < ${day(endDate)} + interval '1 day'
    and (${queueIds === undefined} or coalesce(t.queue_id, 0) = any (${queueIds ?? []}::bigint[])) and ${
    visible(tx, me)
  }`;
  const ids = tx`
    select t.id, t.updated_at from app.tickets t where ${wanted}
    order by t.updated_at desc, t.id desc limit ${BOARD_PAGE + 1} offset ${(pageNumber - 1) * BOARD_PAGE}`;
  const [rows, [counted]] = await Promise.all([
    page(tx, ids, tx`desc`),
    tx<{ n: number }[]>`select count(*) as n from app.tickets t where ${wanted}`,
  ]);
  return { tickets: rows.slice(0, BOARD_PAGE), hasMore: rows.length > BOARD_PAGE, count: counted!.n };
}

/** A card of a company's board: a ticket in one of its lanes. */
export interface DueCard {
  companyId: number;
  id: number;
  boardId: number;
}
/** When a card moves on by itself: open, the last word ours, its lane's minutes over since it came. Of a lane `g` and its card `x`. */
const isDue = (tx: Tx | postgres.TransactionSql, now: Date) =>
  tx`x.board_id is not null and g.time_lane_min > 0 and g.next_lane_id is not null and t.status = 'open' and t.last_from_me
    and x.since + make_interval(mins => g.time_lane_min) <= ${now}`;

/** Cards of all companies that are due to move, a batch at a time; of companies that work and whose plan has the board. */
export function dueCards(
  tx: postgres.TransactionSql,
  { now, last, size, companyId }: { now: Date; last: DueCard; size: number; companyId: number | null },
): Promise<DueCard[]> {
  return tx<DueCard[]>`
    select t.company_id as "companyId", t.id, x.board_id as "boardId" from app.ticket_tags x
    join app.tags g on g.company_id = x.company_id and g.id = x.tag_id
    join app.tickets t on t.company_id = x.company_id and t.id = x.ticket_id
    join app.companies c on c.id = x.company_id join app.plans p on p.id = c.plan_id
    where ${isDue(tx, now)} and ${isOpen(tx)} and coalesce(p.flags ->> 'useKanban', 'true') <> 'false'
      and (${companyId}::bigint is null or c.id = ${companyId}) and (t.company_id, t.id, x.board_id) > (${last.companyId}, ${last.id}, ${last.boardId})
    order by t.company_id, t.id, x.board_id limit ${size}`;
}
/** The lane to which a ticket, which the caller holds, is due to go on a board, and what is said on arrival; nothing where it is not due. */
export async function nextLane(
  tx: Tx,
  ticketId: number,
  boardId: number,
  now: Date,
): Promise<{ id: number; greeting: string } | undefined> {
  const [row] = await tx<{ id: number; greeting: string }[]>`
    select n.id, n.greeting_lane as greeting from app.ticket_tags x
    join app.tags g on g.company_id = x.company_id and g.id = x.tag_id
    join app.tags n on n.company_id = g.company_id and n.id = g.next_lane_id and n.kanban
    join app.tickets t on t.company_id = x.company_id and t.id = x.ticket_id
    where x.company_id = ${tx.companyId} and x.ticket_id = ${ticketId} and x.board_id = ${boardId} and ${
    isDue(tx, now)
  }`;
  return row;
}
/** Whether a lane has greeted a ticket since its customer last wrote. */
export async function greeted(tx: Tx, ticketId: number, laneId: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.tickets t join app.messages m on m.company_id = t.company_id and m.ticket_id = t.id
    where t.company_id = ${tx.companyId} and t.id = ${ticketId} and m.data ->> 'auto' = 'lane'
      and m.data ->> 'laneId' = ${String(laneId)} and m.created_at > coalesce(t.last_inbound_at, '-infinity') limit 1`;
  return row !== undefined;
}
/**
 * The lanes to which a ticket goes back with this message of its customer's, one of a board. The answer to what a lane said on arrival
 * leaves the card in it.
 */
export async function lanesBack(tx: Tx, ticketId: number, messageId: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select g.rollback_lane_id as id from app.ticket_tags x
    join app.tags g on g.company_id = x.company_id and g.id = x.tag_id
    join app.companies c on c.id = x.company_id join app.plans p on p.id = c.plan_id
    where x.company_id = ${tx.companyId} and x.ticket_id = ${ticketId} and x.board_id is not null and g.rollback_lane_id is not null
      and coalesce(p.flags ->> 'useKanban', 'true') <> 'false'
      and not exists (
        select 1 from app.messages m where m.company_id = x.company_id and m.ticket_id = x.ticket_id and m.id < ${messageId}
          and m.data ->> 'auto' = 'lane' and m.data ->> 'laneId' = x.tag_id::text and m.status not in ('waiting', 'failed')
          and m.id > coalesce((select max(o.id) from app.messages o where o.company_id = x.company_id and o.ticket_id = x.ticket_id
            and not o.from_me and o.id < ${messageId}), 0))`;
  return rows.map(({ id }) => id);
}
