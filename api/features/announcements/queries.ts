// SQL of announcements. They belong to no company; who has seen them does. The API's login reads only those that are shown.
import type postgres from "postgres";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import type { Announcement } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: PlatformTx): Fragment =>
  tx`id, title, text, priority, active as status, image as "mediaPath", image_name as "mediaName", created_at as "createdAt"`;
/** Null asks for both kinds. */
const found = (tx: PlatformTx, search: string, active: boolean | null): Fragment =>
  tx`(${active}::boolean is null or active = ${active}) ${
    search ? tx`and app.fold(title || ' ' || text) like (select app.pattern(${search}))` : tx``
  }`;
type Row = Omit<Announcement, "createdAt"> & { createdAt: Date };

/** A page, the most important first, then what was shown last. */
export function page(
  tx: PlatformTx,
  search: string,
  active: boolean | null,
  size: number,
  skip: number,
): Promise<Row[]> {
  return tx<Row[]>`
    select ${shown(tx)} from app.announcements where ${found(tx, search, active)}
    order by priority, shown_at desc, id desc limit ${size} offset ${skip}`;
}
export async function count(tx: PlatformTx, search: string, active: boolean | null): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.announcements where ${found(tx, search, active)}`;
  return row!.n;
}
export async function byId(tx: PlatformTx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`select ${shown(tx)} from app.announcements where id = ${id}`;
  return row;
}
/** The same, held for a change. */
export async function lock(tx: PlatformTx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`select ${shown(tx)} from app.announcements where id = ${id} for update`;
  return row;
}

type Fields = Pick<Announcement, "title" | "text" | "priority" | "status">;
export async function insert(tx: PlatformTx, fields: Fields): Promise<Row> {
  const { title, text, priority, status } = fields;
  const [row] = await tx<Row[]>`
    insert into app.announcements (title, text, priority, active) values (${title}, ${text}, ${priority}, ${status})
    returning ${shown(tx)}`;
  return row!;
}
/** `again`: it was switched off until now, so nobody has seen it. */
export async function update(tx: PlatformTx, id: number, fields: Fields, again: boolean): Promise<Row> {
  const { title, text, priority, status } = fields;
  const [row] = await tx<Row[]>`
    update app.announcements set title = ${title}, text = ${text}, priority = ${priority}, active = ${status},
      shown_at = case when ${again} then now() else shown_at end
    where id = ${id} returning ${shown(tx)}`;
  return row!;
}
export async function setImage(tx: PlatformTx, id: number, image: string | null, name: string): Promise<Row> {
  const [row] = await tx<Row[]>`
    update app.announcements set image = ${image}, image_name = ${name} where id = ${id} returning ${shown(tx)}`;
  return row!;
}
export async function remove(tx: PlatformTx, id: number): Promise<void> {
  await tx`delete from app.announcement_seen where announcement_id = ${id}`;
  await tx`delete from app.announcements where id = ${id}`;
}
/** Whether an announcement or the platform's look still shows this picture. */
export async function isHeld(tx: PlatformTx, image: string): Promise<boolean> {
  const [row] = await tx<{ held: boolean }[]>`
    select exists (select 1 from app.announcements where image = ${image})
      or exists (select 1 from app.platform where strpos(value, ${image}) > 0) as held`;
  return row!.held;
}

/** Ids of what is shown and this person has not seen, the most important first. */
export async function unseen(tx: Tx, userId: number, limit: number): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select a.id from app.announcements a
    where a.active and not exists (
      select 1 from app.announcement_seen s
      where s.company_id = ${tx.companyId} and s.user_id = ${userId} and s.announcement_id = a.id and s.seen_at >= a.shown_at)
    order by a.priority, a.shown_at desc, a.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}
/** Notes that a person has seen these, as far as they are shown. Answers their ids. */
export async function see(tx: Tx, userId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    insert into app.announcement_seen (company_id, user_id, announcement_id)
    select ${tx.companyId}, ${userId}, id from app.announcements where active and id = any (${ids as number[]}::bigint[])
    on conflict (company_id, user_id, announcement_id) do update set seen_at = clock_timestamp()
    returning announcement_id as id`;
  return rows.map(({ id }) => id);
}
