// What waits to be delivered: events become deliveries in the order of the log, and of each lane one at a time is taken.
import { happeningOf, type HappeningType } from "../../contract/programs/happenings.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { written } from "../../../db/written.ts";
import { admins, emit } from "../../core/live/emit.ts";
import type { Attempted } from "./attempt.ts";
import { GIVEN_UP_MS, probeAfter, PROBES_FROM, waitAfter } from "./backoff.ts";
import { webhookChanged } from "./contract.ts";
import { byId } from "./queries.ts";

/** Events that become deliveries in one transaction. */
const SPREAD = 1_000;
/** Deliveries under way at once for one webhook. */
const AT_ONCE = 20;
/** A process that has not ended a delivery after this is dead, s. */
const CLAIM_S = 60;

export interface Place {
  companyId: number;
  id: number;
}
interface Event {
  position: number;
  name: string;
  audience: string[];
  except: string[] | null;
  payload: unknown;
  at: Date;
}
/** Makes deliveries of the next events of the log; an event that has one already is delivered again. Answers whether there may be more. */
export async function spread({ companyId, id }: Place): Promise<boolean> {
  return await withTenant({ companyId }, async (tx) => {
    const [hook] = await tx<{ position: number; events: HappeningType[] }[]>`
      select position, events from app.webhooks where company_id = ${companyId} and id = ${id} for update skip locked`;
    if (!hook) return false;
    const rows = await tx<Event[]>`
      select position, name, audience, except_ as "except", payload, created_at as at from app.events
      where company_id = ${companyId} and position > ${hook.position} order by position limit ${written(tx, SPREAD)}`;
    const last = rows.at(-1);
    if (!last) return false;
    const made = rows.flatMap((row) => letter(companyId, row, hook.events));
    if (made.length) {
      await tx`
        insert into app.webhook_deliveries (company_id, webhook_id, position, type, lane, body)
        select ${companyId}, ${id}, e.position, e.type, e.lane, e.body
        from json_to_recordset(${
        JSON.stringify(made)
      }::text::json) as e (position bigint, type text, lane text, body text)
        order by e.position
        on conflict (company_id, webhook_id, position) do update
          set status = 'waiting', attempts = 0, first_at = null, next_at = now(), claimed_until = null`;
    }
    await tx`update app.webhooks set position = ${last.position} where company_id = ${companyId} and id = ${id}`;
    return rows.length === SPREAD;
  });
}
function letter(companyId: number, { position, name, audience, except, payload, at }: Event, wanted: HappeningType[]) {
  if (!audience.some((key) => key === "company" || key === "admin") || except?.includes("admin")) return [];
  const happened = happeningOf(name, payload);
  if (!happened || !wanted.includes(happened.type)) return [];
  const { type, lane, data } = happened;
  const timestamp = at.toISOString();
  return [{ position, type, lane, body: JSON.stringify({ type, timestamp, companyId, position, data }) }];
}

export interface Due {
  id: number;
  position: number;
  body: string;
  attempts: number;
}
export interface Taken {
  url: string;
  sealed: Uint8Array;
  due: Due[];
}
/** Takes the first that waits of each lane, as many as go at once; where nobody answers, one. Null when there is nothing to take. */
export async function take({ companyId, id }: Place, now: Date): Promise<Taken | null> {
  return await withTenant({ companyId }, async (tx) => {
    const [hook] = await tx<{ url: string; sealed: Uint8Array | null; failures: number }[]>`
      select url, sealed, failures from app.webhooks
      where company_id = ${companyId} and id = ${id} and paused_at is null and coalesce(wait_until, ${now}) <= ${now} for no key update`;
    if (!hook?.sealed) return null;
    const due = await tx<Due[]>`
      with taken as (
        select d.id from app.webhook_deliveries d
        where d.company_id = ${companyId} and d.webhook_id = ${id} and d.status = 'waiting'
          and d.next_at <= ${now} and coalesce(d.claimed_until, ${now}) <= ${now}
          and d.position = (
            select min(b.position) from app.webhook_deliveries b where b.company_id = ${companyId} and b.webhook_id = ${id}
              and b.status = 'waiting' and b.lane = d.lane)
        order by d.position limit ${written(tx, hook.failures >= PROBES_FROM ? 1 : AT_ONCE)})
      update app.webhook_deliveries d set claimed_until = ${now}::timestamptz + make_interval(secs => ${CLAIM_S})
      from taken where d.company_id = ${companyId} and d.id = taken.id
      returning d.id, d.position, d.body, d.attempts`;
    return due.length ? { url: hook.url, sealed: hook.sealed, due } : null;
  });
}

/** A delivery that was tried, and what came of it. */
export interface Tried {
  due: Due;
  got: Attempted;
}
/** Writes down what came of attempts that went at once, and what they say of the receiver: a success outweighs failures beside it. */
export async function settle({ companyId, id }: Place, tried: readonly Tried[], now: Date): Promise<void> {
  const givenUp = now.getTime() - GIVEN_UP_MS;
  await withTenant({ companyId }, async (tx) => {
    const [hook] = await tx<{ failures: number; failingSince: Date | null }[]>`
      select failures, failing_since as "failingSince" from app.webhooks where company_id = ${companyId} and id = ${id} for update`;
    if (!hook) return;
    const failures = tried.filter(({ got }) => !got.ok).length;
    const succeededOnce = failures < tried.length;
    const since = succeededOnce ? now.getTime() : hook.failingSince?.getTime() ?? now.getTime();
    const gone = tried.some(({ got }) => got.status === 410);
    const why = gone ? "gone" : failures && since <= givenUp ? "failing" : null;
    const rows = tried.map(({ due, got }) => ({
      ...{ id: due.id, attempts: due.attempts + 1, ms: Math.round(got.ms), ok: got.ok },
      ...{ status: got.status, answer: got.answer, error: got.error, wait: waitAfter(due.attempts + 1, got.wished) },
    }));
    await tx`
      update app.webhook_deliveries d set attempts = r.attempts, sent_at = ${now}, ms = r.ms, claimed_until = null,
        answer_status = r.status, answer = r.answer, error = r.error, first_at = coalesce(d.first_at, ${now}),
        next_at = ${now}::timestamptz + make_interval(secs => r.wait),
        status = case when r.ok then 'done' when ${why === null} and d.first_at <= ${new Date(
      givenUp,
    )} then 'failed' else 'waiting' end
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r (id bigint, attempts integer, ms integer, ok boolean, status integer, answer text, error text, wait integer)
      where d.company_id = ${companyId} and d.id = r.id`;
    if (succeededOnce && !gone) await succeeded(tx, id, hook.failures);
    else await failedAgain(tx, id, { before: hook.failures, now: hook.failures + failures }, why, now);
  });
}
/** Somebody is there again: what waited for that goes at once. */
async function succeeded(tx: Tx, id: number, failures: number): Promise<void> {
  if (!failures) return;
  await tx`
    update app.webhooks set failures = 0, failing_since = null, wait_until = null where company_id = ${tx.companyId} and id = ${id}`;
  if (failures < PROBES_FROM) return;
  await tx`
    update app.webhook_deliveries set next_at = now() where company_id = ${tx.companyId} and webhook_id = ${id} and status = 'waiting'`;
  await tell(tx, id);
}
async function failedAgain(
  tx: Tx,
  id: number,
  failures: { before: number; now: number },
  why: string | null,
  now: Date,
): Promise<void> {
  const until = failures.now >= PROBES_FROM ? new Date(now.getTime() + probeAfter(failures.now) * 1000) : null;
  await tx`
    update app.webhooks set failures = ${failures.now}, failing_since = coalesce(failing_since, ${now}), wait_until = ${until},
      paused_at = case when ${why !== null} then ${now} else paused_at end, paused_why = coalesce(${why}, paused_why)
    where company_id = ${tx.companyId} and id = ${id}`;
  if (why || failures.before < PROBES_FROM && failures.now >= PROBES_FROM) await tell(tx, id);
}
/** Admins see at once that it fails, was paused, or goes again. */
async function tell(tx: Tx, id: number): Promise<void> {
  const webhook = await byId(tx, id);
  if (webhook) emit(tx, webhookChanged, admins, { action: "update", webhook });
}
