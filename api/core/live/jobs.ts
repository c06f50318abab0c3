import { job } from "../jobs.ts";
import * as tasks from "./tasks.ts";

export const tellCompanies = job(tasks.tellCompanies, () => import("./broadcast.ts"));
