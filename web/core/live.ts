// Live events: one stream for the whole browser. The tab that holds the lock reads it and tells the others; every tab applies
// the events to its own cache. When the leader closes, the next tab takes over where it stopped.
import { atom, getDefaultStore } from "jotai";
import type { z } from "zod";
import { eventName, type LiveEvent } from "../../api/contract/event.ts";
import { applyToQueries, refetchOlderThan } from "./live-queries.ts";
import { currentMe } from "./me.ts";
import { readMeta, writeMeta } from "./store.ts";
import { readStream, type StreamMessage } from "./stream.ts";

/** `behind`: the network is there but the stream has not been for a while, so what is on screen may be old. */
export type ConnectionState = "online" | "connecting" | "offline" | "behind";
export const connectionAtom = atom<ConnectionState>("connecting");
/** When the stream last said something, ms; what an offline label shows. */
export const lastSeenAtom = atom<number>(Date.now());

type Handler = (payload: unknown) => void;
type Told = { kind: "state"; state: ConnectionState } | { kind: "hello" } | { kind: "message"; message: StreamMessage };

const BEHIND_AFTER_MS = 10_000;
const MAX_WAIT_MS = 30_000;
const FRAME_MS = 16;
/** A position older than this is not resumed from: answers are fetched again anyway. */
const RESUME_WITHIN_MS = 10 * 60_000;
const jotai = getDefaultStore();
const handlers = new Map<string, Set<Handler>>();
let lastId: string | undefined;
let stopper: AbortController | undefined;
let reading: AbortController | undefined;
let channel: BroadcastChannel | undefined;
let inbox: StreamMessage[] = [];
let savedAt = 0;

function setState(state: ConnectionState, tell: boolean) {
  jotai.set(connectionAtom, state);
  if (tell) channel?.postMessage({ kind: "state", state } satisfies Told);
}

function react(message: StreamMessage) {
  const me = currentMe();
  if (!me) return;
  if (message.name === "reset") refetchOlderThan(Date.now());
  else applyToQueries(message.name, me.companyId, message.data);
  handlers.get(message.name)?.forEach((handler) => handler(message.data));
}

/** All events of one frame are applied together: one render, however many arrive. */
function take(message: StreamMessage) {
  if (message.id) {
    lastId = message.id;
    if (Date.now() - savedAt > 1000) {
      savedAt = Date.now();
      void writeMeta("cursor", { id: lastId, at: savedAt });
    }
  }
  inbox.push(message);
  if (inbox.length > 1) return;
  const flush = () => {
    const batch = inbox;
    inbox = [];
    jotai.set(lastSeenAtom, Date.now());
    batch.forEach(react);
  };
  // Not an animation frame: those stop in a hidden tab, and sounds and titles must not.
  setTimeout(flush, FRAME_MS);
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });

async function lead(signal: AbortSignal) {
  let failures = 0;
  let lostAt = Date.now();
  while (!signal.aborted) {
    const resumed = lastId !== undefined;
    reading = new AbortController();
    try {
      await readStream({
        lastId,
        signal: AbortSignal.any([signal, reading.signal]),
        onOpen: () => {
          failures = 0;
          setState("online", true);
          if (!resumed) refetchOlderThan(Date.now());
        },
        onMessage: (message) => {
          channel?.postMessage({ kind: "message", message } satisfies Told);
          take(message);
        },
      });
    } catch { /* every failure is answered alike: wait and try again */ }
    if (signal.aborted) return;
    if (failures === 0) lostAt = Date.now();
    failures++;
    const late = Date.now() - lostAt > BEHIND_AFTER_MS;
    setState(!navigator.onLine ? "offline" : late ? "behind" : "connecting", true);
    await pause(Math.min(MAX_WAIT_MS, 1000 * 2 ** Math.min(failures - 1, 5)) * (0.5 + Math.random()), signal);
  }
}

/** Starts listening for the signed-in person. Safe to call again. */
export async function startLive(): Promise<void> {
  if (stopper) return;
  const mine = stopper = new AbortController();
  const me = currentMe();
  channel = new BroadcastChannel(`recado.live.${me?.companyId}.${me?.id}`);
  let leading = false;
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === "message" && !leading) take(data.message);
    else if (data.kind === "state") setState(data.state, false);
    else if (data.kind === "hello" && leading) setState(jotai.get(connectionAtom), true);
  };
  channel.postMessage({ kind: "hello" } satisfies Told);
  const cursor = await readMeta<{ id: string; at: number }>("cursor");
  if (cursor && Date.now() - cursor.at < RESUME_WITHIN_MS) lastId ??= cursor.id;
  try {
    await navigator.locks.request("recado.stream", { signal: mine.signal }, async () => {
      leading = true;
      await lead(mine.signal);
    });
  } catch { /* stopped while waiting to lead */ }
}

/** Stops listening and forgets the position: the person signed out. */
export function stopLive(): void {
  stopper?.abort();
  channel?.close();
  stopper = undefined;
  channel = undefined;
  lastId = undefined;
}

/**
 * Reacts to an event that is more than a changed list: a sound, a title, a session that ended. The name may be a contract's
 * event or a plain one (`reset`). Answers a function that stops it.
 */
export function onEvent<E extends LiveEvent>(
  event: E | "reset",
  handler: (payload: z.output<E["payload"]>) => void,
): () => void {
  const name = typeof event === "string" ? event : eventName(event, currentMe()?.companyId ?? 0);
  const set = handlers.get(name) ?? new Set<Handler>();
  handlers.set(name, set);
  set.add(handler as Handler);
  return () => set.delete(handler as Handler);
}

globalThis.addEventListener?.("offline", () => setState("offline", false));
// A stream that lived through the gap may be dead without knowing it.
globalThis.addEventListener?.("online", () => {
  if (jotai.get(connectionAtom) === "offline") setState("connecting", false);
  reading?.abort();
});
