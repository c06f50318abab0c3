import { timed } from "../../core/timed.ts";
import { sweepLanes } from "./moves.ts";

/** Cards whose lane's minutes are over go to the next lane. */
export const lanes = timed("lanes", 60_000, () => sweepLanes());
