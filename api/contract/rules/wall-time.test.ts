import fc from "fast-check";
import { expect, test } from "vitest";
import { weekdays } from "./schedule.ts";
import { instantOf, wallTime } from "./wall-time.ts";

const zones = fc.constantFrom(
  ...["America/Sao_Paulo", "America/New_York", "America/Santiago", "Europe/Lisbon", "Europe/Istanbul", "Asia/Kolkata"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Pacific/Auckland", "Pacific/Chatham", "Africa/Casablanca", "UTC"],
);
/** The years in which these places changed their minds, and some to come. */
const minutes = fc.date({ min: new Date("2005-01-01"), max: new Date("2035-01-01"), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000));
const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const show = (at: Date, zone: string) => {
  const { date, minute } = wallTime(at, zone);
  return `${date} ${clockOf(minute)}`;
};
const later = (at: Date, byMinutes: number) => new Date(at.getTime() + byMinutes * 60_000);

test("the wall shows a weekday, a minute of the day and a date", () => {
  fc.assert(fc.property(minutes, zones, (now, zone) => {
    const { weekday, minute, date } = wallTime(now, zone);
    expect(weekdays[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7]).toBe(weekday);
    expect(minute).toBeGreaterThanOrEqual(0);
    expect(minute).toBeLessThan(1440);
  }));
});

test.each([
  ["an ordinary morning", "2026-03-02", "09:30", "America/Sao_Paulo", "2026-03-02T12:30:00Z"],
  ["half an hour from the others", "2026-03-02", "09:30", "Asia/Kolkata", "2026-03-02T04:00:00Z"],
  ["the midnight that São Paulo skipped", "2018-11-04", "00:00", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["the end of what São Paulo skipped", "2018-11-04", "00:59", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["after what São Paulo skipped", "2018-11-04", "01:00", "America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["the hour that São Paulo had twice", "2019-02-16", "23:30", "America/Sao_Paulo", "2019-02-17T01:30:00Z"],
  ["after the hour that São Paulo had twice", "2019-02-17", "00:00", "America/Sao_Paulo", "2019-02-17T03:00:00Z"],
  ["skipped in New York", "2026-03-08", "02:30", "America/New_York", "2026-03-08T07:00:00Z"],
  ["twice in New York", "2026-11-01", "01:30", "America/New_York", "2026-11-01T05:30:00Z"],
  ["skipped in Lisbon", "2026-03-29", "01:30", "Europe/Lisbon", "2026-03-29T01:00:00Z"],
  ["twice in Lisbon", "2026-10-25", "01:30", "Europe/Lisbon", "2026-10-25T00:30:00Z"],
  ["half an hour skipped on Lord Howe", "2026-10-04", "02:10", "Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["half an hour twice on Lord Howe", "2026-04-05", "01:45", "Australia/Lord_Howe", "2026-04-04T14:45:00Z"],
  ["the day that Samoa left out", "2011-12-30", "10:00", "Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["the evening before it", "2011-12-29", "23:59", "Pacific/Apia", "2011-12-30T09:59:00Z"],
  ["the morning after it", "2011-12-31", "00:00", "Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Ramadan's beginning in Morocco, an hour twice", "2025-02-23", "02:30", "Africa/Casablanca", "2025-02-23T01:30:00Z"],
  ["Ramadan's end in Morocco, an hour skipped", "2025-04-06", "02:30", "Africa/Casablanca", "2025-04-06T02:00:00Z"],
])("%s", (_when, date, clock, zone, instant) => expect(instantOf(date, clock, zone)).toEqual(new Date(instant)));

test("what a clock shows at an instant is shown at the instant found, which is the first that does", () => {
  fc.assert(
    fc.property(minutes, zones, (at, zone) => {
      const { date, minute } = wallTime(at, zone);
      const found = instantOf(date, clockOf(minute), zone);
      expect(show(found, zone)).toBe(show(at, zone));
      expect(found.getTime()).toBeLessThanOrEqual(at.getTime());
      // A clock is put back by an hour or less: before that, no clock has shown it yet.
      for (let back = 1; back <= 61; back++) expect(show(later(found, -back), zone)).not.toBe(show(at, zone));
    }),
    { numRuns: 300 },
  );
});

test("any time of any day is the first minute whose clock shows it or later", () => {
  const dates = minutes.map((at) => at.toISOString().slice(0, 10));
  const clocks = fc.integer({ min: 0, max: 1439 }).map(clockOf);
  fc.assert(
    fc.property(dates, clocks, zones, (date, clock, zone) => {
      const found = instantOf(date, clock, zone);
      expect(show(found, zone) >= `${date} ${clock}`).toBe(true);
      expect(show(later(found, -1), zone) < `${date} ${clock}`).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test.each(["2026-02-30 10:00", "2026-13-01 10:00", "2026-1-1 10:00", "2026-03-02 24:00", "2026-03-02 9:30", " "])(
  "“%s” is no time",
  (text) => {
    const [date = "", clock = ""] = text.split(" ");
    expect(() => instantOf(date, clock, "UTC")).toThrow(RangeError);
  },
);
test("a zone that does not exist is refused", () => {
  expect(() => instantOf("2026-03-02", "10:00", "Mars/Olympus")).toThrow(RangeError);
});
