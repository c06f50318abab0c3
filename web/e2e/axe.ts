// Accessibility of what is on screen, by axe-core, in the page itself.
import type { Page } from "playwright-core";

let source: string | null = null;
/** The violations axe finds, one line each. The engine is run as an evaluated script: the page's policy lets no other in. */
export async function violations(page: Page): Promise<string[]> {
  source ??= await Deno.readTextFile("node_modules/axe-core/axe.min.js");
  await page.evaluate(source);
  return await page.evaluate(async () => {
    const axe = (globalThis as unknown as {
      axe: { run: (options: unknown) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    }).axe;
    const found = await axe.run({ resultTypes: ["violations"] });
    return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
  });
}
