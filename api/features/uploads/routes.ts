import { must, refuse } from "../../contract/errors.ts";
import { MAX_UPLOAD_BYTES } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { diskOf } from "../../core/media/disk.ts";
import { newMediaId } from "../../core/media/media.ts";
import type { Parts } from "../../core/parts.ts";
import { hasPieces, removePieces, writePiece } from "../../core/media/pieces.ts";
import { allow } from "../../core/access/rate-limit.ts";
import { type Api, route } from "../../core/http/route.ts";
import { uploads as calls } from "./contract.ts";
import * as queries from "./queries.ts";

/** What one person may have on its way: a person who begins files and never ends them would fill the disk for all. */
const MAX_PENDING_BYTES = 20 * MAX_UPLOAD_BYTES;
const PER_MINUTE = { begin: 120, add: 1200 };

const state = ({ key, bytes, received }: queries.UploadRow) => ({ key, bytes, offset: received });
function slowDown(me: Me, what: keyof typeof PER_MINUTE): void {
  if (!allow(`upload:${what}:${me.companyId}:${me.id}`, PER_MINUTE[what])) {
    refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 10 });
  }
}

/** Mounts the calls of files in pieces. */
export function uploads(api: Api, _parts: Parts): void {
  route(api, calls.begin, async ({ tx, me, body: { key, name, type, bytes } }) => {
    slowDown(me, "begin");
    if (bytes > MAX_UPLOAD_BYTES) refuse("ERR_BODY_TOO_LARGE");
    const known = (await queries.find(tx, me.id, [key]))[0];
    if (!known && await queries.pending(tx, me.id) + bytes > MAX_PENDING_BYTES) {
      refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 60 });
    }
    // Nobody sends a large file to learn at its end that there is no room; it is taken when the file is.
    const { usedBytes, allowedBytes } = await diskOf(tx);
    if (!known && allowedBytes !== null && usedBytes + bytes > allowedBytes) refuse("ERR_DISK_FULL");
    if (!known) await queries.insert(tx, me.id, { key, file: newMediaId(), name, mimeType: type, bytes });
    const row = known ?? must((await queries.find(tx, me.id, [key]))[0], "ERR_NO_UPLOAD_FOUND");
    if (row.name !== name || row.mimeType !== type || row.bytes !== bytes) refuse("ERR_IDEMPOTENCY_MISMATCH");
    if (row.used || await hasPieces(tx.companyId, row.file, row.received)) return state(row);
    await queries.moveOn(tx, me.id, key, 0);
    return state({ ...row, received: 0 });
  });

  // The piece is here before the transaction begins: a slow phone holds no row.
  route(api, calls.add, async ({ tx, me, params: { id }, query: { offset }, bytes }) => {
    slowDown(me, "add");
    const row = must(await queries.lock(tx, me.id, id), "ERR_NO_UPLOAD_FOUND");
    if (offset !== row.received) refuse("ERR_UPLOAD_OFFSET", { offset: row.received });
    const received = offset + bytes.length;
    if (received > row.bytes) refuse("ERR_BODY_TOO_LARGE");
    await writePiece(tx.companyId, row.file, offset, bytes);
    await queries.moveOn(tx, me.id, id, received);
    return state({ ...row, received });
  });

  route(api, calls.remove, async ({ tx, me, params: { id } }) => {
    const file = must(await queries.remove(tx, me.id, id), "ERR_NO_UPLOAD_FOUND");
    tx.afterCommit.push(() => void removePieces(tx.companyId, file));
    return { ok: true as const };
  });
}
