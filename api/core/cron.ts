import { platform } from "../../db/tenant.ts";
import { unlockWorkers } from "./jobs.ts";
import { sweepRetention } from "./sweep.ts";
import { timed } from "./timed.ts";

/** A process silent for this long is dead: its jobs are freed (graphile would wait four hours). */
const SILENT_S = 30;

export const processes = timed("processes", 5_000, async ({ ownerUrl }) => {
  const dead = await platform()<{ id: string; workers: string[] }[]>`
    select id, workers from app.processes where seen < now() - make_interval(secs => ${SILENT_S})`;
  if (!dead.length) return;
  // Unlocked first: a process that dies in between leaves the row, and with it the names of the locks, to the next.
  await unlockWorkers(ownerUrl, dead.flatMap((row) => row.workers));
  await platform()`
    delete from app.processes where id = any (${
    dead.map((row) => row.id)
  }::uuid[]) and seen < now() - make_interval(secs => ${SILENT_S})`;
});

export const retention = timed("retention", 3_600_000, sweepRetention);
