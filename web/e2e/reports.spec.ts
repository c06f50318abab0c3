// Reports, dashboard and the live panel, on a desk and on a phone, with the small company of `npm run seed`.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { HELENA, seedAurora } from "./aurora.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, type Size, sizes } from "./people.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await seedAurora(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function open(size: Size, path: string, theme: "light" | "dark" = "light") {
  const opened = await newWindow(browser, world.bases[0]!, size, theme);
  await signIn(opened.page, HELENA);
  await opened.page.goto(path);
  return opened;
}
/** How many rows the heading says there are. */
const counted = async (page: Page) =>
  Number((await page.getByRole("heading", { level: 1 }).innerText()).replace(/\D/g, ""));

describe.each(sizes)("on a $name", (size) => {
  const rowsOf = (page: Page) =>
    size.name === "phone"
      ? page.locator("main li, li.rounded-card")
      : page.getByRole("row").filter({ has: page.locator("td") });

  test("the report is filtered, paged, followed and exported", async () => {
    const { page, context, watch } = await open(size, "/reports");
    const rows = rowsOf(page);
    await rows.first().waitFor();
    const total = await counted(page);
    expect(total).toBeGreaterThan(10);
    expect(await rows.count()).toBe(10);
    if (size.name === "desk") {
      const table = (await page.getByRole("region", { name: "Relatórios" }).boundingBox())!;
      for (const link of await page.getByRole("link", { name: /^Abrir atendimento/ }).all()) {
        const box = (await link.boundingBox())!;
        expect(box.x + box.width).toBeLessThanOrEqual(table.x + table.width);
      }
    }
    await page.getByLabel("Por página").selectOption("5");
    await page.getByText(`1–5 de ${total}`).waitFor();
    await page.getByRole("button", { name: "Próxima página" }).click();
    await page.getByText(/^6–10 de \d+$/).waitFor();

    if (size.name === "phone") await page.getByRole("button", { name: "Filtros" }).click();
    const contact = page.getByRole("combobox", { name: "Contato" });
    await contact.fill("fi");
    expect(await page.getByRole("button", { name: /^Adicionar/ }).isVisible()).toBe(false);
    await contact.fill("figueir");
    await page.getByRole("button", { name: "Adicionar “figueir”" }).click();
    await page.getByRole("button", { name: "Filtrar" }).click();
    await expect.poll(() => counted(page)).toBeLessThan(total);
    expect(await counted(page)).toBeGreaterThan(0);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportar Excel" }).click();
    expect((await download).suggestedFilename()).toBe("relatorio-de-atendimentos.xlsx");

    await page.getByRole("button", { name: /^Histórico do atendimento/ }).first().click();
    await page.getByRole("dialog").getByRole("listitem").first().waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: /^Abrir atendimento/ }).first().click();
    await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("the dashboard has three tabs, and its filter folds away", async () => {
    const { page, context, watch } = await open(size, "/");
    const figure = (name: string) =>
      page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) }).locator("dd");
    await figure("Atendimentos").waitFor();
    expect(Number(await figure("Atendimentos").innerText())).toBeGreaterThan(10);
    await page.getByRole("table", { name: "Atendimentos por dia" }).getByRole("row").nth(1).waitFor();
    await page.getByRole("button", { name: /–/ }).click();
    await page.getByLabel("Data final").fill("2020-01-31");
    await page.getByLabel("Data inicial").fill("2020-01-01");
    await page.getByRole("button", { name: "Filtrar" }).click();
    await page.getByText("Nenhum atendimento neste período").waitFor();
    expect(await figure("Atendimentos").innerText()).toBe("0");
    await page.getByRole("tab", { name: "Avaliações (NPS)" }).click();
    await page.getByText("Nenhuma avaliação neste período").waitFor();
    await page.getByRole("tab", { name: "Atendentes" }).click();
    await page.getByText("Caíque Moura").waitFor();
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("the live panel follows what colleagues do, without asking again", async () => {
    const { page, context } = await open(size, "/moments");
    const waiting = page.getByRole("region", { name: "Aguardando" });
    const mine = page.getByRole("region", { name: "Helena Prado" });
    await waiting.getByRole("listitem").first().waitFor();
    const before = await mine.getByRole("listitem").count();
    const asked: string[] = [];
    let last = performance.now();
    page.on("request", (request) => {
      last = performance.now();
      if (request.url().includes("/usersMoments")) asked.push(request.url());
    });
    const other = await context.newPage();
    await other.goto("/tickets");
    const uuid = (await waiting.getByRole("link").last().getAttribute("href"))!.split("/").at(-1)!;
    // What the start of two tabs fetches is not the subject.
    await until("the panel asks for nothing", 30_000, () => performance.now() - last > 2_000);
    asked.length = 0;
    await other.evaluate(async (uuid) => {
      const token = (await (await fetch("/api/auth/refresh_token", { method: "POST" })).json()).token;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const ticket = await (await fetch(`/api/tickets/u/${uuid}`, { headers })).json();
      const body = JSON.stringify({ status: "open", queueId: ticket.queueId ?? 1 });
      await fetch(`/api/tickets/${ticket.id}`, { method: "PUT", headers, body });
    }, uuid);
    await expect.poll(() => mine.getByRole("listitem").count()).toBe(before + 1);
    expect(asked).toEqual([]);
    await context.close();
  });

  test.each(["light", "dark"] as const)("nobody is kept out, %s", async (theme) => {
    const { page, context } = await open(size, "/reports", theme);
    await rowsOf(page).first().waitFor();
    const found = { report: await violations(page), dashboard: [] as string[], panel: [] as string[] };
    await page.goto("/");
    await page.getByRole("tab").first().waitFor();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      found.dashboard.push(...await violations(page));
    }
    await page.goto("/moments");
    await page.getByRole("region", { name: "Aguardando" }).waitFor();
    found.panel = await violations(page);
    expect(found).toEqual({ report: [], dashboard: [], panel: [] });
    await context.close();
  });
});

test("a person without the right sees that the dashboard is closed to them", async () => {
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page, { email: "caique@aurora.local", password: HELENA.password });
  await page.goto("/");
  await page.getByRole("heading", { name: "Oops! Acesso Negado!" }).waitFor();
  expect(await page.getByRole("link", { name: "Painel" }).count()).toBe(0);
  await context.close();
});
