import fc from "fast-check";
import { expect, test } from "vitest";
import { type ScheduleDay, type Schedules, weekdays } from "../../contract/rules/schedule.ts";
import { isOpen } from "./hours.ts";

const ZONE = "America/Sao_Paulo";
const none = { weekday: "", startTimeA: "", endTimeA: "", startTimeB: "", endTimeB: "" };
const on = (weekdayEn: ScheduleDay["weekdayEn"], a = "", b = ""): ScheduleDay => {
  const [startTimeA = "", endTimeA = ""] = a.split("-");
  const [startTimeB = "", endTimeB = ""] = b.split("-");
  return { ...none, weekdayEn, startTimeA, endTimeA, startTimeB, endTimeB };
};
/** The clock in São Paulo, three hours behind. Monday is 2 March 2026. */
const at = (clock: string, day = "02") => new Date(`2026-03-${day}T${clock}:00-03:00`);

const office = [on("monday", "08:00-12:00", "13:00-18:00")];
const night = [on("monday", "22:00-02:00")];
test.each<[string, Schedules, Date, boolean]>([
  ["no hours at all are always open", [], at("03:00"), true],
  ["before the first shift", office, at("07:59"), false],
  ["the first minute of a shift", office, at("08:00"), true],
  ["the minute a shift ends", office, at("12:00"), false],
  ["between the shifts", office, at("12:30"), false],
  ["in the second shift", office, at("17:59"), true],
  ["a weekday that is not named", office, at("09:00", "03"), false],
  ["a shift past midnight, on its evening", night, at("23:30"), true],
  ["a shift past midnight, the next morning", night, at("01:59", "03"), true],
  ["a shift past midnight, after its end", night, at("02:00", "03"), false],
  ["a shift past midnight does not belong to its own morning", night, at("01:00"), false],
  ["Sunday's night reaches into Monday", [on("sunday", "20:00-01:00")], at("00:30"), true],
  ["23:59 is midnight", [on("monday", "00:00-23:59")], at("23:59"), true],
  ["a shift that ends as it begins is closed", [on("monday", "08:00-08:00")], at("08:00"), false],
  ["a shift without an end is closed", [on("monday", "08:00-")], at("09:00"), false],
  ["a day without shifts is closed", [on("monday")], at("09:00"), false],
])("%s", (_rule, schedules, now, open) => expect(isOpen(schedules, now, ZONE)).toBe(open));

test("hours follow the wall clock before and after the clocks change", () => {
  const hours = [on("friday", "09:00-10:00"), on("sunday", "09:00-10:00")];
  // Lisbon goes to summer time in the night to Sunday, 29 March 2026.
  expect(isOpen(hours, new Date("2026-03-27T09:30:00Z"), "Europe/Lisbon")).toBe(true);
  expect(isOpen(hours, new Date("2026-03-29T08:30:00Z"), "Europe/Lisbon")).toBe(true);
  expect(isOpen(hours, new Date("2026-03-29T09:30:00Z"), "Europe/Lisbon")).toBe(false);
});

const clock = fc.integer({ min: 0, max: 1439 }).map((minute) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`
);
const instants = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
const zones = fc.constantFrom("America/Sao_Paulo", "Europe/Istanbul", "America/New_York", "Pacific/Auckland", "UTC");

test("a minute belongs to a shift or to the one that fills the rest of the day, never to both", () => {
  fc.assert(fc.property(clock, clock, instants, zones, (start, end, now, zone) => {
    fc.pre(start !== end && start !== "23:59" && end !== "23:59");
    const all = (from: string, to: string) => weekdays.map((day) => on(day, `${from}-${to}`));
    expect(isOpen(all(start, end), now, zone)).toBe(!isOpen(all(end, start), now, zone));
  }));
});
test("a day with two shifts is open when one of them is", () => {
  fc.assert(fc.property(clock, clock, clock, clock, instants, (a, b, c, d, now) => {
    const both = weekdays.map((day) => on(day, `${a}-${b}`, `${c}-${d}`));
    const alone = (from: string, to: string) => isOpen(weekdays.map((day) => on(day, `${from}-${to}`)), now, ZONE);
    expect(isOpen(both, now, ZONE)).toBe(alone(a, b) || alone(c, d));
  }));
});
