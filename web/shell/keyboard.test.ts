import { expect, test } from "vitest";
import { covered } from "./keyboard.ts";

test("a keyboard over the page is counted; one that shrinks it, a bar and two fingers are not", () => {
  expect(covered({ page: 844, seen: 508, scale: 1 })).toBe(336);
  expect(covered({ page: 508, seen: 508, scale: 1 })).toBe(0);
  expect(covered({ page: 844, seen: 790, scale: 1 })).toBe(0);
  expect(covered({ page: 844, seen: 422, scale: 2 })).toBe(0);
});
