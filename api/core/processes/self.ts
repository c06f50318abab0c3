// This process among those of the installation: an id for one life, a row that says it lives, and a file that only a living process can hold.
import { join } from "node:path";
import { platform } from "../../../db/tenant.ts";

/** One life, one id. */
export const PROCESS_ID = crypto.randomUUID();
const HEARTBEAT_MS = 5_000;

/** What the row of this process tells the others. */
export interface Life {
  roles: readonly string[];
  /** Ids under which jobs are locked here. */
  workers: () => readonly string[];
  /** Done with each sign of life. */
  beat?: () => void;
}

/** The folder of the files that the processes on this data folder hold. */
export const holds = (dataDir: string) => join(dataDir, "processes");

export interface Living {
  /** Says it once more, at once. */
  say: () => Promise<void>;
  /** Ends it, and nobody mourns it. */
  leave: () => Promise<void>;
}

/** Says that this process lives, now and every five seconds. */
export async function live(dataDir: string, { roles, workers, beat }: Life): Promise<Living> {
  await Deno.mkdir(holds(dataDir), { recursive: true });
  const path = join(holds(dataDir), PROCESS_ID);
  const file = await Deno.open(path, { create: true, write: true });
  await file.lock(true);
  const machine = await thisMachine();
  const say = async () => {
    beat?.();
    await platform()`
      insert into app.processes (id, roles, workers, machine) values (${PROCESS_ID}, ${
      roles.join(",")
    }, ${workers()}, ${machine})
      on conflict (id) do update set seen = now(), workers = excluded.workers`;
  };
  await say();
  const timer = setInterval(() => say().catch(() => {}), HEARTBEAT_MS);
  const leave = async () => {
    clearInterval(timer);
    await platform()`delete from app.processes where id = ${PROCESS_ID}`.catch(() => {});
    file.close();
    await Deno.remove(path).catch(() => {});
  };
  return { say, leave };
}

/** Names the running kernel: below one kernel a lock on a file ends with its process. */
export async function thisMachine(): Promise<string> {
  return await Deno.readTextFile("/proc/sys/kernel/random/boot_id").then((id) => id.trim(), () => Deno.hostname());
}
