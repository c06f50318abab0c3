import { expect, test } from "vitest";
import { dayIn, timeIn } from "./zone-clock.ts";

test("a moment's day and time are those of the zone, on both sides of midnight and of a change of summer time", () => {
  expect(dayIn("America/Sao_Paulo", "2026-01-15T02:30:00Z")).toBe("2026-01-14");
  expect(dayIn("Europe/Istanbul", "2026-01-14T21:30:00Z")).toBe("2026-01-15");
  expect(timeIn("Europe/Berlin", Date.parse("2026-03-29T00:59:00Z"))).toBe("01:59");
  expect(timeIn("Europe/Berlin", Date.parse("2026-03-29T01:00:00Z"))).toBe("03:00");
  expect(timeIn("UTC", new Date("2026-11-20T00:00:00Z"))).toBe("00:00");
});

test("a year of three digits keeps its place, and a zone that there is not is refused each time", () => {
  expect(dayIn("UTC", "0999-02-03T12:00:00Z")).toBe("0999-02-03");
  for (const _ of [1, 2]) expect(() => dayIn("Mars/Olympus", 0)).toThrow(RangeError);
});
