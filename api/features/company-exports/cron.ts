import { timed } from "../../core/timed.ts";
import { sweep } from "./sweep.ts";

/** Files that were taken, or that nobody took in their time, are deleted. */
export const expired = timed("company-exports", 60_000, sweep);
