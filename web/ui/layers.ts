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

const depth = (): number => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "layers" in state ? Number(state.layers) || 0 : 0;
};

/** Makes the history as deep as what is open. Entries of layers that are gone are walked over. */
function settle() {
  const there = depth();
  for (let at = there + 1; at <= layers.length; at++) history.pushState({ ...history.state, layers: at }, "");
  if (there > layers.length) history.go(layers.length - there);
}
function soon() {
  clearTimeout(timer);
  timer = setTimeout(settle, SETTLE_MS);
}

globalThis.addEventListener?.("popstate", () => {
  // Innermost first; one that stays (it asks whether to discard) gets its entry again.
  for (const layer of layers.slice(depth()).reverse()) layer.close();
  soon();
});

/** While `open`, Back calls `onClose` instead of leaving the screen. */
export function useLayer(onClose: () => void, open = true): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const layer = { close: () => close.current() };
    layers.push(layer);
    // At once: Back may be the next thing.
    if (depth() < layers.length) settle();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      soon();
    };
  }, [open]);
}
