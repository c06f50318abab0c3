import { describe, expect, test } from "vitest";
import { otherZone, zoneOf } from "./customer-time.ts";

describe("the zone of a number", () => {
  test.each([
    ["5511988887777", "America/Sao_Paulo"],
    ["5568988887777", "America/Rio_Branco"],
    ["559298887777", "America/Manaus"],
    ["905551112233", "Europe/Istanbul"],
    ["351911222333", "Europe/Lisbon"],
    ["34611222333", "Europe/Madrid"],
    // Several times in one country, a number that is hidden, one too short, none.
    ["12125550100", null],
    ["55119****7777", null],
    ["1234567", null],
    ["", null],
  ])("of %s is %s", (number, zone) => expect(zoneOf(number)).toBe(zone));

  test("is a zone every browser knows", () => {
    for (const number of ["5511988887777", "5565988887777", "23891122334", "595981112223"]) {
      expect(() => new Intl.DateTimeFormat("pt", { timeZone: zoneOf(number)! })).not.toThrow();
    }
  });
});

test("is named only when its time differs from one's own", () => {
  const noon = Date.parse("2026-01-15T12:00:00Z");
  expect(otherZone("5511988887777", noon, "America/Sao_Paulo")).toBe(null);
  expect(otherZone("5511988887777", noon, "America/Argentina/Buenos_Aires")).toBe(null);
  expect(otherZone("5568988887777", noon, "America/Sao_Paulo")).toBe("America/Rio_Branco");
  expect(otherZone("905551112233", noon, "America/Sao_Paulo")).toBe("Europe/Istanbul");
});
