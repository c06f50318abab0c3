import { timed } from "../../core/timed.ts";
import { sendDue } from "./due.ts";

/** Planned messages whose time has come. */
export const planned = timed("schedules", 20_000, () => sendDue());
