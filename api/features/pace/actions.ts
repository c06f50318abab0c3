// The verb of the pace that other features use.
import type { Tx } from "../../../db/tenant.ts";
import type { PaceSettings } from "./contract.ts";
import type { Governor } from "../../../channels/sdk/mod.ts";
import { CAMPAIGN_PART, coldLimit, earliestOf, freshState, paceSettings } from "./governor.ts";
import { decideTier, peopleLimit } from "./tiers.ts";
import { readPace } from "./state.ts";
import { isCold, placeOf } from "./queue.ts";

/** A message of a class below `reply` takes its place as it is written, and lends it to what stands before it in its conversation. */
export async function joinQueue(tx: Tx, id: number): Promise<void> {
  await Promise.all([
    tx`
      insert into app.messages_held (company_id, message_id, connection_id, contact_id, cold, until, place)
      select m.company_id, m.id, m.connection_id, m.contact_id, ${isCold(tx)}, now(), ${placeOf(tx)}
      from app.messages m where m.company_id = ${tx.companyId} and m.id = ${id}`,
    tx`
      with m as materialized (select * from app.messages where company_id = ${tx.companyId} and id = ${id})
      update app.messages_held h set place = ${placeOf(tx)} from m
      where h.company_id = m.company_id and h.contact_id = m.contact_id
        and h.connection_id = m.connection_id and h.message_id < m.id and h.place > ${placeOf(tx)}`,
  ]);
}

/** When a campaign's message to somebody new may leave at the earliest, behind `before` others of it. Nothing is counted by asking. */
export async function earliestCold(
  tx: Tx,
  connectionId: number,
  governor: Governor,
  { before, now }: { before: number; now: Date },
): Promise<Date> {
  const { state, settings, begun, said } = await readPace(tx, connectionId, now);
  if (governor.kind === "tiers") {
    const decision = decideTier(begun, peopleLimit(governor.people, said) - before, now.getTime());
    return "wait" in decision ? new Date(now.getTime() + decision.wait) : now;
  }
  return new Date(earliestOf(state, settings, now.getTime(), before));
}

/** How many people campaigns may write to first over a linked number today, with its warm-up; others' part is left out. */
export async function coldPerDay(tx: Tx, connectionId: number): Promise<number> {
  const [row] = await tx<{ beganAt: Date | null; pace: Partial<PaceSettings>; now: Date }[]>`
    select p.began_at as "beganAt", w.pace, now() as now from app.connections w
    left join app.pace_state p on p.company_id = w.company_id and p.connection_id = w.id
    where w.company_id = ${tx.companyId} and w.id = ${connectionId}`;
  const now = row!.now.getTime();
  const state = freshState(row!.beganAt?.getTime() ?? now);
  return Math.max(1, Math.floor(coldLimit(state, paceSettings(row!.pace), now).limit * CAMPAIGN_PART));
}
