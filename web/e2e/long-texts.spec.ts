// Texts that are 40 % longer, and Turkish, break no layout: nothing is wider than the page, no word is cut without a sign of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await seedAurora(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const screens = [
  "/tickets",
  "/",
  "/moments",
  "/reports",
  "/contacts",
  "/contacts/import",
  "/quick-messages",
  "/tags",
  "/users",
  "/queues",
  "/connections",
  "/settings",
];

/** Makes every word of the interface 40 % longer, as another language might. */
function stretch() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement?.closest("script, style, textarea, svg")) continue;
    node.nodeValue = (node.nodeValue ?? "").replace(
      /\p{L}{3,}/gu,
      (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
    );
  }
}

/** What does not fit: a page that scrolls sideways, and text that is cut off without an ellipsis. */
function broken(): string[] {
  const found = new Set<string>();
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth + 1) found.add(`the page is ${page.scrollWidth} wide`);
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    if (!own || !element.checkVisibility()) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    const name = `${element.tagName.toLowerCase()} "${element.textContent?.trim().slice(0, 40)}"`;
    const cut = element.scrollWidth > element.clientWidth + 1 && style.display !== "inline";
    if (cut && style.overflowX !== "visible" && style.textOverflow !== "ellipsis") found.add(`${name} is cut`);
    if (cut && style.overflowX === "visible") found.add(`${name} runs over`);
    let scrolls: HTMLElement | null = element.parentElement;
    while (scrolls && !/auto|scroll|hidden|clip/.test(getComputedStyle(scrolls).overflowX)) {
      scrolls = scrolls.parentElement;
    }
    if (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) found.add(`${name} is beside the page`);
  }
  return [...found];
}

/** What is broken as it is, and with longer words. */
async function look(page: Page, at: string): Promise<string[]> {
  await page.waitForTimeout(400);
  const before = await page.evaluate(broken);
  await page.evaluate(stretch);
  await page.waitForTimeout(50);
  const after = await page.evaluate(broken);
  return [...before.map((line) => `${at}: ${line}`), ...after.map((line) => `${at}, stretched: ${line}`)];
}

test.each(sizes)("on a $name screen", async (size) => {
  const { page, context } = await newWindow(browser, world.bases[0]!, size);
  await signIn(page, HELENA);
  // The first of them takes the person's language to the second.
  await page.getByRole("button", { name: size.name === "phone" ? /^(Mais|Diğer)$/ : /^(Este aparelho|Bu cihaz)$/ })
    .click();
  await page.getByRole("combobox", { name: /^(Idioma|Dil)$/ }).selectOption("tr");
  await page.getByRole("combobox", { name: "Dil" }).waitFor();
  const found: string[] = [];
  for (const path of screens) {
    await page.goto(path);
    await page.locator("h1, [data-row]").first().waitFor();
    found.push(...await look(page, path));
  }
  expect(found).toEqual([]);
  await context.close();
});

test("the check notices text that does not fit, and lets text that may shrink pass", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.setContent(`<body style="margin:0;font:16px sans-serif">
    <p style="width:40px;overflow:hidden;white-space:nowrap">Cut in the middle</p>
    <p style="width:40px;white-space:nowrap">Running over</p>
    <p style="width:40px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">Shown with a sign</p>
    <p style="width:500px">Wide</p></body>`);
  expect(await page.evaluate(broken)).toEqual([
    "the page is 500 wide",
    'p "Cut in the middle" is cut',
    'p "Running over" runs over',
    'p "Wide" is beside the page',
  ]);
  await page.close();
});
