// The common tasks of a day, each with the presses it costs on a desk. Letters of a text are none.
import { Buffer } from "node:buffer";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { countPresses } from "./presses.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
);
let world: World;
let browser: Browser;
let page: Page;
let presses: Awaited<ReturnType<typeof countPresses>>;
const told: string[] = [];
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await seedAurora(world);
  ({ page } = await newWindow(browser, world.bases[0]!, sizes[0]!));
  presses = await countPresses(page);
  await signIn(page, HELENA);
});
afterEach(({ task }) => {
  if (task.result?.state === "pass") console.log(told.at(-1));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const box = () => page.getByRole("textbox", { name: /^Mensagem para/ });
const said = (text: string) => page.getByRole("log").getByText(text).first();
/** Goes to an address, does the task, and holds its presses against the aim. */
async function costs(task: string, path: string, aim: number, work: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await page.locator("[data-row], h1").first().waitFor();
  await presses.begin();
  await work();
  const count = await presses.count();
  told.push(`${task}: ${count} (aim ${aim})`);
  expect(count).toBeLessThanOrEqual(aim);
}
/** Opens a conversation that is one's own; not counted. */
async function ownConversation(name: string): Promise<string> {
  await page.goto("/tickets");
  await page.locator("[data-row]").filter({ hasText: name }).click();
  await box().waitFor();
  return new URL(page.url()).pathname;
}

test("accepting and writing takes two presses", async () => {
  await costs("accept and be writing", "/tickets", 2, async () => {
    await page.getByRole("tab", { name: /Aguardando/ }).click();
    const row = page.getByRole("article").filter({ hasText: "Condomínio Jardim Europa" });
    await row.hover();
    await row.getByRole("button", { name: /^Aceitar/ }).click();
    await box().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("Bom dia! Já vejo isso.");
  });
  expect(await box().inputValue()).toBe("Bom dia! Já vejo isso.");
});

test("opening and answering takes two presses", async () => {
  await costs("open and answer", "/tickets", 2, async () => {
    await page.locator("[data-row]").filter({ hasText: "Restaurante Dom Garcia" }).click();
    await box().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("Combinado para as dez.");
    await page.keyboard.press("Enter");
    await said("Combinado para as dez.").waitFor();
  });
});

test("a picture with its caption takes four presses", async () => {
  const path = await ownConversation("Dona Celeste");
  await costs("picture with caption", path, 4, async () => {
    await box().waitFor();
    await button("Anexar").click();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "Fotos, vídeos e áudios" }).click();
    await (await chooser).setFiles({ name: "buque.png", mimeType: "image/png", buffer: png });
    await page.getByRole("textbox", { name: /Legenda/ }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches("input, textarea"));
    await page.keyboard.type("O buquê de hoje");
    await page.keyboard.press("Enter");
    await said("O buquê de hoje").waitFor();
  });
});

test("closing takes one press where nothing is asked", async () => {
  // The shop says goodbye to nobody here: with a farewell there is something to choose.
  await world.sql`update app.connections set farewell = ''`;
  await page.reload();
  const path = await ownConversation("Empório São Bento");
  await costs("close", path, 1, async () => {
    await button("Encerrar").first().click();
    await page.getByText(/encerrad|Encerrad|resolvid/i).first().waitFor();
  });
});

test("finding an old message takes three presses", async () => {
  await costs("find an old message", "/tickets", 3, async () => {
    await page.getByRole("textbox", { name: "Buscar conversas" }).click();
    await page.keyboard.type("canteiros");
    await page.getByText("Buscar também nas mensagens").click();
    await page.locator("[data-row]").filter({ hasText: "Associação" }).first().click();
    await page.waitForURL(/\/tickets\/.+/);
  });
});
