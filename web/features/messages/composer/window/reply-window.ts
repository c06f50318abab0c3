// Channels that allow an answer only for some hours after the customer wrote (24 hours on Facebook and Instagram;
// docs/product/messages.md#reply-window).
const HOUR_MS = 3_600_000;
const SOON_MS = 2 * HOUR_MS;

export type ReplyWindow = { state: "none" } | { state: "open" | "soon" | "closed"; until: number; left: number };

/** Whether one may answer now, until when, and how much is left, ms. Without an inbound message it is closed. */
export function replyWindow(hours: number | undefined, lastInboundAt: string | null, now: number): ReplyWindow {
  if (hours === undefined) return { state: "none" };
  const until = lastInboundAt === null ? 0 : Date.parse(lastInboundAt) + hours * HOUR_MS;
  const left = Math.max(0, until - now);
  return { state: left === 0 ? "closed" : left < SOON_MS ? "soon" : "open", until, left };
}

/** What is left, in hours and minutes. */
export function hoursAndMinutes(left: number): { hours: number; minutes: number } {
  const minutes = Math.ceil(left / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
