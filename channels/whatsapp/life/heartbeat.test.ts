// When a line is said to live, to be caught up, and to be dead.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryHost } from "../../sdk/memory-host.ts";
import { Heartbeat, RHYTHM, Silence, type Watched } from "./heartbeat.ts";
import { States } from "./states.ts";

type Update = Parameters<Parameters<Watched["on"]>[0]>[0];

function watched() {
  const frames: (() => void)[] = [];
  const updates: ((update: Update) => void)[] = [];
  const endings: (() => void)[] = [];
  const ends: Error[] = [];
  const socket: Watched = {
    over: false,
    on: (listener) => void updates.push(listener),
    onEnding: (listener) => {
      endings.push(listener);
      return () => {};
    },
    onFrame: (listener) => void frames.push(listener),
    end: (why) => {
      ends.push(why);
      endings.forEach((ended) => ended());
      return Promise.resolve(why);
    },
  };
  const host = new MemoryHost();
  const store = { done: Promise.resolve() };
  const heartbeat = new Heartbeat(host, new States(host), socket, RHYTHM, () => store.done);
  const frame = () => frames.forEach((heard) => heard());
  const backlogEnds = () => updates.forEach((told) => told({ receivedPendingNotifications: true }));
  /** Lets time pass with a frame every `every` ms. */
  const pass = async (ms: number, every = Infinity) => {
    for (let past = 0; past < ms; past += Math.min(every, ms)) {
      await vi.advanceTimersByTimeAsync(Math.min(every, ms));
      if (every !== Infinity) frame();
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return { host, heartbeat, frame, backlogEnds, pass, ends, store };
}
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("with a ping answered every 15 s, life is told at least every 20 s", async () => {
  const { host, heartbeat, backlogEnds, pass, ends } = watched();
  heartbeat.opened(false, () => {});
  backlogEnds();
  await pass(15_000, 15_000);
  for (let minute = 0; minute < 5; minute++) {
    const before = host.beats;
    await pass(20_000, 15_000);
    expect(host.beats).toBeGreaterThan(before);
  }
  expect(ends).toEqual([]);
});
test("a busy line tells of itself every few seconds, not with every frame", async () => {
  const { host, heartbeat, backlogEnds, pass } = watched();
  heartbeat.opened(false, () => {});
  backlogEnds();
  await pass(20_000, 50);
  expect(host.beats).toBeGreaterThanOrEqual(4);
  expect(host.beats).toBeLessThanOrEqual(6);
});
test("missed messages are told before life, which would hide the gap", async () => {
  const { host, heartbeat, backlogEnds, pass } = watched();
  await pass(5_000, 500);
  heartbeat.opened(false, () => {});
  await pass(5_000, 500);
  expect([host.beats, host.caught]).toEqual([0, []]);
  backlogEnds();
  await pass(5_000, 500);
  expect(host.caught).toEqual(["replayed"]);
  expect(host.beats).toBeGreaterThan(0);
});
test("a backlog that ended before the line was open counts", async () => {
  const { host, heartbeat, backlogEnds, pass } = watched();
  backlogEnds();
  await pass(100);
  expect(host.caught).toEqual([]);
  heartbeat.opened(false, () => {});
  await pass(100);
  expect(host.caught).toEqual(["replayed"]);
});
test("nothing is made good before it is stored", async () => {
  const { host, heartbeat, backlogEnds, pass, store } = watched();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.done = promise;
  heartbeat.opened(false, () => {});
  backlogEnds();
  await pass(2_000, 500);
  expect([host.caught, host.beats]).toEqual([[], 0]);
  resolve();
  await pass(2_000, 500);
  expect(host.caught).toEqual(["replayed"]);
});
test("a device linked just now, and a backlog without an end, leave it unknown", async () => {
  const fresh = watched();
  let done = 0;
  fresh.heartbeat.opened(true, () => void done++);
  fresh.backlogEnds();
  await fresh.pass(100);
  expect([fresh.host.caught, done]).toEqual([["unknown"], 1]);
  const endless = watched();
  endless.heartbeat.opened(false, () => {});
  await endless.pass(59_000, 1_000);
  expect(endless.host.caught).toEqual([]);
  await endless.pass(2_000, 1_000);
  endless.backlogEnds();
  await endless.pass(100);
  expect(endless.host.caught).toEqual(["unknown"]);
});
test("a line silent for 25 s is ended as WhatsApp's silence; one that pings late is not", async () => {
  const { pass, ends } = watched();
  await pass(60_000, 20_000);
  expect(ends).toEqual([]);
  await pass(20_000);
  expect(ends).toEqual([]);
  await pass(5_100);
  expect(ends).toEqual([expect.any(Silence)]);
  await pass(120_000);
  expect(ends).toHaveLength(1);
});
