import { keep } from "../../core/retention.ts";

/** Files in pieces that nobody went on with. */
export const uploads = keep("uploads", "t.touched_at < now() - interval '1 day'");
