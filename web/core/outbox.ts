// The outbox for the screens: rows under way, refused rows, and a person's actions on them. Rows are stored on the device first;
// the engine sends them from here or from the service worker (`outbox/engine.ts`).
import { atom, getDefaultStore, useAtomValue } from "jotai";
import { selectAtom } from "jotai/utils";
import { useMemo } from "react";
import { currentMe } from "./who/me.ts";
import { connectionAtom } from "./live.ts";
import { alarm } from "./outbox/alarm.ts";
import {
  cancelRow,
  changeRow,
  connectOutbox,
  flushOutbox,
  type NewRow,
  type News,
  putRow,
  putRows,
} from "./outbox/engine.ts";
import { inTurn, retractable } from "./outbox/plan.ts";
import type { About, OutboxRow } from "./store/outbox-row.ts";
import { forgetMemory, outboxStorage } from "./outbox/storage.ts";

export type { OutboxRow };
export { retractable };
/** How a row ended: done with an answer, or refused. */
type Outcome = { state: "done"; answer: Record<string, unknown> } | { state: "refused"; row: OutboxRow };
type Taker = (row: OutboxRow, answer: Record<string, unknown>) => void;

const LOOK_AGAIN_MS = 30_000;
/** From so many rows on the screen shows their outcomes in batches: one draw for each would keep it busy. */
export const MANY = 20;
const TURN_MS = 200;
const jotai = getDefaultStore();
const takers = new Map<string, Taker>();
let describe: (ticketId: number) => About = () => ({});
const waitingFor = new Map<string, (outcome: Outcome) => void>();
/** Rows that have been answered: a reading that began before must not show them again. */
const gone = new Set<string>();
let reading = 0;

/** All rows, oldest first. */
export const outboxAtom = atom<readonly OutboxRow[]>([]);
/** How many rows wait or were refused, for the strip and the title. Reading marks do not count. */
export const outboxCountAtom = atom((get) => {
  const rows = get(outboxAtom).filter((row) => row.kind !== "read");
  const refused = rows.filter((row) => row.state === "refused").length;
  return { waiting: rows.length - refused, refused };
});

/** Registers the function that describes a ticket for later, when it may be gone. Called from `startup.ts`. */
export function describeTickets(how: (ticketId: number) => About): void {
  describe = how;
}

/** Registers the function that puts the server's answer to some kinds into the caches. Called from a feature's `startup.ts`. */
export function whenSent(kinds: readonly string[], taker: Taker): void {
  for (const kind of kinds) takers.set(kind, taker);
}

function show(rows: readonly OutboxRow[]): void {
  jotai.set(outboxAtom, rows);
  for (const row of rows) {
    if (row.state === "refused") waitingFor.get(row.id)?.({ state: "refused", row });
  }
}

async function reload(): Promise<void> {
  const mine = ++reading;
  const rows = await (await outboxStorage()).all().catch(() => undefined);
  if (!rows || mine !== reading) return;
  const shares = new Map(jotai.get(outboxAtom).map((row) => [row.id, row.progress]));
  show(
    rows.filter((row) => !gone.has(row.id)).map((row) =>
      row.state === "sending" ? { ...row, progress: shares.get(row.id) ?? row.progress } : row
    ),
  );
}

let ended: Extract<News, { kind: "done" }>[] = [];
let stale = false;
let turn: ReturnType<typeof setTimeout> | undefined;

/** Shows the outcomes since the last batch. */
function takeTurn(): void {
  turn = undefined;
  const done = ended;
  ended = [];
  if (done.length > 0) {
    const over = new Set(done.map(({ row }) => row.id));
    for (const { row, answer } of done) takers.get(row.kind)?.(row, answer);
    show(jotai.get(outboxAtom).filter((row) => !over.has(row.id)));
    for (const { row, answer } of done) waitingFor.get(row.id)?.({ state: "done", answer });
  }
  if (stale) void reload();
  stale = false;
}

function hear(news: News): void {
  if (news.kind === "changed" || news.kind === "done") {
    if (news.kind === "done") {
      gone.add(news.row.id);
      ended.push(news);
    } else stale = true;
    if (jotai.get(outboxAtom).length <= MANY) takeTurn();
    else turn ??= setTimeout(takeTurn, TURN_MS);
  } else if (news.kind === "progress") {
    show(jotai.get(outboxAtom).map((row) => row.id === news.id ? { ...row, progress: news.share } : row));
  }
}

/** Looks for rows to send in so many ms; `hurry`: the network is back. */
const { set: look, stop: lookNoMore } = alarm((hurry) => void flush(hurry));

async function flush(hurry: boolean): Promise<void> {
  const { left, ended } = await flushOutbox(hurry);
  if (left === undefined) return;
  look(ended ? LOOK_AGAIN_MS : Math.min(LOOK_AGAIN_MS, Math.max(250, left)));
  // Where the browser has it, the worker goes on when no page is open.
  const ready = await navigator.serviceWorker?.getRegistration();
  const sync = (ready as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  await sync?.register("recado.outbox").catch(() => undefined);
}

/** Sends the due rows now, or when the network is back. */
export const sendNow = (): void => look(0, true);

/** Reads the rows of the signed-in person and begins to send. */
export async function loadOutbox(): Promise<void> {
  const me = currentMe();
  connectOutbox(me && { companyId: me.companyId, userId: me.id }, hear);
  await reload();
  look(0, true);
}

/** Stores a call to send. Resolves when it is safe on the device; rejects when the device has no room for it. */
export async function enqueue(entry: NewRow): Promise<OutboxRow> {
  const row = await putRow({ ...entry, about: { ...describe(entry.ticketId), ...entry.about } });
  // On screen at once: the person must not see the earlier state for a moment.
  if (!gone.has(row.id) && !jotai.get(outboxAtom).some((old) => old.id === row.id)) {
    show(inTurn([...jotai.get(outboxAtom), row]));
  }
  look(0);
  return row;
}

/** Stores many calls to send, one per ticket, in one transaction. */
export async function enqueueAll(entries: readonly NewRow[]): Promise<OutboxRow[]> {
  const rows = await putRows(entries.map((entry) => ({
    ...entry,
    about: { ...describe(entry.ticketId), ...entry.about },
  })));
  const known = new Set(jotai.get(outboxAtom).map((row) => row.id));
  show(inTurn([...jotai.get(outboxAtom), ...rows.filter((row) => !gone.has(row.id) && !known.has(row.id))]));
  look(0);
  return rows;
}

/** Waits for the outcome of a row, at most so long; undefined when it is still under way. */
export function outcomeOf(row: OutboxRow, ms: number): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const end = (outcome?: Outcome) => {
      clearTimeout(timer);
      waitingFor.delete(row.id);
      resolve(outcome);
    };
    const timer = setTimeout(end, ms);
    waitingFor.set(row.id, end);
  });
}

/** Tries a refused or waiting row again, now, with the same key. */
export async function retry(id: string): Promise<void> {
  await changeRow(
    id,
    (row) =>
      row.state === "sending" ? row : { ...row, state: "waiting", reason: null, found: undefined, tries: 0, nextAt: 0 },
  );
  look(0);
}

/** Tries all refused and waiting rows again. */
export async function retryAll(): Promise<void> {
  for (const row of jotai.get(outboxAtom)) if (row.state !== "sending") await retry(row.id);
}

/** Takes a row back if it has certainly not left. Answers whether it did. */
export async function takeBack(id: string): Promise<boolean> {
  let taken = false;
  await changeRow(id, (row) => {
    taken = retractable(row);
    return taken ? null : row;
  });
  return taken;
}

/** Drops a row for good, as the person wants; one that is being sent is stopped first. */
export async function discard(id: string): Promise<void> {
  cancelRow(id);
  await changeRow(id, (row) => row.state === "sending" ? { ...row, unwanted: true } : null);
}

/** The bytes of a row's file. */
export async function fileOf(key: string): Promise<Blob | undefined> {
  return await (await outboxStorage()).file(key).catch(() => undefined);
}

const same = (a: readonly OutboxRow[], b: readonly OutboxRow[]) =>
  a.length === b.length && a.every((row, index) => row === b[index]);

/** The rows of one conversation, oldest first; the component follows them. */
export function useOutbox(ticketId: number): readonly OutboxRow[] {
  const mine = useMemo(
    () => selectAtom(outboxAtom, (rows) => rows.filter((row) => row.ticketId === ticketId), same),
    [ticketId],
  );
  return useAtomValue(mine);
}

/** Sends as soon as sending may work again: network, stream, the window on top. Answers a function that stops it. */
export function watchOutbox(): () => void {
  const now = () => document.visibilityState === "visible" && look(0, true);
  const leave = () => {
    if (jotai.get(outboxAtom).some((row) => row.state !== "refused")) {
      navigator.serviceWorker?.controller?.postMessage({ type: "recado.outbox" });
    }
  };
  const unfollow = jotai.sub(connectionAtom, () => jotai.get(connectionAtom) === "online" && look(0, true));
  const every = setInterval(() => look(0), LOOK_AGAIN_MS);
  addEventListener("online", sendNow);
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", now);
  return () => {
    unfollow();
    clearInterval(every);
    lookNoMore();
    removeEventListener("online", sendNow);
    removeEventListener("pagehide", leave);
    document.removeEventListener("visibilitychange", now);
    connectOutbox(null);
    forgetMemory();
    jotai.set(outboxAtom, []);
  };
}
