// What the outbox does next, as a pure function of its rows and the clock. Tests hold it; `outbox.ts` carries it out.

/** Something written that the server may not have yet. `id` is the idempotency key: sending twice is one change. */
export interface OutboxRow {
  id: string;
  ticketId: number;
  /** Which sender takes it (`message`). */
  kind: string;
  payload: Record<string, unknown>;
  blobs: { name: string; type: string; blob: Blob }[];
  createdAt: number;
  tries: number;
  /** Not before this time, ms. */
  nextAt: number;
  state: "waiting" | "sending" | "refused";
  /** Code of the refusal, or of the last failure while waiting. */
  reason: string | null;
  /** Share of the upload that has left, 0–1. */
  progress: number;
}

const PARALLEL = 3;
const MAX_WAIT_MS = 60_000;

/** Wait before the next try, ms: 1, 2, 4 … 60 seconds. */
export function backoff(tries: number): number {
  return Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.max(0, tries - 1));
}

/** Rows to send now: the oldest waiting one of each conversation, at most three conversations at once. */
export function due(rows: readonly OutboxRow[], now: number): OutboxRow[] {
  const busy = new Set(rows.filter((row) => row.state === "sending").map((row) => row.ticketId));
  const heads = new Map<number, OutboxRow>();
  for (const row of [...rows].sort((a, b) => a.id < b.id ? -1 : 1)) {
    if (row.state === "waiting" && !busy.has(row.ticketId) && !heads.has(row.ticketId)) heads.set(row.ticketId, row);
  }
  return [...heads.values()].filter((row) => row.nextAt <= now).slice(0, Math.max(0, PARALLEL - busy.size));
}

/** When to look again, ms from now; undefined when nothing waits. */
export function nextLook(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.filter((row) => row.state === "waiting").map((row) => Math.max(0, row.nextAt - now));
  return times.length ? Math.min(...times) : undefined;
}

/** True if the same row may succeed later: the network, the server or the session is at fault, not the row. */
export function worthRetrying(status: number, code: string): boolean {
  return status === 0 || status >= 500 || status === 429 || status === 408 || status === 401 ||
    code === "ERR_SESSION_EXPIRED";
}

/** The row after a failed try. */
export function failed(row: OutboxRow, status: number, code: string, now: number): OutboxRow {
  const tries = row.tries + 1;
  const retry = worthRetrying(status, code);
  return {
    ...row,
    tries,
    progress: 0,
    reason: code,
    state: retry ? "waiting" : "refused",
    nextAt: retry ? now + backoff(tries) : 0,
  };
}
