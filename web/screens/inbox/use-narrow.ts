import { useSyncExternalStore } from "react";

const query = globalThis.matchMedia?.("(max-width: 899px)");

/** True where list and conversation do not fit beside each other: one thing at a time. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    () => query?.matches ?? false,
  );
}
