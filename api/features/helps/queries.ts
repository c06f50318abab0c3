// SQL of help videos. They belong to no company; everybody reads them, the platform's door writes them.
import type postgres from "postgres";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import type { Help } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Fields = Omit<Help, "id">;

const found = (tx: Tx, search: string): Fragment =>
  search ? tx`where app.fold(title || ' ' || description) like (select app.pattern(${search}))` : tx``;

/** Those that match, by title; `size` null for all of them. */
export function list(tx: Tx, search: string, size: number | null, skip: number): Promise<Help[]> {
  return tx<Help[]>`
    select id, title, description, video from app.help_items ${found(tx, search)}
    order by title_key, id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx | PlatformTx, search = ""): Promise<number> {
  const [row] = await (tx as Tx)<{ n: number }[]>`
    select count(*) as n from app.help_items ${found(tx as Tx, search)}`;
  return row!.n;
}
/** One of them, held for a change. */
export async function lock(tx: PlatformTx, id: number): Promise<Help | undefined> {
  const [row] = await tx<Help[]>`
    select id, title, description, video from app.help_items where id = ${id} for update`;
  return row;
}
/** The new one, or nothing when its title is taken. */
export async function insert(tx: PlatformTx, { title, description, video }: Fields): Promise<Help | undefined> {
  const [row] = await tx<Help[]>`
    insert into app.help_items (title, description, video) values (${title}, ${description}, ${video})
    on conflict (title_key) do nothing returning id, title, description, video`;
  return row;
}
/** Whether another one has this title; case and accents make no difference. */
export async function taken(tx: PlatformTx, title: string, exceptId: number): Promise<boolean> {
  const [row] = await tx<{ taken: boolean }[]>`
    select exists (select 1 from app.help_items where title_key = app.name_key(${title}) and id <> ${exceptId}) as taken`;
  return row!.taken;
}
export async function update(tx: PlatformTx, id: number, { title, description, video }: Fields): Promise<Help> {
  const [row] = await tx<Help[]>`
    update app.help_items set title = ${title}, description = ${description}, video = ${video} where id = ${id}
    returning id, title, description, video`;
  return row!;
}
export async function remove(tx: PlatformTx, id: number): Promise<void> {
  await tx`delete from app.help_items where id = ${id}`;
}
/** Changes of the helps follow each other, so that two of one title cannot both pass. */
export async function lockAll(tx: PlatformTx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('helps', 0))`;
}
