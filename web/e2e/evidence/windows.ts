// What the windows of a browser script show when it fails, told with the failure: a machine far away keeps no pictures.
import type { Page } from "playwright-core";

const open = new Set<Page>();
const MOST_LETTERS = 600;

/** From now on the page is looked at where a test fails, until it is closed. */
export function watched(page: Page): void {
  open.add(page);
  page.on("close", () => open.delete(page));
}

/** What each open window shows: its address and the first words on it. */
export async function windowsShow(): Promise<string[]> {
  return await Promise.all([...open].map(shown));
}

async function shown(page: Page): Promise<string> {
  const text = await Promise.race([
    page.evaluate(() => document.body.innerText).catch((error) => String(error)),
    new Promise<string>((resolve) => setTimeout(() => resolve("does not answer"), 2_000)),
  ]);
  return `${page.url()} showed: ${text.replace(/\s+/g, " ").slice(0, MOST_LETTERS)}`;
}
