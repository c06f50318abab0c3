import { buryDead } from "./processes/bury.ts";
import { sweepRetention } from "./sweep.ts";
import { timed } from "./timed.ts";

export const processes = timed("processes", 5_000, ({ dataDir }) => buryDead(dataDir));

export const retention = timed("retention", 3_600_000, sweepRetention);
