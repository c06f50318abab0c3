import { job } from "../../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const pause = job(tasks.pause, () => import("./pause.ts"));
