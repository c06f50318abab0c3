// The job behind an outage: a connection has been away for a minute, or is back. Rings each device once, and says on those that
// rang when it is over. Jobs of one connection run one after the other, so the end never comes before the beginning.
import { withTenant } from "../../../db/tenant.ts";
import { readCompany } from "./company.ts";
import { minuteIn, ringsForOutage } from "./decide.ts";
import { noteOutage, showingOutage, targets } from "./push/devices.ts";
import { dispatch, type Push, PushServiceBusy } from "./push/dispatch.ts";
import type { OutageData } from "./tasks.ts";
import { type Outage, outagePayload } from "./push/payload.ts";
import { showsEverything } from "./push/push-service.ts";
import type { Surroundings } from "./ring.ts";
import { badges, candidates } from "./rules.ts";
import { languageOf } from "./push/words.ts";

/** A person who was away for longer than half a working day learns it from the app. */
const TTL_S = 4 * 3600;

export async function work(
  companyId: number,
  { connectionId, over }: OutageData,
  { now, send }: Surroundings = { now: () => new Date() },
): Promise<void> {
  const pushes = await prepare(companyId, connectionId, over, now());
  const counts = await dispatch(companyId, pushes, {
    kind: "connection",
    manner: { ttl: TTL_S, urgency: over ? "normal" : "high", topic: `connection-${connectionId}` },
    reached: (tx, ids) => noteOutage(tx, connectionId, ids, !over),
    send,
  });
  if (counts.later) throw new PushServiceBusy();
}

async function prepare(companyId: number, connectionId: number, over: boolean, now: Date): Promise<Push[]> {
  return await withTenant({ companyId }, async (tx) => {
    const [company, [row]] = await Promise.all([
      readCompany(tx),
      tx<{ name: string; up: boolean; wanted: boolean; alertedAt: Date | null; since: Date }[]>`
        select name, status = 'CONNECTED' as up, wanted, alerted_at as "alertedAt", since from app.connections
        where company_id = ${companyId} and id = ${connectionId}`,
    ]);
    // A job that was held up says nothing that is no longer so.
    if (!company.open || !row || (row.alertedAt !== null) === over) return [];
    // What an earlier outage left on a device is replaced: only this one's ring is not repeated.
    const shown = await showingOutage(tx, connectionId, over ? null : row.alertedAt);
    const people = await candidates(tx, over ? shown.map((device) => device.userId) : null);
    const minute = minuteIn(company.timezone, now);
    const concerned = over ? people : people.filter((person) => ringsForOutage(person, minute));
    const ids = concerned.map((person) => person.id);
    const badge = await badges(tx, ids);
    const known = new Set(shown.map((device) => device.id));
    const devices = over ? shown : (await targets(tx, ids, 0)).filter((device) => !known.has(device.id));
    const state = !over ? "down" : row.up ? "up" : "gone";
    const outage: Outage = { connectionId, name: row.name, state, at: row.since, timezone: company.timezone };
    // Such a device must show what it is sent: where there is nothing to say, what shows there stays.
    const silent = state === "gone" ? devices.filter((device) => showsEverything(device.endpoint)) : [];
    if (silent.length) await noteOutage(tx, connectionId, silent.map((device) => device.id), false);
    return devices.filter((device) => !silent.includes(device)).map((device) => {
      const person = concerned.find((one) => one.id === device.userId)!;
      const payload = outagePayload(outage, {
        language: languageOf(person.language),
        hideText: company.hidesText || person.rules.hideText,
        badge: badge.get(person.id) ?? 0,
      });
      return { device, payload };
    });
  });
}
