import { expect, test } from "vitest";
import { type BegunHour, decideTier, peopleLimit } from "./tiers.ts";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-03-02T12:20:00Z");
const TIERS = [250, 1_000, null];

test.each<[string, number | null, number]>([
  ["the lowest tier when the provider tells none", null, 250],
  ["the provider's number, also between the tiers", 2_000, 2_000],
  ["unlimited", 0, Infinity],
])("the limit of a number is %s", (_, said, limit) => {
  expect(peopleLimit(TIERS, said)).toBe(limit);
});

test("people of one hour count together, until the whole hour is a day ago", () => {
  const hour = Date.parse("2026-03-02T12:00:00Z");
  const one = decideTier([], 2, NOW);
  expect(one).toEqual({ go: [[hour, 1]] });
  const two = decideTier([[hour, 1]], 2, NOW + 30 * 60_000);
  expect(two).toEqual({ go: [[hour, 2]] });
  const wait = hour + 25 * HOUR - NOW;
  expect(decideTier([[hour, 2]], 2, NOW)).toEqual({ wait });
  expect(decideTier([[hour, 2]], 2, NOW + wait - 1)).toEqual({ wait: 1 });
  expect(decideTier([[hour, 2]], 2, NOW + wait)).toEqual({ go: [[hour + 25 * HOUR, 1]] });
});

test("new people wait until enough hours have passed when the limit sank", () => {
  const begun: BegunHour[] = [[NOW - 20 * HOUR, 300], [NOW - 10 * HOUR, 100], [NOW - HOUR, 200]];
  expect(decideTier(begun, 250, NOW)).toEqual({ wait: 15 * HOUR });
});

test("no 24 hours hold more people than the limit, and the answered wait is enough, in any order of requests", () => {
  for (let seed = 1; seed <= 40; seed++) {
    let random = seed;
    const next = () => (random = random * 48_271 % 2_147_483_647) / 2_147_483_647;
    const limit = 1 + Math.floor(next() * 8);
    const went: number[] = [];
    let begun: readonly BegunHour[] = [];
    for (let now = NOW, n = 0; n < 200; n++, now += next() * 3 * HOUR) {
      const decision = decideTier(begun, limit, now);
      if ("wait" in decision) {
        expect(decision.wait, `seed ${seed}`).toBeGreaterThan(0);
        expect(decideTier(begun, limit, now + decision.wait), `seed ${seed}`).toHaveProperty("go");
        continue;
      }
      begun = decision.go;
      went.push(now);
      expect(went.filter((at) => at > now - 24 * HOUR).length, `seed ${seed}`).toBeLessThanOrEqual(limit);
      expect(begun.length).toBeLessThanOrEqual(26);
    }
    expect(went.length).toBeGreaterThan(limit);
  }
});
