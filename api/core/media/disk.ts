// How much of the disk a company's files may take, so that none fills it for all.
import { refuse } from "../../contract/errors.ts";
import { platformSettings } from "../../contract/settings.ts";
import type { Tx } from "../../../db/tenant.ts";

export interface Disk {
  usedBytes: number;
  /** Null: as much as there is. */
  allowedBytes: number | null;
}
const GB = 1024 ** 3;
/** What other processes took in this time is not seen: a limit may be passed by as much. */
const KNOWN_MS = 10_000;
const known = new Map<number, { until: number; disk: Promise<Disk> }>();

/** What the company's files take, and may take, as this process knows it. */
export function diskOf(tx: Tx): Promise<Disk> {
  const before = known.get(tx.companyId);
  if (before && before.until > Date.now()) return before.disk;
  const disk = look(tx);
  known.set(tx.companyId, { until: Date.now() + KNOWN_MS, disk });
  disk.catch(() => known.delete(tx.companyId));
  return disk;
}

/** Takes room for a file; false where there is none. Room of a transaction that fails is given back by the next look. */
export async function takeRoom(tx: Tx, bytes: number): Promise<boolean> {
  const disk = await diskOf(tx);
  if (disk.allowedBytes !== null && disk.usedBytes + bytes > disk.allowedBytes) return false;
  disk.usedBytes += bytes;
  return true;
}
/** The same for what a person adds: refuses ERR_DISK_FULL. */
export async function mustTakeRoom(tx: Tx, bytes: number): Promise<void> {
  if (!await takeRoom(tx, bytes)) refuse("ERR_DISK_FULL");
}

/** What is known is looked at anew: the limit was changed, or much was deleted. */
export function forgetDisks(): void {
  known.clear();
}

async function look(tx: Tx): Promise<Disk> {
  const [row] = await tx<{ used: number; allowed: string }[]>`
    select (select coalesce(sum(bytes), 0)::bigint from app.media where company_id = ${tx.companyId} and state = 'stored') as used,
      coalesce((select value from app.platform where key = 'companyDiskGb'), ${platformSettings.companyDiskGb.initial}) as allowed`;
  const gigabytes = Number(row!.allowed);
  return { usedBytes: row!.used, allowedBytes: gigabytes > 0 ? Math.floor(gigabytes * GB) : null };
}
