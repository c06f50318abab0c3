import { timed } from "../../core/timed.ts";
import { sweepTimed } from "./sweep.ts";

/** Timed work of tickets: warnings, closing, ratings, hand-overs. */
export const due = timed("timed", 20_000, () => sweepTimed());
