import { job } from "../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const deliver = job(tasks.deliver, () => import("./deliver.ts"));
export const card = job(tasks.card, () => import("./card.ts"));
