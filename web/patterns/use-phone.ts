import { useSyncExternalStore } from "react";

const query = globalThis.matchMedia?.("(max-width: 599px)");

/** True on a screen narrower than 600 px, where one thing is shown at a time. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    () => query?.matches ?? false,
  );
}
