// Where the governor's counts live, and who waits. One row per connection, changed in the transaction that claims a message, so
// that two processes never count past each other.
import type { FailureReason, InboundEvent } from "../../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { RUNNING_MS } from "../../contract/limits.ts";
import type { PaceSettings, PaceStop } from "./contract.ts";
import { decide, type Decision, freshState, paceSettings, type PaceState, RESTRICTED_MS, stopped } from "./governor.ts";

interface Line {
  companyId: number;
  connectionId: number;
}
/** Which budget a message was taken from. */
export type Budget = "reply" | "cold";
/** While a person's message is due, an automated one looks again after this, ms. */
const PEOPLE_FIRST_MS = 150;
/** A stop without an end is looked at again after this, ms; a person who resumes wakes it at once. */
const STOPPED_LOOK_MS = 3_600_000;
/** Refusals that say something of the number; a dead network or a file too large does not. */
const COUNTED: ReadonlySet<string> = new Set<FailureReason>([
  "ERR_PROVIDER_REFUSED",
  "ERR_PROVIDER_RATE_LIMITED",
  "ERR_RECIPIENT_UNAVAILABLE",
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_WAPP_RESTRICTED",
]);

/**
 * Asks for an automated message's turn. `go` counts it; `wait` looks again soon; `held` is noted: the message comes back when
 * `nextHeld` says so.
 */
export async function takeTurn(
  tx: Tx,
  line: Line,
  message: { id: number; contactId: number },
): Promise<{ go: Budget } | { wait: number } | "held"> {
  if (await personIsDue(tx, line)) return { wait: PEOPLE_FIRST_MS };
  const { state, settings, now } = await lockPace(tx, line.connectionId);
  const asked = await look(tx, line, message);
  const before = await heldBefore(tx, line, message.id, asked.cold);
  const decision: Decision = before === null
    ? decide(state, settings, now, { ...asked, random: Math.random() })
    : { wait: Math.max(before, 1) };
  if ("go" in decision) {
    await keep(tx, line.connectionId, decision.go);
    await tx`delete from app.messages_held where company_id = ${tx.companyId} and message_id = ${message.id}`;
    return { go: asked.cold ? "cold" : "reply" };
  }
  const wait = "wait" in decision ? decision.wait : Math.min(STOPPED_LOOK_MS, (decision.until ?? Infinity) - now);
  await hold(tx, line, message.contactId, asked.cold, wait);
  return "held";
}

/** Whether what a person wrote could go now, in whatever conversation of this connection. */
async function personIsDue(tx: Tx, line: Line): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.messages m
    where m.company_id = ${tx.companyId} and m.connection_id = ${line.connectionId} and m.status = 'waiting' and m.by_hand and m.from_me and not m.is_private
      and coalesce(m.retry_at, now()) <= now()
      and not exists (select 1 from app.messages o where o.company_id = m.company_id and o.contact_id = m.contact_id and o.connection_id = m.connection_id and o.id < m.id
        and o.from_me and not o.is_private and (o.status = 'sending' or o.status = 'waiting' and o.by_hand and o.retry_at > now()))
    limit 1`;
  return row !== undefined;
}

/** Whether the customer wrote lately, and whether this would be the first automated answer to it. */
async function look(
  tx: Tx,
  line: Line,
  message: { contactId: number },
): Promise<{ cold: boolean; first: boolean }> {
  const [row] = await tx<{ first: boolean }[]>`
    select not exists (select 1 from app.messages a where a.company_id = i.company_id and a.contact_id = i.contact_id and a.connection_id = i.connection_id
      and a.sent_at >= i.sent_at and a.from_me and not a.by_hand and not a.is_private and a.status <> 'waiting') as first
    from app.messages i
    where i.company_id = ${tx.companyId} and i.contact_id = ${message.contactId} and i.connection_id = ${line.connectionId} and not i.from_me
      and i.sent_at > now() - make_interval(secs => ${RUNNING_MS / 1000})
    order by i.sent_at desc, i.id desc limit 1`;
  return { cold: row === undefined, first: row?.first ?? false };
}

/** Ms until the turn of one that has waited longer in the same budget, or null: nobody is before this one. */
async function heldBefore(tx: Tx, line: Line, id: number, cold: boolean): Promise<number | null> {
  const [row] = await tx<{ wait: number }[]>`
    select extract(epoch from h.until - now())::float8 * 1000 as wait
    from app.messages_held h join app.messages m on m.company_id = h.company_id and m.id = h.message_id and m.status = 'waiting'
    where h.company_id = ${tx.companyId} and h.connection_id = ${line.connectionId} and h.cold = ${cold} and h.message_id < ${id}
    order by h.message_id limit 1`;
  return row?.wait ?? null;
}

/** Holds back every automated message of the conversation, so that none overtakes another. */
async function hold(tx: Tx, line: Line, contactId: number, cold: boolean, waitMs: number): Promise<void> {
  await tx`
    insert into app.messages_held (company_id, message_id, connection_id, contact_id, cold, until)
    select company_id, id, connection_id, contact_id, ${cold}, now() + make_interval(secs => ${waitMs / 1000})
    from app.messages where company_id = ${tx.companyId} and contact_id = ${contactId} and connection_id = ${line.connectionId}
      and status = 'waiting' and from_me and not by_hand and not is_private
    on conflict (company_id, message_id) do update set cold = excluded.cold, until = excluded.until`;
}

/** Whose turn is next, of each budget, and in how many ms. */
export async function nextHeld(line: Line): Promise<{ contactId: number; inMs: number }[]> {
  return await withTenant(
    { companyId: line.companyId },
    (tx) =>
      tx<{ contactId: number; inMs: number }[]>`
      select f.contact_id as "contactId", extract(epoch from f.until - now())::float8 * 1000 as "inMs"
      from (values (false), (true)) as b (cold) cross join lateral (
        select h.contact_id, h.until from app.messages_held h
        join app.messages m on m.company_id = h.company_id and m.id = h.message_id and m.status = 'waiting'
        where h.company_id = ${tx.companyId} and h.connection_id = ${line.connectionId} and h.cold = b.cold order by h.message_id limit 1) f`,
    {
      read: true,
    },
  );
}
/** Settings changed or a person resumed: held messages ask again. */
export async function releaseHeld(tx: Tx, connectionId: number): Promise<void> {
  await tx`update app.messages_held set until = now() where company_id = ${tx.companyId} and connection_id = ${connectionId}`;
}

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
/** A connection's pace; the row is made when it is first needed, and locked. `now` is the database's. */
export async function lockPace(
  tx: Tx,
  connectionId: number,
): Promise<{ state: PaceState; settings: PaceSettings; now: number }> {
  await tx`insert into app.pace_state (company_id, connection_id) values (${tx.companyId}, ${connectionId}) on conflict do nothing`;
  const [row] = await tx<(Row & { pace: Partial<PaceSettings>; now: Date })[]>`
    select p.*, c.pace, clock_timestamp() as now from app.pace_state p join app.connections c on c.company_id = p.company_id and c.id = p.connection_id
    where p.company_id = ${tx.companyId} and p.connection_id = ${connectionId} for update of p`;
  const at = row!;
  return {
    settings: paceSettings(at.pace),
    now: at.now.getTime(),
    state: {
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
    },
  };
}
/** Keeps a state; the row is locked. */
export async function keep(tx: Tx, connectionId: number, state: PaceState): Promise<void> {
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

/** Another number was linked: it is new to its provider, whatever the one before had earned. */
export async function restartPace(tx: Tx, connectionId: number): Promise<void> {
  const { now } = await lockPace(tx, connectionId);
  await keep(tx, connectionId, freshState(now));
  await releaseHeld(tx, connectionId);
}

/** Connections of this process without refusals in a row: a delivery there changes nothing. */
const clean = new Set<string>();
const keyOf = (line: Line) => `${line.companyId}:${line.connectionId}`;

/**
 * A message was refused. Cold ones count towards the stop; a restricted number stops whoever wrote, until the provider's end
 * (`retryAfterMs`) or for a day.
 */
export async function noteRefusal(
  line: Line,
  reason: string,
  options: { cold: boolean; retryAfterMs?: number },
): Promise<void> {
  const restricted = reason === "ERR_WAPP_RESTRICTED";
  if (!restricted && !(options.cold && COUNTED.has(reason))) return;
  clean.delete(keyOf(line));
  await change(line, (state, now) => {
    const counted = options.cold ? { ...state, errors: state.errors + 1 } : state;
    if (!restricted) return counted;
    return restrictedUntil(counted, now, options.retryAfterMs === undefined ? null : now + options.retryAfterMs);
  });
}
/** The provider's end counts; without one a guess, which neither shortens nor lengthens what it said. */
function restrictedUntil(state: PaceState, now: number, end: number | null): PaceState {
  const running = state.stoppedWhy === "restricted" && state.stoppedUntil !== null && state.stoppedUntil > now;
  if (!running) return stopped(state, "restricted", end ?? now + RESTRICTED_MS);
  return end === null ? state : { ...state, stoppedUntil: end };
}

async function change(line: Line, how: (state: PaceState, now: number) => PaceState): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    const { state, now } = await lockPace(tx, line.connectionId);
    await keep(tx, line.connectionId, how(state, now));
  });
}

/** What the provider tells that concerns the pace: fates of cold messages, restrictions, quotas. */
export async function hear(line: Line, event: InboundEvent): Promise<void> {
  if (event.kind === "notice") return await hearNotice(line, event.what, event.detail);
  if (event.kind !== "status") return;
  if (event.error) return await noteRefusal(line, event.error.reason, { cold: await wasCold(line, event) });
  if ((event.ack ?? 0) < 2 || clean.has(keyOf(line))) return;
  const over = await withTenant({ companyId: line.companyId }, async (tx) => {
    const [row] = await tx<{ errors: number }[]>`
      select errors from app.pace_state where company_id = ${tx.companyId} and connection_id = ${line.connectionId}`;
    return (row?.errors ?? 0) === 0;
  }, { read: true });
  if (!over && !await wasCold(line, event)) return;
  if (!over) await change(line, (state) => ({ ...state, errors: 0 }));
  clean.add(keyOf(line));
}

/**
 * `restricted`: until that time in ms; a time that is past lifts it. `capped`: the quota's level, and its end in ms where known:
 * from the second warning on, nobody new is written to.
 */
async function hearNotice(line: Line, what: string, detail = ""): Promise<void> {
  if (what !== "restricted" && what !== "capped") return;
  const [, level = "", end] = /^(\D*?)\s*(\d*)$/.exec(detail) ?? [];
  await change(line, (state, now) => {
    const until = end ? Number(end) : now + RESTRICTED_MS;
    const free = what === "capped" ? level === "NONE" || level === "FIRST_WARNING" : until <= now;
    if (!free && what === "restricted") return restrictedUntil(state, now, end ? until : null);
    if (!free) return stopped(state, what, until > now ? until : now + RESTRICTED_MS);
    return state.stoppedWhy === what ? { ...state, stoppedWhy: null, stoppedUntil: null } : state;
  });
}

/** Whether a message of ours was automated and to somebody who had not written for a day. */
async function wasCold(line: Line, of: { externalId?: string; key?: string }): Promise<boolean> {
  return await withTenant({ companyId: line.companyId }, async (tx) => {
    const [row] = await tx`
      select 1 from app.messages m
      where m.company_id = ${tx.companyId} and m.connection_id = ${line.connectionId} and m.from_me and not m.by_hand
        and (m.external_id = ${of.externalId ?? null} or m.key = ${of.key ?? null})
        and not exists (select 1 from app.messages i where i.company_id = m.company_id and i.contact_id = m.contact_id and i.connection_id = m.connection_id and not i.from_me
          and i.sent_at between m.created_at - make_interval(secs => ${RUNNING_MS / 1000}) and m.created_at)`;
    return row !== undefined;
  }, { read: true });
}
