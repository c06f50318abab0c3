import { expect, test } from "vitest";
import { allow, lanes } from "./rate-limit.ts";

test("a bucket gives its burst at once and then so many a minute", () => {
  const key = crypto.randomUUID();
  const take = (now: number) => allow(key, 6, 3, now);
  expect([take(0), take(0), take(0), take(0)]).toEqual([true, true, true, false]);
  expect([take(9_999), take(10_001), take(10_002)]).toEqual([false, true, false]);
  expect([take(3_600_000), take(3_600_000), take(3_600_000), take(3_600_000)]).toEqual([true, true, true, false]);
});

test("a flood of keys does not grow memory without end, and an empty bucket stays empty", () => {
  const key = crypto.randomUUID();
  allow(key, 1, 1, 0);
  for (let i = 0; i < 50_000; i++) allow(`${key}${i}`, 60_000, 1, i);
  expect(allow(key, 1, 1, 50_000)).toBe(false);
});

test("no more work runs at once than there are lanes", async () => {
  const inLane = lanes(2);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
  };
  await Promise.all(Array.from({ length: 9 }, () => inLane(work)));
  expect([most, running]).toEqual([2, 0]);
});

test("work that fails frees its lane, and a full line turns away", async () => {
  const inLane = lanes(1, 1);
  const failing = inLane(() => Promise.reject(new Error("no")));
  const waiting = inLane(() => Promise.resolve("done"));
  await expect(inLane(() => Promise.resolve())).rejects.toMatchObject({ code: "ERR_TOO_MANY_REQUESTS" });
  await expect(failing).rejects.toThrow("no");
  expect(await waiting).toBe("done");
});
