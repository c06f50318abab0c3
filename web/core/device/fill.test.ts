import { expect, test } from "vitest";
import { MAX_MESSAGES } from "./budget.ts";
import { afterPage, nextCall } from "./fill.ts";
import { NO_SYNC, type SyncState } from "./kept.ts";
import { slept } from "../events/awake.ts";
import { isRepeat, wasUnderWay } from "../live.ts";

test("a round goes from page to page and can be left in between", () => {
  expect(nextCall(NO_SYNC)).toEqual({ limit: 25, messages: 40 });
  const first = afterPage(NO_SYNC, { next: "p2", at: "2026-11-20T10:00:00.000Z", messages: 1000 });
  expect(first).toMatchObject({ at: null, due: true, next: "p2", began: "2026-11-20T10:00:00.000Z", messages: 1000 });
  // As it comes back from the device after a restart.
  const resumed = JSON.parse(JSON.stringify(first)) as SyncState;
  expect(nextCall(resumed)).toEqual({ limit: 25, messages: 40, after: "p2" });
  const done = afterPage(resumed, { next: null, at: "2026-11-20T10:05:00.000Z", messages: 3 });
  // The next round asks from when this one began, not from when it ended.
  expect(done).toEqual({ ...NO_SYNC, at: "2026-11-20T10:00:00.000Z", due: false });
});

test("every page of a round after a gap asks only for changes since the last round", () => {
  const gap: SyncState = { ...NO_SYNC, at: "2026-11-20T10:00:00.000Z", due: true };
  expect(nextCall(gap)).toMatchObject({ since: "2026-11-20T10:00:00.000Z" });
  const next = afterPage(gap, { next: "p2", at: "2026-11-20T12:00:00.000Z", messages: 5 });
  expect(nextCall(next)).toMatchObject({ since: "2026-11-20T10:00:00.000Z", after: "p2" });
  expect(afterPage(next, { next: null, at: "2026-11-20T12:00:01.000Z", messages: 0 }).at).toBe(
    "2026-11-20T12:00:00.000Z",
  );
});

test("tickets beyond the budget of messages come without theirs", () => {
  expect(nextCall({ ...NO_SYNC, next: "p", messages: MAX_MESSAGES }).messages).toBe(0);
});

test("an event that was applied is a repeat; one of another epoch never is", () => {
  expect([isRepeat("aa.5", "aa.5"), isRepeat("aa.4", "aa.5"), isRepeat("aa.6", "aa.5")]).toEqual([true, true, false]);
  expect([isRepeat("bb.1", "aa.5"), isRepeat(undefined, "aa.5"), isRepeat("aa.1", undefined)]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a late timer reports that the device slept", () => {
  expect([slept(0, 5_100), slept(0, 60_000)]).toEqual([false, true]);
});

test("what was under way when the network went is no sign that it is back; what comes later is, and so is any once it is back", () => {
  expect(wasUnderWay(10_000, 10_000, false)).toBe(true);
  expect(wasUnderWay(10_000, 11_999, false)).toBe(true);
  expect(wasUnderWay(10_000, 12_000, false)).toBe(false);
  expect(wasUnderWay(10_000, 10_001, true)).toBe(false);
  // A device that calls its network gone from the start.
  expect(wasUnderWay(0, Date.now(), false)).toBe(false);
});
