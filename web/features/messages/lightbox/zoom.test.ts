import { expect, test } from "vitest";
import { clampScale, closeScale, scrolled, wheeled, wholeScale } from "./zoom.ts";

const receipt = { width: 1080, height: 2400 };
const desk = { width: 1440, height: 840 };
const phone = { width: 390, height: 780 };

test("a receipt is shown whole first, and close enough to be read then", () => {
  expect(wholeScale(receipt, desk)).toBeCloseTo(0.35);
  expect(wholeScale(receipt, phone)).toBeCloseTo(0.325);
  expect(closeScale(receipt, desk)).toBe(1);
  expect(closeScale(receipt, phone)).toBeCloseTo(0.8125);
});

test("a small picture keeps its size, and can still be looked at closer", () => {
  const icon = { width: 60, height: 40 };
  expect(wholeScale(icon, desk)).toBe(1);
  expect(closeScale(icon, desk)).toBe(2.5);
});

test("zooming ends at the whole picture and at four times its size", () => {
  expect(clampScale(0.01, receipt, desk)).toBeCloseTo(0.35);
  expect(clampScale(90, receipt, desk)).toBe(4);
  expect(wheeled(1, -100)).toBeGreaterThan(1);
  expect(wheeled(wheeled(1, -100), 100)).toBeCloseTo(1);
});

test("the point one looks at stays where it is, but for the edges", () => {
  // The middle of the view, of a picture that was just whole: its middle stays in the middle.
  expect(scrolled(420, 2400, 840, 0, 0.35, 1)).toBeCloseTo(780);
  // Pointed at the top, the top stays.
  expect(scrolled(0, 2400, 840, 0, 0.35, 1)).toBe(0);
  expect(scrolled(840, 2400, 840, 0, 0.35, 1)).toBe(1560);
  // What is still narrower than the view is not scrolled.
  expect(scrolled(700, 1080, 1440, 0, 0.35, 1)).toBe(0);
});
