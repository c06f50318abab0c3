// What a task costs a person's hands: presses of pointer and keys, not the letters of a text.
import type { Page } from "playwright-core";

/** Counts from now on, in the page itself; give it before the page is loaded. */
export async function countPresses(page: Page): Promise<{
  begin: () => Promise<void>;
  count: () => Promise<number>;
  /** Adds presses that the page does not hear, as those in a window of the browser. */
  more: (presses: number) => Promise<void>;
}> {
  await page.addInitScript(() => {
    const all = globalThis as unknown as { presses: number };
    all.presses = 0;
    document.addEventListener("pointerdown", () => all.presses++, true);
    document.addEventListener("keydown", (event) => {
      const writes = event.target instanceof HTMLElement && event.target.matches("input, textarea, [contenteditable]");
      const modifier = /^(Shift|Control|Alt|Meta)$/.test(event.key);
      if (!modifier && (event.key.length > 1 || !writes)) all.presses++;
    }, true);
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { presses: number }).presses);
  return {
    more: (presses) =>
      page.evaluate((presses) => void ((globalThis as unknown as { presses: number }).presses += presses), presses),
    begin: () => page.evaluate(() => void Object.assign(globalThis, { presses: 0 })),
    count: heard,
  };
}
