// Large files go in pieces before the call that names them. The sender first asks how much the server has, by the file's key on the
// device: this page, another or the service worker goes on from there after a break or an update.
import { MAX_PIECE_BYTES, WHOLE_BYTES } from "../../../api/contract/limits.ts";
import type { Answered } from "./plan.ts";
import type { OutboxRow } from "../store/outbox-row.ts";

export interface Asked {
  method: "POST" | "PUT" | "DELETE";
  /** Below `/api`. */
  path: string;
  body?: Blob | string;
  type?: string;
}
/** Asks the API; never rejects. */
export type Ask = (asked: Asked, onProgress?: (share: number) => void) => Promise<Answered>;

export const FIRST_PIECE = 256 * 1024;
/** A piece should take about so long, ms: a break costs no more, and the requests themselves cost little. */
const PIECE_MS = 3_000;
/** So often in a row another sender may have been quicker. */
const MAX_MISSES = 5;

/** True for files that would be too much to send again from the beginning. */
export const goesInPieces = (files: readonly Blob[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) > WHOLE_BYTES;

/** The size after one that took so long: the network's pace decides, at most twice or half of the one before. */
export function nextPiece(bytes: number, ms: number): number {
  const wanted = bytes * Math.min(2, Math.max(0.5, PIECE_MS / Math.max(1, ms)));
  return Math.round(Math.min(MAX_PIECE_BYTES, Math.max(FIRST_PIECE, wanted)));
}

/** The call's body with the files named: the text goes with the first, so that a server that knows no pieces refuses it. */
export function named(row: OutboxRow): Record<string, unknown> {
  const { body: caption, ...rest } = row.call.body ?? {};
  const uploads = row.blobs.map(({ key }, index) => ({ key, ...(index === 0 && caption ? { caption } : {}) }));
  return { ...rest, uploads };
}

const lost: Answered = { status: 0, code: "ERR_UNREACHABLE" };
const offsetOf = ({ body }: Answered) => typeof body?.offset === "number" ? body.offset : undefined;

/** Uploads the files of a row from the server's offset. Null when they are whole; else the failure and the progress. */
export async function sendPieces(
  row: OutboxRow,
  files: readonly Blob[],
  ask: Ask,
  onProgress: (share: number) => void,
): Promise<Answered | null> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const [index, { key, name, type }] of row.blobs.entries()) {
    const file = files[index]!;
    const start = before;
    let kept = 0;
    const broken = await sendFile({ key, name, type, file }, ask, (safe, more) => {
      kept = safe;
      onProgress((start + safe + more) / total);
    });
    if (broken) return { ...broken, reached: Math.max((start + kept) / total, kept === 0 ? row.progress : 0) };
    before += file.size;
  }
  return null;
}

interface Sent {
  key: string;
  name: string;
  type: string;
  file: Blob;
}
/** Uploads one file from the server's offset, telling how much is safe and how much more has left. Null when it is whole. */
export async function sendFile(
  { key, name, type, file }: Sent,
  ask: Ask,
  onSent: (safe: number, more: number) => void,
): Promise<Answered | null> {
  const body = JSON.stringify({ key, name, type, bytes: file.size });
  let answer = await ask({ method: "POST", path: "/uploads", body, type: "application/json" });
  let size = FIRST_PIECE;
  for (let misses = 0;;) {
    if (answer.code === "ok") misses = 0;
    else if (answer.code !== "ERR_UPLOAD_OFFSET") return answer;
    else if (++misses > MAX_MISSES) return lost;
    const at = offsetOf(answer);
    if (at === undefined) return lost;
    onSent(at, 0);
    if (at >= file.size) return null;
    const piece = file.slice(at, at + size);
    const began = Date.now();
    answer = await ask(
      {
        method: "PUT",
        path: `/uploads/${encodeURIComponent(key)}?offset=${at}`,
        body: piece,
        type: "application/octet-stream",
      },
      (share) => onSent(at, share * piece.size),
    );
    size = nextPiece(size, Date.now() - began);
    // Swept, or given up elsewhere: the next try begins it anew.
    if (answer.code === "ERR_NO_UPLOAD_FOUND") return lost;
  }
}
