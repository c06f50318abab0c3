import { useEffect, useRef } from "react";

const EVERY_MS = 15_000;

/** Asks again every 15 seconds while the window is in sight: no stream tells of other companies. */
export function useFresh(ask: () => unknown): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void latest.current(), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}
