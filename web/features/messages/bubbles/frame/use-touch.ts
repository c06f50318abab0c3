import { useSyncExternalStore } from "react";

const finger = globalThis.matchMedia?.("(pointer: coarse)");

function whenChanged(draw: () => void): () => void {
  finger?.addEventListener("change", draw);
  return () => finger?.removeEventListener("change", draw);
}

/** True where one points with a finger: the style sheet's `touch`. */
export function useTouch(): boolean {
  return useSyncExternalStore(whenChanged, () => finger?.matches ?? false);
}
