import fc from "fast-check";
import { expect, test } from "vitest";
import { type Anchor, occurrence, occurrences, type WorkingDays } from "./recurrence.ts";
import { type Weekday, weekdays } from "./schedule.ts";

const [DAYS, WEEKS, MONTHS, MINUTES] = [1, 2, 3, 4];
const [SAME, BEFORE, AFTER] = [4, 5, 6];
const monToFri = new Set<Weekday>(weekdays.slice(0, 5));
const work = (holidays: string[] = [], days: ReadonlySet<Weekday> = monToFri): WorkingDays => ({
  weekdays: days,
  holidays: new Set(holidays),
});
const at = (when: string, timezone: string): Anchor => ({ date: when.slice(0, 10), clock: when.slice(11), timezone });
const rule = (unit: number, every: number, dayType = SAME) => ({ unit, every, times: 99, dayType });
const SP = "America/Sao_Paulo";

test.each([
  [
    "daily at nine, over New York's spring",
    at("2026-03-07 09:00", "America/New_York"),
    rule(DAYS, 1),
    1,
    "2026-03-08T13:00Z",
  ],
  [
    "daily at nine, over New York's autumn",
    at("2026-10-31 09:00", "America/New_York"),
    rule(DAYS, 1),
    1,
    "2026-11-01T14:00Z",
  ],
  [
    "daily in the hour that spring skips",
    at("2026-03-07 02:30", "America/New_York"),
    rule(DAYS, 1),
    1,
    "2026-03-08T07:00Z",
  ],
  [
    "the day after it, at its own time again",
    at("2026-03-07 02:30", "America/New_York"),
    rule(DAYS, 1),
    2,
    "2026-03-09T06:30Z",
  ],
  [
    "daily in the hour that autumn repeats: the first",
    at("2026-10-31 01:30", "America/New_York"),
    rule(DAYS, 1),
    1,
    "2026-11-01T05:30Z",
  ],
  ["weekly over Lisbon's spring", at("2026-03-26 10:00", "Europe/Lisbon"), rule(WEEKS, 1), 1, "2026-04-02T09:00Z"],
  ["the midnight that São Paulo skipped", at("2018-11-03 00:00", SP), rule(DAYS, 1), 1, "2018-11-04T03:00Z"],
  ["every other week", at("2026-01-05 08:00", SP), rule(WEEKS, 2), 3, "2026-02-16T11:00Z"],
  ["the 31st in February", at("2026-01-31 08:00", SP), rule(MONTHS, 1), 1, "2026-02-28T11:00Z"],
  ["the 31st in a leap February", at("2028-01-31 08:00", SP), rule(MONTHS, 1), 1, "2028-02-29T11:00Z"],
  ["the 31st after February", at("2026-01-31 08:00", SP), rule(MONTHS, 1), 2, "2026-03-31T11:00Z"],
  ["the 31st in April", at("2026-01-31 08:00", SP), rule(MONTHS, 1), 3, "2026-04-30T11:00Z"],
  ["every quarter, over the year's end", at("2026-11-30 08:00", SP), rule(MONTHS, 3), 1, "2027-02-28T11:00Z"],
  ["29 February a year later", at("2028-02-29 08:00", SP), rule(MONTHS, 12), 1, "2029-02-28T11:00Z"],
  [
    "minutes are elapsed time over a change",
    at("2026-03-08 01:30", "America/New_York"),
    rule(MINUTES, 60),
    1,
    "2026-03-08T07:30Z",
  ],
  ["ninety minutes over midnight", at("2026-05-04 23:00", SP), rule(MINUTES, 90), 1, "2026-05-05T03:30Z"],
  ["minutes on a day off", at("2026-05-02 23:00", SP), rule(MINUTES, 90, AFTER), 1, "2026-05-03T03:30Z"],
  ["a Saturday, sent all the same", at("2026-05-02 09:00", SP), rule(DAYS, 1), 0, "2026-05-02T12:00Z"],
  ["a Saturday, on the day before", at("2026-05-02 09:00", SP), rule(DAYS, 1, BEFORE), 0, "2026-05-01T12:00Z"],
  ["a Saturday, on the day after", at("2026-05-02 09:00", SP), rule(DAYS, 1, AFTER), 0, "2026-05-04T12:00Z"],
  ["the weekend does not move what follows", at("2026-05-02 09:00", SP), rule(DAYS, 3, AFTER), 1, "2026-05-05T12:00Z"],
])(
  "%s",
  (_what, anchor, again, n, instant) =>
    expect(occurrence(anchor, again, n, work())).toEqual(new Date(instant.replace("Z", ":00Z"))),
);

test("a holiday is a day off, several in a row with a weekend between are one", () => {
  const holidays = ["2026-12-24", "2026-12-25", "2026-12-28"];
  const anchor = at("2026-12-25 09:00", SP);
  expect(occurrence(anchor, rule(DAYS, 0, BEFORE), 0, work(holidays))).toEqual(new Date("2026-12-23T12:00:00Z"));
  expect(occurrence(anchor, rule(DAYS, 0, AFTER), 0, work(holidays))).toEqual(new Date("2026-12-29T12:00:00Z"));
  expect(occurrence(anchor, rule(DAYS, 0, SAME), 0, work(holidays))).toEqual(new Date("2026-12-25T12:00:00Z"));
});

test("a company that works on Saturdays only is written to on Saturdays, one that never works on the day itself", () => {
  const anchor = at("2026-05-04 09:00", SP);
  const saturdays = work([], new Set<Weekday>(["saturday"]));
  expect(occurrence(anchor, rule(DAYS, 0, BEFORE), 0, saturdays)).toEqual(new Date("2026-05-02T12:00:00Z"));
  expect(occurrence(anchor, rule(DAYS, 0, AFTER), 0, saturdays)).toEqual(new Date("2026-05-09T12:00:00Z"));
  expect(occurrence(anchor, rule(DAYS, 0, AFTER), 0, work([], new Set()))).toEqual(new Date("2026-05-04T12:00:00Z"));
});

test("there is one occurrence without an interval, and one at least with it", () => {
  expect(occurrences({ ...rule(DAYS, 0), times: 9 })).toBe(1);
  expect(occurrences({ ...rule(DAYS, 1), times: 9 })).toBe(9);
  expect(occurrences({ ...rule(DAYS, 1), times: 0 })).toBe(1);
});

/** The same, reckoned another way: day by day on the calendar, and minute by minute on the place's clock. */
function reckoned(anchor: Anchor, unit: number, every: number, dayType: number, n: number, off: WorkingDays): number {
  const format = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone: anchor.timezone, hourCycle: "h23" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  });
  const firstAt = (wanted: string) => {
    // From 15 hours before to 15 hours after there is no place where this is not shown, or passed over.
    const middle = Date.parse(`${wanted.replace(" ", "T")}Z`);
    let passed: number | null = null;
    for (let ms = middle - 15 * 3_600_000; ms <= middle + 15 * 3_600_000; ms += 60_000) {
      const shown = format.format(ms);
      if (shown === wanted) return ms;
      if (shown > wanted) passed ??= ms;
    }
    return passed!;
  };
  const day = new Date(`${anchor.date}T00:00:00Z`);
  if (unit === MONTHS) {
    const own = day.getUTCDate();
    for (let months = 0; months < n * every; months++) {
      day.setUTCDate(1);
      day.setUTCMonth(day.getUTCMonth() + 1);
    }
    const month = day.getUTCMonth();
    day.setUTCDate(own);
    while (day.getUTCMonth() !== month) day.setUTCDate(day.getUTCDate() - 1);
  } else {
    const step = unit === WEEKS ? 7 : 1;
    for (let days = 0; days < n * every * step; days++) day.setUTCDate(day.getUTCDate() + 1);
  }
  const closed = () =>
    !off.weekdays.has(day.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }).toLowerCase() as Weekday) ||
    off.holidays.has(day.toISOString().slice(0, 10));
  while (dayType !== SAME && closed()) day.setUTCDate(day.getUTCDate() + (dayType === BEFORE ? -1 : 1));
  return firstAt(`${day.toISOString().slice(0, 10)} ${anchor.clock}`);
}

test("every occurrence is what another reckoning says, in any zone, unit, kind of day and set of holidays", () => {
  const two = (n: number) => String(n).padStart(2, "0");
  const anchors = fc.record({
    date: fc.date({ min: new Date("2024-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }).map((d) =>
      d.toISOString().slice(0, 10)
    ),
    clock: fc.integer({ min: 0, max: 1439 }).map((m) => `${two(Math.floor(m / 60))}:${two(m % 60)}`),
    timezone: fc.constantFrom(
      SP,
      "America/New_York",
      "America/Santiago",
      "Europe/Lisbon",
      "Asia/Kolkata",
      "Pacific/Auckland",
    ),
  });
  const holidays = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 6 });
  fc.assert(
    fc.property(
      anchors,
      fc.constantFrom(DAYS, WEEKS, MONTHS),
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(SAME, BEFORE, AFTER),
      fc.integer({ min: 0, max: 5 }),
      holidays,
      fc.subarray([...weekdays], { minLength: 1 }),
      (anchor, unit, every, dayType, n, near, days) => {
        const plain = occurrence(anchor, { unit, every, times: 9, dayType: SAME }, n, work());
        const off = work(
          near.map((d) => new Date(plain.getTime() + (d - 15) * 86_400_000).toISOString().slice(0, 10)),
          new Set(days),
        );
        const found = occurrence(anchor, { unit, every, times: 9, dayType }, n, off);
        expect(found.getTime()).toBe(reckoned(anchor, unit, every, dayType, n, off));
      },
    ),
    { numRuns: 150 },
  );
});
