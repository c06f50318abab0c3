// Hours, days, intervals and caps of a campaign with the governor of its number, by a clock that is turned. What left is looked at
// with the platform's own calendar.
import fc from "fast-check";
import { expect, test } from "vitest";
import { initialSettings } from "../../contract/rules/campaign-settings.ts";
import type { PaceSettings } from "../pace/contract.ts";
import { CAMPAIGN_PART, decide, earliestOf, freshState, paceSettings, type PaceState } from "../pace/governor.ts";
import { closing, dayStart, intervalAfter, nextDay, nextOpening } from "./clock.ts";
import { WINDOW } from "./feed.ts";

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
/** Campaigns have a turn every two seconds. */
const TURN = 2 * SECOND;

interface Run {
  people: number;
  begin: number;
  timezone: string;
  settings: typeof initialSettings;
  pace: PaceSettings;
  state: PaceState;
  random: () => number;
}
interface Left {
  handed: number[];
  left: number[];
  /** The longest that an answer waited, ms. */
  answersWaited: number;
}
/** Feeds and sends as the product does: handed over by the campaign's rules, let go by the governor, not after the hours' end. */
function simulate({ people, begin, timezone, settings, pace, state, random }: Run): Left {
  const handed: number[] = [];
  const left: number[] = [];
  const waiting: { until: number }[] = [];
  let [now, queued, fed, nextAt, answersWaited, nextAnswer] = [begin, people, 0, begin, 0, begin];
  let day = { until: -Infinity, open: 0, closes: 0, count: 0, from: 0, next: 0 };
  while (left.length < people) {
    const at = new Date(now);
    if (now >= day.until) {
      const open = nextOpening(settings, at, timezone).getTime();
      const from = dayStart(at, timezone).getTime();
      const closes = open > now ? open : closing(settings, at, timezone)?.getTime() ?? Infinity;
      const next = nextDay(settings, at, timezone).getTime();
      // What was looked up holds until the hours or the day end, whichever is first.
      const until = open > now ? open : Math.min(closes, dayStart(new Date(now + DAY), timezone).getTime());
      day = { ...{ until, open, closes, from, next }, count: from === day.from ? day.count : 0 };
    }
    // An answer of the bot, every half a minute or so.
    if (now >= nextAnswer) {
      const answer = decide(state, pace, now, { cold: false, campaign: false, first: true, random: random() });
      if ("go" in answer) state = answer.go;
      else answersWaited = Math.max(answersWaited, "wait" in answer ? answer.wait : Infinity);
      nextAnswer = now + 20 * SECOND + Math.floor(random() * 20) * SECOND;
    }
    while (waiting.length && waiting[0]!.until <= now) {
      waiting.shift();
      queued++;
      day.count--;
    }
    let wake = Infinity;
    if (waiting.length) {
      const turn = decide(state, pace, now, { cold: true, campaign: true, first: false, random: random() });
      if ("go" in turn) {
        state = turn.go;
        waiting.shift();
        left.push(now);
      }
      wake = Math.min(now + ("wait" in turn ? turn.wait : TURN), waiting[0]?.until ?? Infinity);
    }
    if (queued > 0) {
      if (day.open > now) wake = Math.min(wake, day.open);
      else if (day.count >= settings.dailyLimit) wake = Math.min(wake, day.next);
      else if (nextAt > now) wake = Math.min(wake, nextAt);
      else if (waiting.length >= WINDOW) wake = Math.min(wake, now + TURN);
      else if (earliestOf(state, pace, now, waiting.length) < day.closes) {
        queued--;
        fed++;
        day.count++;
        waiting.push({ until: day.closes });
        handed.push(now);
        nextAt = now + intervalAfter(fed, settings);
        wake = now + TURN;
      } else wake = Math.min(wake, day.closes);
    }
    now = begin + Math.ceil((Math.max(wake, now + TURN) - begin) / TURN) * TURN;
  }
  return { handed, left, answersWaited };
}

function wall(timezone: string) {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: timezone, hourCycle: "h23", weekday: "short" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  return (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      day: `${part.year}-${part.month}-${part.day}`,
      weekday: part.weekday!,
      clock: `${part.hour}:${part.minute}:${part.second}`,
    };
  };
}
/** All that must hold, whatever was drawn. */
function check(run: Run, { handed, left, answersWaited }: Left): void {
  const { settings, pace, timezone, people } = run;
  const show = wall(timezone);
  expect(left).toHaveLength(people);
  expect(answersWaited).toBe(0);
  const perDay = new Map<string, number>();
  const outside = left.map(show).filter(({ clock, weekday, day }) => {
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    const inHours = clock >= `${settings.startHour}:00` && clock < `${settings.endHour}:00`;
    return !inHours || weekday === "Sat" && !settings.sabado || weekday === "Sun" && !settings.domingo;
  });
  expect(outside).toEqual([]);
  expect(Math.max(...perDay.values())).toBeLessThanOrEqual(settings.dailyLimit);
  const soon = handed.flatMap((at, n) => {
    const longer = n % settings.longerIntervalAfter === 0;
    const least = SECOND * (longer ? settings.greaterInterval : settings.messageInterval);
    return n > 0 && at - handed[n - 1]! < least ? [n] : [];
  });
  expect(soon).toEqual([]);
  expect(left.filter((at, n) => n > 0 && at - left[n - 1]! < pace.minSeconds * SECOND)).toEqual([]);
  // The number's own day is any 24 hours from the first of them; two such days hold no more than twice the cap.
  for (let n = 0, end = 0; n < left.length; n++) {
    while (end < left.length && left[end]! < left[n]! + DAY) end++;
    const steps = pace.warmUp.map((step) => Math.min(step, pace.perDay));
    const day = Math.floor((left[n]! + DAY - run.state.beganAt) / DAY);
    const cap = Math.floor((steps[Math.max(0, day)] ?? pace.perDay) * CAMPAIGN_PART);
    if (end - n > 2 * cap) expect([show(left[n]!), end - n]).toEqual([]);
  }
}
/**
 * How many whole days of a fresh number's warm-up are over at least before the last of so many people can be written to. A window of
 * 24 hours that began late in a day reaches into the next one, and takes as many as that allows.
 */
function daysBefore(people: number, { warmUp, perDay }: PaceSettings): number {
  let [day, left] = [-1, people];
  while (left > 0) left -= Math.floor(Math.min(warmUp[++day + 1] ?? perDay, perDay) * CAMPAIGN_PART);
  return day;
}
/** A Friday before the clocks change, in spring and in autumn, in both halves of the world. */
const changes = fc.constantFrom(
  ["Europe/Lisbon", "2026-03-27T08:00:00Z"],
  ["Europe/Lisbon", "2026-10-23T08:00:00Z"],
  ["America/New_York", "2026-03-06T13:00:00Z"],
  ["America/New_York", "2026-10-30T13:00:00Z"],
  ["America/Santiago", "2026-04-03T12:00:00Z"],
  ["America/Santiago", "2026-09-04T12:00:00Z"],
);
const seeded = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
  return seed / 2 ** 32;
};
const days = fc.record({ sabado: fc.boolean(), domingo: fc.boolean() });

test("a campaign of 5,000 on a warm number with raised caps keeps hours, days, intervals and caps, over both changes of summer time", () => {
  fc.assert(
    fc.property(changes, days, fc.nat(), ([timezone, from], open, seed) => {
      const begin = Date.parse(from!);
      const run = {
        ...{ people: 5_000, begin, timezone: timezone!, random: seeded(seed) },
        settings: { ...initialSettings, ...open, messageInterval: 10, dailyLimit: 1_500 },
        pace: paceSettings({ minSeconds: 2, maxSeconds: 12, perHour: 500, perDay: 2_000 }),
        state: freshState(begin - 90 * DAY),
      };
      check(run, simulate(run));
    }),
    { numRuns: 6 },
  );
});

test("a campaign of 300 on a fresh number keeps the warm-up too, and takes as many days as that asks for", () => {
  fc.assert(
    fc.property(changes, days, fc.nat(), ([timezone, from], open, seed) => {
      const begin = Date.parse(from!);
      const run = {
        ...{ people: 300, begin, timezone: timezone!, random: seeded(seed) },
        ...{ settings: { ...initialSettings, ...open }, pace: paceSettings({}), state: freshState(begin) },
      };
      const all = simulate(run);
      check(run, all);
      const first = all.left.filter((at) => at < begin + DAY).length;
      expect(first).toBeLessThanOrEqual(Math.floor(run.pace.warmUp[0]! * CAMPAIGN_PART));
      expect(all.left.at(-1)! - begin).toBeGreaterThanOrEqual(daysBefore(run.people, run.pace) * DAY);
    }),
    { numRuns: 6, examples: [[["Europe/Lisbon", "2026-03-27T08:00:00Z"], { sabado: true, domingo: true }, 0]] },
  );
});
