// The phone under a finger: sizes, swipes, long presses, pulling, the keyboard, and what Back does.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { settled } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, searchField, signIn, type Size, sizes } from "./people.ts";
import { smallTargets, zoomingFields } from "./targets.ts";
import { finger, middle, restingBox } from "./touch.ts";

let world: World;
let browser: Browser;
let attendant: Awaited<ReturnType<typeof newWindow>>;
let page: Page;
let customer: Page;
let hand: Awaited<ReturnType<typeof finger>>;
const phone = sizes.find(({ name }) => name === "phone") as Size;
const HELLO = "Oi, tudo bem? Preciso de ajuda";

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  attendant = await newWindow(browser, world.bases[0]!, phone);
  page = attendant.page;
  await signIn(page);
  const chat = await page.getByRole("link", { name: "Testar pelo chat do site" }).getAttribute("href");
  customer = (await newWindow(browser, world.bases[0]!, phone)).page;
  await customer.goto(chat!);
  await write(HELLO);
  hand = await finger(page);
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  await row().waitFor();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const row = () => page.locator("[data-row]").first();
const menu = () => page.getByRole("menu");
const bubble = (text: string): Locator => page.getByRole("log").locator("[data-message]").filter({ hasText: text });
async function write(text: string) {
  await customer.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(text);
  await customer.getByRole("button", { name: "Enviar", exact: true }).click();
  await customer.getByRole("log").getByText(text).waitFor();
}
/** What is open has its entries in the history a moment later. */
const layersInHistory = (count: number) =>
  page.waitForFunction((count) => ((history.state as { layers?: number } | null)?.layers ?? 0) === count, count);
async function longPress(target: Locator) {
  await hand.down(await middle(target));
  await menu().waitFor();
  await hand.up();
}

test("a long press on a ticket opens its menu, selects nothing, and Back closes only the menu", async () => {
  await longPress(row());
  expect(await menu().getByRole("menuitem").count()).toBeGreaterThan(2);
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  expect(new URL(page.url()).pathname).toBe("/tickets");
  await page.goBack();
  await menu().waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/tickets");
});

test("a finger that scrolls or begins at the edge moves no ticket; a short way goes back", async () => {
  const box = await restingBox(row());
  const y = box.y + box.height / 2;
  for (const [from, by] of [[200, { x: 60, y: 90 }], [8, { x: 160, y: 0 }], [120, { x: 50, y: 0 }]] as const) {
    await hand.down({ x: from, y });
    await hand.move(by, 12, 30);
    await hand.up();
  }
  await page.waitForTimeout(300);
  expect(await restingBox(row())).toEqual(box);
  expect(await page.getByRole("tab", { name: /Aguardando/ }).getAttribute("aria-selected")).toBe("true");
  expect(new URL(page.url()).pathname).toBe("/tickets");
});

test("pulling the list fetches it again, a little pull does not", async () => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/tickets") && asked.push(request.url()));
  const list = await restingBox(page.getByRole("feed"));
  const start = { x: 195, y: list.y + 40 };
  await hand.down(start);
  await hand.move({ x: 0, y: 60 });
  await hand.up();
  await page.waitForTimeout(300);
  expect(asked).toEqual([]);
  await hand.down(start);
  await hand.move({ x: 0, y: 220 }, 16);
  await hand.up();
  await page.getByRole("status").getByText("Atualizando").waitFor();
  await page.getByText("Atualizando").waitFor({ state: "detached" });
  expect(asked.length).toBeGreaterThan(0);
});

test("swiping a ticket to the right accepts it", async () => {
  const { y } = await middle(row());
  await hand.down({ x: 100, y });
  await hand.move({ x: 150, y: 4 }, 10);
  await page.getByText("Aceitar").first().waitFor();
  await hand.up();
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor({ timeout: 10_000 });
});

test("in a conversation: a long press opens the message's menu, Back closes it, a second Back leaves", async () => {
  await longPress(bubble(HELLO));
  expect(await page.evaluate(() => String(getSelection()))).toBe("");
  const open = page.url();
  await page.goBack();
  await menu().waitFor({ state: "detached" });
  expect(page.url()).toBe(open);
  await page.getByRole("button", { name: "Mais ações" }).last().click();
  await page.getByRole("menuitem", { name: "Transferir" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await menu().waitFor({ state: "detached" });
  await layersInHistory(1);
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(page.url()).toBe(open);
  // Closed by its own button: nothing of it is left in the history.
  await page.getByRole("button", { name: "Anexar" }).click();
  await menu().waitFor();
  await page.keyboard.press("Escape");
  await menu().waitFor({ state: "detached" });
  await layersInHistory(0);
  await page.goBack();
  await page.waitForURL("**/tickets");
  await row().click();
  await bubble(HELLO).waitFor();
});

test("Enter opens the menu of the message that the arrows chose, and Escape leads back to it", async () => {
  await page.getByRole("log").press("ArrowUp");
  await page.keyboard.press("Enter");
  await menu().waitFor();
  await page.keyboard.press("Escape");
  await menu().waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.matches("[data-message]"));
});

test("the keyboard takes a part of the screen: the composer stands above it, the newest message is seen", async () => {
  for (let index = 0; index < 12; index++) await write(`linha ${index}.`);
  const last = bubble("linha 11.");
  await last.waitFor();
  const box = page.getByRole("textbox", { name: /^Mensagem para/ });
  await box.tap();
  const small = { width: phone.width, height: 460 };
  await page.setViewportSize(small);
  await expect.poll(async () => Math.round(((await box.boundingBox())?.y ?? 999) + 44)).toBeLessThan(small.height);
  // The list draws its rows anew meanwhile: for a moment the last one is not there.
  await expect.poll(async () => {
    const [line, field] = [await last.boundingBox(), await box.boundingBox()];
    if (!line || !field) return "not drawn";
    return line.y > 0 && line.y + line.height < field.y + 1 ? "seen" : `${line.y}+${line.height} of ${field.y}`;
  }).toBe("seen");
  await page.setViewportSize(phone);
  // Enter makes a line where there is no keyboard of keys.
  await box.fill("a");
  await box.press("Enter");
  expect(await box.inputValue()).toBe("a\n");
  await box.fill("");
});

test("everything on the screens of a phone is 44 px for a finger, and no field makes the page jump", async () => {
  const small: Record<string, string[]> = {};
  page.setDefaultTimeout(8000);
  const look = async (name: string) => {
    await page.waitForTimeout(400);
    await settled(page);
    const found = [...await smallTargets(page), ...await zoomingFields(page)];
    if (found.length > 0) small[name] = found;
  };
  await look("conversation");
  await page.getByRole("button", { name: "Anexar" }).click();
  await look("attach menu");
  await page.keyboard.press("Escape");
  await page.locator("input[type=file]").first().setInputFiles({
    name: "nota.txt",
    mimeType: "text/plain",
    buffer: (await import("node:buffer")).Buffer.from("nota"),
  });
  await page.getByRole("dialog").waitFor();
  await look("file preview");
  await page.keyboard.press("Escape");
  await longPress(bubble("linha 11."));
  await look("message menu");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Mais ações" }).last().click();
  await look("ticket menu");
  await page.getByRole("menuitem", { name: "Transferir" }).click();
  await look("transfer");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).last().click();
  await page.getByRole("complementary").waitFor();
  await look("contact");
  await page.goBack();
  await page.goBack();
  await page.waitForURL("**/tickets");
  await look("tickets");
  await page.getByRole("button", { name: "Novo atendimento" }).first().click();
  await look("new ticket");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Filtr/ }).first().click();
  await look("filters");
  await page.keyboard.press("Escape");
  const search = await searchField(page, "Buscar conversas");
  await search.fill("oi");
  await look("search");
  await search.fill("");
  for (
    const [path, add] of [["/users", /Novo|Adicionar/], ["/queues", /Nov|Adicionar/], [
      "/connections",
      /Nov|Adicionar/,
    ]] as const
  ) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await look(path);
    await page.getByRole("button", { name: add }).first().click();
    await look(`${path} form`);
    await page.keyboard.press("Escape");
  }
  await page.goto("/");
  await look("home");
  const other = (await newWindow(browser, world.bases[0]!, phone)).page;
  for (const path of ["/login", "/signup"]) {
    await other.goto(path);
    await other.getByRole("main").getByRole("heading").first().waitFor();
    const found = [...await smallTargets(other), ...await zoomingFields(other)];
    if (found.length > 0) small[path] = found;
  }
  expect(small).toEqual({});
}, 120_000);

test("nothing went wrong in the page meanwhile", () => {
  expect(attendant.watch.trouble).toEqual([]);
});
