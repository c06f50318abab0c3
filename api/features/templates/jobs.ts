import { job } from "../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const read = job(tasks.read, () => import("./read.ts"));
