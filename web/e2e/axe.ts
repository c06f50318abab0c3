// Accessibility of what is on screen, by axe-core, in the page itself.
import type { Page } from "playwright-core";

let source: string | null = null;
/**
 * The violations axe finds, one line each, of all its rules or of those named, once everything that moves has arrived: what still fades in has not its own colours
 * yet. The engine is run as an evaluated script: the page's policy lets no other in.
 */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  source ??= await Deno.readTextFile("node_modules/axe-core/axe.min.js");
  await settled(page);
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(source);
  return await page.evaluate(async (rules) => {
    const axe = (globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    }).axe;
    const found = await axe.run({
      resultTypes: ["violations"],
      // The element's own HTML is told; a selector for each would cost half of the time.
      selectors: false,
      ...(rules && { runOnly: rules }),
    });
    return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
  }, rules);
}

/** Waits until the page's animations and transitions have ended; those that never end are left alone. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const moving = () =>
      document.getAnimations().filter((one) =>
        one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime)
      );
    const frame = () => new Promise(requestAnimationFrame);
    // What has just been opened begins to move with the next frame.
    for (let still = 0; still < 2; still = moving().length > 0 ? 0 : still + 1) {
      await Promise.allSettled(moving().map((one) => one.finished));
      await frame();
    }
  });
}
