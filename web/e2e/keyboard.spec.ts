// A day's work without the mouse: tickets are found, taken, answered, noted, handed on and closed by keys alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { pause, until, type World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let desk: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/keys-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await seedAurora(world);
  desk = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(desk.page, HELENA);
  await desk.page.locator("[data-row]").first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const focusedRow = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row ?? "");
const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const dialog = (page: Page) => page.getByRole("dialog");
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
/** Tab until what has the focus bears the name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  await until(`the focus reaches ${name}`, 10_000, async () => {
    await page.keyboard.press("Tab");
    return name.test(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ""));
  });
}
/**
 * Follows the focus from now on, as a screen reader does. Answers where it was lost: nothing had it for a second, and what had it
 * before.
 */
async function followFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    const named = (one: Element) =>
      `${one.tagName} ${one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40) ?? ""}`;
    let last = named(document.activeElement!);
    let since = 0;
    const look = (now: number) => {
      const at = document.activeElement;
      if (at && at !== document.body) [last, since] = [named(at), 0];
      else if (since === 0) since = now;
      else if (now - since > 1000 && lost.at(-1) !== last) lost.push(last);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(globalThis, { lostFocus: lost });
  });
  return () => page.evaluate(() => (globalThis as unknown as { lostFocus: string[] }).lostFocus);
}
/** Takes the first waiting ticket and answers its address. */
async function takeNext(page: Page): Promise<string> {
  await press(page, "g", "p");
  await page.getByRole("tab", { name: /Aguardando/, selected: true }).waitFor();
  await page.locator("[data-row]").first().waitFor();
  await press(page, "j");
  await until("a row has the focus", 15_000, async () => await focusedRow(page) !== "");
  await press(page, "a");
  await box(page).waitFor();
  return page.url();
}

test("a ticket is taken, read, answered, noted and handed on, the next one is closed, and the focus is never lost", async () => {
  const { page, watch } = desk;
  const first = await takeNext(page);
  const lost = await followFocus(page);
  await page.getByRole("log").locator("[data-message]").first().waitFor();
  // Who accepts is writing at once.
  await page.keyboard.type("Bom dia! Já vejo e te respondo.");
  await press(page, "Enter");
  await page.getByRole("log").getByText("Já vejo e te respondo.").waitFor();
  await press(page, "Escape", "n");
  await page.getByRole("textbox", { name: /^Nota sobre/ }).waitFor();
  await page.keyboard.type("cliente antiga, tratar bem");
  await press(page, "Enter");
  await page.getByRole("log").getByText("cliente antiga, tratar bem").waitFor();
  // Out of the note, then out of the box; then letters are commands again.
  await press(page, "Escape", "Escape", "t");
  await dialog(page).waitFor();
  // The ticket's own queue is not chosen beforehand.
  await dialog(page).getByRole("combobox").first().selectOption({ label: "Vendas" });
  await tabTo(page, /Caíque/);
  await press(page, "Enter");
  await tabTo(page, /^Transferir$/);
  await press(page, "Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.waitForURL("**/tickets");

  const second = await takeNext(page);
  expect(second).not.toBe(first);
  const closing = page.url();
  await press(page, "Escape", "e");
  // The shop says goodbye; the main button has the focus.
  await dialog(page).getByRole("button", { name: "Encerrar com despedida" }).waitFor();
  await press(page, "Enter");
  // On a desk whoever waits longest is next.
  await page.waitForURL((url) => url.href !== closing && url.pathname.startsWith("/tickets/"));
  await box(page).or(page.getByRole("button", { name: "Aceitar" })).first().waitFor();
  await pause(1500);
  expect(await lost()).toEqual([]);
  expect(watch.trouble).toEqual([]);
});

test("one goes from ticket to ticket, also while writing; Escape leaves from the inside out", async () => {
  const { page } = desk;
  await press(page, "g", "o");
  await page.getByRole("tab", { name: /Atendendo/, selected: true }).waitFor();
  await press(page, "j", "Enter");
  await box(page).waitFor();
  const first = page.url();
  await press(page, "r");
  await page.keyboard.type("tej");
  expect(await dialog(page).count()).toBe(0);
  await press(page, "Alt+j");
  await until("the next one is open", 15_000, () => page.url() !== first);
  await press(page, "Alt+k");
  await until("the first one is open again", 15_000, () => page.url() === first);
  // In a narrow window too, where the conversation hides the list.
  await page.setViewportSize({ width: 600, height: 900 });
  await press(page, "Alt+j");
  await until("the next one is open there", 15_000, () => page.url() !== first);
  await press(page, "Alt+k");
  await until("the first one is open there again", 15_000, () => page.url() === first);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, "Alt+o");
  await page.getByRole("complementary").last().waitFor();
  await press(page, "Alt+o", "Escape");
  await page.waitForURL("**/tickets");
  await press(page, "/");
  await page.keyboard.type("ana");
  expect(await page.getByRole("textbox", { name: "Buscar conversas" }).inputValue()).toBe("ana");
  await press(page, "Escape", "Escape");
});

test("the palette finds actions, tickets and screens, and shows their keys; recent choices come first", async () => {
  const { page } = desk;
  await press(page, "Control+k");
  await dialog(page).getByRole("combobox").waitFor();
  await shot(page, "palette");
  await page.keyboard.type("conexoes");
  await page.getByRole("option", { name: /Conexões/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await press(page, "Enter");
  await page.waitForURL("**/connections");
  await press(page, "Control+k");
  expect(await page.getByRole("option").first().innerText()).toMatch(/^Conexões/);
  await press(page, "Control+k");
  await dialog(page).waitFor({ state: "detached" });
  await press(page, "g", "i");
  await page.waitForURL("**/tickets");
});

test("single letters can be turned off; the others go on", async () => {
  const { page } = desk;
  await press(page, "?");
  await dialog(page).getByText("Atalhos de uma tecla só").waitFor();
  await shot(page, "shortcuts");
  expect(await violations(page)).toEqual([]);
  await press(page, "Space", "Escape", "g", "c", "?");
  expect(await dialog(page).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/tickets");
  await press(page, "Control+/", "Space", "Escape", "g", "c");
  await page.waitForURL("**/contacts");
});

/** In the page: a menu closes, and `ms` later (0: in the same task) somebody goes elsewhere, by a link of the app or to another page. */
async function closeAndGo(page: Page, where: "link" | "page", ms: number): Promise<void> {
  await page.goto("/tickets");
  await page.getByRole("button", { name: /^Sua conta/ }).click();
  await page.getByRole("menu").waitFor();
  await page.evaluate(([where, ms]) => {
    const contacts = document.querySelector<HTMLElement>('nav a[href="/contacts"]')!;
    const go = () => where === "link" ? contacts.click() : location.assign("/api/slow-page");
    const closed = document.querySelector("[role=menu]")!;
    closed.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    const after = () => closed.isConnected ? setTimeout(after) : ms === 0 ? go() : setTimeout(go, ms);
    queueMicrotask(after);
  }, [where, ms] as const);
}

test.each([0, 1, 60, 62])("a link that is followed %i ms after a menu closed leads where it says", async (ms) => {
  const { page } = desk;
  await closeAndGo(page, "link", ms);
  await page.getByRole("heading", { name: "Contatos", level: 1 }).waitFor();
  // Time for a walk through the history that would lead back.
  await page.waitForTimeout(300);
  expect(new URL(page.url()).pathname).toBe("/contacts");
  await page.goBack();
  await page.getByRole("feed").waitFor();
  // The entry of the menu that is gone is walked over; an address that is asked for meanwhile would be dropped.
  await page.waitForFunction(() => !history.state?.layers);
});

test.each([0, 30])("another page that is asked for %i ms after a menu closed is opened", async (ms) => {
  const { page } = desk;
  await page.route("**/api/slow-page", async (route) => {
    await pause(300);
    await route.fulfill({ contentType: "text/html", body: "<h1>elsewhere</h1>" });
  });
  await closeAndGo(page, "page", ms);
  await page.getByRole("heading", { name: "elsewhere" }).waitFor();
});

test("what opens from everywhere comes although its file was missed, and again after the reload that should have brought it", async () => {
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  let asked = 0;
  await page.route(/\/assets\/hosts-[^/]+\.js$/, (route) => ++asked <= 2 ? route.abort() : route.continue());
  await signIn(page, HELENA);
  await until("it is missed twice", 20_000, () => asked === 2);
  // A minute later it may reload once more.
  await page.evaluate(() => sessionStorage.removeItem("recado.reloaded"));
  await until("the palette opens", 40_000, async () => {
    await press(page, "Control+k");
    return await page.getByRole("combobox").isVisible();
  }, 500);
  await context.close();
});

test.each(sizes)(
  "a conversation whose file does not come says so on a $name, keeps the way to the list, and opens once the file is there",
  async (size) => {
    const { page, context } = await newWindow(browser, world.bases[0]!, size);
    let away = true;
    await page.route(/\/assets\/inbox-conversation-[^/]+\.js$/, (route) => away ? route.abort() : route.continue());
    await signIn(page, HELENA);
    const row = page.locator("[data-row]").first();
    // The page is loaded anew once, in the hope that a newer version has the file.
    await Promise.all([page.waitForEvent("load"), row.click()]);
    await page.getByRole("button", { name: "Recarregar" }).waitFor();
    if (size.name === "phone") {
      await page.getByRole("button", { name: "Voltar" }).click();
      await row.click();
    } else await row.waitFor();
    away = false;
    await page.getByRole("button", { name: "Recarregar" }).click();
    await page.getByRole("log").waitFor();
    await context.close();
  },
);
