import { RECORDS_PAGE } from "../../contract/limits.ts";
import { must, refuse } from "../../contract/errors.ts";
import { can } from "../../contract/permissions.ts";
import { manyChanged } from "../../contract/many.ts";
import type { Me } from "../../core/access/auth.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import type { Tx } from "../../../db/tenant.ts";
import { renamed, unnamed } from "../../core/live/names.ts";
import { announceSame } from "../tickets/actions/announce.ts";
import { lockServed } from "../tickets/actions/served.ts";
import { tellTags } from "./actions.ts";
import { type Tag, tagChanged, tags as calls } from "./contract.ts";
import * as queries from "./queries.ts";
import * as held from "./ticket-queries.ts";

/** Mounts the calls of tags. */
export function tags(api: Api, _parts: Parts): void {
  route(api, calls.list, async ({ tx, query }) => {
    const filter = { search: query.searchParam.trim(), kanban: query.kanban, id: query.tagId ?? null };
    const [rows, count] = await Promise.all([
      queries.page(tx, filter, RECORDS_PAGE + 1, (query.pageNumber - 1) * RECORDS_PAGE),
      queries.count(tx, filter),
    ]);
    return { tags: rows.slice(0, RECORDS_PAGE), hasMore: rows.length > RECORDS_PAGE, count };
  });

  route(api, calls.all, ({ tx, me, query }) => {
    if (query.companyId !== undefined && query.companyId !== me.companyId) refuse("ERR_NO_PERMISSION");
    return queries.all(tx, query.kanban);
  });

  route(api, calls.show, ({ tx, params }) => find(tx, params.id));

  route(api, calls.create, async ({ tx, me, body }) => {
    const { name, color = randomColour(), kanban = 0 } = body;
    if (kanban === 1) mayChangeLanes(me);
    const boardId = kanban === 1 ? await boardOf(tx, body.boardId) : null;
    await refuseTaken(tx, name, boardId, null);
    const tag = await queries.insert(tx, { name, color, kanban, boardId, ...await laneOf(tx, boardId, body, null) });
    emit(tx, tagChanged, everybody, { action: "create", tag });
    return tag;
  });

  route(api, calls.update, async ({ tx, me, params: { id }, body }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    const { name, color = old.color, kanban = old.kanban } = body;
    if (kanban === 1 || old.kanban === 1) mayChangeLanes(me);
    const boardId = kanban === 1 ? old.boardId ?? await boardOf(tx, undefined) : null;
    await refuseTaken(tx, name, boardId, id);
    const lane = await laneOf(tx, boardId, body, old);
    if (kanban !== old.kanban && (isUsed(old) || (await queries.leadingTo(tx, id)).length)) refuse("ERR_IN_USE");
    await queries.update(tx, id, { name, color, kanban, boardId, ...lane });
    const tag = await find(tx, id);
    emit(tx, tagChanged, everybody, { action: "update", tag });
    if (isUsed(old) && (old.name !== name || old.color !== color)) renamed(tx, "tag", tag);
    return tag;
  });

  route(api, calls.remove, async ({ tx, me, params: { id }, query: { laneId } }) => {
    await queries.lock(tx);
    const old = await find(tx, id);
    if (old.kanban === 1) mayChangeLanes(me);
    if (laneId !== undefined) await moveCards(tx, old, laneId);
    const leading = await queries.leadingTo(tx, id);
    await queries.remove(tx, id);
    emit(tx, tagChanged, everybody, { action: "delete", tagId: id });
    await tellTags(tx, leading);
    if (isUsed(old)) unnamed(tx, "tag", id);
    return { ok: true as const };
  });

  route(api, calls.joinTicket, async ({ tx, me, params: { ticketId, tagId }, body }) => {
    await lockTicket(tx, me, ticketId);
    const tag = await find(tx, tagId);
    if (tag.kanban === 1 && !me.plan.useKanban) refuse("ERR_NO_PERMISSION");
    await expectLane(tx, ticketId, tag.boardId, body?.expectedLaneId, tagId);
    await tellTags(tx, await held.joinTicket(tx, ticketId, tag, body?.reason));
    return await announceSame(tx, ticketId);
  });

  route(api, calls.leaveTicket, async ({ tx, me, params: { ticketId }, query }) => {
    await lockTicket(tx, me, ticketId);
    const gone = query.tagId ? await held.leaveTag(tx, ticketId, query.tagId) : await leaveLane(tx, ticketId, query);
    await tellTags(tx, gone);
    if (gone.length) await announceSame(tx, ticketId);
    return { ok: true as const };
  });
}

/**
 * Refuses ERR_LANE_CHANGED where the ticket stands in another lane than the person saw, unless it is where they want it: then
 * the same was asked twice. ERR_NO_TAG_FOUND where the lane that they saw is there no more.
 */
async function expectLane(
  tx: Tx,
  ticketId: number,
  boardId: number | null,
  expected: number | null | undefined,
  wanted: number | null,
): Promise<void> {
  if (expected === undefined) return;
  if (expected !== null) await find(tx, expected);
  if (boardId === null) return;
  const now = await held.laneOf(tx, ticketId, boardId);
  const laneId = now?.id ?? null;
  if (laneId !== expected && laneId !== wanted) {
    refuse("ERR_LANE_CHANGED", { laneId, lane: now?.name ?? null, user: now?.user ?? null });
  }
}
/** Takes a ticket out of its lane on the board that is meant; answers what went. */
async function leaveLane(
  tx: Tx,
  ticketId: number,
  { expectedLaneId: expected, boardId }: { expectedLaneId?: number; boardId?: number },
): Promise<number[]> {
  const seen = expected ? await find(tx, expected) : null;
  const board = await boardOf(tx, boardId ?? seen?.boardId ?? undefined);
  await expectLane(tx, ticketId, board, expected === undefined ? undefined : expected || null, null);
  return await held.leaveBoard(tx, ticketId, board);
}
/** The tickets of a lane that is deleted go to another. Refuses ERR_NO_TAG_FOUND where that is no other lane of its board. */
async function moveCards(tx: Tx, from: Tag, intoId: number): Promise<void> {
  const into = await find(tx, intoId);
  if (from.boardId === null || into.boardId !== from.boardId || into.id === from.id) refuse("ERR_NO_TAG_FOUND");
  const moved = await held.emptyInto(tx, from.id, into);
  if (moved === 0) return;
  await tellTags(tx, [into.id]);
  emit(tx, manyChanged, everybody, { action: "refresh" });
}

async function find(tx: Tx, id: number): Promise<Tag> {
  return must(await queries.byId(tx, id), "ERR_NO_TAG_FOUND");
}
/** The board that is named, else the company's first. Refuses ERR_NO_BOARD_FOUND. */
async function boardOf(tx: Tx, id: number | undefined): Promise<number> {
  if (id === undefined) return await held.firstBoard(tx);
  if (!await held.isBoard(tx, id)) refuse("ERR_NO_BOARD_FOUND");
  return id;
}
/** The board's lanes are for companies whose plan has the board, and for who may see the dashboard. */
function mayChangeLanes(me: Me): void {
  if (!me.plan.useKanban || !can(me, "dashboard:view")) refuse("ERR_NO_PERMISSION");
}

type Lane = Pick<Tag, "timeLane" | "nextLaneId" | "rollbackLaneId" | "greetingMessageLane" | "outcome">;
const still: Lane = { timeLane: 0, nextLaneId: null, rollbackLaneId: null, greetingMessageLane: "", outcome: null };
const laneNames = Object.keys(still) as (keyof Lane)[];
/**
 * What a lane does by itself: what was given over what was. Refuses it for a tag of contacts, a lane that leads to itself or, by
 * their minutes alone, back to itself over others, and ERR_NO_TAG_FOUND where the other is no lane of its board.
 */
async function laneOf(tx: Tx, boardId: number | null, given: Partial<Lane>, old: Tag | null): Promise<Lane> {
  const named = laneNames.filter((name) => given[name] !== undefined);
  const wrong = (name: keyof Lane, message: string) =>
    refuse("ERR_VALIDATION", { details: [{ path: `body.${name}`, message }] });
  if (boardId === null) {
    for (const name of named) if (given[name]) wrong(name, "lane_only");
    return still;
  }
  const others = (["nextLaneId", "rollbackLaneId"] as const).filter((name) => given[name]);
  for (const name of others) if ((await find(tx, given[name]!)).boardId !== boardId) refuse("ERR_NO_TAG_FOUND");
  for (const name of others) if (given[name] === old?.id) wrong(name, "own_lane");
  const lane: Lane = { ...still, ...(old && Object.fromEntries(laneNames.map((name) => [name, old[name]]))) };
  const next: Lane = { ...lane, ...Object.fromEntries(named.map((name) => [name, given[name]])) };
  const leads = next.timeLane > 0 && (next.nextLaneId !== lane.nextLaneId || lane.timeLane === 0);
  if (old && leads && next.nextLaneId && await queries.comesTo(tx, next.nextLaneId, old.id)) {
    wrong("nextLaneId", "circle");
  }
  return next;
}
const isUsed = (tag: Tag) => tag.contacts + tag.ticketTags > 0;

async function refuseTaken(tx: Tx, name: string, boardId: number | null, exceptId: number | null): Promise<void> {
  await queries.lock(tx);
  if (await queries.taken(tx, name, boardId, exceptId)) refuse("ERR_DUPLICATED_NAME");
}
async function lockTicket(tx: Tx, me: Me, id: number): Promise<void> {
  await lockServed(tx, me, id);
}

/** A colour nobody chose. */
function randomColour(): string {
  return `#${crypto.getRandomValues(new Uint8Array(3)).toHex()}`;
}
