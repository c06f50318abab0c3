import { log } from "./log.ts";
import { buryDead } from "./processes/bury.ts";
import { resealAll } from "./secrets/reseal.ts";
import { sweepRetention } from "./sweep.ts";
import { timed } from "./timed.ts";

export const processes = timed("processes", 5_000, ({ dataDir }) => buryDead(dataDir));

export const retention = timed("retention", 3_600_000, sweepRetention);

/** Looks often, does it once: a start with another SECRET_KEY is what gives it work. */
export const reseal = timed("reseal", 30_000, async () => {
  const done = await resealAll();
  if (done) log.info("everything is sealed with SECRET_KEY; SECRET_KEY_PREVIOUS can go", done);
  if (done?.lost) log.warn("rows that neither secret opens were left as they are", done);
});
