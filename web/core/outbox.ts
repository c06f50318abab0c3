// The outbox: what was written is kept on the device first, then sent in order, once. One flusher in the whole browser
// (Web Locks); in order per conversation. A refusal stays where it was written until the person edits, resends or drops it.
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { useMemo } from "react";
import { v7 as uuid } from "uuid";
import { ApiError } from "../../api/contract/client.ts";
import { due, failed, nextLook, type OutboxRow } from "./outbox-plan.ts";
import { store } from "./store.ts";

export type { OutboxRow };
/** Sends one row; resolves when the server has it. Puts the answer into the cache before it resolves. */
type Sender = (row: OutboxRow, onProgress: (share: number) => void) => Promise<void>;

const LOOK_AGAIN_MS = 30_000;
const jotai = getDefaultStore();
const senders = new Map<string, Sender>();
const rowsAtom = atom<OutboxRow[]>([]);
const others = globalThis.BroadcastChannel ? new BroadcastChannel("recado.outbox") : undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** How many rows wait or were refused, for the strip and the title. */
export const outboxCountAtom = atom((get) => {
  const rows = get(rowsAtom);
  return {
    waiting: rows.filter((row) => row.state !== "refused").length,
    refused: rows.filter((row) => row.state === "refused").length,
  };
});

/** Registers who sends rows of a kind. Called from a feature's `startup.ts`. */
export function outboxSender(kind: string, sender: Sender): void {
  senders.set(kind, sender);
  look(0);
}

function show(change: (rows: OutboxRow[]) => OutboxRow[], tell = true) {
  jotai.set(rowsAtom, change);
  if (tell) others?.postMessage("changed");
}
const replaced = (row: OutboxRow) => (rows: OutboxRow[]) => rows.map((old) => old.id === row.id ? row : old);

async function keep(row: OutboxRow) {
  await (await store())?.put("outbox", row);
  show(replaced(row));
}

/** Reads the rows of the device, after a start or a change in another tab. */
export async function loadOutbox(): Promise<void> {
  const rows = await (await store())?.getAll("outbox") ?? [];
  show(() => rows, false);
  look(0);
}

function look(after: number) {
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), after);
}

async function deliver(row: OutboxRow) {
  const sender = senders.get(row.kind);
  if (!sender) return;
  await keep({ ...row, state: "sending", progress: 0 });
  try {
    await sender(row, (progress) => show(replaced({ ...row, state: "sending", progress }), false));
    await drop(row.id);
  } catch (error) {
    const refusal = error instanceof ApiError
      ? error
      : new ApiError(0, "ERR_UNREACHABLE", { error: "ERR_UNREACHABLE" });
    await keep(failed(row, refusal.status, refusal.code, Date.now()));
  }
}

const current = () => jotai.get(rowsAtom);

/** Sends what is due. Only one tab does; the others wait for its news. */
export async function flush(): Promise<void> {
  if (current().length === 0) return;
  await navigator.locks.request("recado.outbox", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    // Whoever was sending before is gone; its key makes a second try harmless.
    const left = current().filter((row) => row.state === "sending");
    for (const row of left) await keep({ ...row, state: "waiting" });
    const running = new Set<Promise<void>>();
    for (;;) {
      for (const row of due(current(), Date.now()).filter((row) => senders.has(row.kind))) {
        const job: Promise<void> = deliver(row).finally(() => running.delete(job));
        running.add(job);
      }
      if (running.size === 0) break;
      await Promise.race(running);
    }
  });
  const wait = nextLook(current(), Date.now());
  if (wait !== undefined) look(Math.min(LOOK_AGAIN_MS, Math.max(250, wait)));
}

/** Keeps something to send. Resolves when it is safe on the device; the screen shows the row at once. */
export async function enqueue(
  entry: { ticketId: number; kind: string; payload: Record<string, unknown>; files?: readonly File[] },
): Promise<OutboxRow> {
  const row: OutboxRow = {
    id: uuid(),
    ticketId: entry.ticketId,
    kind: entry.kind,
    payload: entry.payload,
    blobs: (entry.files ?? []).map((file) => ({ name: file.name, type: file.type, blob: file })),
    createdAt: Date.now(),
    tries: 0,
    nextAt: 0,
    state: "waiting",
    reason: null,
    progress: 0,
  };
  show((rows) => [...rows, row], false);
  await (await store())?.put("outbox", row);
  others?.postMessage("changed");
  look(0);
  return row;
}

/** Tries a refused or waiting row again, now. What was edited is another message and takes a new key. */
export async function retry(id: string, payload?: Record<string, unknown>): Promise<void> {
  const row = current().find((entry) => entry.id === id);
  if (!row) return;
  if (payload) {
    await enqueue({ ticketId: row.ticketId, kind: row.kind, payload, files: filesOf(row) });
    await drop(id);
    return;
  }
  await keep({ ...row, state: "waiting", reason: null, tries: 0, nextAt: 0 });
  look(0);
}

/** Drops a row for good. */
export async function discard(id: string): Promise<void> {
  await drop(id);
}

async function drop(id: string) {
  await (await store())?.delete("outbox", id);
  show((rows) => rows.filter((row) => row.id !== id));
}

/** The rows of one conversation, oldest first; the component follows them. */
export function useOutbox(ticketId: number): OutboxRow[] {
  const rows = useAtomValue(rowsAtom);
  return useMemo(
    () => rows.filter((row) => row.ticketId === ticketId).sort((a, b) => a.id < b.id ? -1 : 1),
    [rows, ticketId],
  );
}

/** The files of a row, to show or to send. */
export const filesOf = (row: OutboxRow): File[] =>
  row.blobs.map(({ name, type, blob }) => new File([blob], name, { type }));

/** Sends as soon as sending may work again: network, stream, the window on top. Answers a function that stops it. */
export function watchOutbox(): () => void {
  const now = () => {
    if (document.visibilityState === "visible") look(0);
  };
  const news = () => void loadOutbox();
  addEventListener("online", now);
  document.addEventListener("visibilitychange", now);
  others?.addEventListener("message", news);
  const every = setInterval(now, LOOK_AGAIN_MS);
  return () => {
    removeEventListener("online", now);
    document.removeEventListener("visibilitychange", now);
    others?.removeEventListener("message", news);
    clearInterval(every);
  };
}
