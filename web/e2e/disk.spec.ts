// How much room the company's files take: an admin sees it, is warned, and what does not fit is said where it would be.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Buffer } from "node:buffer";
import type { Browser } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, onBothSizes, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { ask, chatPage, type Ticket } from "./visitor.ts";

const GB = 1024 ** 3;
let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  await world.sql`
    insert into app.media (company_id, id, kind, bytes) values (1, ${"ab".repeat(16)}, 'video', ${45 * GB})`;
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("an admin is warned in the menu, and the settings show how much is taken of how much", async () => {
  await onBothSizes(async (size) => {
    const { page, context, watch } = await newWindow(
      browser,
      world.bases[0]!,
      size,
      size.name === "phone" ? "dark" : "light",
    );
    await signIn(page);
    await (size.name === "phone"
      ? page.getByRole("button", { name: "Mais (precisa de atenção)" })
      : page.getByRole("button", { name: "Administração (precisa de atenção)" })).waitFor();
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Espaço" }).click();
    const meter = page.getByRole("meter", { name: "Espaço ocupado: 90%" });
    await meter.waitFor();
    expect(await meter.getAttribute("aria-valuenow")).toBe("90");
    await page.getByText("45 GB de 50 GB").waitFor();
    await page.getByText("Já passou de 80%").waitFor();
    expect(await violations(page)).toEqual([]);
    if (size.name === "phone") expect(await smallTargets(page)).toEqual([]);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
});

test("beyond the limit that an operator sets, files are refused in words, and a customer's leaves a notice in its place", async () => {
  const { page } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await page.goto("/settings/disk");
  const limit = page.getByLabel("Limite de cada empresa, em GB");
  await until("the limit is read", 10_000, async () => await limit.inputValue() === "50");
  await limit.fill("muito");
  await page.getByText("Número inválido").waitFor();
  await limit.fill("45");
  await page.getByText("Está cheio.").waitFor();

  const customer = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await customer.page.goto(await chatPage(page));
  const file = { name: "comprovante.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\nção") };
  await customer.page.locator("input[type=file]").first().setInputFiles(file);
  const ticket = await until("the ticket is there", 15_000, async () => {
    const { tickets } = await ask<{ tickets: Ticket[] }>(page, "GET", "/tickets?status=pending&showAll=true");
    return tickets[0];
  });
  await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
  await page.goto(`/tickets/${ticket.uuid}`);
  await page.getByText("Não guardado: o espaço da empresa acabou.").waitFor();
  // The chat page does not have it any more: there is nobody to ask.
  expect(await page.getByRole("button", { name: "Tentar buscar" }).count()).toBe(0);

  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.getByRole("button", { name: /Enviar 1 arquivo/ }).click();
  await page.getByText("Não há mais espaço para os arquivos da empresa.").first().waitFor();
});
