// Which version runs, whether a newer one is at the server or waits on this device, and when it takes over: when somebody asks,
// or by itself when nobody would notice. Never under a half-written text (docs/product/install.md#updates).
import { getDefaultStore } from "jotai";
import { session } from "../../../api/features/session/contract.ts";
import { callApi } from "../../core/who/api.ts";
import { saveBoxes } from "../../core/drafts.ts";
import { connectionAtom } from "../../core/live.ts";
import { savePlaces } from "../../core/page/place.ts";
import { queryClient } from "../../core/answers/query-client.ts";
import { heldBy, isWriting } from "../../core/page/unsaved.ts";
import { versionAtom } from "./version-atom.ts";
import { followWorker, isLoading, loadWorker, newerHere, restWorker, waitingWorker } from "./version-worker.ts";

/** The first screen has the network for itself; one that never rests does not keep the app from being installed. */
const LOOK_MS = 250;
/** So many looks in a row without a request: the first screen has what it wants. */
const QUIET_LOOKS = 4;
const START_WITHIN_MS = 6000;
const HOUR_MS = 3600_000;
const AWAY_MS = 10 * 60_000;
/** Nobody misses a moment of an app that was out of sight that long. */
const HIDDEN_MS = 5 * 60_000;
/** A stream that comes back may speak to another version; not everybody asks in the same second. */
const RECONNECTED_WITHIN_MS = 5000;
/** Behind a balancer the first look after a cut may have met a machine that still had the old files. */
const SECOND_LOOK_MS = 30_000;
/** The first wait after a look that failed; each further one is twice as long, up to an hour. */
const RETRY_MS = 2000;
/** A write of the device that is under way ends before the page does. */
const WRITTEN_WITHIN_MS = 150;
const FETCHED_WITHIN_MS = 15_000;
const jotai = getDefaultStore();

let keepsWorker = false;
let checkedAt = 0;
let hiddenAt = 0;
let asked = false;
let failures = 0;
let sights = 0;
let again: ReturnType<typeof setTimeout> | undefined;

/** What waits on this device, also without a network: a version that came before the last closing is here already. */
async function see(): Promise<void> {
  if (!keepsWorker) return;
  const mine = ++sights;
  const waiting = await newerHere();
  // A slow answer to an earlier question is no longer news.
  if (mine !== sights) return;
  if (waiting === undefined) return retry();
  if (waiting) rested();
  jotai.set(versionAtom, { ...jotai.get(versionAtom), waiting });
}

async function askServer(): Promise<void> {
  const { version, running } = await callApi(session.version);
  const known = jotai.get(versionAtom);
  // A server that changed under an open app is as new as one whose stored version differs.
  const changed = known.running !== "" && known.running !== running;
  jotai.set(versionAtom, { ...known, running: known.running || running, behind: version !== running || changed });
}

/** Nothing is left to be asked for. */
function rested() {
  clearTimeout(again);
  again = undefined;
  failures = 0;
}
/** A server that restarts answers nothing, or breaks off in the middle of an installation, and no browser repeats that. */
function retry() {
  again ??= setTimeout(() => {
    again = undefined;
    void look();
  }, Math.min(HOUR_MS, RETRY_MS * 2 ** failures++) * (0.75 + Math.random() / 2));
}

/** One look at the server and at the device; what failed is tried again, later and later. */
async function look(): Promise<void> {
  checkedAt = Date.now();
  await see();
  if (!navigator.onLine) return retry();
  const told = await Promise.allSettled([askServer(), keepsWorker ? loadWorker() : undefined]);
  await see();
  const { behind, waiting } = jotai.get(versionAtom);
  if (waiting) return;
  // The server speaks of a newer one, and none is under way: its files came from a machine that is not that far.
  const missing = keepsWorker && behind && !await isLoading();
  if (missing || told.some(({ status }) => status === "rejected")) retry();
}

/** A look that somebody has a reason for: what failed before says nothing about now. */
function check(): void {
  rested();
  void look();
}

/** Resolves when the first screen has what it asked for. */
async function settled(): Promise<void> {
  const end = Date.now() + START_WITHIN_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    quiet = document.readyState === "complete" && queryClient.isFetching() === 0 ? quiet + 1 : 0;
  }
}

function whenAway() {
  if (document.visibilityState === "hidden") {
    hiddenAt = Date.now();
    setTimeout(takeUnseen, HIDDEN_MS);
    return;
  }
  // A frozen page runs no timers.
  takeUnseen();
  hiddenAt = 0;
  if (Date.now() - checkedAt > AWAY_MS) check();
}

function takeUnseen() {
  if (!jotai.get(versionAtom).waiting || hiddenAt === 0 || Date.now() - hiddenAt < HIDDEN_MS) return;
  if (heldBy().length === 0 && !isWriting()) void takeUpdate();
}

/** Starts watching once the first screen is up. */
export function watchVersion(): void {
  keepsWorker = followWorker({
    moved: () => void see(),
    failed: retry,
    // Mostly another tab took the new version. This one goes on with its own files until its turn comes.
    taken: () => asked ? location.reload() : void see(),
  });
  void settled().then(check);
  setInterval(check, HOUR_MS);
  document.addEventListener("visibilitychange", whenAway);
  let connected = false;
  jotai.sub(connectionAtom, () => {
    const now = jotai.get(connectionAtom) === "online";
    if (now && !connected && checkedAt > 0) {
      const soon = Math.random() * RECONNECTED_WITHIN_MS;
      setTimeout(check, soon);
      setTimeout(check, SECOND_LOOK_MS + soon);
    }
    connected = now;
  });
}

/** A newer version that the server has and this device does not: loaded first, else a reload would bring the old one again. */
async function fetched(): Promise<void> {
  if (!keepsWorker || jotai.get(versionAtom).waiting) return;
  await loadWorker().catch(() => undefined);
  const end = Date.now() + FETCHED_WITHIN_MS;
  while (Date.now() < end && await isLoading()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Takes the new version: what was typed is on the device, the place is noted, the same address comes back. */
export async function takeUpdate(): Promise<void> {
  asked = true;
  saveBoxes();
  savePlaces();
  await Promise.all([new Promise((resolve) => setTimeout(resolve, WRITTEN_WITHIN_MS)), fetched()]);
  const next = keepsWorker ? await waitingWorker() : undefined;
  // One that nobody's old files held back is in its place already.
  if (!next) return location.reload();
  next.addEventListener("statechange", () => {
    // A page that no worker serves yet, as on a first visit, is not told that the new one took over.
    if (next.state === "activated") location.reload();
    // A still newer one came in between.
    if (next.state === "redundant") void takeUpdate();
  });
  // What the present worker is sending goes on from the page that comes back.
  await restWorker();
  next.postMessage({ type: "SKIP_WAITING" });
}
