// Back closes what lies on top before it leaves the screen. Each open layer (sheet, dialog, lightbox, menu) stands on a
// history entry of its own, at the same address; the entry's state says how many layers are open there.
import { useEffect, useRef } from "react";

interface Layer {
  close: () => void;
}
const layers: Layer[] = [];
/** A layer that closes because one goes elsewhere must not take the new address back: what follows at once goes first. */
const SETTLE_MS = 60;
let timer: ReturnType<typeof setTimeout> | undefined;
/**
 * A walk of our own over the entries of what has gone, until the browser has made it: how many layers were open then. What opens
 * meanwhile is not what it leads back from.
 */
let walk: { kept: number; until: number } | null = null;
/** A walk that another navigation broke off is never told of, ms. */
const WALK_MS = 1000;

const depth = (): number => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "layers" in state ? Number(state.layers) || 0 : 0;
};

/** Makes the history as deep as what is open. Entries of layers that are gone are walked over. */
function settle() {
  const there = depth();
  for (let at = there + 1; at <= layers.length; at++) history.pushState({ ...history.state, layers: at }, "");
  if (there <= layers.length) return;
  walk = { kept: layers.length, until: Date.now() + WALK_MS };
  history.go(layers.length - there);
}
function soon() {
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
}

globalThis.addEventListener?.("popstate", () => {
  const own = walk && Date.now() < walk.until ? walk : null;
  walk = null;
  // Innermost first; one that stays (it asks whether to discard) gets its entry again.
  for (const layer of layers.slice(depth(), own?.kept).reverse()) layer.close();
  if (own) settle();
  else soon();
});

/** Opens a layer that Back closes by `close`; answers what takes it away again. */
export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // At once: Back may be the next thing.
  if (depth() < layers.length) settle();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    soon();
  };
}

/** While `open`, Back calls `onClose` instead of leaving the screen. */
export function useLayer(onClose: () => void, open = true): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => open ? openLayer(() => close.current()) : undefined, [open]);
}
