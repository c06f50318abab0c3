import { expect, test } from "vitest";
import { addDays, dayKey, daysOf, localText, movedTo, startOfWeek, step } from "./dates.ts";

const at = (text: string) => new Date(`${text}T12:34:00`);
const keys = (days: Date[]) => [days.length, dayKey(days[0]!), dayKey(days.at(-1)!)];

test("a month shows whole weeks, a week begins where the language begins it, a day and an agenda show no more", () => {
  expect(keys(daysOf("month", at("2026-11-24"), 0))).toEqual([35, "2026-11-01", "2026-12-05"]);
  expect(keys(daysOf("month", at("2026-11-24"), 1))).toEqual([42, "2026-10-26", "2026-12-06"]);
  expect(keys(daysOf("month", at("2026-02-10"), 0))).toEqual([28, "2026-02-01", "2026-02-28"]);
  expect(keys(daysOf("week", at("2026-11-24"), 0))).toEqual([7, "2026-11-22", "2026-11-28"]);
  expect(keys(daysOf("week", at("2026-11-22"), 1))).toEqual([7, "2026-11-16", "2026-11-22"]);
  expect(keys(daysOf("day", at("2026-11-24"), 0))).toEqual([1, "2026-11-24", "2026-11-24"]);
  expect(keys(daysOf("agenda", at("2028-02-24"), 0))).toEqual([29, "2028-02-01", "2028-02-29"]);
});

test("every day of a year is in the month that shows it, once", () => {
  for (let day = at("2026-01-01"); day.getFullYear() === 2026; day = addDays(day, 1)) {
    const shown = daysOf("month", day, 1).map(dayKey);
    expect(shown).toContain(dayKey(day));
    expect(new Set(shown).size).toBe(shown.length);
    expect(startOfWeek(day, 1).getDay()).toBe(1);
  }
});

test("a step from the 31st skips no month", () => {
  expect(dayKey(step("month", at("2026-01-31"), 1))).toBe("2026-02-01");
  expect(dayKey(step("agenda", at("2026-03-31"), -1))).toBe("2026-02-01");
  expect(dayKey(step("week", at("2026-12-29"), 1))).toBe("2027-01-05");
  expect(dayKey(step("day", at("2026-03-01"), -1))).toBe("2026-02-28");
});

test("a moved message keeps its time of day, or takes a full hour", () => {
  expect(localText(movedTo(at("2026-11-24"), at("2026-12-01")))).toBe("2026-12-01T12:34");
  expect(localText(movedTo(at("2026-11-24"), at("2026-12-01"), 8))).toBe("2026-12-01T08:00");
});
