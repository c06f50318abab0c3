import { useSyncExternalStore } from "react";

const query = globalThis.matchMedia?.("(pointer: coarse)");

/** True where a finger is what one points with: the style sheet's `touch`. */
export function useTouch(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    () => query?.matches ?? false,
  );
}
