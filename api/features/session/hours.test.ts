import { expect, test } from "vitest";
import { clock, withinHours } from "./hours.ts";

const at = (iso: string) => new Date(iso);

test("the clock is the company's, not the server's", () => {
  expect(clock("America/Sao_Paulo", at("2026-03-10T02:30:00Z"))).toBe("23:30");
  expect(clock("Asia/Tokyo", at("2026-03-10T15:05:00Z"))).toBe("00:05");
});

test.each([
  ["08:00", "18:00", "2026-03-10T11:00:00Z", true],
  ["08:00", "18:00", "2026-03-10T10:59:59Z", false],
  ["08:00", "18:00", "2026-03-10T21:00:59Z", true],
  ["08:00", "18:00", "2026-03-10T21:01:00Z", false],
  ["00:00", "23:59", "2026-03-10T02:59:59Z", true],
])("work from %s to %s allows a login at %s: %s", (start, end, now, allowed) => {
  expect(withinHours(start, end, "America/Sao_Paulo", at(now))).toBe(allowed);
});

test.each([
  ["2026-03-11T00:59:00Z", false],
  ["2026-03-11T01:00:00Z", true],
  ["2026-03-11T05:00:00Z", true],
  ["2026-03-11T09:00:59Z", true],
  ["2026-03-11T09:01:00Z", false],
])("work from 22:00 to 06:00 goes past midnight: %s %s", (now, allowed) => {
  expect(withinHours("22:00", "06:00", "America/Sao_Paulo", at(now))).toBe(allowed);
});
