// SQL of quick messages. Inside names become the contract's here.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import type { QuickMessage } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
export type Fields = Pick<QuickMessage, "shortcode" | "message" | "geral" | "visao" | "status">;

const shown = (tx: Tx): Fragment =>
  tx`id, shortcode, message, for_all as geral, readable as visao, active as status, user_id as "userId",
    '/media/' || media_id as "mediaPath", media_name as "mediaName", media_id is not null as "isMedia"`;
const seen = (tx: Tx, me: number): Fragment =>
  tx`company_id = ${tx.companyId} and (user_id = ${me} or for_all or readable)`;
const found = (tx: Tx, me: number, search: string): Fragment =>
  tx`${seen(tx, me)} ${
    search ? tx`and app.fold(shortcode || ' ' || message) like (select app.pattern(${search}))` : tx``
  }`;

/** A page by code; people keep tens of them, so pages are skipped over and counted. */
export function page(tx: Tx, me: number, search: string, size: number, skip: number): Promise<QuickMessage[]> {
  return tx<QuickMessage[]>`
    select ${shown(tx)} from app.quick_messages where ${found(tx, me, search)}
    order by name_key, id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, me: number, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from app.quick_messages where ${found(tx, me, search)}`;
  return row!.n;
}
export function offered(tx: Tx, me: number): Promise<QuickMessage[]> {
  return tx<QuickMessage[]>`
    select ${shown(tx)} from app.quick_messages where ${seen(tx, me)} and active order by name_key, id`;
}
export async function byId(tx: Tx, me: number, id: number): Promise<QuickMessage | undefined> {
  const [row] = await tx<QuickMessage[]>`
    select ${shown(tx)} from app.quick_messages where ${seen(tx, me)} and id = ${id}`;
  return row;
}
/** The same, held for a change. */
export async function lock(tx: Tx, me: number, id: number): Promise<QuickMessage | undefined> {
  const [row] = await tx<QuickMessage[]>`
    select ${shown(tx)} from app.quick_messages where ${seen(tx, me)} and id = ${id} for update`;
  return row;
}
export async function insert(tx: Tx, me: number, f: Fields): Promise<QuickMessage> {
  const [row] = await tx<QuickMessage[]>`
    insert into app.quick_messages (company_id, user_id, shortcode, message, for_all, readable, active)
    values (${tx.companyId}, ${me}, ${f.shortcode}, ${f.message}, ${f.geral}, ${f.visao}, ${f.status}) returning ${
    shown(tx)
  }`;
  return row!;
}
export async function update(tx: Tx, id: number, f: Fields): Promise<QuickMessage> {
  const [row] = await tx<QuickMessage[]>`
    update app.quick_messages set shortcode = ${f.shortcode}, message = ${f.message}, for_all = ${f.geral},
      readable = ${f.visao}, active = ${f.status}
    where company_id = ${tx.companyId} and id = ${id} returning ${shown(tx)}`;
  return row!;
}
/** Puts another file in place of the one it has, or none. */
export async function setFile(
  tx: Tx,
  id: number,
  file: { id: string; fileName: string } | null,
): Promise<QuickMessage> {
  const [row] = await tx<QuickMessage[]>`
    update app.quick_messages set media_id = ${file?.id ?? null}, media_name = ${file?.fileName ?? ""}
    where company_id = ${tx.companyId} and id = ${id} returning ${shown(tx)}`;
  return row!;
}
export function remove(tx: Tx, id: number): Promise<unknown> {
  return tx`delete from app.quick_messages where company_id = ${tx.companyId} and id = ${id}`;
}
