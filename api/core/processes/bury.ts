// Finds processes that died, and has the rooms deal with what they left. A death below the same kernel is seen at once: the file of a
// dead process is free. Any other is told by silence.
import { join } from "node:path";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { log } from "../log.ts";
import { findAtDeath } from "./at-death.ts";
import { holds, PROCESS_ID, thisMachine } from "./self.ts";

/** A process silent for this long is dead: its jobs are freed (graphile would wait four hours). */
const SILENT_S = 30;

interface Other {
  id: string;
  silent: boolean;
  here: boolean;
}

/** Buries whoever died since the last look. Returns how many. */
export async function buryDead(dataDir: string): Promise<number> {
  const others = await platform()<Other[]>`
    select id, seen < now() - make_interval(secs => ${SILENT_S}) as silent, machine = ${await thisMachine()} as here
    from app.processes where id <> ${PROCESS_ID}`;
  const dead: string[] = [];
  for (const { id, silent, here } of others) if (silent || (here && await isFree(dataDir, id))) dead.push(id);
  if (!dead.length) return 0;
  const settlements = await findAtDeath();
  const buried = await asPlatform(async (tx) => {
    // Held until the end: two who come at once count no death twice.
    const rows = await tx<{ id: string; workers: string[] }[]>`
      select id, workers from app.processes where id = any (${dead}::uuid[]) for update skip locked`;
    if (!rows.length) return [];
    const ids = rows.map(({ id }) => id);
    const workers = rows.flatMap((row) => row.workers);
    for (const { settle } of settlements) await settle(tx, { ids, workers });
    await tx`delete from app.processes where id = any (${ids}::uuid[])`;
    return ids;
  });
  for (const id of buried) {
    log.warn("a process died", { process: id });
    await Deno.remove(join(holds(dataDir), id)).catch(() => {});
  }
  return buried.length;
}

/** Whether nobody holds the file of a process. Where there is no such file, nothing is known. */
async function isFree(dataDir: string, id: string): Promise<boolean> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(join(holds(dataDir), id), { read: true, write: true });
  } catch {
    return false;
  }
  try {
    return await file.tryLock(true);
  } finally {
    file.close();
  }
}
