import { job } from "../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const ring = job(tasks.ring, () => import("./ring.ts"));
export const outage = job(tasks.outage, () => import("./outage.ts"));
export const clear = job(tasks.clear, () => import("./clear.ts"));
export const chat = job(tasks.chat, () => import("./chat.ts"));
export const over = job(tasks.over, () => import("./over.ts"));
