// The governor of a line: what it asks of the database. The counts of a connection are changed in the transaction that claims a message,
// so that two processes never count past each other. Who waits stands in `queue.ts`.
import type { FailureReason, Governor, InboundEvent } from "../../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { RUNNING_MS } from "../../contract/limits.ts";
import { wakeChannel } from "../../core/live/wake.ts";
import type { SendClass } from "../../core/send-class.ts";
import { decide, freshState, type PaceState, RESTRICTED_MS, stopped } from "./governor.ts";
import { classAt, heldBefore, hold, placeIn, releaseHeld } from "./queue.ts";
import { lockPace, makeState, storePace } from "./state.ts";
import { type BegunHour, decideTier, peopleLimit } from "./tiers.ts";

interface PacedLine {
  companyId: number;
  connectionId: number;
}
/** Which budget a message was taken from. */
export type Budget = "reply" | "cold";
/** While somebody who goes first is due, an automated message looks again after this, ms. */
const OTHERS_FIRST_MS = 150;
/** A stop without an end is looked at again after this, ms; a person who resumes wakes it at once. */
const STOPPED_LOOK_MS = 3_600_000;
/** Refusals that say something of the number; a dead network or a file too large does not. */
const COUNTED: ReadonlySet<string> = new Set<FailureReason>([
  "ERR_PROVIDER_REFUSED",
  "ERR_PROVIDER_RATE_LIMITED",
  "ERR_RECIPIENT_UNAVAILABLE",
  "ERR_CONTACT_OPTED_OUT",
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_WAPP_RESTRICTED",
]);

export type Turn = { go: Budget } | { wait: number } | "held";

/**
 * Asks for the turn of a conversation's first automated message. `go` counts it; `wait` looks again soon; `held` is noted: the
 * message comes back when `nextHeld` says so.
 */
export async function takeTurn(
  tx: Tx,
  line: PacedLine,
  governor: Governor,
  message: { id: number; contactId: number; sendClass: SendClass },
): Promise<Turn> {
  const asking = { ...message, place: await placeIn(tx, line, message.contactId) };
  return governor.kind === "pace" ? await inPace(tx, line, asking) : await inTier(tx, line, governor.people, asking);
}
interface Asking {
  id: number;
  contactId: number;
  sendClass: SendClass;
  /** Its own, or that of a better one behind it, with which it goes. */
  place: number;
}

async function inPace(tx: Tx, line: PacedLine, message: Asking): Promise<Turn> {
  const [others, { state, settings, now }, { cold, first }] = await Promise.all([
    othersFirst(tx, line, message),
    lockPace(tx, line.connectionId),
    look(tx, line, message),
  ]);
  if (others) return { wait: OTHERS_FIRST_MS };
  return await inTurn(tx, line, message, cold, async () => {
    const campaign = classAt(message.place) === "campaign";
    const decision = decide(state, settings, now, { cold, first, campaign, random: Math.random() });
    if ("go" in decision) await storePace(tx, line.connectionId, decision.go);
    if ("stop" in decision) return Math.min(STOPPED_LOOK_MS, (decision.until ?? Infinity) - now);
    return "wait" in decision ? decision.wait : null;
  });
}

/** Only what begins a conversation is counted, each person once in 24 hours: answers to who wrote are free. */
async function inTier(tx: Tx, line: PacedLine, tiers: readonly (number | null)[], message: Asking): Promise<Turn> {
  if (message.sendClass === "reply") return { go: "reply" };
  const { cold } = await look(tx, line, message);
  if (!cold) return { go: "reply" };
  if (await begunToday(tx, line, message)) return { go: "cold" };
  const { begun, said, now } = await lockTier(tx, line.connectionId);
  return await inTurn(tx, line, message, true, async () => {
    const decision = decideTier(begun, peopleLimit(tiers, said), now);
    if ("wait" in decision) return decision.wait;
    await keepBegun(tx, line.connectionId, decision.go);
    return null;
  });
}

/** Who has a place before this one goes first. `ask` answers ms to wait, or null: it may go, and is counted. */
async function inTurn(
  tx: Tx,
  line: PacedLine,
  message: Asking,
  cold: boolean,
  ask: () => Promise<number | null>,
): Promise<Turn> {
  const before = await heldBefore(tx, line, message, cold);
  const wait = before === null ? await ask() : Math.max(before, 1);
  if (wait === null) return { go: cold ? "cold" : "reply" };
  await hold(tx, line, message.contactId, cold, wait);
  return "held";
}

/**
 * Whether somebody who goes first could go now, in whatever conversation of this connection: what a person wrote, and before what
 * nobody is owed an automated answer that is not held back too.
 */
async function othersFirst(tx: Tx, line: PacedLine, { place }: Asking): Promise<boolean> {
  const answers = classAt(place) === "reply"
    ? tx`false`
    : tx`not exists (select 1 from app.messages_held h where h.company_id = m.company_id and h.message_id = m.id)`;
  const [row] = await tx`
    select 1 from app.messages m
    where m.company_id = ${tx.companyId} and m.connection_id = ${line.connectionId} and m.status = 'waiting' and m.send_class = 0 and m.from_me and not m.is_private
      and (m.by_hand or ${answers}) and coalesce(m.retry_at, now()) <= now()
      and not exists (select 1 from app.messages o where o.company_id = m.company_id and o.contact_id = m.contact_id and o.connection_id = m.connection_id and o.id < m.id
        and o.from_me and not o.is_private and (o.status = 'sending' or o.status = 'waiting' and o.retry_at > now() and (o.by_hand or not m.by_hand)))
    limit 1`;
  return row !== undefined;
}

/** Whether the customer wrote lately, and whether this would be the first automated answer to it. */
async function look(
  tx: Tx,
  line: PacedLine,
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

/** Whether we began to write to this person within 24 hours: the provider has counted them. */
async function begunToday(tx: Tx, line: PacedLine, message: { contactId: number }): Promise<boolean> {
  const day = tx`make_interval(secs => ${RUNNING_MS / 1000})`;
  const [row] = await tx`
    select 1 from app.messages a
    where a.company_id = ${tx.companyId} and a.contact_id = ${message.contactId} and a.connection_id = ${line.connectionId}
      and a.from_me and a.send_class > 0 and a.status in ('sending', 'sent', 'uncertain') and a.tried_since > now() - ${day}
      and not exists (select 1 from app.messages i where i.company_id = a.company_id and i.contact_id = a.contact_id and i.connection_id = a.connection_id
        and not i.from_me and i.sent_at between a.tried_since - ${day} and a.tried_since)
    limit 1`;
  return row !== undefined;
}

/** How many people a number began to write to, and how many the provider allows, as it said last; the row is locked. */
async function lockTier(
  tx: Tx,
  connectionId: number,
): Promise<{ begun: BegunHour[]; said: number | null; now: number }> {
  const [, [row]] = await Promise.all([
    makeState(tx, connectionId),
    tx<{ begun: BegunHour[]; said: number | null; now: Date }[]>`
      select begun, people_per_day as said, clock_timestamp() as now from app.pace_state
      where company_id = ${tx.companyId} and connection_id = ${connectionId} for update`,
  ]);
  return { ...row!, now: row!.now.getTime() };
}
async function keepBegun(tx: Tx, connectionId: number, begun: readonly BegunHour[]): Promise<void> {
  await tx`
    update app.pace_state set begun = ${JSON.stringify(begun)}::text::jsonb
    where company_id = ${tx.companyId} and connection_id = ${connectionId}`;
}

/** Another number was linked: it is new to its provider, whatever the one before had earned. */
export async function restartPace(tx: Tx, connectionId: number): Promise<void> {
  const { now } = await lockPace(tx, connectionId);
  await storePace(tx, connectionId, freshState(now));
  await releaseHeld(tx, connectionId);
}

/** Connections of this process without refusals in a row: a delivery there changes nothing. */
const clean = new Set<string>();
const keyOf = (line: PacedLine) => `${line.companyId}:${line.connectionId}`;

/**
 * A message was refused. Cold ones count towards the stop; a restricted number stops whoever wrote, until the provider's end
 * (`retryAfterMs`) or for a day.
 */
export async function noteRefusal(
  line: PacedLine,
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

async function change(line: PacedLine, how: (state: PaceState, now: number) => PaceState): Promise<void> {
  await withTenant({ companyId: line.companyId }, async (tx) => {
    const { state, now } = await lockPace(tx, line.connectionId);
    await storePace(tx, line.connectionId, how(state, now));
  });
}

/** What the provider tells that concerns the governor: its tier; for a pace fates of cold messages, restrictions, quotas. */
export async function hear(line: PacedLine, governor: Governor, event: InboundEvent): Promise<void> {
  if (governor.kind === "tiers") {
    return event.kind === "notice" && event.what === "tier" ? await hearTier(line, event.detail) : undefined;
  }
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
async function hearNotice(line: PacedLine, what: string, detail = ""): Promise<void> {
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

/** `detail` is how many people a day, or `unlimited`; what is neither says nothing. Who waits asks again. */
async function hearTier(line: PacedLine, detail = ""): Promise<void> {
  const people = detail === "unlimited" ? 0 : /^[1-9]\d{0,8}$/.test(detail) ? Number(detail) : null;
  if (people === null) return;
  await withTenant({ companyId: line.companyId }, async (tx) => {
    const rows = await tx`
      insert into app.pace_state as p (company_id, connection_id, people_per_day) values (${tx.companyId}, ${line.connectionId}, ${people})
      on conflict (company_id, connection_id) do update set people_per_day = excluded.people_per_day
      where p.people_per_day is distinct from excluded.people_per_day returning 1`;
    if (!rows.length) return;
    await releaseHeld(tx, line.connectionId);
    tx.afterCommit.push(() => wakeChannel(tx.companyId, line.connectionId));
  });
}

/** Whether a message of ours was automated and to somebody who had not written for a day. */
async function wasCold(line: PacedLine, of: { externalId?: string; key?: string }): Promise<boolean> {
  return await withTenant({ companyId: line.companyId }, async (tx) => {
    const [row] = await tx`
      select 1 from app.messages m
      where m.company_id = ${tx.companyId} and m.connection_id = ${line.connectionId} and m.from_me and not m.by_hand
        and (m.external_id = ${of.externalId ?? null} or m.key = ${of.key ?? null})
        and not exists (select 1 from app.messages i where i.company_id = m.company_id and i.contact_id = m.contact_id and i.connection_id = m.connection_id and not i.from_me
          and i.sent_at between coalesce(m.tried_since, m.created_at) - make_interval(secs => ${
      RUNNING_MS / 1000
    }) and coalesce(m.tried_since, m.created_at))`;
    return row !== undefined;
  }, { read: true });
}
