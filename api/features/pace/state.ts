// The pace of a connection as it is kept: one row, made when it is first needed.
import type { Tx } from "../../../db/tenant.ts";
import type { PaceSettings, PaceStop } from "./contract.ts";
import { freshState, paceSettings, type PaceState } from "./governor.ts";
import type { BegunHour } from "./tiers.ts";

interface Row {
  began_at: Date;
  next_at: Date;
  reply_at: Date;
  minute_at: Date;
  minute_sent: number;
  hour_at: Date;
  hour_sent: number;
  hour_cold: number;
  day_at: Date;
  day_sent: number;
  day_cold: number;
  errors: number;
  stopped_until: Date | null;
  stopped_why: PaceStop | null;
}
export const makeState = (tx: Tx, connectionId: number) =>
  tx`insert into app.pace_state (company_id, connection_id) values (${tx.companyId}, ${connectionId}) on conflict do nothing`;
/**
 * A connection's pace; the row is made when it is first needed, and locked. `now` is the database's. The settings are asked for behind the
 * lock: who changes them holds it, and one statement would bring them as they were when it began to wait.
 */
export async function lockPace(
  tx: Tx,
  connectionId: number,
): Promise<{ state: PaceState; settings: PaceSettings; now: number }> {
  const [, [row], [line]] = await Promise.all([
    makeState(tx, connectionId),
    tx<(Row & { now: Date })[]>`
      select p.*, clock_timestamp() as now from app.pace_state p
      where p.company_id = ${tx.companyId} and p.connection_id = ${connectionId} for update`,
    tx<{ pace: Partial<PaceSettings> }[]>`
      select pace from app.connections where company_id = ${tx.companyId} and id = ${connectionId}`,
  ]);
  return { settings: paceSettings(line!.pace), now: row!.now.getTime(), state: stateOf(row!) };
}
function stateOf(at: Row): PaceState {
  return {
    beganAt: at.began_at.getTime(),
    nextAt: at.next_at.getTime(),
    replyAt: at.reply_at.getTime(),
    minuteAt: at.minute_at.getTime(),
    minuteSent: at.minute_sent,
    hourAt: at.hour_at.getTime(),
    hourSent: at.hour_sent,
    hourCold: at.hour_cold,
    dayAt: at.day_at.getTime(),
    daySent: at.day_sent,
    dayCold: at.day_cold,
    errors: at.errors,
    stoppedUntil: at.stopped_until?.getTime() ?? null,
    stoppedWhy: at.stopped_why,
  };
}
/** The same without holding it; a connection that has sent nothing is new. */
export async function readPace(tx: Tx, connectionId: number, now: Date) {
  const [row] = await tx<(Row & { pace: Partial<PaceSettings>; begun: BegunHour[] | null; said: number | null })[]>`
    select p.*, w.pace, p.begun, p.people_per_day as said from app.connections w
    left join app.pace_state p on p.company_id = w.company_id and p.connection_id = w.id
    where w.company_id = ${tx.companyId} and w.id = ${connectionId}`;
  return {
    settings: paceSettings(row!.pace),
    // The left join answers nulls where there is no row.
    state: row!.began_at as Date | null ? stateOf(row!) : freshState(now.getTime()),
    begun: row!.begun ?? [],
    said: row!.said,
  };
}
/** Keeps a state; the row is locked. */
export async function storePace(tx: Tx, connectionId: number, state: PaceState): Promise<void> {
  const at = (ms: number) => new Date(ms);
  const row = {
    began_at: at(state.beganAt),
    next_at: at(state.nextAt),
    reply_at: at(state.replyAt),
    minute_at: at(state.minuteAt),
    minute_sent: state.minuteSent,
    hour_at: at(state.hourAt),
    hour_sent: state.hourSent,
    hour_cold: state.hourCold,
    day_at: at(state.dayAt),
    day_sent: state.daySent,
    day_cold: state.dayCold,
    errors: state.errors,
    stopped_until: state.stoppedUntil === null ? null : at(state.stoppedUntil),
    stopped_why: state.stoppedWhy,
  };
  await tx`update app.pace_state set ${tx(row)} where company_id = ${tx.companyId} and connection_id = ${connectionId}`;
}
