import { job } from "../../core/jobs.ts";
import { removeCompany } from "./tasks.ts";

export const removal = job(removeCompany, () => import("./removal/remove.ts"));
