// SQL of files in pieces. The key is a person's own: every statement names whose.
import { WHOLE_BYTES } from "../../contract/limits.ts";
import type { Tx } from "../../../db/tenant.ts";

export interface UploadRow {
  key: string;
  file: string;
  name: string;
  mimeType: string;
  bytes: number;
  received: number;
  used: boolean;
}
const columns = (tx: Tx) => tx`key, file, name, mime_type as "mimeType", bytes, received, used`;
const own = (tx: Tx, userId: number, keys: readonly string[]) =>
  tx`company_id = ${tx.companyId} and user_id = ${userId} and key = any (${keys})`;

/** Makes the row unless there is one. */
export function insert(
  tx: Tx,
  userId: number,
  row: Pick<UploadRow, "key" | "file" | "name" | "mimeType" | "bytes">,
): Promise<unknown> {
  return tx`
    insert into app.uploads (company_id, user_id, key, file, name, mime_type, bytes)
    values (${tx.companyId}, ${userId}, ${row.key}, ${row.file}, ${row.name}, ${row.mimeType}, ${row.bytes})
    on conflict do nothing`;
}

export async function find(tx: Tx, userId: number, keys: readonly string[]): Promise<UploadRow[]> {
  return await tx<UploadRow[]>`select ${columns(tx)} from app.uploads where ${own(tx, userId, keys)}`;
}

/** One, held until the commit: of two writers the second sees what the first has left. */
export async function lock(tx: Tx, userId: number, key: string): Promise<UploadRow | undefined> {
  const [row] = await tx<UploadRow[]>`select ${columns(tx)} from app.uploads where ${
    own(tx, userId, [key])
  } for update`;
  return row;
}

export function moveOn(tx: Tx, userId: number, key: string, received: number): Promise<unknown> {
  return tx`update app.uploads set received = ${received}, touched_at = now() where ${own(tx, userId, [key])}`;
}

/** Marks as used what is whole and unused, and answers it. */
export async function use(tx: Tx, userId: number, keys: readonly string[]): Promise<UploadRow[]> {
  return await tx<UploadRow[]>`
    update app.uploads set used = true, touched_at = now()
    where ${own(tx, userId, keys)} and not used and received = bytes returning ${columns(tx)}`;
}

/** Deletes it unless a message has it; answers its file. */
export async function remove(tx: Tx, userId: number, key: string): Promise<string | undefined> {
  const [row] = await tx<{ file: string }[]>`
    delete from app.uploads where ${own(tx, userId, [key])} and not used returning file`;
  return row?.file;
}

/** What a person's unused uploads may come to, bytes; a small one counts as a megabyte, as it is a row and a file too. */
export async function pending(tx: Tx, userId: number): Promise<number> {
  const [row] = await tx<{ sum: number }[]>`
    select coalesce(sum(greatest(bytes, ${WHOLE_BYTES}::bigint)), 0) as sum from app.uploads where company_id = ${tx.companyId} and user_id = ${userId} and not used`;
  return row!.sum;
}
