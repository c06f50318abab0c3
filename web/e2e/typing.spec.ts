// Typing goes into the answer: on a desk the field has the focus after a press, and no letter of a sentence is a command.
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { neverIdle, newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let desk: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
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

/** Every letter that is a shortcut is in each half of them, and so are the space, "?" and "/". */
const SENTENCES = [
  "Entregamos sim!",
  "Tudo bem? Aguarde um instante.",
  "Bom dia Bruno, ja envio o recibo",
  "to no caminho agora",
  "Reabro e respondo nisso hoje",
  "Urgente: o pagamento nao caiu",
  "jk, era outra encomenda",
  "gc gi go gp gg ge",
  "e a nota fiscal?",
  "Na segunda/terca a gente entrega",
  "kit com 3 rosas por R$ 40",
  "Qual o CEP da entrega?",
  "nao temos mais girassol",
  "Rua Augusta, 10, ap. 21",
  "a gente resolve, Tania",
  "Pode ser as 14h?",
  "ok",
  "Transferi por engano, desculpe",
  "jeito nao falta kkkk",
  "Ate logo, um abraco!",
];
const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const log = (page: Page) => page.getByRole("log");
const hasFocus = (page: Page) =>
  until("the answer has the focus", 10_000, () => box(page).evaluate((field) => field === document.activeElement));
/** What the page shows besides words: letters that were taken for commands would change it. */
const around = async (page: Page) => ({
  path: new URL(page.url()).pathname,
  dialogs: await page.getByRole("dialog").count(),
  chosen: await page.getByRole("checkbox", { checked: true }).count(),
  note: await page.getByRole("textbox", { name: /^Nota sobre/ }).count(),
});

/** Opens a waiting ticket with the mouse. */
async function openWaiting(page: Page): Promise<void> {
  await page.goto("/tickets");
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  await page.locator("[data-row]").first().click();
  await page.waitForURL(/tickets\/[\w-]+$/);
  await page.getByRole("button", { name: "Aceitar", exact: true }).first().waitFor();
}

test("what is typed after accepting, opening and pressing anywhere with a mouse is the answer, letter by letter", async () => {
  const { page, watch } = desk;
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  const row = page.getByRole("article").first();
  await row.hover();
  await row.getByRole("button", { name: /^Aceitar/ }).click();
  await hasFocus(page);
  // Who accepted stands in the conversation at once.
  await log(page).getByRole("note").filter({ hasText: "Helena Prado aceitou" }).waitFor();
  const before = await around(page);
  for (const [index, sentence] of SENTENCES.entries()) {
    // Where the focus is lost, typing finds the field again.
    if (index % 4 === 1) await log(page).click({ position: { x: 8, y: 8 } });
    if (index % 4 === 2) await page.locator("[data-row][aria-current=page]").click();
    if (index % 4 === 3) await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type(sentence);
    expect(await box(page).inputValue()).toBe(sentence);
    await page.keyboard.press("Enter");
    await log(page).getByRole("article").filter({ hasText: sentence }).last().waitFor();
    expect(await around(page)).toEqual(before);
  }
  await page.locator("[data-row]:not([aria-current=page])").first().click();
  await until("another one is open", 10_000, () => new URL(page.url()).pathname !== before.path);
  await hasFocus(page);
  expect(watch.trouble).toEqual([]);
});

test("a conversation that an address opens is written in at once on a desk, and brings no keyboard up on a phone", async () => {
  const { page } = desk;
  await page.locator("[data-row]").first().click();
  await page.waitForURL(/tickets\/[\w-]+$/);
  await page.reload();
  await hasFocus(page);
  const typed = "e a nota fiscal? jk";
  await page.keyboard.type(typed);
  expect(await box(page).inputValue()).toBe(typed);
  await box(page).fill("");
  const phone = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await signIn(phone.page, HELENA);
  await phone.page.goto(new URL(page.url()).pathname);
  await box(phone.page).waitFor();
  expect(await box(phone.page).evaluate((field) => field === document.activeElement)).toBe(false);
  await phone.context.close();
});

test("nothing happens to a waiting ticket while somebody types who opened it with a mouse", async () => {
  const { page } = desk;
  await openWaiting(page);
  const before = await around(page);
  for (const sentence of SENTENCES) {
    await page.keyboard.type(sentence.replaceAll(/[/?]/g, ""));
    expect(await around(page)).toEqual(before);
  }
  await page.getByRole("button", { name: "Aceitar", exact: true }).first().waitFor();
});

test("what is typed with a mouse at hand is text and presses nothing, also before all of the app is loaded", async () => {
  const page = await desk.context.newPage();
  await neverIdle(page);
  await openWaiting(page);
  const before = await around(page);
  await page.keyboard.type("Entregamos sim, hoje");
  expect(await around(page)).toEqual(before);
  await page.getByRole("tab", { name: /Atendendo/ }).click();
  await page.locator("[data-row]").first().click();
  await box(page).waitFor();
  await log(page).click({ position: { x: 8, y: 8 } });
  await page.keyboard.type("Entregamos sim, hoje");
  expect(await box(page).inputValue()).toBe("Entregamos sim, hoje");
  await box(page).fill("");
  await page.close();
});

test("letters are commands once a key led into the list, and the key that accepts leads into the answer", async () => {
  const { page } = desk;
  await page.goto("/tickets");
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.getByRole("tab", { name: /Aguardando/, selected: true }).waitFor();
  await page.locator("[data-row]").first().waitFor();
  await page.keyboard.press("j");
  await until(
    "a row has the focus",
    10_000,
    () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.row !== undefined),
  );
  await page.keyboard.press("a");
  await page.keyboard.type("Tudo certo, ja respondo");
  await hasFocus(page);
  expect(await page.getByRole("dialog").count()).toBe(0);
  // Out of the answer one comes to the ticket's row; from there letters are commands again.
  await page.keyboard.press("Escape");
  expect(await page.evaluate(() => (document.activeElement as HTMLElement).ariaCurrent)).toBe("page");
  await page.keyboard.press("t");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
});

test("a picture is looked at in the conversation, and Enter sends it with its caption; Escape leads back", async () => {
  const { page } = desk;
  await page.goto("/tickets");
  await page.locator("[data-row]").first().click();
  await hasFocus(page);
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 1200);
    canvas.getContext("2d")!.fillRect(0, 0, 300, 600);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  const picture = { name: "recibo.png", mimeType: "image/png", buffer: Buffer.from(bytes) };
  const pick = (files: (typeof picture)[]) => page.locator("footer input[type=file]").first().setInputFiles(files);
  const preview = page.getByRole("dialog", { name: /^Enviar para/ });
  const caption = preview.getByRole("textbox", { name: "Legenda de recibo.png" });
  const shown = log(page).getByRole("button", { name: /^Ampliar/ });
  await pick([picture]);
  await until("the caption has the focus", 10_000, () => caption.evaluate((field) => field === document.activeElement));
  const large = await preview.getByRole("img", { name: "recibo.png" }).boundingBox();
  expect(large!.height).toBeGreaterThan(400);
  // One file has no place among others.
  expect(await preview.getByRole("button", { name: /^Mover/ }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await preview.waitFor({ state: "detached" });
  await hasFocus(page);
  const before = await shown.count();
  await pick([picture]);
  await caption.waitFor();
  // Pressed elsewhere, typing still goes into the caption.
  await preview.getByRole("heading").click();
  await page.keyboard.type("teu recibo, Ana");
  expect(await caption.inputValue()).toBe("teu recibo, Ana");
  await page.keyboard.press("Enter");
  await log(page).getByText("teu recibo, Ana").waitFor();
  await until("the picture stands in the conversation", 15_000, async () => await shown.count() === before + 1);
  await hasFocus(page);
  await pick([picture, { ...picture, name: "segundo.png" }]);
  await preview.getByRole("button", { name: "Ver segundo.png" }).click();
  await preview.getByRole("button", { name: "Mover segundo.png para antes" }).click();
  await preview.getByRole("button", { name: "Remover segundo.png" }).click();
  await preview.getByRole("button", { name: "Enviar 1 arquivo" }).waitFor();
  expect(await violations(page)).toEqual([]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/typing-preview.png` });
  await page.keyboard.press("Escape");
});

test("a new ticket is written in at once", async () => {
  const { page } = desk;
  await page.goto("/tickets");
  await page.getByRole("button", { name: "Novo atendimento" }).first().click();
  const dialog = page.getByRole("dialog");
  const before = page.url();
  await dialog.getByRole("combobox", { name: /contato/i }).fill("Conceição");
  await dialog.getByRole("list", { name: "Contato" }).getByRole("button", { name: /Conceição Luz/ }).click();
  await dialog.getByRole("combobox", { name: /Fila/ }).selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Abrir conversa" }).click();
  await until("it is open", 10_000, () => page.url() !== before);
  await hasFocus(page);
});
