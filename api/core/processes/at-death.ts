// What a process that died leaves behind. Each room says in its `deaths.ts` what becomes of its own.
import type { PlatformTx } from "../../../db/tenant.ts";
import { exportsOf } from "../found.ts";

export interface Dead {
  ids: string[];
  /** Ids under which jobs were locked in them. */
  workers: string[];
}
export interface AtDeath {
  left: string;
  /** In the transaction in which the dead are forgotten: each death is dealt with once. */
  settle: (tx: PlatformTx, dead: Dead) => Promise<void>;
}
/** Declares what becomes of something a dead process had: `atDeath("leases", (tx, { ids }) => …)`. */
export function atDeath(left: string, settle: AtDeath["settle"]): AtDeath {
  return { left, settle };
}
const isAtDeath = (one: unknown): one is AtDeath => typeof one === "object" && one !== null && "settle" in one;

/** Everything that a `deaths.ts` of the rooms below `root` exports. */
export async function findAtDeath(root?: URL): Promise<AtDeath[]> {
  return (await exportsOf("deaths.ts", root)).filter(isAtDeath);
}
