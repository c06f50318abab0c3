// Carries out what the rooms' `retention.ts` say. Then the files that rows held are looked at.
import { platform } from "../../db/tenant.ts";
import { sweepTemporary } from "./forms/temporary.ts";
import { exportsOf } from "./found.ts";
import { sweepOrphans } from "./media/orphans.ts";
import { sweepPieces } from "./media/pieces.ts";
import type { Kept } from "./retention.ts";

const BATCH = 5_000;

const isKept = (one: unknown): one is Kept => typeof one === "object" && one !== null && "past" in one;

/** Everything that a `retention.ts` of the rooms below `root` exports. */
export async function findKept(root?: URL): Promise<Kept[]> {
  return (await exportsOf("retention.ts", root)).filter(isKept);
}

/** Deletes what is past its time, in pieces that hold no lock for long. Returns how many rows and files went. */
export async function sweepRetention(): Promise<number> {
  let sum = 0;
  for (const kept of await findKept()) {
    for (let gone = BATCH; gone === BATCH; sum += gone) gone = await sweepPast(kept);
  }
  return sum + await sweepOrphans() + await sweepPieces() + await sweepTemporary();
}

async function sweepPast({ table, past }: Kept): Promise<number> {
  const gone = await platform().unsafe(
    `delete from app.${table} where ctid in (select t.ctid from app.${table} t where ${past} limit ${BATCH})`,
  );
  return gone.count;
}
