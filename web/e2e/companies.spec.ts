// The operator's companies and plans, on a desk and a phone (docs/product/companies-and-plans.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { companies } from "../../api/features/companies/contract.ts";
import { plans } from "../../api/features/plans/contract.ts";
import { until, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { smallTargets } from "./targets.ts";
import { newWindow, openProduct, searchField, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let boss: Worker;
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/companies-${name}.png` });
};
const LONG = "Comércio de Pães, Bolos e Doces da Vovó Ângela";
const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 10);

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const first = await Worker.signIn(world.bases);
  const plan = await first.call(plans.create, {
    body: { name: "Básico", users: 3, connections: 1, queues: 2, amount: 49.9 },
  });
  // A second operator: the pages have the first one's sessions.
  const other = { email: "outra@empresas.local", password: "operadora das boas" };
  await first.call(companies.create, { body: { name: "Operadora", ...other, planId: plan.id } });
  await world.sql`update app.users set super = true where email = ${other.email}`;
  boss = await Worker.signIn(world.bases, other);
  for (const [name, days] of [[LONG, -3], ["Érica Modas", 4], ["Zuleica Flores", 40]] as const) {
    const body = {
      name,
      email: `${days}@empresas.local`,
      planId: plan.id,
      dueDate: inDays(days),
      document: `doc ${days}`,
    };
    await boss.call(companies.create, { body });
  }
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("the list shows who is due, finds and orders companies, and moves a due date on once", async () => {
  const { page } = desk;
  await page.goto("/companies");
  await row(page, LONG).getByText("(vencida)").waitFor();
  await row(page, "Érica Modas").getByText("(vence em até 5 dias)").waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "list-desk");
  await page.getByRole("button", { name: "Vencimento", exact: true }).click();
  await page.getByRole("columnheader", { name: "Vencimento" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await until(
    "the one that is due first stands first",
    5_000,
    async () => (await page.getByRole("row").nth(1).textContent())?.includes(LONG),
  );
  const renew = row(page, "Érica Modas").getByRole("button", { name: /^Avançar o vencimento de Érica Modas em 1 mês/ });
  await renew.click();
  await page.getByText(/^Érica Modas vence agora em/).waitFor();
  await until(
    "it is due soon no more",
    5_000,
    async () => await row(page, "Érica Modas").getByText("(vence em até 5 dias)").count() === 0,
  );
  await (await searchField(page, "Buscar nome, e-mail ou documento")).fill("erica");
  await until("one is found", 5_000, async () => await page.getByRole("row").count() === 2);
});

test("a company is changed on the phone while another operator saves it: nobody's words are lost", async () => {
  const { page } = phone;
  await page.goto("/companies");
  await page.getByText(LONG).waitFor();
  await shot(page, "list-phone");
  await page.getByRole("button", { name: /^Zuleica Flores/ }).click();
  await page.getByRole("heading", { level: 1, name: /^Zuleica Flores/ }).waitFor();
  await page.getByRole("heading", { name: "Últimos problemas" }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await shot(page, "page-phone");
  await page.getByRole("button", { name: "Editar" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Cidade").fill("Ribeirão Preto");
  const { companies: [found] } = await boss.call(companies.listWithPlan, { query: { searchParam: "zuleica" } });
  await boss.call(companies.update, { params: { id: found!.id }, body: { phone: "16 3333-4444" } });
  await sheet.getByRole("button", { name: "Salvar" }).click();
  await sheet.getByRole("alert").getByText("Telefone").waitFor();
  await shot(page, "changed-phone");
  expect(await sheet.getByLabel("Telefone").inputValue()).toBe("16 3333-4444");
  expect(await sheet.getByLabel("Cidade").inputValue()).toBe("Ribeirão Preto");
  await sheet.getByRole("button", { name: "Salvar" }).click();
  await sheet.waitFor({ state: "detached" });
  expect(await boss.call(companies.show, { params: { id: found!.id } }))
    .toMatchObject({ phone: "16 3333-4444", addressCity: "Ribeirão Preto" });
});

test("an operator looks into a company that allows it, in one tab, until its admin ends it", async () => {
  const { page } = desk;
  const plan = (await boss.call(plans.listAll, {}))[0]!;
  const admin = { email: "dona@empresas.local", password: "uma senha das boas" };
  const { id } = await boss.call(companies.create, {
    body: { name: "Vista", planId: plan.id, dueDate: inDays(2), ...admin },
  });
  await page.goto(`/companies/${id}`);
  await page.getByText(/^A empresa não permite o acesso do suporte/).waitFor();
  const enter = page.getByRole("button", { name: "Entrar como suporte" });
  expect(await enter.isDisabled()).toBe(true);
  await shot(page, "page-desk");
  const theirs = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(theirs.page, admin);
  await theirs.page.goto("/settings/options");
  await theirs.page.getByRole("switch", { name: "Permitir que o suporte veja a empresa" }).click();
  await theirs.page.getByText("Salvo").first().waitFor();
  await page.reload();
  await enter.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Entrar como suporte" }).click();
  await page.getByText(/^Você vê Vista como suporte até/).waitFor();
  await shot(page, "support-desk");
  await theirs.page.getByText(/^O suporte \(.*\) pode ver a sua empresa até/).waitFor();
  await theirs.page.getByText("A assinatura vence em 2 dias.").waitFor();
  await shot(theirs.page, "supported-desk");
  await page.goto("/queues");
  await page.getByText("Geral").first().waitFor();
  expect(await violations(page)).toEqual([]);
  const other = await desk.context.newPage();
  await other.goto(`${world.bases[0]}/companies`);
  await row(other, "Vista").waitFor();
  await other.close();
  await theirs.page.getByRole("button", { name: "Encerrar" }).click();
  await theirs.page.getByText(/^O suporte \(/).waitFor({ state: "detached" });
  await page.waitForURL(`**/companies/${id}`);
  await page.getByRole("heading", { level: 1, name: /^Vista/ }).waitFor();
  await theirs.context.close();
});

test("a new company's password is shown once, and its deletion asks for the name", async () => {
  const { page } = desk;
  await page.goto("/settings/companies");
  await page.getByRole("button", { name: "Nova empresa" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Nome").fill("Apagável");
  await sheet.getByLabel("E-mail").fill("apagavel@empresas.local");
  await sheet.getByLabel(/^Plano/).selectOption({ label: "Básico · R$ 49,90" });
  await shot(page, "sheet-desk");
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog", { name: "Acesso de Apagável" }).getByText("apagavel@empresas.local").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).first().click();
  await page.getByRole("button", { name: "Excluir: Apagável" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("conexões").waitFor();
  const all = question.getByRole("button", { name: "Excluir tudo" });
  expect(await all.isDisabled()).toBe(true);
  await question.getByRole("textbox").fill("Apagável");
  await shot(page, "remove-desk");
  await all.click();
  await page.getByText("Apagável foi fechada e está sendo excluída").waitFor();
  await until("it is gone", 5_000, async () => await row(page, "Apagável").count() === 0);
});

test("a plan says that a company of it uses more, and one in use is not deleted", async () => {
  const { page } = desk;
  await page.goto("/settings/plans");
  await page.getByRole("button", { name: "Básico", exact: true }).waitFor();
  await shot(page, "plans-desk");
  await page.getByRole("button", { name: "Excluir: Básico" }).click();
  await page.getByText("4 empresas têm Básico", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Novo plano" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Nome").fill("Completo");
  await sheet.getByLabel("Valor por mês").fill("99,90");
  await sheet.getByRole("switch", { name: "Kanban" }).click();
  await shot(page, "plan-sheet-desk");
  await sheet.getByRole("button", { name: "Salvar" }).click();
  await row(page, "Completo").getByText("R$ 99,90").waitFor();
  await row(page, "Completo").getByText("Kanban").waitFor();
  await phone.page.goto("/settings/plans");
  await phone.page.getByRole("button", { name: /^Completo/ }).waitFor();
  await shot(phone.page, "plans-phone");
});

test("somebody who is no operator is told so and goes home", async () => {
  const { page } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  const plan = (await boss.call(plans.listAll, {}))[0]!;
  const password = "uma senha das boas";
  await boss.call(companies.create, {
    body: { name: "Curiosa", email: "curiosa@empresas.local", planId: plan.id, password },
  });
  await signIn(page, { email: "curiosa@empresas.local", password });
  await page.goto("/companies");
  await page.getByText("Oops! Acesso Negado!").waitFor();
  await page.waitForURL((url) => url.pathname !== "/companies");
});
