// Live events: one stream for the whole browser. The tab that holds the lock reads it and passes the events on; every tab applies
// them to its own cache, the reading tab also to the device's records. When it closes, the next takes over at the device's position.
import { serverNow } from "./clock.ts";
import { atom, getDefaultStore } from "jotai";
import type { z } from "zod";
import { eventKind, isEvent, type LiveEvent } from "../../api/contract/event.ts";
import { manyChanged } from "../../api/contract/many.ts";
import { type Brought, readCursor } from "./device/kept.ts";
import { bringTo, refreshFromDevice } from "./device/source.ts";
import { watchAwake } from "./events/awake.ts";
import { applyToQueries, refetchOlderThan } from "./events/queries.ts";
import { currentMe } from "./who/me.ts";
import { looks } from "./who/support-token.ts";
import { queryClient } from "./answers/query-client.ts";
import type { StreamMessage } from "./events/stream.ts";

/**
 * `connecting`: for less than ten seconds; `behind`: the network is there but the stream has been away for longer, or missed changes
 * are being fetched, so the screen may be old.
 */
export type ConnectionState = "online" | "connecting" | "offline" | "behind";
export const connectionAtom = atom<ConnectionState>("connecting");
/** The stream's last sign of life, ms, for the offline label. 0 when there was none on this device. */
export const lastSeenAtom = atom<number>(0);

type Handler = (payload: unknown) => void;
type Told =
  | { kind: "state"; state: ConnectionState }
  | { kind: "hello" | "look" }
  | { kind: "message"; message: StreamMessage }
  | { kind: "brought"; brought: Brought; since: number }
  | { kind: "used"; ticketId: number };

const BEHIND_AFTER_MS = 10_000;
const MAX_WAIT_MS = 30_000;
const FRAME_MS = 16;
/** More than so many events do not come in the first seconds of a page. */
const EARLY_MAX = 500;
/** A stream with a sign of life within this time counts as alive, and has as long for the next, ms. */
const ALIVE_MS = 2_000;
/** Longest time that the refetch after a gap shows as `behind`, ms. */
const CATCH_UP_MS = 15_000;
/** The first screen has the network for itself. */
const FILL_AFTER_MS = 4_000;
const jotai = getDefaultStore();
/** By the event's kind: the stream brings nothing of another company. */
const handlers = new Map<string, Set<Handler>>();
/** The position up to which this tab's cache knows. */
let lastId: string | undefined;
let stopper: AbortController | undefined;
let reading: AbortController | undefined;
let hurry = () => {};
let channel: BroadcastChannel | undefined;
let leading = false;
/** Writes events onto the device; only in the tab that leads. */
let keeper: Omit<typeof import("./device/keeper.ts"), "leave" | "startKeeping"> | undefined;
let inbox: StreamMessage[] = [];
/** What came before all that listens was loaded; undefined from then on. */
let early: StreamMessage[] | undefined = [];
let heardAt = 0;
let triedAt = 0;
let offlineAt = 0;
let doubt: ReturnType<typeof setTimeout> | undefined;

type Filling = typeof import("./device/fill.ts");
let filling: Promise<Filling> | undefined;
let fillTimer: ReturnType<typeof setTimeout> | undefined;
/** The code that fills the device is loaded after the first screen. */
const filler = (use: (filling: Filling) => void) =>
  void (filling ??= import("./device/fill.ts")).then(use).catch(() => {
    filling = undefined;
  });

const tellTabs = (told: Told) => channel?.postMessage(told);
function setState(state: ConnectionState, loud: boolean) {
  jotai.set(connectionAtom, state);
  if (loud) tellTabs({ kind: "state", state });
}

/** After a gap: fetches the answers on screen, and shows `behind` as long as that lasts, unless there is no network to fetch by. */
function catchUp() {
  refetchOlderThan(Date.now());
  if (!leading || jotai.get(connectionAtom) === "offline") return;
  setState("behind", true);
  const began = Date.now();
  const look = setInterval(() => {
    const busy = queryClient.isFetching() > 0 || Date.now() - began < 1000;
    if (busy && Date.now() - began < CATCH_UP_MS) return;
    clearInterval(look);
    if (jotai.get(connectionAtom) === "behind" && reading && !reading.signal.aborted) setState("online", true);
  }, 250);
}

function react(message: StreamMessage) {
  const me = currentMe();
  if (!me) return;
  if (message.name === "reset") catchUp();
  else applyToQueries(message.name, me.companyId, message.data);
  if (early && early.length < EARLY_MAX) early.push(message);
  handlers.get(eventKind(message.name))?.forEach((handler) => handler(message.data));
}

const place = (id: string) => ({ epoch: id.split(".")[0], at: Number(id.split(".")[1]) });
/** True for an event that this tab has applied already: the device's position was further back. */
export function isRepeat(id: string | undefined, known: string | undefined): boolean {
  if (!id || !known) return false;
  const [a, b] = [place(id), place(known)];
  return a.epoch === b.epoch && a.at <= b.at;
}

/**
 * True for a sign of life that was under way when the device said that its network is gone. One that comes later counts, whatever the
 * device says: some call a network gone that carries.
 */
export const wasUnderWay = (gone: number, now: number, onLine: boolean): boolean => !onLine && now - gone < ALIVE_MS;

/** The stream gave a sign of life. */
function alive() {
  heardAt = Date.now();
  if (jotai.get(connectionAtom) === "online" || wasUnderWay(offlineAt, heardAt, navigator.onLine)) return;
  setState("online", true);
}

/** All events of one frame are applied together: one render, however many arrive. */
function takeMessage(message: StreamMessage) {
  const repeated = message.name !== "reset" && isRepeat(message.id, lastId);
  if (message.id && !repeated) lastId = message.id;
  if (repeated && /^company-?\d/.test(message.name)) return;
  inbox.push(message);
  if (inbox.length > 1) return;
  const flush = () => {
    const batch = inbox;
    inbox = [];
    jotai.set(lastSeenAtom, serverNow());
    batch.forEach(react);
  };
  // Not an animation frame: those stop in a hidden tab, and sounds and titles must not.
  setTimeout(flush, FRAME_MS);
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      hurry = () => {};
      resolve();
    };
    const timer = setTimeout(done, ms);
    hurry = done;
    signal.addEventListener("abort", done);
  });

/**
 * The network changed or the device woke: opens the stream anew at once, unless it has just given a sign of life or is being opened.
 * Then it may still use the network that is gone, so it must give another sign.
 */
function look() {
  if (!leading) return tellTabs({ kind: "look" });
  hurry();
  clearTimeout(doubt);
  const now = Date.now();
  if (now - Math.max(heardAt, triedAt) >= ALIVE_MS) return reading?.abort();
  const mine = reading;
  doubt = setTimeout(() => heardAt < now && mine?.abort(), ALIVE_MS);
}

/** Begins to write the events onto the device. Safe to call again. */
async function keepStream(companyId: number, signal: AbortSignal) {
  const { startKeeping, stopKeeping, hearForDevice, flushKept, keepAnswer, noteUsed } = await import(
    "./device/keeper.ts"
  );
  if (signal.aborted) return;
  keeper = { stopKeeping, hearForDevice, flushKept, keepAnswer, noteUsed };
  startKeeping(companyId, (ids) => filler((fill) => fill.fillMissing(ids)));
}

async function lead(signal: AbortSignal, companyId: number) {
  let failures = 0;
  let lostAt = Date.now();
  // Starts at the device's position, so that events which another tab heard and did not write come again.
  let position = (await readCursor())?.id ?? lastId;
  const connecting = () => {
    const late = Date.now() - lostAt > BEHIND_AFTER_MS;
    setState(!navigator.onLine ? "offline" : late ? "behind" : "connecting", true);
  };
  while (!signal.aborted) {
    const resumed = position !== undefined;
    const mine = reading = new AbortController();
    triedAt = Date.now();
    const watch = setInterval(() => failures > 0 && connecting(), 1000);
    try {
      const [{ readStream }] = await Promise.all([import("./events/stream.ts"), keepStream(companyId, signal)]);
      await readStream({
        lastId: position,
        signal: AbortSignal.any([signal, mine.signal]),
        onOpen: () => {
          failures = 0;
          alive();
          if (resumed) refreshFromDevice();
          else catchUp();
          fillTimer ??= setTimeout(() => filler((fill) => fill.startFilling()), FILL_AFTER_MS);
        },
        onMessage: (message) => {
          // A stream that survived the gap gives a sign of life by itself.
          if (jotai.get(connectionAtom) === "offline") alive();
          else heardAt = Date.now();
          position = message.id ?? position;
          tellTabs({ kind: "message", message });
          keeper?.hearForDevice(message);
          takeMessage(message);
          if (message.name === "reset" || isEvent(manyChanged, companyId, message.name)) {
            void keeper?.flushKept().then(() => filling && filler((fill) => fill.fillSoon()));
          }
        },
      });
    } catch { /* every failure is answered alike: wait and try again */ }
    clearInterval(watch);
    if (signal.aborted) return;
    if (failures === 0) lostAt = Date.now();
    failures++;
    connecting();
    const wait = mine.signal.aborted ? 0 : Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(failures - 1, 5));
    await pause(wait * (0.5 + Math.random()), signal);
  }
}

function hear({ data }: MessageEvent<Told>) {
  if (data.kind === "message" && !leading) takeMessage(data.message);
  else if (data.kind === "state") {
    const before = jotai.get(connectionAtom);
    setState(data.state, false);
    if (data.state === "online" && before !== "online") refreshFromDevice();
  } else if (!leading) return;
  else if (data.kind === "hello") setState(jotai.get(connectionAtom), true);
  else if (data.kind === "look") look();
  else if (data.kind === "brought") void keeper?.keepAnswer(data.brought, data.since);
  else if (data.kind === "used") keeper?.noteUsed(data.ticketId);
}

/** Starts listening for the signed-in person. Safe to call again. */
export async function startLive(): Promise<void> {
  if (stopper) return;
  const mine = stopper = new AbortController();
  const me = currentMe();
  channel = new BroadcastChannel(`recado.live.${me?.companyId}.${me?.id}`);
  channel.onmessage = hear;
  bringTo((brought, since) => {
    // The first answer may come before the file.
    if (leading) {
      void import("./device/keeper.ts").then((made) => made.keepAnswer(brought, since)).catch(() => undefined);
    } else tellTabs({ kind: "brought", brought, since });
  });
  tellTabs({ kind: "hello" });
  const unwatch = watchAwake(look);
  const leaving = () => document.visibilityState === "hidden" && void keeper?.flushKept();
  const offline = () => {
    offlineAt = Date.now();
    setState("offline", leading);
  };
  document.addEventListener("visibilitychange", leaving);
  addEventListener("offline", offline);
  mine.signal.addEventListener("abort", () => {
    unwatch();
    document.removeEventListener("visibilitychange", leaving);
    removeEventListener("offline", offline);
  });
  const cursor = await readCursor();
  lastId ??= cursor?.id;
  if (jotai.get(lastSeenAtom) === 0) jotai.set(lastSeenAtom, cursor?.at ?? 0);
  try {
    await navigator.locks.request(`recado.stream${looks ?? ""}`, { signal: mine.signal }, async () => {
      leading = true;
      await lead(mine.signal, me?.companyId ?? 0);
    });
  } catch { /* stopped while waiting to lead */ }
}

/** Stops listening and forgets the position: the person signed out. */
export function stopLive(): void {
  stopper?.abort();
  channel?.close();
  clearTimeout(doubt);
  clearTimeout(fillTimer);
  fillTimer = undefined;
  if (filling) filler((fill) => fill.stopFilling());
  keeper?.stopKeeping();
  stopper = undefined;
  channel = undefined;
  leading = false;
  lastId = undefined;
  // Whoever signs in next is told nothing of it.
  early &&= [];
  jotai.set(lastSeenAtom, 0);
}

/** Notes that the person opened a ticket: opened tickets stay on the device longest. */
export function opened(ticketId: number): void {
  if (leading) keeper?.noteUsed(ticketId);
  else tellTabs({ kind: "used", ticketId });
}

/**
 * Reacts to an event that is more than a changed list: a sound, a title, a session that ended. The name may be a contract's
 * event or a plain one (`reset`). Until `allListen`, the handler is told what came before it. Answers a function that stops it.
 */
export function onEvent<E extends LiveEvent>(
  event: E | "reset",
  handler: (payload: z.output<E["payload"]>) => void,
): () => void {
  const kind = eventKind(typeof event === "string" ? event : event.name);
  const set = handlers.get(kind) ?? new Set<Handler>();
  handlers.set(kind, set);
  set.add(handler as Handler);
  early?.filter(({ name }) => eventKind(name) === kind).forEach(({ data }) => (handler as Handler)(data));
  return () => set.delete(handler as Handler);
}

/** All that listens to events from the start of the page on is loaded, and listens. */
export function allListen(): void {
  early = undefined;
}
