import { expect, test } from "vitest";
import { daysLeft, dueDay, nearness } from "./due.ts";

const at = (dueDate: string | null, timezone = "America/Sao_Paulo") => ({ id: 7, dueDate, timezone });
const now = Date.parse("2026-11-24T01:00:00Z"); // still the 23rd in São Paulo

test("a due date is the day where the company is, not where its operator is", () => {
  expect(dueDay(at("2026-11-24T03:00:00.000Z"))).toBe("2026-11-24");
  expect(dueDay(at("2026-11-24T03:00:00.000Z", "Pacific/Honolulu"))).toBe("2026-11-23");
  expect(dueDay(at(null))).toBe("");
});

test.each([
  ["2026-11-22T03:00:00Z", -1, "due"],
  ["2026-11-23T03:00:00Z", 0, "due"],
  ["2026-11-24T03:00:00Z", 1, "soon"],
  ["2026-11-28T03:00:00Z", 5, "soon"],
  ["2026-11-29T03:00:00Z", 6, null],
])("a company due %s has %i days left", (dueDate, left, near) => {
  expect(daysLeft(at(dueDate), now)).toBe(left);
  expect(nearness(at(dueDate), now)).toBe(near);
});

test("a company that never expires is never near its end", () => {
  expect(nearness(at(null), now)).toBeNull();
  expect(nearness({ ...at("2020-01-01T03:00:00Z"), id: 1 }, now)).toBeNull();
});
