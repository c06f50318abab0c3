import { z } from "zod";
import { task } from "../../../core/jobs.ts";

/** Why a campaign sends nothing; hours and a day's limit pass by themselves and are told to nobody. */
export const toldPauses = ["line", "plan", "template"] as const;
export type ToldPause = typeof toldPauses[number];
export const PauseData = z.object({ campaignId: z.number(), reason: z.enum(toldPauses) });
export type PauseData = z.output<typeof PauseData>;
/** A campaign has been paused for a while: rings who made it. */
export const pause = task("notifications.campaign", PauseData, "pushes");
