import { useSyncExternalStore } from "react";

function follow(changed: () => void): () => void {
  addEventListener("focus", changed);
  addEventListener("blur", changed);
  document.addEventListener("visibilitychange", changed);
  return () => {
    removeEventListener("focus", changed);
    removeEventListener("blur", changed);
    document.removeEventListener("visibilitychange", changed);
  };
}

/** True while somebody looks at this window. */
export const useFocused = (): boolean =>
  useSyncExternalStore(follow, () => document.visibilityState === "visible" && document.hasFocus());
