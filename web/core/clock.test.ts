import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { earliestNow, noteServerTime, serverNow } from "./clock.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const header = (ms: number) => new Date(ms).toUTCString();
const YEAR = 365 * 24 * 3600_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  vi.setSystemTime(NOW);
  noteServerTime(header(NOW), 0);
  vi.useRealTimers();
});

test("a right clock is left alone when an answer comes at any part of its second", () => {
  for (const late of [-1400, -500, 0, 900]) {
    noteServerTime(header(NOW + late), 200);
    expect(serverNow()).toBe(NOW);
  }
});

test.each([["a day ahead", 864e5], ["years behind", -6 * YEAR], ["an hour behind", -36e5]])(
  "one answer corrects a clock that is %s",
  (_, off) => {
    vi.setSystemTime(NOW + off);
    noteServerTime(header(NOW), 100);
    expect(Math.abs(serverNow() - NOW)).toBeLessThan(1000);
  },
);

test("no record is taken for old after the person has set the clock right", () => {
  vi.setSystemTime(NOW - 6 * YEAR);
  noteServerTime(header(NOW), 0);
  const seen = serverNow();
  vi.setSystemTime(NOW + 60_000);
  expect(earliestNow() - seen).toBeLessThan(120_000);
  noteServerTime(header(NOW + 60_000), 0);
  expect(serverNow()).toBe(NOW + 60_000);
});

test("an answer without a valid time changes nothing", () => {
  for (const date of [null, "", "ontem"]) noteServerTime(date, 0);
  expect(serverNow()).toBe(NOW);
});

test("a right clock is left alone when an answer is slow", () => {
  noteServerTime(header(NOW - 20_000), 20_000);
  expect(serverNow()).toBe(NOW);
});

test("code compares the server's times with the server's clock only", async () => {
  const wrong: string[] = [];
  for await (const path of sources("web")) {
    const lines = (await Deno.readTextFile(path)).split("\n");
    lines.forEach((line, n) => {
      const judged = /new Date\(\)/.test(line) || /Date\.now\(\).*Date\.parse|Date\.parse.*Date\.now\(\)/.test(line);
      if (judged && !OWN_DAY.test(path)) wrong.push(`${path}:${n + 1}`);
    });
  }
  expect(wrong).toEqual([]);
});

/** Says which day it is where the person is, for an offer of this device alone. */
const OWN_DAY = /^web\/(features\/install\/offer|core\/clock)\.ts$/;

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory && !["dist", "e2e", "node_modules"].includes(name)) yield* sources(path);
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield path;
  }
}
