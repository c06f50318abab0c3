// A finger, by the browser's own protocol: what Playwright's mouse cannot do.
import type { Locator, Page } from "playwright-core";
import { until } from "../../api/proofs/harness.ts";

type Box = NonNullable<Awaited<ReturnType<Locator["boundingBox"]>>>;

interface Point {
  x: number;
  y: number;
}
/** Where something stands once it rests: what slides in or is drawn anew has no place yet. */
export async function restingBox(locator: Locator): Promise<Box> {
  let before: Box | null = null;
  return await until("it rests on screen", 10_000, async () => {
    const box = await locator.boundingBox({ timeout: 10_000 });
    const rests = box && before && box.x === before.x && box.y === before.y && box.height === before.height;
    before = box;
    return rests && box;
  });
}
/** The middle of what a locator shows. */
export async function middle(locator: Locator): Promise<Point> {
  const box = await restingBox(locator);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** One finger on a page. */
export async function finger(page: Page) {
  const protocol = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  const tell = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    protocol.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    async down(point: Point) {
      at = point;
      await tell("touchStart", [at]);
    },
    /** Moves by so much in steps, as a hand does. */
    async move(by: Point, steps = 8, pauseMs = 16) {
      const from = at;
      for (let step = 1; step <= steps; step++) {
        at = { x: from.x + by.x * step / steps, y: from.y + by.y * step / steps };
        await tell("touchMove", [at]);
        await page.waitForTimeout(pauseMs);
      }
    },
    async up() {
      await tell("touchEnd", []);
    },
  };
}
