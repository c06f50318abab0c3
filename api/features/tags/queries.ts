// SQL of tags. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { Tag } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: Tx): Fragment =>
  tx`g.id, g.name, g.color, g.kanban::integer as kanban, g.board_id as "boardId", g.outcome, g.position, g.time_lane_min as "timeLane", g.next_lane_id as "nextLaneId",
    g.rollback_lane_id as "rollbackLaneId", g.greeting_lane as "greetingMessageLane",
    (select count(*) from app.contact_tags x where x.company_id = g.company_id and x.tag_id = g.id) as contacts,
    (select count(*) from app.ticket_tags x where x.company_id = g.company_id and x.tag_id = g.id) as "ticketTags"`;

export interface Filter {
  search: string;
  kanban: number;
  id: number | null;
  boardId?: number | null;
}
const filtered = (tx: Tx, f: Filter): Fragment =>
  tx`g.company_id = ${tx.companyId} and g.kanban = ${f.kanban === 1}
    ${f.search ? tx`and app.fold(g.name) like (select app.pattern(${f.search}))` : tx``}
    ${f.id === null ? tx`` : tx`and g.id = ${f.id}`}
    ${f.boardId ? tx`and g.board_id = ${f.boardId}` : tx``}`;

/** A page by name; a company has tens of tags, so pages are skipped over and counted. */
export function page(tx: Tx, f: Filter, size: number, skip: number): Promise<Tag[]> {
  return tx<Tag[]>`
    select ${shown(tx)} from app.tags g where ${
    filtered(tx, f)
  } order by g.name_key, g.id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, f: Filter): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.tags g where ${filtered(tx, f)}`;
  return row!.n;
}
/** All tags of a kind; lanes in their order, of one board where it is named. */
export function all(tx: Tx, kanban: number, boardId: number | null = null): Promise<Tag[]> {
  return tx<Tag[]>`
    select ${shown(tx)} from app.tags g where ${
    filtered(tx, { search: "", kanban, id: null, boardId })
  } order by g.position, g.name_key, g.id`;
}
/** These tags, those that exist. */
export function byIds(tx: Tx, ids: readonly number[]): Promise<Tag[]> {
  return tx<Tag[]>`
    select ${
    shown(tx)
  } from app.tags g where g.company_id = ${tx.companyId} and g.id = any (${ids as number[]}::bigint[]) order by g.name_key, g.id`;
}
export async function byId(tx: Tx, id: number): Promise<Tag | undefined> {
  return (await byIds(tx, [id]))[0];
}
/** Names are looked at under this lock, so that two changes at once cannot both pass. */
export function lock(tx: Tx): Promise<unknown> {
  return tx`select pg_advisory_xact_lock(hashtextextended('tags', ${tx.companyId}::bigint))`;
}
/** Whether another tag of contacts, or another lane of the board, has the name; upper and lower case are alike. */
export async function taken(
  tx: Tx,
  name: string,
  boardId: number | null,
  exceptId: number | null,
): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.tags where company_id = ${tx.companyId} and kanban = ${
    boardId !== null
  } and board_id is not distinct from ${boardId}::bigint
      and lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint limit 1`;
  return row !== undefined;
}

/** Lanes that lead to this one, or back to it. */
export async function leadingTo(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tags where company_id = ${tx.companyId} and id <> ${id} and ${id} in (next_lane_id, rollback_lane_id)`;
  return rows.map((row) => row.id);
}

/** Whether cards that move by themselves come from one lane to another, over any number of lanes. */
export async function comesTo(tx: Tx, fromId: number, toId: number): Promise<boolean> {
  const [row] = await tx`
    with recursive way as (
      select id, time_lane_min, next_lane_id from app.tags where company_id = ${tx.companyId} and id = ${fromId}
      union
      select g.id, g.time_lane_min, g.next_lane_id from app.tags g join way w on g.id = w.next_lane_id
      where g.company_id = ${tx.companyId} and w.time_lane_min > 0 and w.id <> ${toId})
    select 1 from way where id = ${toId}`;
  return row !== undefined;
}

export type TagFields = Omit<Tag, "id" | "contacts" | "ticketTags" | "position">;
const columnsOf = (tag: TagFields) => ({
  name: tag.name,
  color: tag.color,
  kanban: tag.kanban === 1,
  board_id: tag.boardId,
  outcome: tag.outcome,
  time_lane_min: tag.timeLane,
  next_lane_id: tag.nextLaneId,
  rollback_lane_id: tag.rollbackLaneId,
  greeting_lane: tag.greetingMessageLane,
});
/** A new lane stands last; tags of contacts have no order of their own. */
async function lastPosition(tx: Tx, boardId: number | null): Promise<number> {
  if (boardId === null) return 0;
  const [row] = await tx<{ last: number }[]>`
    select coalesce(max(position), 0) + 1 as last from app.tags where company_id = ${tx.companyId} and board_id = ${boardId}`;
  return row!.last;
}
/** Gives lanes their places in this order; answers those that have another now. */
export async function order(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    update app.tags g set position = o.n from unnest(${ids as number[]}::bigint[]) with ordinality as o (id, n)
    where g.company_id = ${tx.companyId} and g.id = o.id and g.kanban and g.position <> o.n returning g.id`;
  return rows.map(({ id }) => id);
}
export async function insert(tx: Tx, tag: TagFields): Promise<Tag> {
  const [row] = await tx<Tag[]>`
    with g as (insert into app.tags ${
    tx({ company_id: tx.companyId, ...columnsOf(tag), position: await lastPosition(tx, tag.boardId) })
  } returning *)
    select ${shown(tx)} from g`;
  return row!;
}
export function update(tx: Tx, id: number, tag: TagFields): Promise<unknown> {
  return tx`
    update app.tags set ${tx(columnsOf(tag))} where company_id = ${tx.companyId} and id = ${id}`;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.tags where company_id = ${tx.companyId} and id = ${id}`;
}
