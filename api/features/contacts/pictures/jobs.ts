import { job } from "../../../core/jobs.ts";
import * as tasks from "./tasks.ts";

export const picture = job(tasks.picture, () => import("./fetch.ts"));
