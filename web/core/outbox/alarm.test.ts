import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { alarm } from "./alarm.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rung: boolean[] = [];
const bell = () => {
  rung.length = 0;
  return alarm((hurry) => rung.push(hurry));
};

test("an alarm that is about to ring is not put off by a later one", () => {
  const { set } = bell();
  set(0);
  set(30_000);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([false]);
});

test("a hurry is not lost when another alarm is set before it rings", () => {
  const { set } = bell();
  set(0, true);
  set(0);
  vi.advanceTimersByTime(1);
  expect(rung).toEqual([true]);
});

test("a later alarm gives way to an earlier one, and rings no second time", () => {
  const { set } = bell();
  set(30_000);
  set(1_000, true);
  vi.advanceTimersByTime(1_000);
  expect(rung).toEqual([true]);
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([true]);
});

test("an alarm after one that rang is no hurry", () => {
  const { set } = bell();
  set(0, true);
  vi.advanceTimersByTime(1);
  set(500);
  vi.advanceTimersByTime(500);
  expect(rung).toEqual([true, false]);
});

test("a stopped alarm does not ring, and forgets its hurry", () => {
  const { set, stop } = bell();
  set(0, true);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(rung).toEqual([]);
  set(10);
  vi.advanceTimersByTime(10);
  expect(rung).toEqual([false]);
});
