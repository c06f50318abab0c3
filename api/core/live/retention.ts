import { keep } from "../retention.ts";

/** A device that was away for longer starts anew. */
export const events = keep("events", "t.created_at < now() - interval '7 days'");
