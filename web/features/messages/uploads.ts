// Uploads that are on their way, so that a person can stop one.
import { discard, type OutboxRow } from "../../core/outbox.ts";

export const uploads = new Map<string, AbortController>();

/** Takes back what has not been sent: stops its upload, or drops it from the outbox. */
export function cancelSending(row: OutboxRow): void {
  const running = uploads.get(row.id);
  if (running) running.abort();
  else void discard(row.id);
}
