// Quick messages, from the screen to the box one writes in, with and without a network (docs/product/quick-messages.md).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/quick-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 2);
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const options = (page: Page) => page.getByRole("listbox", { name: "Respostas rápidas" }).getByRole("option");
async function open(page: Page, at: Conversation): Promise<void> {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
}

test("the screen saves a text with variables, file and sharing; the other device follows", async () => {
  const { page } = desk;
  await phone.page.goto("/quick-messages");
  await phone.page.getByText("Nenhuma resposta rápida ainda").waitFor();
  await page.goto("/quick-messages");
  const add = page.getByRole("button", { name: "Nova resposta rápida" }).first();
  await add.click();
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.getByLabel("Atalho").fill("/bom-dia");
  await page.getByLabel("Mensagem", { exact: true }).fill("Olá, ! Aqui é da padaria. #");
  await page.getByLabel("Mensagem", { exact: true }).evaluate((area: HTMLTextAreaElement) =>
    area.setSelectionRange(5, 5)
  );
  await page.getByRole("button", { name: "Primeiro nome" }).click();
  await page.getByLabel("Quem usa").selectOption("readable");
  expect(await violations(page)).toEqual([]);
  await shot(page, "sheet-desk");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await add.click();
  await page.getByLabel("Atalho").fill("tabela");
  await page.getByLabel("Mensagem", { exact: true }).fill("Nossa tabela de preços, {{name}}");
  await page.getByLabel("Adicionar anexo").setInputFiles({
    name: "tabela.png",
    mimeType: "image/png",
    buffer: Buffer.from(PNG),
  });
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const [name, one] of [["desk", page], ["phone", phone.page]] as const) {
    await one.getByText("tabela.png").or(one.getByLabel("tabela.png")).waitFor();
    await one.getByText("Olá, {{firstName}}! Aqui é da padaria. #").waitFor();
    await shot(one, `screen-${name}`);
    expect(await violations(one)).toEqual([]);
  }
  expect(await smallTargets(phone.page)).toEqual([]);
});

test("behind a slash: found by code and text, chosen with the keys, filled in", async () => {
  const { page } = desk;
  await open(page, conversations[0]!);
  await box(page).pressSequentially("/");
  await until("both are offered", 15_000, async () => await options(page).count() === 2);
  expect(await violations(page)).toEqual([]);
  await shot(page, "list-desk");
  await box(page).press("Escape");
  await options(page).first().waitFor({ state: "detached" });
  await box(page).pressSequentially("padaria");
  await until("one is left", 15_000, async () => await options(page).count() === 1);
  await box(page).press("Enter");
  const first = conversations[0]!.ticket.contact.name.split(" ")[0];
  expect(await box(page).inputValue()).toBe(`Olá, ${first}! Aqui é da padaria. #`);
  await box(page).press("Enter");
  await page.getByRole("log").getByText(`Olá, ${first}!`).waitFor();
});

test("the file goes with it, its text is the caption", async () => {
  const { page } = desk;
  await box(page).pressSequentially("/tab");
  await options(page).first().waitFor();
  await box(page).press("Tab");
  const preview = page.getByRole("dialog");
  await preview.waitFor();
  const words = `Nossa tabela de preços, ${conversations[0]!.ticket.contact.name}`;
  await until(
    "the caption is filled in",
    15_000,
    async () => (await preview.getByRole("textbox").first().inputValue()) === words,
  );
  await shot(page, "caption-desk");
  expect(await box(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
});

test("on a phone without a network it is there as well, by a tap", async () => {
  const { page, context } = phone;
  await open(page, conversations[1]!);
  await context.setOffline(true);
  await box(page).fill("/");
  await until("both are offered", 15_000, async () => await options(page).count() === 2);
  expect(await smallTargets(page)).toEqual([]);
  await shot(page, "list-phone");
  await options(page).filter({ hasText: "bom-dia" }).tap();
  expect(await box(page).inputValue()).toContain("Aqui é da padaria");
  await context.setOffline(false);
});
