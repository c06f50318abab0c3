import { expect, test } from "vitest";
import { defaultSchedules, type ScheduleDay } from "../../../api/contract/rules/schedule.ts";
import { closeDay, copyToAll, dayAfter, isClosed, readClock, shiftState, weekOf, withTimes } from "./week.ts";

const monday = defaultSchedules[0]!;
const first = (start: string, end: string): ScheduleDay => withTimes(monday, "A", { start, end });

test.each([
  ["08:00", "12:00", "day"],
  ["22:00", "02:00", "overnight"],
  ["08:00", "08:00", "empty"],
  ["08:00", "", "incomplete"],
  ["", "", "none"],
])("a shift from %s to %s is %s", (start, end, state) => {
  expect(shiftState(first(start, end), "A")).toBe(state);
});

test("a week has seven days from Monday on; a day without times is closed", () => {
  const week = weekOf([defaultSchedules[4]!]);
  expect(week.map(({ weekdayEn }) => weekdayEn)[0]).toBe("monday");
  expect(week.map(isClosed)).toEqual([true, true, true, true, false, true, true]);
});

test("all days get the hours of one day and keep their own names", () => {
  const week = copyToAll(weekOf([]), first("22:00", "02:00"));
  expect(new Set(week.map(({ weekdayEn }) => weekdayEn)).size).toBe(7);
  expect(week.every((day) => day.startTimeA === "22:00" && day.endTimeB === "18:00")).toBe(true);
});

test("a closed day has no times, and the day after Sunday is Monday", () => {
  expect(isClosed(closeDay(monday))).toBe(true);
  expect(dayAfter("sunday")).toBe("monday");
});

test.each([
  ["9", "09:00"],
  ["900", "09:00"],
  ["0930", "09:30"],
  ["22h15", "22:15"],
  ["", ""],
  ["24:00", null],
  ["9:7", null],
  ["meio-dia", null],
])("%j is the time %j", (text, time) => {
  expect(readClock(text)).toBe(time);
});
