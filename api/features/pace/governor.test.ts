import { describe, expect, test } from "vitest";
import { PACE_DEFAULTS } from "../../contract/limits.ts";
import {
  coldLimit,
  current,
  decide,
  freshState,
  paceSettings,
  type PaceState,
  resumed,
  stopOf,
  stopped,
} from "./governor.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse("2026-03-10T12:00:00Z");
const settings = paceSettings({ minSeconds: 5, maxSeconds: 15, perHour: 30, perDay: 200, warmUp: [10, 20] });
const cold = { cold: true, first: true, campaign: false, random: 0.5 };
const reply = { ...cold, cold: false, first: false };
const campaign = { ...cold, campaign: true };
/** A number linked long ago that has sent nothing lately, but for what is given. */
const state = (with_: Partial<PaceState> = {}): PaceState => ({ ...freshState(NOW - 90 * DAY), ...with_ });
const go = { go: expect.anything() };

test.each<[string, Partial<PaceState>, typeof cold, unknown]>([
  ["the first cold message goes", {}, cold, go],
  ["the next cold one waits for its time", { nextAt: NOW + 7 * SECOND }, cold, { wait: 7 * SECOND }],
  ["a reply does not wait for cold ones", { nextAt: NOW + 7 * SECOND }, reply, go],
  ["a cold one below the hour's cap goes", { hourAt: NOW - MINUTE, hourSent: 29, hourCold: 29 }, cold, go],
  ["the hour's cap holds until the hour is over", { hourAt: NOW - MINUTE, hourSent: 30, hourCold: 30 }, cold, {
    wait: 59 * MINUTE,
  }],
  ["a campaign leaves a fifth of the hour to others", { hourAt: NOW - MINUTE, hourSent: 24, hourCold: 24 }, campaign, {
    wait: 59 * MINUTE,
  }],
  ["below that it goes", { hourAt: NOW - MINUTE, hourSent: 23, hourCold: 23 }, campaign, go],
  ["a campaign leaves a fifth of the day to others", { dayAt: NOW - HOUR, daySent: 160, dayCold: 160 }, campaign, {
    wait: 23 * HOUR,
  }],
  [
    "a campaign leaves a fifth of a day of the warm-up to others",
    { beganAt: NOW - HOUR, dayAt: NOW - MINUTE, dayCold: 8 },
    campaign,
    {
      wait: 23 * HOUR,
    },
  ],
  ["replies do not use up the hour of cold ones", { hourAt: NOW - MINUTE, hourSent: 500, hourCold: 29 }, cold, go],
  ["an hour later the count is anew", { hourAt: NOW - HOUR, hourSent: 30, hourCold: 30 }, cold, go],
  ["the day's cap holds until the day is over", { dayAt: NOW - HOUR, daySent: 200, dayCold: 200 }, cold, {
    wait: 23 * HOUR,
  }],
  ["a day later the count is anew", { dayAt: NOW - DAY, daySent: 200, dayCold: 200 }, cold, go],
  [
    "a message waits for the longer of two waits",
    {
      nextAt: NOW + SECOND,
      hourAt: NOW,
      hourCold: 30,
      hourSent: 30,
    },
    cold,
    { wait: HOUR },
  ],
  [
    "replies do not wait for the caps of cold messages",
    {
      hourAt: NOW,
      hourSent: 30,
      hourCold: 30,
      dayAt: NOW,
      daySent: 200,
      dayCold: 200,
    },
    reply,
    go,
  ],
  ["on the first day few", { beganAt: NOW - HOUR, dayAt: NOW - MINUTE, daySent: 10, dayCold: 10 }, cold, {
    wait: 23 * HOUR,
  }],
  ["on the second day more", { beganAt: NOW - 25 * HOUR, dayAt: NOW - MINUTE, daySent: 10, dayCold: 10 }, cold, go],
  ["after the ladder the day's cap", { beganAt: NOW - 2 * DAY, dayAt: NOW, daySent: 100, dayCold: 100 }, cold, go],
  ["the minute's cap holds replies", { minuteAt: NOW - 20 * SECOND, minuteSent: 60 }, reply, { wait: 40 * SECOND }],
  ["also the first ones", { minuteAt: NOW - 20 * SECOND, minuteSent: 60 }, { ...reply, first: true }, {
    wait: 40 * SECOND,
  }],
  ["a minute later replies go", { minuteAt: NOW - MINUTE, minuteSent: 60 }, reply, go],
  ["between replies there is a short pause", { replyAt: NOW + 300 }, reply, { wait: 300 }],
  ["the first reply goes at once", { replyAt: NOW + 300 }, { ...reply, first: true }, go],
  ["errors in a row stop cold ones", { errors: 5 }, cold, { stop: "errors", until: null }],
  ["fewer do not", { errors: 4 }, cold, go],
  ["and never replies", { errors: 50 }, reply, go],
  ["a restriction stops cold ones until its end", { stoppedWhy: "restricted", stoppedUntil: NOW + HOUR }, cold, {
    stop: "restricted",
    until: NOW + HOUR,
  }],
  ["and not replies", { stoppedWhy: "restricted", stoppedUntil: NOW + HOUR }, reply, go],
  ["after its end they go", { stoppedWhy: "restricted", stoppedUntil: NOW, errors: 9 }, cold, go],
])("%s", (_, with_, asked, wanted) => {
  expect(decide(state(with_), settings, NOW, asked)).toEqual(wanted);
});

describe("counting refusals", () => {
  const after = (with_: Partial<PaceState>, asked: typeof cold) => {
    const decision = decide(state(with_), settings, NOW, asked);
    if (!("go" in decision)) throw new Error("It had to go.");
    return decision.go;
  };
  test("a cold message counts in hour and day, and the next waits between the least and the longest", () => {
    expect(after({}, { ...cold, random: 0 })).toMatchObject({ hourCold: 1, dayCold: 1, hourSent: 1, daySent: 1 });
    expect([0, 0.5, 0.999].map((random) => after({}, { ...cold, random }).nextAt - NOW)).toEqual([
      5000,
      10_000,
      14_990,
    ]);
  });
  test("a reply counts in minute, hour and day, but not as cold", () => {
    expect(after({}, reply)).toMatchObject({ minuteSent: 1, hourSent: 1, daySent: 1, hourCold: 0, dayCold: 0 });
  });
  test("a reply does not make cold messages wait", () =>
    expect(after({ nextAt: NOW - 1 }, reply).nextAt).toBe(NOW - 1));
  test("a window begins with its first message, not with the end of the one before", () => {
    const idle = { hourAt: NOW - 50 * MINUTE, dayAt: NOW - 20 * HOUR, minuteAt: NOW - 50 * SECOND };
    expect(after(idle, cold)).toMatchObject({ hourAt: NOW, dayAt: NOW });
    expect(after(idle, reply)).toMatchObject({ minuteAt: NOW });
    expect(after({ ...idle, hourSent: 1, daySent: 1 }, cold)).toMatchObject({ hourAt: idle.hourAt, dayAt: idle.dayAt });
  });
});

describe("the warm-up", () => {
  const limits = [0, 1, 2, 3].map((days) => coldLimit(state({ beganAt: NOW - days * DAY }), settings, NOW));
  test("rises by days since the number was linked, then the day's cap holds", () => {
    expect(limits).toEqual([{ limit: 10, day: 1 }, { limit: 20, day: 2 }, { limit: 200, day: null }, {
      limit: 200,
      day: null,
    }]);
  });
  test("never allows more than the day's cap", () => {
    expect(coldLimit(state({ beganAt: NOW }), { ...settings, perDay: 3 }, NOW).limit).toBe(3);
  });
  test("every step of the defaults allows more than the one before, and less than the day's cap", () => {
    const { warmUp, perDay } = PACE_DEFAULTS;
    expect(warmUp).toEqual([...new Set(warmUp)].sort((a, b) => a - b));
    expect(warmUp.at(-1)).toBeLessThan(perDay);
  });
});

describe("stops", () => {
  test("end by themselves and reset the count of errors", () => {
    const over = current(state({ stoppedWhy: "capped", stoppedUntil: NOW - 1, errors: 3 }), NOW);
    expect([over.stoppedWhy, over.stoppedUntil, over.errors]).toEqual([null, null, 0]);
  });
  test("by errors last until a person resumes", () => {
    const failing = state({ errors: 5 });
    expect(stopOf(current(failing, NOW + 300 * DAY), settings)).toEqual({ stop: "errors", until: null });
    expect(stopOf(resumed(failing), settings)).toBeNull();
  });
  test("keep the later of two ends", () => {
    const once = stopped(state(), "restricted", NOW + DAY);
    expect(stopped(once, "restricted", NOW + HOUR).stoppedUntil).toBe(NOW + DAY);
  });
});
