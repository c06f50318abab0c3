// SQL of the tags that tickets have themselves: plain ones, and one lane of each board at most.
import type { Tx } from "../../../db/tenant.ts";
import type { Tag } from "./contract.ts";

/** The company's first board; each has one. */
export async function firstBoard(tx: Tx): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    select id from app.boards where company_id = ${tx.companyId} order by "position", id limit 1`;
  return row!.id;
}
export async function isBoard(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.boards where company_id = ${tx.companyId} and id = ${id}`;
  return row !== undefined;
}

/** Notes that tickets came into a lane, or out of all of a board for null. */
async function noteEntry(
  tx: Tx,
  { boardId, laneId, ticketIds, reason = "" }: {
    boardId: number;
    laneId: number | null;
    ticketIds: readonly number[];
    reason?: string;
  },
): Promise<void> {
  await tx`
    insert into app.lane_entries (company_id, board_id, lane_id, ticket_id, user_id, reason)
    select ${tx.companyId}, ${boardId}, ${laneId}, id, ${tx.userId}, ${reason} from unnest(${ticketIds as number[]}::bigint[]) as x (id)`;
}

/** Puts a tag on a ticket; a lane takes the place of the one it had on that board. Answers the tags that came or went. */
export async function joinTicket(tx: Tx, ticketId: number, tag: Tag, reason?: string): Promise<number[]> {
  const { boardId } = tag;
  const gone = boardId === null ? [] : await tx<{ id: number }[]>`
    delete from app.ticket_tags
    where company_id = ${tx.companyId} and ticket_id = ${ticketId} and tag_id <> ${tag.id} and board_id = ${boardId} returning tag_id as id`;
  const come = await tx<{ id: number }[]>`
    insert into app.ticket_tags (company_id, ticket_id, tag_id, board_id, user_id)
    values (${tx.companyId}, ${ticketId}, ${tag.id}, ${boardId}, ${tx.userId})
    on conflict do nothing returning tag_id as id`;
  if (boardId !== null && come.length) await noteEntry(tx, { boardId, laneId: tag.id, ticketIds: [ticketId], reason });
  return [...gone, ...come].map(({ id }) => id);
}
/** Takes a tag off a ticket; answers what went. */
export async function leaveTag(tx: Tx, ticketId: number, tagId: number): Promise<number[]> {
  return left(
    tx,
    ticketId,
    await tx<Gone[]>`
      delete from app.ticket_tags where company_id = ${tx.companyId} and ticket_id = ${ticketId} and tag_id = ${tagId}
      returning tag_id as id, board_id as "boardId"`,
  );
}
/** Takes a ticket out of its lane on a board; answers what went. */
export async function leaveBoard(tx: Tx, ticketId: number, boardId: number): Promise<number[]> {
  return left(
    tx,
    ticketId,
    await tx<Gone[]>`
      delete from app.ticket_tags where company_id = ${tx.companyId} and ticket_id = ${ticketId} and board_id = ${boardId}
      returning tag_id as id, board_id as "boardId"`,
  );
}
interface Gone {
  id: number;
  boardId: number | null;
}
async function left(tx: Tx, ticketId: number, gone: readonly Gone[]): Promise<number[]> {
  for (const { boardId } of gone) {
    if (boardId !== null) await noteEntry(tx, { boardId, laneId: null, ticketIds: [ticketId] });
  }
  return gone.map(({ id }) => id);
}

/** The lane of a board in which a ticket stands, and who put it there. */
export async function laneOf(
  tx: Tx,
  ticketId: number,
  boardId: number,
): Promise<{ id: number; name: string; user: string | null } | undefined> {
  const [row] = await tx<{ id: number; name: string; user: string | null }[]>`
    select g.id, g.name, u.name as user from app.ticket_tags x
    join app.tags g on g.company_id = x.company_id and g.id = x.tag_id
    left join app.users u on u.company_id = x.company_id and u.id = x.user_id
    where x.company_id = ${tx.companyId} and x.ticket_id = ${ticketId} and x.board_id = ${boardId}`;
  return row;
}
/** Moves all tickets of a lane into another of its board; answers how many. */
export async function emptyInto(tx: Tx, fromId: number, into: Tag): Promise<number> {
  const moved = await tx<{ id: number }[]>`
    update app.ticket_tags set tag_id = ${into.id}, since = now(), user_id = ${tx.userId}
    where company_id = ${tx.companyId} and tag_id = ${fromId} and board_id is not null returning ticket_id as id`;
  await noteEntry(tx, { boardId: into.boardId!, laneId: into.id, ticketIds: moved.map(({ id }) => id) });
  return moved.length;
}
