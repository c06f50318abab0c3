// Moments of an import, to the minute: what the browser's own field shows, and what goes to the server.
import { serverNow } from "../../../core/clock.ts";

const MINUTE_MS = 60_000;

/** The moment at its full minute. */
export function atMinute(moment: Date): string {
  return new Date(Math.floor(moment.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();
}
/** A moment as a `datetime-local` field writes it, in the reader's own time. */
export function localMinute(moment: string): string {
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}
function back(change: (at: Date) => void): string {
  const at = new Date(serverNow());
  change(at);
  return atMinute(at);
}
/** What an import begins with until somebody says otherwise. */
export const monthAgo = () => back((at) => at.setMonth(at.getMonth() - 1));
/** The earliest that can be imported. */
export const twoYearsAgo = () => back((at) => at.setFullYear(at.getFullYear() - 2));
