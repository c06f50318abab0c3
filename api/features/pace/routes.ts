import { must, refuse } from "../../contract/errors.ts";
import { coldLimit, current, nextCold, resumed, stopOf } from "./governor.ts";
import { releaseHeld } from "./queue.ts";
import { lockPace, storePace } from "./state.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { wakeChannel } from "../../core/live/wake.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type Pace, pace as calls, type PaceSettings } from "./contract.ts";

/** Mounts the calls of a number's pace. Only channels whose manifest says so have one. */
export function pace(api: Api, { channels }: Parts): void {
  const find = async (tx: Tx, id: number) => {
    const [row] = await tx<{ channel: string; pace: Partial<PaceSettings> }[]>`
      select channel, pace from app.connections where company_id = ${tx.companyId} and id = ${id} and deleted_at is null`;
    const { channel, pace } = must(row, "ERR_NO_WAPP_FOUND");
    return channels.plugins.get(channel)?.manifest.governor?.kind === "pace"
      ? pace
      : refuse("ERR_NOT_SUPPORTED_BY_CHANNEL");
  };
  /** Held messages ask again, with the settings of now. */
  const release = async (tx: Tx, id: number) => {
    await releaseHeld(tx, id);
    tx.afterCommit.push(() => wakeChannel(tx.companyId, id));
    return await stand(tx, id);
  };

  route(api, calls.show, async ({ tx, params: { id } }) => {
    await find(tx, id);
    return await stand(tx, id);
  });
  route(api, calls.update, async ({ tx, params: { id }, body, before }) => {
    const set = await find(tx, id);
    before((await stand(tx, id)).settings);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    await tx`update app.connections set pace = ${
      JSON.stringify({ ...set, ...given })
    }::text::jsonb where company_id = ${tx.companyId} and id = ${id}`;
    const { settings: { minSeconds, maxSeconds } } = await lockPace(tx, id);
    if (minSeconds > maxSeconds) {
      refuse("ERR_VALIDATION", { details: [{ path: "body.maxSeconds", message: "below_min" }] });
    }
    return await release(tx, id);
  });
  route(api, calls.resume, async ({ tx, params: { id } }) => {
    await find(tx, id);
    const { state } = await lockPace(tx, id);
    await storePace(tx, id, resumed(state));
    return await release(tx, id);
  });
}

/** The settings, and where the count stands. */
async function stand(tx: Tx, id: number): Promise<Pace> {
  const { state: kept, settings, now } = await lockPace(tx, id);
  const [held] = await tx<{ n: number }[]>`
    select count(*)::bigint as n from app.messages_held where company_id = ${tx.companyId} and connection_id = ${id}`;
  const state = current(kept, now);
  const { limit, day } = coldLimit(state, settings, now);
  const stop = stopOf(state, settings);
  return {
    settings,
    hour: { sent: state.hourSent, cold: state.hourCold },
    day: { sent: state.daySent, cold: state.dayCold, limit },
    warmUpDay: day,
    errors: state.errors,
    waiting: held!.n,
    nextAt: stop ? null : new Date(nextCold(state, settings, now)).toISOString(),
    stopped: stop && { why: stop.stop, until: stop.until === null ? null : new Date(stop.until).toISOString() },
  };
}
