import { timed } from "../../core/timed.ts";
import { handOverLost } from "./sweep.ts";

/** Customers whose turn was set aside get people. */
export const lost = timed("lost-turns", 30_000, handOverLost);
