// Payment, on screen (docs/product/billing.md#screens): an expired company's admin pays, and is let in as soon as it is paid.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { companies } from "../../api/features/companies/contract.ts";
import { invoices } from "../../api/features/invoices/contract.ts";
import { plans } from "../../api/features/plans/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, onBothSizes, openProduct, type Size } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
let operator: Worker;
const PASSWORD = "Provas-2026-padaria";
const INSTRUCTIONS = "Pix para financeiro@provas.local, com o nome da empresa.";

/** A company whose due date was yesterday, with an admin and a colleague. */
async function lateCompany(size: Size): Promise<{ id: number; admin: string; colleague: string }> {
  const name = `${size.name} ${crypto.randomUUID().slice(0, 4)}`;
  const [admin, colleague] = ["dona", "colega"].map((who) => `${who}-${name.replace(" ", "-")}@provas.local`) as [
    string,
    string,
  ];
  const plan = await operator.call(plans.create, {
    body: { name: `Essencial ${name}`, users: 5, connections: 2, queues: 3, amount: 99.9 },
  });
  const { id } = await operator.call(companies.create, {
    body: {
      name: `Padaria Conceição ${name}`,
      email: admin,
      password: PASSWORD,
      planId: plan.id,
      recurrence: "MENSAL",
    },
  });
  const own = await Worker.signIn(world.bases, { email: admin, password: PASSWORD });
  await own.call(users.create, { body: { name: "Zoë", email: colleague, password: PASSWORD, profile: "user" } });
  const dueDate = new Date(Date.now() - 864e5).toISOString();
  await operator.call(companies.update, { params: { id }, body: { dueDate } });
  return { id, admin, colleague };
}

async function arrive(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL("**/financeiro-aberto");
}

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  operator = await Worker.signIn(world.bases);
  await operator.call(invoices.setGateway, {
    params: { kind: "manual" },
    body: { active: true, instructions: INSTRUCTIONS },
  });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("an expired company's admin pays, and is let in when it was paid, with a stream and without one", () =>
  onBothSizes(async (size) => {
    const { id, admin, colleague } = await lateCompany(size);
    const other = await newWindow(browser, world.bases[0]!, size, "dark");
    await arrive(other.page, colleague);
    await other.page.getByText(/^Só um administrador de Padaria Conceição/).waitFor();
    expect(await other.page.getByRole("button", { name: /pagar/i }).count()).toBe(0);
    await other.context.close();
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
    // The phone's network lets no stream through: the page asks by itself.
    if (size.name === "phone") await page.route("**/api/events*", (route) => route.abort());
    let answer = () => {};
    const measured = new Promise<void>((resolve) => answer = resolve);
    await page.route(/\/api\/(companies\/listPlan|invoices)/, async (route) => {
      await measured;
      await route.continue();
    });
    await arrive(page, admin);
    // Below the heading: while the stream is away on a busy machine, the strip above says so and moves all of the screen.
    const buttonAt = async () => {
      const [heading, button] = await Promise.all(
        [page.getByRole("heading", { level: 1 }), page.getByRole("button", { name: "Pagar agora" })].map((part) =>
          part.boundingBox()
        ),
      );
      return { x: button!.x, below: button!.y - heading!.y };
    };
    const at = await buttonAt();
    answer();
    await page.getByText("R$ 99,90").first().waitFor();
    expect(await buttonAt()).toEqual(at);
    await page.getByRole("button", { name: "Pagar agora" }).click();
    await page.getByRole("button", { name: "PRÓXIMO" }).click().catch(async (error) => {
      throw new Error(`${error}\n${size.name} shows: ${await page.locator("body").innerText()}`);
    });
    await page.getByText("R$ 99,90").first().waitFor();
    await page.getByRole("button", { name: "PAGAR", exact: true }).last().click();
    await page.getByRole("dialog", { name: "Falta pouco!" }).waitFor();
    await page.getByText(INSTRUCTIONS).waitFor();
    await page.getByText("Assinatura realizada com sucesso!").waitFor({ state: "detached" });
    expect(await violations(page)).toEqual([]);
    if (size.name === "phone") expect(await smallTargets(page)).toEqual([]);
    const { invoices: [open] } = await operator.call(invoices.all, { query: { companyId: id, status: "Pendente" } });
    await operator.call(invoices.markPaid, { params: { id: open!.id } });
    const day = new Date((await operator.call(companies.show, { params: { id } })).dueDate!);
    await page.getByText(
      `Sua licença foi renovada até ${day.toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" })}!`,
    ).waitFor({
      timeout: 8_000,
    });
    await page.waitForURL((url) => url.pathname === "/", { timeout: 10_000 });
    await page.getByRole("navigation", { name: "Menu principal" }).waitFor();
    await page.goto(`/financeiro/${open!.id}/recibo`);
    await page.getByRole("heading", { name: `Recibo nº ${open!.id}` }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(watch.trouble.filter((line) => !/api\/events|402/.test(line))).toEqual([]);
    await context.close();
  }));
