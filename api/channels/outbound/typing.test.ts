// What a customer is shown while somebody here types.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TypingSigns } from "./typing.ts";

let told: [number, boolean][];
let signs: TypingSigns;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  signs = new TypingSigns((contactId, on) => void told.push([contactId, on]));
});
afterEach(() => {
  signs.close();
  vi.useRealTimers();
});

test("a sign begins at once, is renewed at a pace, and ends by itself once nobody types", () => {
  for (let second = 0; second < 12; second++) {
    signs.say(1, true);
    vi.advanceTimersByTime(1_000);
  }
  expect(told).toEqual([[1, true], [1, true], [1, true]]);
  vi.advanceTimersByTime(60_000);
  expect(told.slice(3)).toEqual([[1, false]]);
});

test("a sign that somebody ended is ended once, and nothing ends that never began", () => {
  signs.say(1, false);
  signs.say(1, true);
  signs.say(2, true);
  signs.say(1, false);
  signs.say(1, false);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([[1, true], [2, true], [1, false], [2, false]]);
});

test("a message that went out is the end of the sign; what is typed after it is another", () => {
  signs.say(1, true);
  signs.sent(1);
  vi.advanceTimersByTime(60_000);
  signs.say(1, true);
  expect(told).toEqual([[1, true], [1, true]]);
});

test("a flood of conversations is not shown, and a closed line tells nothing more", () => {
  for (let contactId = 0; contactId < 500; contactId++) signs.say(contactId, true);
  expect(told).toHaveLength(100);
  signs.close();
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(100);
});
