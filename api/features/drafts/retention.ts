import { keep } from "../../core/retention.ts";

/** Drafts that were sent or emptied: their revision is remembered for devices that come late. */
export const ended = keep("drafts", "t.text = '' and t.updated_at < now() - interval '30 days'");
