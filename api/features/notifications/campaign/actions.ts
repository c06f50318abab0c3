// What campaigns say to notifications.
import { enqueue } from "../../../core/jobs.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { pause, type PauseData, toldPauses } from "./tasks.ts";

/** A line that is back within a minute is nobody's trouble, ms. */
const SETTLED_MS = 60_000;
const RING_TRIES = 8;

/** A campaign sends nothing for this reason: who made it learns of it if that is still so in a minute. */
export async function ringPause(tx: Tx, campaignId: number, reason: string, now = new Date()): Promise<void> {
  const told = toldPauses.find((one) => one === reason);
  if (!told) return;
  const data: PauseData = { campaignId, reason: told };
  await enqueue(tx, pause, data, {
    key: `campaign-pause:${tx.companyId}:${campaignId}`,
    runAt: new Date(now.getTime() + SETTLED_MS),
    attempts: RING_TRIES,
    when: tx`exists (select 1 from app.devices d where d.company_id = ${tx.companyId})`,
  });
}
