// Contacts through a day: made, found, blocked, tagged, joined and parted, taken away as Excel; and a spreadsheet becomes contacts,
// across a reload, while hostile files are refused in words.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Buffer } from "node:buffer";
import { read, utils } from "@e965/xlsx";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, searchField, signIn, type Size, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
const SHOTS = Deno.env.get("SCREENSHOTS");
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const look = async (page: Page, size: Size, name: string) => {
  expect(await violations(page), name).toEqual([]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/contacts-${name}-${size.name}.png` });
};
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
const toast = (page: Page, words: string) => page.getByText(words, { exact: true }).waitFor();
const upload = async (page: Page, name: string, words: string | Uint8Array) => {
  await page.getByLabel("Escolher arquivo").first().setInputFiles({
    name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(words as string),
  });
};
const person = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

describe.each(sizes)("on a $name", (size) => {
  /** Names of this size's people, so that both run in one company. */
  const called = (name: string) => `${name} ${size.name}`;
  const digits = (n: number) => `55119${size.name === "desk" ? 8 : 7}${String(n).padStart(7, "0")}`;

  test("a contact is made, found, blocked and let in again; two become one and are parted", async () => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page);
    await page.goto("/contacts");
    await heading(page, "Contatos");
    await page.getByRole("button", { name: "Novo contato" }).first().click();
    const sheet = page.getByRole("dialog");
    await sheet.getByLabel("Nome").fill(called("Ana Lima"));
    await sheet.getByLabel("Número").fill("12");
    await sheet.getByText("Não parece um número deste país").waitFor();
    await sheet.getByLabel("Número").fill(`(11) 9${size.name === "desk" ? 8 : 7}888-7777`);
    await sheet.getByText("Será guardado como +55 (11)").waitFor();
    await sheet.getByRole("button", { name: "Adicionar informação" }).click();
    await sheet.getByLabel("Nome da informação 1").fill("CPF");
    await sheet.getByLabel("Valor da informação 1").fill("123");
    await look(page, size, "sheet");
    await sheet.getByRole("button", { name: "Salvar" }).click();
    await toast(page, "Contato salvo");
    await person(page, called("Ana Lima")).or(page.getByRole("button", { name: called("Ana Lima") })).first().waitFor();

    // Whose customer she is: only asked where the company works so.
    await ask(page, "PUT", "/companySettings", { column: "DirectTicketsToWallets", data: "enabled" });
    const { id } = await ask<{ id: number }>(page, "GET", "/auth/me");
    await ask(page, "POST", "/queue", {
      userIds: [id],
      name: called("Vendas"),
      greetingMessage: "Olá",
      color: size.name === "desk" ? "#0f766e" : "#b45309",
    });
    // Without the stream: what was saved stands there by its answer, not by its event.
    await context.route("**/api/events?*", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: `Mais ações: ${called("Ana Lima")}` }).click();
    await page.getByRole("menuitem", { name: "Editar" }).click();
    await sheet.getByLabel("Pessoa").selectOption({ index: 1 });
    await sheet.getByLabel("Fila").selectOption({ label: called("Vendas") });
    await sheet.getByRole("group", { name: "Carteira" }).scrollIntoViewIfNeeded();
    await look(page, size, "wallet");
    await sheet.getByRole("button", { name: "Salvar" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Mais ações: ${called("Ana Lima")}` }).click();
    await page.getByRole("menuitem", { name: "Editar" }).click();
    expect(await sheet.getByLabel("Fila").locator("option:checked").textContent()).toBe(called("Vendas"));
    await sheet.getByLabel("Pessoa").selectOption("");
    await sheet.getByRole("button", { name: "Salvar" }).click();
    await sheet.waitFor({ state: "detached" });
    await context.unroute("**/api/events?*");
    await page.reload();

    await ask(page, "POST", "/contacts", { name: called("Ana L."), email: "ana@test.local" });
    await ask(page, "POST", "/tags", { name: called("VIP"), color: "#2563eb" });
    const search = await searchField(page, "Nome, número ou e-mail");
    await search.fill(called("ana l").split(" ")[0]!);
    await page.getByRole("button", { name: `Mais ações: ${called("Ana L.")}` }).waitFor();
    await page.getByRole("button", { name: `Mais ações: ${called("Ana Lima")}` }).click();
    await page.getByRole("menuitem", { name: "Bloquear" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Bloquear" }).click();
    await toast(page, "Contato bloqueado");
    await page.getByText("Bloqueado", { exact: true }).first().waitFor();
    await look(page, size, "blocked");
    await page.getByRole("button", { name: `Mais ações: ${called("Ana Lima")}` }).click();
    await page.getByRole("menuitem", { name: "Desbloquear" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Desbloquear" }).click();
    await toast(page, "Contato desbloqueado");

    await page.getByRole("button", { name: "Mais ações dos contatos" }).click();
    await page.getByRole("menuitem", { name: "Selecionar vários" }).click();
    for (const name of ["Ana Lima", "Ana L."]) {
      await page.getByLabel(`Selecionar ${called(name)}`, { exact: true }).check();
    }
    const bar = page.getByRole("region", { name: "Seleção" });
    await bar.getByText("2 selecionados").waitFor();
    await look(page, size, "selection");
    if (size.name === "phone") expect(await smallTargets(page)).toEqual([]);
    await bar.getByRole("button", { name: "Juntar" }).click();
    await page.getByRole("dialog").getByText("ana@test.local").first().waitFor();
    await look(page, size, "merge");
    await page.getByRole("dialog").getByRole("button", { name: "Juntar" }).click();
    await page.getByRole("button", { name: `Mais ações: ${called("Ana L.")}` }).waitFor({ state: "detached" });
    // Blocking had one of its own before.
    await page.getByRole("button", { name: "Desfazer" }).last().click();
    await page.getByRole("button", { name: `Mais ações: ${called("Ana L.")}` }).waitFor();
    expect(watch.trouble.filter((line) => !line.includes("api/events"))).toEqual([]);
    await context.close();
  });

  test("a spreadsheet becomes contacts, and goes on after a reload; hostile files are refused in words", async () => {
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size, "dark");
    await signIn(page);
    await page.goto("/contacts/import");
    await heading(page, "Importar contatos de arquivo");
    await look(page, size, "import-file");
    await upload(page, "contatos.xls", "<html><table><tr><td>Ana</td></tr></table></html>");
    await page.getByText("É uma página da internet").waitFor();
    await upload(page, "contatos.xlsx", new Uint8Array([0x50, 0x4b, 3, 4, 1, 2]));
    await page.getByText("Arquivo inválido!", { exact: true }).waitFor();

    const rows = Array.from({ length: 1500 }, (_, n) => `${called(`Cliente ${n}`)};${digits(n)};VIP`);
    await upload(page, "clientes.csv", ["Nome;Telefone;Etiquetas", ...rows, ";5511999990000;", "Sem;12;"].join("\n"));
    await page.getByText("clientes.csv: diga o que é cada coluna.").waitFor();
    await look(page, size, "import-columns");
    await page.getByLabel("A coluna 3 é").selectOption("number");
    await page.getByText("O campo Número já foi selecionado.").waitFor();
    await page.getByLabel("A coluna 2 é").selectOption("");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByText("Não foi selecionado o campo de número do contato").waitFor();
    await page.getByLabel("A coluna 2 é").selectOption("number");
    await page.getByRole("button", { name: "Continuar" }).click();
    await page.getByText("1.500 de 1.502 linhas selecionadas").waitFor();
    await look(page, size, "import-rows");
    await page.getByLabel("Todas as linhas").uncheck();
    await page.getByRole("button", { name: "Importar contatos" }).click();
    await page.getByText("Nenhum contato selecionado").waitFor();
    await page.getByLabel("Todas as linhas").check();

    // Held after a few batches, so that the reload comes in the middle.
    let batches = 0;
    await page.route("**/api/contactsImport/batch", (route) => ++batches > 4 ? undefined : route.continue());
    await page.getByRole("button", { name: "Importar contatos" }).click();
    await page.getByText("importação em andamento 400 de 1.502").waitFor();
    await look(page, size, "import-running");
    await page.unroute("**/api/contactsImport/batch");
    await page.reload();
    await page.getByText("1.500 contatos criados").waitFor({ timeout: 60_000 });
    await page.getByText("2 contatos ignorados (número inválido ou não marcados para atualizar)").waitFor();
    await page.getByText("Sem nome", { exact: true }).waitFor();
    await look(page, size, "import-summary");
    const found = await ask<{ count: number }>(page, "GET", `/contacts?searchParam=${called("Cliente 1499")}`);
    expect(found.count).toBe(1);
    await page.getByRole("link", { name: "Ver contatos" }).click();
    await heading(page, "Contatos");
    // The end comes near: the next page is asked for.
    await page.getByRole("button", { name: `Mais ações: ${called("Cliente 0")}` }).first().waitFor();
    await look(page, size, "list");
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("all are taken away as Excel; without a network they are still there to read", async () => {
    const { page, context } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page);
    await ask(page, "POST", "/contacts", { name: called("Ada") });
    await page.goto("/contacts");
    await page.getByRole("button", { name: `Mais ações: ${called("Ada")}` }).waitFor();
    await page.getByRole("button", { name: "Mais ações dos contatos" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Exportar para Excel" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("backup_contatos.xlsx");
    const book = read(await Deno.readFile(await file.path()));
    const names = utils.sheet_to_json<{ nome: string }>(book.Sheets.Contatos!).map(({ nome }) => nome);
    expect(names).toContain(called("Ada"));
    await page.getByRole("button", { name: `Abrir atendimento: ${called("Ada")}` }).click();
    await page.getByRole("dialog").getByText(called("Ada")).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancelar" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await context.setOffline(true);
    const more = { name: `Mais ações: ${called("Ada")}`, disabled: true };
    await page.getByRole("button", more).waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/contacts-offline-${size.name}.png` });
    await context.close();
  });
});
