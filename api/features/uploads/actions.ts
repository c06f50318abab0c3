// What other features do with a file that came in pieces.
import { refuse } from "../../contract/errors.ts";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { removePieces, wholeFile } from "../../core/media/pieces.ts";
import type { Tx } from "../../../db/tenant.ts";
import { find, use } from "./queries.ts";

/**
 * Takes whole files, in this order; each once, and only with this transaction. Refuses ERR_NO_UPLOAD_FOUND, and ERR_UPLOAD_OFFSET
 * with how much has come where one is not whole.
 */
export async function takeUploads(tx: Tx, me: Me, keys: readonly string[]): Promise<File[]> {
  const rows = await use(tx, me.id, keys);
  const known = new Map(rows.map((row) => [row.key, row]));
  const missing = keys.find((key, at) => !known.has(key) || keys.indexOf(key) !== at);
  if (missing !== undefined) {
    const [row] = await find(tx, me.id, [missing]);
    if (row && row.received < row.bytes) refuse("ERR_UPLOAD_OFFSET", { offset: row.received });
    return refuse("ERR_NO_UPLOAD_FOUND");
  }
  // As many bytes as a form may carry.
  if (rows.reduce((sum, { bytes }) => sum + bytes, 0) > MAX_UPLOAD_BYTES * 2) refuse("ERR_BODY_TOO_LARGE");
  const files: File[] = [];
  for (const key of keys) {
    const { file, name, mimeType, bytes } = known.get(key)!;
    files.push(await wholeFile(tx.companyId, file, { name, type: mimeType, bytes }) ?? refuse("ERR_NO_UPLOAD_FOUND"));
    tx.afterCommit.push(() => void removePieces(tx.companyId, file));
  }
  return files;
}
