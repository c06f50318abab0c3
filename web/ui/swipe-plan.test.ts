import fc from "fast-check";
import { expect, test } from "vitest";
import { counts, FAR_PX, intent, pulled } from "./swipe-plan.ts";

test("a finger scrolls when it goes down, swipes when it goes aside, and is undecided after a small movement", () => {
  expect([intent(3, 4), intent(2, 30), intent(30, 4), intent(-30, 4), intent(14, 14)]).toEqual(
    [null, "scroll", "swipe", "swipe", "scroll"],
  );
});
test("a movement is never a swipe when it goes mostly down", () => {
  fc.assert(fc.property(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }), (dx, dy) => {
    if (Math.abs(dy) >= Math.abs(dx)) expect(intent(dx, dy)).not.toBe("swipe");
  }));
});
test("a swipe counts when it went far or was flung, and not when the finger goes back", () => {
  expect([counts(90, 0), counts(-90, 0), counts(60, 0), counts(60, 0.8), counts(20, 2)]).toEqual(
    [true, true, false, true, false],
  );
  expect([counts(100, -0.8), counts(-100, 0.8)]).toEqual([false, false]);
});
test("the row follows the finger, slower past the threshold, and never farther than it", () => {
  expect([pulled(50), pulled(-FAR_PX), pulled(500)]).toEqual([50, -FAR_PX, 140]);
  fc.assert(fc.property(fc.integer({ min: -500, max: 500 }), (dx) => {
    expect(Math.abs(pulled(dx))).toBeLessThanOrEqual(Math.abs(dx));
  }));
});
