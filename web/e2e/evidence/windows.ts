// What the windows of a browser script show when it fails, told with the failure: a machine far away keeps no pictures.
import type { Page } from "playwright-core";

const open = new Set<Page>();
/** A page's first words tell where one is; its last, after menu and lists, what was going on. */
const [FIRST_LETTERS, LAST_LETTERS] = [120, 900];

/** From now on the page is looked at where a test fails, until it is closed. */
export function watched(page: Page): void {
  open.add(page);
  page.on("close", () => open.delete(page));
}

/** What each open window shows: its address, and the words at both ends. */
export async function windowsShow(): Promise<string[]> {
  return await Promise.all([...open].map(shown));
}

async function shown(page: Page): Promise<string> {
  const text = await Promise.race([
    page.evaluate(() => document.body.innerText).catch((error) => String(error)),
    new Promise<string>((resolve) => setTimeout(() => resolve("does not answer"), 2_000)),
  ]);
  return `${page.url()} showed: ${ends(text.replace(/\s+/g, " "))}`;
}

const ends = (text: string): string =>
  text.length > FIRST_LETTERS + LAST_LETTERS ? `${text.slice(0, FIRST_LETTERS)} … ${text.slice(-LAST_LETTERS)}` : text;
