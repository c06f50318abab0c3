import { job } from "../../../core/jobs.ts";
import { campaignPause } from "../tasks.ts";

export const pause = job(campaignPause, () => import("./pause.ts"));
