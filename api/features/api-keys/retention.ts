import { keep } from "../../core/retention.ts";
import { SHOWN_DAYS } from "./queries.ts";

export const ended = keep("api_keys", `t.ended_at < now() - interval '${SHOWN_DAYS} days'`);
/** What programs called. */
export const calls = keep("api_calls", "t.at < now() - interval '7 days'");
