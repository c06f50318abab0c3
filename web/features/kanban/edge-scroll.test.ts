import { expect, test } from "vitest";
import { edgeStep } from "./edge-scroll.ts";

test.each([
  [100, -36],
  [136, -18],
  [172, 0],
  [500, 0],
  [864, 18],
  [900, 36],
  [950, 36],
])("a pointer at %d of 100 to 900 scrolls by %d", (at, step) => expect(edgeStep(100, 900, at)).toBe(step));

test("a small list scrolls only in its outer thirds", () => expect(edgeStep(0, 90, 45)).toBe(0));
