import { timed } from "../../core/timed.ts";
import { countUsage } from "./usage/count.ts";

/** Looks each minute for companies whose files were last counted an hour ago, so that a new one is counted soon. */
export const usage = timed("company-usage", 60_000, countUsage);
