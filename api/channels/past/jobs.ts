import { job } from "../../core/jobs.ts";
import * as tasks from "../../features/connections/tasks.ts";

export const importPast = job(tasks.importPast, () => import("./import.ts"));
export const closePast = job(tasks.closePast, () => import("./close.ts"));
