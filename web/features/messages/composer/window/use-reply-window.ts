import { serverNow } from "../../../../core/clock.ts";
import { useEffect, useState } from "react";
import { type ReplyWindow, replyWindow } from "./reply-window.ts";

const EVERY_MS = 15_000;

/** The reply window, counting down; closes by itself while one watches. */
export function useReplyWindow(hours: number | undefined, lastInboundAt: string | null): ReplyWindow {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (hours === undefined) return;
    const timer = setInterval(() => setNow(serverNow()), EVERY_MS);
    return () => clearInterval(timer);
  }, [hours]);
  return replyWindow(hours, lastInboundAt, Math.max(now, serverNow() - EVERY_MS));
}
