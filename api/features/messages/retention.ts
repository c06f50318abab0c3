import { keep } from "../../core/retention.ts";

/** Marks of messages that never came. */
export const earlyUpdates = keep("early_updates", "t.created_at < now() - interval '7 days'");
