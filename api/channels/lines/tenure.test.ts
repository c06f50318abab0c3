import { expect, test, vi } from "vitest";
import { type Moment, Tenure } from "./tenure.ts";

function clocks() {
  const now: Moment = { steady: 1_000, wall: 5_000 };
  const pass = (steady: number, wall = steady) => {
    now.steady += steady;
    now.wall += wall;
  };
  return { pass, read: () => ({ ...now }) };
}

test("it is held for ten seconds after the last renewal was sent, not after it was answered", () => {
  const { pass, read } = clocks();
  const tenure = new Tenure(10_000, () => {}, read);
  const sent = tenure.mark();
  pass(4_000);
  expect(tenure.renewed(sent)).toBe(true);
  pass(6_000);
  expect(tenure.held()).toBe(true);
  pass(1);
  expect(tenure.held()).toBe(false);
});

test("a process that was paused finds it lost at its first question, and everything is told to end once", () => {
  const { pass, read } = clocks();
  const lost = vi.fn();
  const tenure = new Tenure(10_000, lost, read);
  pass(60_000);
  expect([tenure.held(), tenure.held()]).toEqual([false, false]);
  expect(lost).toHaveBeenCalledTimes(1);
});

test("sleep of the machine counts, though its steady clock stands still; a clock set back does not prolong it", () => {
  const slept = clocks();
  const asleep = new Tenure(10_000, () => {}, slept.read);
  slept.pass(5, 30_000);
  expect(asleep.held()).toBe(false);
  const back = clocks();
  const tenure = new Tenure(10_000, () => {}, back.read);
  back.pass(11_000, -3_600_000);
  expect(tenure.held()).toBe(false);
});

test("an answer that comes after the time is up proves nothing; a fresh one gives it back", () => {
  const { pass, read } = clocks();
  const tenure = new Tenure(10_000, () => {}, read);
  const sent = tenure.mark();
  pass(12_000);
  expect(tenure.renewed(sent)).toBe(false);
  expect(tenure.held()).toBe(false);
  expect(tenure.renewed(tenure.mark())).toBe(true);
  expect(tenure.held()).toBe(true);
});

test("an older renewal that is answered later does not shorten it", () => {
  const { pass, read } = clocks();
  const tenure = new Tenure(10_000, () => {}, read);
  const first = tenure.mark();
  pass(5_000);
  tenure.renewed(tenure.mark());
  tenure.renewed(first);
  pass(7_000);
  expect(tenure.held()).toBe(true);
});
