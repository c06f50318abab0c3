// The governor of one number's automated messages: whether the next may go, and what the count is then. Pure; times in ms.
//
// Two budgets. A reply (the customer wrote within 24 hours) has a cap per minute and a short pause, and the first after what the
// customer wrote goes at once: a bot answers within milliseconds. A cold message (nobody wrote to us) is what providers ban for:
// a pause of changing length, a cap per hour and day, few at first and more each day after linking, and none while stopped.
import { PACE_DEFAULTS } from "../../contract/limits.ts";
import type { PaceSettings, PaceStop } from "./contract.ts";

export interface PaceState {
  beganAt: number;
  nextAt: number;
  replyAt: number;
  minuteAt: number;
  minuteSent: number;
  hourAt: number;
  hourSent: number;
  hourCold: number;
  dayAt: number;
  daySent: number;
  dayCold: number;
  errors: number;
  stoppedUntil: number | null;
  stoppedWhy: PaceStop | null;
}
export interface Asked {
  cold: boolean;
  /** One of many: it leaves a part of the hour and the day to the others. */
  campaign: boolean;
  /** The first automated answer to what the customer wrote last. */
  first: boolean;
  /** At least 0, below 1. */
  random: number;
}
/** `go` is the state to keep; `stop` lasts until that time, or until a person resumes. */
export type Decision = { go: PaceState } | { wait: number } | { stop: PaceStop; until: number | null };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Pause between replies that are not the first, ms. */
const REPLY_PAUSE = [400, 1_200] as const;
/** A restriction or quota of which the provider tells no end, ms. */
export const RESTRICTED_MS = DAY;

/** What a company has set, over the defaults. */
export function paceSettings(set: Partial<PaceSettings>): PaceSettings {
  return { ...PACE_DEFAULTS, ...set };
}

/** A number that was just linked. */
export function freshState(now: number): PaceState {
  return {
    ...{ beganAt: now, nextAt: now, replyAt: now, minuteAt: now, hourAt: now, dayAt: now },
    ...{ minuteSent: 0, hourSent: 0, hourCold: 0, daySent: 0, dayCold: 0, errors: 0 },
    stoppedUntil: null,
    stoppedWhy: null,
  };
}

/** The state with windows and stops that are over begun anew. A window runs from its first message. */
export function current(state: PaceState, now: number): PaceState {
  const next = { ...state };
  if (now - next.minuteAt >= MINUTE) Object.assign(next, { minuteAt: now, minuteSent: 0 });
  if (now - next.hourAt >= HOUR) Object.assign(next, { hourAt: now, hourSent: 0, hourCold: 0 });
  if (now - next.dayAt >= DAY) Object.assign(next, { dayAt: now, daySent: 0, dayCold: 0 });
  if (next.stoppedUntil !== null && next.stoppedUntil <= now) Object.assign(next, resumed(next));
  return next;
}
/** The state after a stop: errors are counted anew. */
export function resumed(state: PaceState): PaceState {
  return { ...state, errors: 0, stoppedUntil: null, stoppedWhy: null };
}

/** How many people may be written to first today; `day` counts the warm-up from 1, null when it is over. */
export function coldLimit(
  state: PaceState,
  settings: PaceSettings,
  now: number,
): { limit: number; day: number | null } {
  const day = Math.max(0, Math.floor((now - state.beganAt) / DAY));
  const step = settings.warmUp[day];
  return step === undefined
    ? { limit: settings.perDay, day: null }
    : { limit: Math.min(step, settings.perDay), day: day + 1 };
}

/** Whether cold messages are stopped, and why. */
export function stopOf(
  state: PaceState,
  settings: PaceSettings,
): { stop: PaceStop; until: number | null } | null {
  if (state.stoppedWhy) return { stop: state.stoppedWhy, until: state.stoppedUntil };
  return state.errors >= settings.stopAfterErrors ? { stop: "errors", until: null } : null;
}

/** May an automated message go now? */
export function decide(before: PaceState, settings: PaceSettings, now: number, asked: Asked): Decision {
  const state = current(before, now);
  return asked.cold ? cold(state, settings, now, asked) : reply(state, settings, now, asked);
}

function reply(state: PaceState, settings: PaceSettings, now: number, { first, random }: Asked): Decision {
  if (state.minuteSent >= settings.repliesPerMinute) return { wait: state.minuteAt + MINUTE - now };
  if (!first && state.replyAt > now) return { wait: state.replyAt - now };
  const [min, max] = REPLY_PAUSE;
  const [hourAt, dayAt] = begun(state, now);
  return {
    go: {
      ...state,
      minuteAt: state.minuteSent ? state.minuteAt : now,
      minuteSent: state.minuteSent + 1,
      replyAt: now + min + (max - min) * random,
      ...{ hourAt, hourSent: state.hourSent + 1, dayAt, daySent: state.daySent + 1 },
    },
  };
}

/** Of the cold messages of an hour or a day a campaign may use this part: nobody else finds them used up by it. */
export const CAMPAIGN_PART = 0.8;

/** When the next cold message may go, stops aside. `part` of the caps may be used. */
export function nextCold(state: PaceState, settings: PaceSettings, now: number, part = 1): number {
  const times = [state.nextAt];
  const of = (cap: number) => Math.max(1, Math.floor(cap * part));
  const { limit, day } = coldLimit(state, settings, now);
  if (state.dayCold >= of(limit)) {
    // The next step of the warm-up may allow more, even before this day's window ends.
    const step = day === null ? Infinity : state.beganAt + day * DAY;
    const more = day !== null && of(coldLimit(state, settings, step).limit) > state.dayCold;
    times.push(Math.min(state.dayAt + DAY, more ? step : Infinity));
  }
  if (state.hourCold >= of(settings.perHour)) times.push(state.hourAt + HOUR);
  return Math.max(now, ...times);
}

/** No instant is later. */
const LATEST = 8.64e15;
/** When a campaign's cold message may go at the earliest, where `before` others of it go first with the shortest pauses. */
export function earliestOf(state: PaceState, settings: PaceSettings, now: number, before: number): number {
  let [at, then] = [now, state];
  for (let n = 0;; n++) {
    const decision = cold(current(then, at), settings, at, { cold: true, campaign: true, first: false, random: 0 });
    if ("stop" in decision) return decision.until ?? LATEST;
    if ("wait" in decision) {
      at += decision.wait;
      n--;
    } else if (n === before) return at;
    else then = decision.go;
  }
}

function cold(state: PaceState, settings: PaceSettings, now: number, { campaign, random }: Asked): Decision {
  const stopped = stopOf(state, settings);
  if (stopped) return stopped;
  const next = nextCold(state, settings, now, campaign ? CAMPAIGN_PART : 1);
  if (next > now) return { wait: next - now };
  const { minSeconds: min, maxSeconds: max } = settings;
  const [hourAt, dayAt] = begun(state, now);
  return {
    go: {
      ...state,
      nextAt: now + (min + Math.max(0, max - min) * random) * 1000,
      ...{ hourAt, hourSent: state.hourSent + 1, hourCold: state.hourCold + 1 },
      ...{ dayAt, daySent: state.daySent + 1, dayCold: state.dayCold + 1 },
    },
  };
}
/** An empty window begins with the message that opens it. */
function begun(state: PaceState, now: number): [hourAt: number, dayAt: number] {
  return [state.hourSent ? state.hourAt : now, state.daySent ? state.dayAt : now];
}

/** The provider refused an automated message, or restricts the number. A later end of a stop there is stays. */
export function stopped(state: PaceState, why: PaceStop, until: number): PaceState {
  return { ...state, stoppedWhy: why, stoppedUntil: Math.max(until, state.stoppedUntil ?? 0) };
}
