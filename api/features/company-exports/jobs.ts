import { job } from "../../core/jobs.ts";
import { buildExport } from "./tasks.ts";

export const build = job(buildExport, () => import("./build.ts"));
