import { useSyncExternalStore } from "react";

/** A hook that follows a media query of the window; false where there is no window. */
export function windowMatches(media: string): () => boolean {
  const query = globalThis.matchMedia?.(media);
  const follow = (changed: () => void) => {
    query?.addEventListener("change", changed);
    return () => query?.removeEventListener("change", changed);
  };
  return () => useSyncExternalStore(follow, () => query?.matches ?? false);
}
