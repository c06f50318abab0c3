// The outbox's next steps, as pure functions of its rows and the clock. `engine.ts` carries them out.
import type { FoundOwner, OutboxRow } from "../store/outbox-row.ts";

/** How the rows of the first version looked: only messages, without a call. */
export interface FirstRow {
  id: string;
  ticketId: number;
  payload: Record<string, unknown>;
  blobs: { name: string; type: string; blob: Blob }[];
  createdAt: number;
  tries: number;
  state: OutboxRow["state"];
  reason: string | null;
}

const PARALLEL = 3;
const MAX_WAIT_MS = 60_000;
/** Actions that take a ticket for oneself: when one is refused, later actions on the ticket are void. */
const TAKES = ["accept", "takeOver", "reopen"];
const GROUNDLESS = ["message", "close", "return", "transfer", "accept", "takeOver", "reopen"];
const ORDER = (a: OutboxRow, b: OutboxRow) => a.seq - b.seq || (a.id < b.id ? -1 : 1);

/** Oldest first, as they go. */
export const inTurn = (rows: readonly OutboxRow[]): OutboxRow[] => [...rows].sort(ORDER);

/** True for a row of the first version. */
export const isFirstForm = (row: unknown): row is FirstRow =>
  typeof row === "object" && row !== null && "payload" in row;

/** A row of the first version in the present form, and the files to keep apart. Its key stays: it may have been sent. */
export function upgraded(row: FirstRow, seq: number): { row: OutboxRow; files: [string, Blob][] } {
  const blobs = row.blobs.map(({ name, type, blob }, index) => ({
    key: `${row.id}:${index}`,
    name,
    type,
    size: blob.size,
  }));
  const upload = blobs.length > 0 ? { upload: "medias" } : {};
  return {
    files: row.blobs.map(({ blob }, index) => [`${row.id}:${index}`, blob]),
    row: {
      id: row.id,
      seq,
      ticketId: row.ticketId,
      kind: "message",
      call: { method: "POST", path: `/messages/${row.ticketId}`, body: row.payload, ...upload },
      blobs,
      about: {},
      createdAt: row.createdAt,
      tries: row.tries,
      nextAt: 0,
      state: row.state === "refused" ? "refused" : "waiting",
      maybeSent: row.state !== "refused" && (row.tries > 0 || row.state === "sending"),
      reason: row.reason,
      progress: 0,
    },
  };
}

/** Wait before the next try, ms: 1, 2, 4 … 60 seconds. */
export function backoff(tries: number): number {
  return Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.max(0, tries - 1));
}

/** A time further away than the longest wait comes from a clock that was changed. */
const left = (row: OutboxRow, now: number) => row.nextAt - now > 10 * MAX_WAIT_MS ? 0 : Math.max(0, row.nextAt - now);

/** Rows to send now: the oldest waiting one of each conversation that is not busy, at most three conversations at once. */
export function due(rows: readonly OutboxRow[], now: number, busy: ReadonlySet<number> = new Set()): OutboxRow[] {
  const taken = new Set([...busy, ...rows.filter((row) => row.state === "sending").map((row) => row.ticketId)]);
  const heads = new Map<number, OutboxRow>();
  for (const row of inTurn(rows)) {
    if (row.state === "waiting" && !taken.has(row.ticketId) && !heads.has(row.ticketId)) heads.set(row.ticketId, row);
  }
  return [...heads.values()].filter((row) => left(row, now) === 0).slice(0, Math.max(0, PARALLEL - taken.size));
}

/** When to look again, ms from now; undefined when nothing waits. */
export function nextLook(rows: readonly OutboxRow[], now: number): number | undefined {
  const times = rows.filter((row) => row.state === "waiting").map((row) => left(row, now));
  return times.length ? Math.min(...times) : undefined;
}

/** The API's answer. `code` is empty where the answer was not the API's: a portal, a proxy. */
export interface Answered {
  status: number;
  code: string;
  body?: Record<string, unknown>;
  /** The wait the server asked for, ms. */
  retryAfter?: number;
  /** It never left: the device knows that it has no network. */
  unsent?: boolean;
  /** Share of the files that the server keeps for the next try, 0–1. */
  reached?: number;
}

/** True if no row can be sent now: the session, the subscription or the app itself is at its end. */
export function endsAll({ status, code }: Answered): boolean {
  return status === 401 || status === 402 || status === 426 || code === "ERR_SESSION_EXPIRED" ||
    code === "ERR_SECOND_FACTOR_DUE" || code === "ERR_PASSWORD_DUE";
}

/** True if the same row may succeed later: the network, the server or the session is at fault, not the row. */
export function worthRetrying(answer: Answered): boolean {
  const { status, code } = answer;
  if (status === 413) return false;
  return status === 0 || status >= 500 || status === 429 || status === 408 || endsAll(answer) || code === "";
}

const named = (value: unknown) => String((value as { name?: unknown } | null | undefined)?.name ?? "");
const holderOf = (ticket: Record<string, unknown>): FoundOwner => ({
  uuid: String(ticket.uuid ?? ""),
  user: named(ticket.user),
  queue: named(ticket.queue),
});

/** The colleague who has the ticket, where an accept was answered with theirs; null when it is one's own now. */
export function takenBy(row: OutboxRow, answer: Record<string, unknown> | undefined): FoundOwner | null {
  const wanted = row.call.body?.userId;
  if (!TAKES.includes(row.kind) || wanted === undefined || !answer || answer.userId === wanted) return null;
  return holderOf(answer);
}

/** Who was faster, where the answer says it. */
function meanwhile({ code, body }: Answered): FoundOwner | undefined {
  if (code === "ERR_LANE_CHANGED") {
    return { user: String(body?.user ?? ""), queue: "", lane: String(body?.lane ?? "") };
  }
  return body?.ticket ? holderOf(body.ticket as Record<string, unknown>) : undefined;
}

/** The row after a failed try. */
export function failed(row: OutboxRow, answer: Answered, now: number, found?: FoundOwner): OutboxRow {
  const reached = answer.reached ?? 0;
  // A network that breaks again and again, but carries the file further each time, works.
  const tries = (reached > row.progress ? 0 : row.tries) + 1;
  const retry = worthRetrying(answer) && !found;
  const holder = found ?? meanwhile(answer);
  const unheard = !answer.unsent && (answer.status === 0 || answer.status >= 500 || answer.code === "");
  return {
    ...row,
    tries,
    progress: reached,
    reason: answer.code || "ERR_UNREACHABLE",
    state: retry ? "waiting" : "refused",
    maybeSent: retry && (row.maybeSent || unheard),
    nextAt: retry ? now + Math.max(backoff(tries), answer.retryAfter ?? 0) : 0,
    ...(!retry && holder && { found: holder }),
  };
}

/** The rows that become void with a refused one: actions on a ticket that the person did not get. */
export function groundless(refused: OutboxRow, rows: readonly OutboxRow[]): OutboxRow[] {
  if (refused.state !== "refused" || !TAKES.includes(refused.kind)) return [];
  return rows.filter((row) =>
    row.ticketId === refused.ticketId && row.seq > refused.seq && row.state === "waiting" &&
    GROUNDLESS.includes(row.kind)
  );
}

/** True if the person may still change or take it back: it has certainly not left. */
export const retractable = (row: OutboxRow): boolean =>
  row.state === "refused" || row.state === "waiting" && !row.maybeSent;
