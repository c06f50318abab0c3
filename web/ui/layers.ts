// Back closes the topmost layer before it leaves the screen. Each open layer (sheet, dialog, lightbox, menu) stands on a
// history entry of its own, at the same address; the entry's state says how many layers are open there.
import { useLayoutEffect, useRef } from "react";

interface Layer {
  close: () => void;
}
const layers: Layer[] = [];
/** How long a layer that Back was pressed on may take to close before it counts as one that stays, ms. */
const CLOSED_WITHIN_MS = 60;
let timer: ReturnType<typeof setTimeout> | undefined;

type Change = "pushState" | "replaceState";
/** A walk of our own over the entries of layers that are gone, from the moment it is asked for until the browser has made it. */
interface Walk {
  /** How many layers were open then: the walk does not lead back from those that open meanwhile. */
  kept: number;
  /** The browser sends no event for a walk that another navigation cancelled: after this time it counts as cancelled, ms. */
  until: number;
  /** Where the app went meanwhile. The browser makes the walk nevertheless, so the app has to go there once more. */
  went: [Change, Parameters<typeof history.pushState>][];
}
let walk: Walk | null = null;
/** Long: a busy machine makes a walk late, and one that nobody waits for any more closes a dialog that has opened meanwhile, as Back does. */
const WALK_MS = 5000;

/** While another page is being loaded no walk may begin: the browser would take it instead of that page. */
let leavingUntil = 0;
/** A page that is still here after this time was not left (the address was a file to download), ms. */
const LEAVE_MS = 10_000;

const isWalking = () => walk !== null && Date.now() < walk.until;
const depth = (): number => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "layers" in state ? Number(state.layers) || 0 : 0;
};

/** Makes the history as deep as the number of open layers. Walks back over the entries of closed ones. */
function settle() {
  if (isWalking()) return;
  walk = null;
  const there = depth();
  for (let at = there + 1; at <= layers.length; at++) history.pushState({ ...history.state, layers: at }, "");
  if (there <= layers.length) return;
  const now = Date.now();
  if (now < leavingUntil) return soon(leavingUntil - now);
  walk = { kept: layers.length, until: now + WALK_MS, went: [] };
  history.go(layers.length - there);
}
function soon(ms: number) {
  clearTimeout(timer);
  timer = setTimeout(settle, ms);
}

/** Goes again where the app went during a walk, which has come to an entry of `kept` layers. */
function goAgain({ went, kept }: Walk) {
  for (const [change, [state, unused, url]] of went) history[change](state && { ...state, layers: kept }, unused, url);
}

// Before the router hears of it: it must not draw the entry that a walk came to when the app has gone elsewhere.
globalThis.addEventListener?.("popstate", () => {
  const own = walk;
  walk = null;
  // Innermost first; one that stays (it asks whether to discard) gets its entry again.
  for (const layer of layers.slice(depth(), own?.kept).reverse()) layer.close();
  if (!own) return soon(CLOSED_WITHIN_MS);
  if (depth() === own.kept) goAgain(own);
  settle();
}, { capture: true });
// The router tells of each change of the address that the app makes.
for (const change of ["pushState", "replaceState"] as const) {
  globalThis.addEventListener?.(change, (event) => {
    const { arguments: args } = event as Event & { arguments: Parameters<typeof history.pushState> };
    if (isWalking()) walk?.went.push([change, args]);
  });
}
globalThis.addEventListener?.("beforeunload", () => {
  leavingUntil = Date.now() + LEAVE_MS;
});

/** Opens a layer that Back closes by `close`; answers what takes it away again. */
export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // At once: Back may be the next thing.
  settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    // When the other layers of this change have opened and closed, yet before anything else: a walk that is asked for after
    // another page was wins over that page.
    queueMicrotask(settle);
  };
}

/** While `open`, Back calls `onClose` instead of leaving the screen. */
export function useLayer(onClose: () => void, open = true): void {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => open ? openLayer(() => close.current()) : undefined, [open]);
}
