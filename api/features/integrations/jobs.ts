import { job } from "../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const turn = job(tasks.turn, () => import("./turn/work.ts"));
