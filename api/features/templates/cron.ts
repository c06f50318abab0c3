import { timed } from "../../core/timed.ts";
import { readOld } from "./sync.ts";

/** Approved texts that have not been read for a day. */
export const daily = timed("message-templates", 15 * 60_000, readOld);
