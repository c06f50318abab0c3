// What happens by itself, as an admin sets it up: a queue's tree, a connection's rules, the company's options
// (docs/product/automation.md).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { pause, type World } from "../../api/proofs/harness.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/editors-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const tab = (page: Page, name: string) => page.getByRole("tab", { name });
const name = (page: Page, number: string) => page.getByLabel(`Nome da opção ${number}`, { exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Salvar" }).click();
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });
/** Nothing to complain about for anybody, whatever they see, hear or press with. */
async function isFine(page: Page, touch = false): Promise<void> {
  expect(await violations(page)).toEqual([]);
  if (touch) expect(await smallTargets(page)).toEqual([]);
}
async function add(page: Page, number: string, words: string, message?: string): Promise<void> {
  await name(page, number).fill(words);
  if (message) await page.getByLabel("Mensagem", { exact: true }).fill(message);
}
async function inside(page: Page, of: string): Promise<void> {
  await page.getByRole("button", { name: `Ações da opção ${of}` }).click();
  await page.getByRole("menuitem", { name: "Adicionar dentro desta" }).click();
}

test("a tree of three levels is built with keys and buttons, previewed, and there after a reload", async () => {
  const { page } = desk;
  await page.goto("/queues");
  await page.getByRole("button", { name: "Nova fila" }).first().click();
  await page.getByLabel("Nome", { exact: false }).first().fill("Vendas");
  await page.getByLabel("Mensagem de saudação").fill("Olá! Sobre o que é?");
  await shot(page, "queue-data-desk");
  await isFine(page);
  await page.getByRole("button", { name: "Adicionar opção" }).click();
  await add(page, "1", "Pedidos");
  await inside(page, "Pedidos");
  await add(page, "1.1", "Tro");
  await save(page);
  await page.getByText("Muito curto!").waitFor();
  await name(page, "1.1").fill("Trocas");
  await name(page, "1").focus();
  await page.getByRole("alert").filter({ hasText: "Obrigatório" }).waitFor();
  await shot(page, "tree-wrong-desk");
  await page.getByRole("textbox", { name: "Mensagem", exact: true }).fill("O que houve com o pedido?");
  await inside(page, "Trocas");
  await add(page, "1.1.1", "Prazo de troca", "São 30 dias.");
  await page.getByRole("switch", { name: /Encerrar o atendimento depois/ }).click();
  await name(page, "1.1.1").press("Enter");
  await add(page, "1.1.2", "Falar com alguém", "Já vem alguém.");
  await page.getByLabel("E depois").selectOption("attendent");
  await page.getByRole("combobox", { name: "Atendente" }).fill("Adm");
  await page.getByRole("list", { name: "Atendente" }).getByRole("button").first().click();
  await name(page, "1.1.2").press("Alt+ArrowUp");
  await name(page, "1.1").focus();
  await page.getByRole("textbox", { name: "Mensagem", exact: true }).fill("Quer trocar o quê?");
  const preview = page.getByRole("region", { name: "O que o cliente lê" });
  await preview.getByRole("button", { name: "1 - Falar com alguém" }).click();
  await preview.getByText(/O atendimento vai para/).waitFor();
  await shot(page, "tree-desk");
  await isFine(page);
  await save(page);
  await page.getByText("Alterações salvas").waitFor();
  await closed(page);

  const small = phone.page;
  await small.goto("/queues");
  await small.getByRole("button", { name: /^Vendas/ }).first().click();
  expect(await name(small, "1.1.1").inputValue()).toBe("Falar com alguém");
  expect(await name(small, "1.1.2").inputValue()).toBe("Prazo de troca");
  await shot(small, "tree-phone");
  await name(small, "1.1.1").tap();
  await shot(small, "tree-option-phone");
  await isFine(small, true);
  await small.getByRole("button", { name: "Fechar" }).click();
});

test("contradicting rules are refused at their field, on its tab; the greeting takes a picture along", async () => {
  const { page } = desk;
  await page.goto("/connections");
  await page.getByRole("button", { name: "Chat do site", exact: true }).click();
  await tab(page, "Bot").click();
  await page.getByLabel("Encaminhar depois de").fill("10");
  await tab(page, "Mensagens").click();
  await page.getByLabel("Escolher imagem ou vídeo").setInputFiles({
    name: "loja.png",
    mimeType: "image/png",
    buffer: Buffer.from(PNG),
  });
  await save(page);
  const wrong = page.getByText("Escolha a fila que recebe estes atendimentos.");
  await wrong.waitFor();
  expect(await tab(page, "Bot").getAttribute("aria-selected")).toBe("true");
  await shot(page, "redirect-wrong-desk");
  await isFine(page);
  await page.getByLabel("Para a fila").selectOption({ label: "Vendas" });
  await page.getByLabel("Encerrar depois de").fill("60");
  await page.getByRole("switch", { name: /última mensagem for nossa/ }).waitFor();
  await tab(page, "Avaliações").click();
  await shot(page, "ratings-desk");
  await isFine(page);
  await tab(page, "Mensagens").click();
  await shot(page, "messages-desk");
  await page.getByLabel("Mensagem de férias").fill("Voltamos dia 15.");
  await save(page);
  await page.getByRole("alert").filter({ hasText: "Obrigatório" }).first().waitFor();
  await page.getByLabel("Mensagem de férias").fill("");
  await save(page);
  await closed(page);

  const small = phone.page;
  await small.goto("/connections");
  await small.getByRole("button", { name: "Chat do site", exact: true }).tap();
  await tab(small, "Bot").click();
  expect(await small.getByLabel("Encaminhar depois de").inputValue()).toBe("10");
  await shot(small, "chatbot-phone");
  await isFine(small, true);
  await tab(small, "Mensagens").click();
  await small.getByText("loja.png").waitFor();
  await isFine(small, true);
});

test("options save themselves and ask for the text they need; hours appear where the choice puts them", async () => {
  const { page } = desk;
  await page.goto("/settings");
  const option = (words: RegExp): Locator => page.getByRole("switch", { name: words });
  await option(/Assinar as mensagens/).click();
  await page.getByText("Salvo").first().waitFor();
  await option(/Avisar o cliente da transferência/).click();
  await page.getByText(/Escreva o texto; assim que houver/).waitFor();
  await page.getByLabel("Texto da transferência").fill("Você agora fala com outro setor.");
  await page.getByText(/Escreva o texto; assim que houver/).waitFor({ state: "detached" });
  await option(/Ligar a LGPD/).click();
  await page.getByLabel("Mensagem de consentimento").fill("Podemos guardar seus dados?");
  await page.getByText("Salvo").last().waitFor();
  await shot(page, "options-desk");
  await isFine(page);
  await page.getByLabel("Quem tem horários").selectOption("company");
  await tab(page, "Horários").click();
  await page.getByRole("button", { name: "Definir horários" }).click();
  await page.getByLabel("sexta-feira: fim do turno 2").fill("200");
  await page.keyboard.press("Tab");
  await page.getByText("Passa da meia-noite: termina sábado às 02:00.").waitFor();
  await page.getByRole("switch", { name: "domingo" }).click();
  await shot(page, "hours-desk");
  await isFine(page);
  await save(page);
  await page.getByText("Horários atualizados com sucesso").waitFor();

  const small = phone.page;
  await small.goto("/settings/hours");
  await small.getByText("Passa da meia-noite: termina sábado às 02:00.").waitFor();
  expect(await small.getByRole("switch", { name: "domingo" }).isChecked()).toBe(false);
  await shot(small, "hours-phone");
  await isFine(small, true);
  await small.goto("/settings");
  await small.getByLabel("Mensagem de consentimento").waitFor();
  expect(await small.getByLabel("Texto da transferência").inputValue()).toBe("Você agora fala com outro setor.");
  await shot(small, "options-phone");
  await isFine(small, true);
});

test("a connection that is on screen opens when it is pressed, also where what its channel can do comes late", async () => {
  const { page } = desk;
  const atOnce = await late(page, "**/api/channels");
  await page.goto("/connections");
  await page.getByRole("button", { name: "Chat do site", exact: true }).click();
  await tab(page, "Bot").waitFor({ timeout: 10_000 });
  await atOnce();
  await page.keyboard.press("Escape");
  await closed(page);
});

test("a new queue has the company's only connection chosen, also where the connections come late", async () => {
  const { page } = desk;
  const atOnce = await late(page, "**/api/whatsapp");
  await page.goto("/queues");
  await page.getByRole("button", { name: "Nova fila" }).click();
  await page.getByRole("dialog").getByText("Chat do site").first().waitFor();
  await atOnce();
  await page.keyboard.press("Escape");
  await closed(page);
});

/** Forgets what the device keeps and lets the answers to an address come 1.5 s late, until the returned function is called. */
async function late(page: Page, address: string): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    await pause(1_500);
    await route.continue();
  });
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) if (/^recado-\d/.test(name!)) indexedDB.deleteDatabase(name!);
  });
  return () => page.unrouteAll({ behavior: "wait" });
}
