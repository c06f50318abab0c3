import { expect, test } from "vitest";
import { isFitting, noted, QUIET_MS, type Remembered } from "./rule.ts";
import { behindDots, leadsSomewhere, wayOf } from "./way.ts";

const none: Remembered = { people: {} };
const now = { person: "1-7", time: 1_800_000_000_000, day: "2026-11-20", standalone: false, possible: true };
const accepted = noted(none, "1-7", "2026-11-20", true);

test("nothing is offered to somebody who has just come", () => {
  expect(isFitting(none, now)).toBe(false);
  expect(isFitting(noted(none, "1-7", "2026-11-20", false), now)).toBe(false);
});
test("after the first ticket, or on the second day", () => {
  expect(isFitting(accepted, now)).toBe(true);
  expect(isFitting(noted(none, "1-7", "2026-11-19", false), now)).toBe(true);
});
test("a person's choice counts for them only, and is remembered at the next visit", () => {
  expect(isFitting(accepted, { ...now, person: "1-8" })).toBe(false);
  expect(noted(accepted, "1-7", "2026-12-24", false).people["1-7"]).toEqual({ firstDay: "2026-11-20", accepted: true });
});
test("after later: not for thirty days, then again", () => {
  const later = { ...accepted, laterAt: now.time };
  expect(isFitting(later, { ...now, time: now.time + QUIET_MS - 1 })).toBe(false);
  expect(isFitting(later, { ...now, time: now.time + QUIET_MS })).toBe(true);
});
test("never in the installed app, where it is installed, or where nothing installs it", () => {
  expect(isFitting(accepted, { ...now, standalone: true })).toBe(false);
  expect(isFitting({ ...accepted, installed: true }, now)).toBe(false);
  expect(isFitting(accepted, { ...now, possible: false })).toBe(false);
});

const webkit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iphone =
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Version/18.5 Mobile/15E148 Safari/604.1`;
const mac = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/${version} Safari/605.1.15`;
const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
test.each([
  ["iphone", iphone, 5],
  ["ipad", mac("18.5"), 5],
  ["mac-safari", mac("18.5"), 0],
  ["none", mac("16.6"), 0],
  [
    "ios-other",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    5,
  ],
  ["ios-other", `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} Mobile/15E148 [FBAN/FBIOS]`, 5],
  ["firefox-android", "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", 5],
  ["android", `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 5],
  ["chromium", `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Safari/537.36`, 0],
  ["none", "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", 0],
])("%s for %s", (way, userAgent, touchPoints) => {
  expect(wayOf({ userAgent, touchPoints, prompt: false, secure: true })).toBe(way);
  expect(wayOf({ userAgent, touchPoints, prompt: true, secure: true })).toBe("prompt");
  expect(wayOf({ userAgent, touchPoints, prompt: true, secure: false })).toBe("insecure");
});
test("hints lead to something that can be done", () => {
  expect(leadsSomewhere("iphone")).toBe(true);
  expect(leadsSomewhere("none")).toBe(false);
});
test("Safari's share button moved behind the dots in version 26", () => {
  expect([iphone, iphone.replace("Version/18.5", "Version/26.1")].map(behindDots)).toEqual([false, true]);
});
