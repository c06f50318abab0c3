import { serverNow } from "../clock.ts";
import { useEffect, useState } from "react";

/** The server's time, ms, renewed this often, for ages shown on screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
