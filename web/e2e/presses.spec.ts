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
  [world, browser] = await Promise.all([
    openProduct(),
    openBrowser(["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]),
  ]);
  await seedAurora(world);
  await world.sql`
    insert into app.quick_messages (company_id, user_id, shortcode, message, for_all)
    select company_id, id, '/horario', 'Abrimos das 9h às 18h.', true from app.users where email = ${HELENA.email}`;
  const desk = await newWindow(browser, world.bases[0]!, sizes[0]!);
  page = desk.page;
  await desk.context.grantPermissions(["microphone"]);
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

test("opening and answering with a quick message takes three presses", async () => {
  await costs("open and answer with a quick message", "/tickets", 3, async () => {
    await page.locator("[data-row]").filter({ hasText: "Dona Celeste" }).click();
    await box().waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await page.keyboard.type("/ho");
    await page.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await said("Abrimos das 9h às 18h.").waitFor();
  });
});

test("a voice note takes two presses", async () => {
  const path = await ownConversation("Dona Celeste");
  await costs("voice", path, 2, async () => {
    await button("Gravar áudio").click();
    const bar = page.getByRole("group", { name: "Gravação de áudio" });
    await bar.getByText(/0:0[1-9]/).waitFor();
    await bar.getByRole("button", { name: /^Enviar/ }).click();
    await page.getByRole("log").getByRole("slider", { name: "Posição do áudio" }).first().waitFor();
  });
});

test("handing a conversation to another queue takes four presses", async () => {
  const path = await ownConversation("Restaurante Dom Garcia");
  await costs("transfer", path, 4, async () => {
    await button("Transferir").first().click();
    const dialog = page.getByRole("dialog", { name: /^Transferir/ });
    const queue = dialog.getByRole("combobox").first();
    await queue.focus();
    // Opening the choice and choosing are two presses of a hand; the browser's own list is not of the page.
    await page.keyboard.press("ArrowDown");
    await queue.selectOption({ label: "Entregas" });
    await presses.more(1);
    await dialog.getByRole("button", { name: "Transferir" }).click();
    await page.getByText("Restaurante Dom Garcia foi para Entregas").waitFor();
  });
});

test("closing takes two presses where the customer is asked for a rating", async () => {
  const path = await ownConversation("Associação dos Moradores");
  await costs("close with a goodbye", path, 2, async () => {
    await button("Encerrar").first().click();
    const primary = page.getByRole("dialog").getByRole("button", { name: /^Encerrar/ }).first();
    await primary.waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

test("importing contacts takes six presses", async () => {
  await costs("import contacts", "/contacts", 6, async () => {
    await button("Mais ações dos contatos").click();
    await page.getByRole("menuitem", { name: "Importar contatos" }).click();
    // The window of the browser in which a file is chosen.
    await presses.more(1);
    await page.getByLabel("Escolher arquivo").first().setInputFiles({
      name: "clientes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("Nome;Telefone\nIvone Teles;5511988776655"),
    });
    await button("Continuar").click();
    await page.getByText(/1 de 1 linhas? selecionada/).waitFor();
    await button("Importar contatos").click();
    await page.getByText(/1 contato/).first().waitFor();
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
