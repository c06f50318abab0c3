// Sends the outbox, from a page or from the service worker: one flusher in the whole browser (Web Locks), in order per
// conversation, three conversations at once. Rows are read afresh inside the lock; a row is claimed before it leaves. Knows no
// screen, no contract, no schema.
import { v7 as uuid } from "uuid";
import { ApiError } from "../../../api/contract/api-error.ts";
import { authorised } from "../who/authorised.ts";
import { type Answered, due, endsAll, failed, groundless, nextLook, takenBy } from "./plan.ts";
import type { About, OutboxRow, WireCall } from "../store/outbox-row.ts";
import { type Ask, goesInPieces, sendPieces } from "./pieces.ts";
import { type OutboxStorage, outboxStorage } from "./storage.ts";
import { answered, asking, requestOf } from "./wire.ts";
import { readToken } from "../who/token.ts";
import { ownerName, ownerOf } from "../who/token-owner.ts";

/** A person's action, to be stored and sent. */
export interface NewRow {
  ticketId: number;
  kind: string;
  call: WireCall;
  about?: About;
  files?: readonly File[];
}
/** The messages between pages and worker. */
export type News =
  | { kind: "changed" }
  | { kind: "done"; row: OutboxRow; answer: Record<string, unknown> }
  | { kind: "progress"; id: string; share: number }
  | { kind: "cancel"; id: string };
type Send = (row: OutboxRow, signal: AbortSignal, onProgress: (share: number) => void) => Promise<Answered>;
export interface Engine {
  storage: OutboxStorage;
  send: Send;
  now(): number;
  tell(news: News): void;
  /** Resolves when rows may have come in. */
  stirred(): Promise<void>;
}

const TEXT_TIMEOUT_MS = 30_000;
const FILE_TIMEOUT_MS = 15 * 60_000;
const running = new Map<string, AbortController>();

/** The state after sending: when to look again, ms; `ended` if no row can be sent until the person acts. */
export interface Flushed {
  left: number | undefined;
  ended: boolean;
}

/** The outcome of a row: `done`, `left` as it is in the storage now, or `ended`, as for every other row. */
type Went = "done" | "left" | "ended";

async function deliver(engine: Engine, head: OutboxRow): Promise<Went> {
  const { storage, tell } = engine;
  // The person may have taken it back, or edited it, since the rows were read. A lost claim, or a lost "done", is
  // harmless: the row goes again with its key, and the server knows it.
  const row = await storage.change(
    head.id,
    (now) => now.state === "waiting" ? { ...now, state: "sending" } : now,
    true,
  );
  if (row?.state !== "sending") return "left";
  tell({ kind: "changed" });
  const stop = new AbortController();
  running.set(row.id, stop);
  let answer: Answered;
  try {
    answer = await engine.send(row, stop.signal, (share) => tell({ kind: "progress", id: row.id, share }));
  } catch {
    answer = { status: 0, code: "ERR_UNREACHABLE" };
  } finally {
    running.delete(row.id);
  }
  // A stop that came before the sending began is noted in the row only.
  if (stop.signal.aborted || (answer.code !== "ok" && (await storage.change(row.id, (now) => now))?.unwanted)) {
    await storage.change(row.id, () => null);
    tell({ kind: "changed" });
    return "left";
  }
  const found = answer.code === "ok" ? takenBy(row, answer.body) : null;
  if (answer.code === "ok" && !found) {
    // Announced before the row is deleted, so that a screen which shows it has the answer by then.
    tell({ kind: "done", row, answer: answer.body ?? {} });
    await storage.change(row.id, () => null, true);
    return "done";
  }
  const refusal = found ? { status: 409, code: "ERR_OTHER_OPEN_TICKET" } : answer;
  const after = await storage.change(row.id, (now) => {
    const next = failed(now, refusal, engine.now(), found ?? undefined);
    // A refused reading mark is dropped: the person loses nothing.
    return next.kind === "read" && next.state === "refused" ? null : next;
  });
  for (const lost of after ? groundless(after, await storage.all()) : []) {
    const same = { status: 409, code: refusal.code };
    await storage.change(
      lost.id,
      (now) => now.state === "waiting" ? failed(now, same, engine.now(), after?.found) : now,
    );
  }
  tell({ kind: "changed" });
  return endsAll(refusal) ? "ended" : "left";
}

/** Sends all due rows, and those that come due meanwhile. `hurry`: the network is back, so rows that could not leave go now. */
export async function sendDue(engine: Engine, hurry = false): Promise<Flushed> {
  const { storage } = engine;
  for (const row of await storage.all()) {
    // The page that was sending is gone, and took the answer along; the key makes a second try harmless.
    if (row.state === "sending") {
      await storage.change(
        row.id,
        (now) => now.unwanted ? null : { ...now, state: "waiting", maybeSent: true, tries: hurry ? 0 : now.tries },
      );
    } else if (hurry && row.state === "waiting" && row.nextAt > 0 && row.reason !== "ERR_TOO_MANY_REQUESTS") {
      // What failed before says nothing about this network: its first requests may still break, and go again soon.
      await storage.change(row.id, (now) => ({ ...now, nextAt: 0, tries: 0 }));
    }
  }
  const jobs = new Map<number, Promise<void>>();
  let ended = false;
  // Reads all rows anew only after something else than a success: with hundreds of rows this reading takes longest.
  let rows: OutboxRow[] = [];
  let stale = true;
  const done = new Set<string>();
  for (;;) {
    const stirred = engine.stirred().then(() => {
      stale = true;
    });
    if (stale) {
      stale = false;
      rows = await storage.all();
    }
    // Rows that ended while they were read may still be among them.
    rows = rows.filter(({ id }) => !done.has(id));
    for (const row of ended ? [] : due(rows, engine.now(), new Set(jobs.keys()))) {
      const job = deliver(engine, row).then((went) => {
        ended ||= went === "ended";
        if (went === "done") done.add(row.id);
        else stale = true;
      }).finally(() => jobs.delete(row.ticketId));
      jobs.set(row.ticketId, job);
    }
    if (jobs.size > 0) await Promise.race([...jobs.values(), stirred]);
    else if (ended || !stale) break;
  }
  return { left: nextLook(await storage.all(), engine.now()), ended };
}

let resting = new AbortController();
/** Cancels the requests under way; the rows wait, and go again with their keys. A new version cannot begin under a busy worker. */
export function restSending(): void {
  resting.abort();
  resting = new AbortController();
}

/** True if the device says that it has no network and is right: behind some VPNs it says so while everything works. */
async function isCutOff(): Promise<boolean> {
  if (navigator.onLine !== false) return false;
  return await fetch("/api/version", { cache: "no-store" }).then(() => false, () => true);
}

/** Deletes a dropped row's pieces on the server. Without a network the server deletes them itself, after a day. */
function release(row: OutboxRow): void {
  if (!row.pieces) return;
  const ask = asking(new AbortController().signal);
  for (const { key } of row.blobs) void ask({ method: "DELETE", path: `/uploads/${encodeURIComponent(key)}` });
}

const notOurs: Answered = { status: 401, code: "ERR_SESSION_EXPIRED" };
/** A file takes minutes, in which another tab may sign somebody else in: no piece goes to them. */
const askAsOwner = (signal: AbortSignal): Ask => async (asked, onProgress) =>
  ownToken() ? await asking(signal)(asked, onProgress) : notOurs;

const sendRow = (storage: OutboxStorage): Send => async (given, signal, onProgress) => {
  let row = given;
  // Not even tried, so that it can still be edited and taken back.
  if (await isCutOff()) return { status: 0, code: "ERR_UNREACHABLE", unsent: true, reached: row.progress };
  const files: File[] = [];
  for (const { key, name, type } of row.blobs) {
    const blob = await storage.file(key);
    if (!blob) return { status: 404, code: "ERR_NO_MEDIA_FOUND" };
    files.push(new File([blob], name, { type }));
  }
  const stop = AbortSignal.any([signal, resting.signal]);
  if (row.pieces) {
    const broken = await sendPieces(row, files, askAsOwner(stop), onProgress);
    if (signal.aborted) release(row);
    if (broken && broken.code !== "ERR_NO_ROUTE_FOUND") return { ...broken, unsent: true };
    // A server of the version before: the file goes whole, at every try, because a key must stand for the same request.
    if (broken) row = await storage.change(row.id, ({ pieces: _, ...whole }) => whole) ?? row;
  }
  const large = files.length > 0 && !row.pieces;
  const either = AbortSignal.any([stop, AbortSignal.timeout(large ? FILE_TIMEOUT_MS : TEXT_TIMEOUT_MS)]);
  const reached = row.pieces ? { reached: 1 } : {};
  // Checked at the last moment, because reading and uploading files takes time.
  if (!ownToken()) return { ...notOurs, unsent: true };
  try {
    return {
      ...await answered(await authorised(() => requestOf(row, files, either), large ? onProgress : undefined)),
      ...reached,
    };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code, ...reached };
    return { status: 0, code: "ERR_UNREACHABLE", ...reached };
  }
};

interface Person {
  companyId: number;
  userId: number;
}
let person: Person | null = null;
let channel: BroadcastChannel | undefined;
let hear: (news: News) => void = () => {};
let stir: () => void = () => {};
let waiting: Promise<Flushed> | undefined;
let hurried = false;

/** Sets the owner of the rows and the listener for their outcomes, here and in other tabs. Null when nobody is signed in. */
export function connectOutbox(who: Person | null, listener: (news: News) => void = () => {}): void {
  channel?.close();
  channel = undefined;
  person = who;
  hear = listener;
  if (!who || !globalThis.BroadcastChannel) return;
  channel = new BroadcastChannel(`recado.outbox.${who.companyId}.${who.userId}`);
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === "cancel") running.get(data.id)?.abort();
    if (data.kind === "changed") stir();
    hear(data);
  };
}

function tell(news: News): void {
  hear(news);
  channel?.postMessage(news);
}

/** True if the token is this person's: another tab may have signed somebody else in. */
const ownToken = () => person !== null && ownerOf(readToken()) === ownerName(person.companyId, person.userId);

function newRow(entry: NewRow): OutboxRow {
  const id = uuid();
  const files = entry.files ?? [];
  const pieces = goesInPieces(files) ? { pieces: true } : {};
  return {
    id,
    seq: 0,
    ticketId: entry.ticketId,
    kind: entry.kind,
    call: entry.call,
    blobs: files.map(({ name, type, size }, index) => ({ key: `${id}:${index}`, name, type, size })),
    ...pieces,
    about: entry.about ?? {},
    createdAt: Date.now(),
    tries: 0,
    nextAt: 0,
    state: "waiting",
    maybeSent: false,
    reason: null,
    progress: 0,
  };
}
/** Stores an action to be sent. Resolves when it is safe on the device; rejects when the device has no room for it. */
export async function putRow(entry: NewRow): Promise<OutboxRow> {
  const row = await (await outboxStorage()).add(newRow(entry), entry.files ?? []);
  tell({ kind: "changed" });
  return row;
}
/** The same for many at once, none with files: all are stored, or none. */
export async function putRows(entries: readonly NewRow[]): Promise<OutboxRow[]> {
  const rows = await (await outboxStorage()).addAll(entries.map(newRow));
  tell({ kind: "changed" });
  return rows;
}

/** Changes a row as it is now, and announces it; null deletes the row. */
export async function changeRow(
  id: string,
  how: (row: OutboxRow) => OutboxRow | null,
): Promise<OutboxRow | null> {
  let was: OutboxRow | undefined;
  const row = await (await outboxStorage()).change(id, (now) => how(was = now));
  if (was && !row) release(was);
  tell({ kind: "changed" });
  return row;
}

/** Stops the sending of a row, in any tab or the worker. */
export function cancelRow(id: string): void {
  running.get(id)?.abort();
  tell({ kind: "cancel", id });
}

/**
 * Sends the due rows. Waits for its turn: one flusher in the whole browser. `signal` ends the waiting, not the sending.
 * Resolves with the state after it.
 */
export function flushOutbox(hurry = false, signal?: AbortSignal): Promise<Flushed> {
  hurried ||= hurry;
  if (waiting) {
    stir();
    return waiting;
  }
  const none: Flushed = { left: undefined, ended: false };
  const flush = async (): Promise<Flushed> => {
    waiting = undefined;
    const hurries = hurried;
    hurried = false;
    if (!person || !ownToken()) return none;
    const storage = await outboxStorage();
    const engine: Engine = {
      storage,
      send: sendRow(storage),
      now: Date.now,
      tell,
      stirred: () => new Promise((resolve) => stir = resolve),
    };
    return await sendDue(engine, hurries);
  };
  const locked = navigator.locks ? navigator.locks.request("recado.outbox", signal ? { signal } : {}, flush) : flush();
  waiting = locked.catch((error) => {
    waiting = undefined;
    // The database was closed meanwhile: the person signed out, or a newer app took over.
    if (signal?.aborted || error instanceof DOMException) return none;
    throw error;
  });
  stir();
  return waiting;
}
