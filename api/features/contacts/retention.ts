import { keep } from "../../core/retention.ts";

export const numberChecks = keep("number_checks", "t.checked_at < now() - interval '30 days'");
