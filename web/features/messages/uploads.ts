import { discard, type OutboxRow } from "../../core/outbox.ts";

/** Takes back what has not been sent: stops its upload, or drops it from the outbox. */
export const cancelSending = (row: OutboxRow): void => void discard(row.id);
