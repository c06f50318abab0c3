import { formatDate } from "../../../core/words/format.ts";

/** `20/11/2026`. A day without a time is that day everywhere; a moment is the reader's own day. */
export function formatDueDay(when: string): string {
  return formatDate(when.length === 10 ? `${when}T00:00` : when);
}
