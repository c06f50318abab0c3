// Timed work: declared in the `cron.ts` of its room. Every process with the worker role does it; what must happen once is taken under a
// lock of its rows. Missing a turn is harmless.
import { exportsOf } from "./found.ts";
import { log } from "./log.ts";
import type { ChannelPort } from "./parts.ts";

/** What timed work is given besides the database. */
export interface Surroundings {
  dataDir: string;
  channels: ChannelPort;
}
export interface Timed {
  name: string;
  everyMs: number;
  run: (given: Surroundings) => Promise<unknown>;
}
/** Declares work that comes round again: `timed("retention", 3_600_000, () => …)`. A turn begins after the one before has ended. */
export function timed(name: string, everyMs: number, run: Timed["run"]): Timed {
  return { name, everyMs, run };
}
const isTimed = (one: unknown): one is Timed => typeof one === "object" && one !== null && "everyMs" in one;

/** Everything that a `cron.ts` of the rooms below `root` exports. */
export async function findTimed(root?: URL): Promise<Timed[]> {
  return (await exportsOf("cron.ts", root)).filter(isTimed);
}

/** Starts this work in this process; returns what stops it. */
export function startCron(work: readonly Timed[], given: Surroundings): () => void {
  const ends = work.map(({ name, everyMs, run }) => repeat(name, everyMs, () => run(given)));
  return () => ends.forEach((end) => end());
}

/** Does this each `everyMs` ms, a turn after the one before has ended, whether or not that failed; returns what ends it. */
export function repeat(name: string, everyMs: number, turn: () => Promise<unknown>): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    await turn().catch((error) => log.warn("timed work failed and will be tried again", { name, error }));
    busy = false;
  }, everyMs);
  return () => clearInterval(timer);
}
