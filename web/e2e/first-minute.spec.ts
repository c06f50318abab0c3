// The job the product exists for, in two windows: a customer writes, an attendant answers.
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newDevice, openProduct, signIn, type Size, sizes } from "./people.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC"),
  (c) => c.charCodeAt(0),
);

describe.each(sizes)("on a $name", (size) => {
  test("a customer writes, the ticket appears, it is accepted and answered, and the customer sees the answer", async () => {
    const base = world.bases[0]!;
    const attendant = await newDevice(browser, base, size);
    await signIn(attendant.page);
    const link = await attendant.page.getByRole("link", { name: "Testar pelo chat do site" }).getAttribute("href");

    const customer = await newDevice(browser, base, size);
    await customer.page.goto(link!);
    const said = `Oi, meu pedido não chegou (${size.name})`;
    await write(customer.page, said);

    await attendant.page.getByRole("tab", { name: /Aguardando/ }).click();
    const row = attendant.page.getByText(said).first();
    await row.waitFor();
    await openTicket(attendant.page, said);
    await attendant.page.getByRole("button", { name: "Aceitar" }).last().click();

    const answer = `Bom dia! Já vejo isso (${size.name})`;
    const box = attendant.page.getByRole("textbox", { name: /^Mensagem para/ });
    await box.waitFor();
    await box.fill(answer);
    await attendant.page.getByRole("button", { name: "Enviar", exact: true }).click();
    await attendant.page.getByRole("log").getByText(answer).waitFor();
    await customer.page.getByText(answer).waitFor({ timeout: 15_000 });
    await attendant.page.getByRole("log").getByRole("img", { name: /^(entregue|lida)$/ }).first().waitFor({
      timeout: 15_000,
    });

    expect(await violations(attendant.page)).toEqual([]);
    expect(await violations(customer.page)).toEqual([]);
    await filesBothWays(attendant.page, customer.page, size);
    await noteStaysInside(attendant.page, customer.page, size);
    await historyAfterReload(customer.page, said, answer);
    await closeIt(attendant.page);
    expect(attendant.watch.trouble).toEqual([]);
    expect(customer.watch.trouble).toEqual([]);
    await Promise.all([attendant.context.close(), customer.context.close()]);
  });
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(text);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByRole("log").getByText(text).waitFor();
}

async function openTicket(page: Page, said: string): Promise<void> {
  await page.getByText(said).first().click();
  await page.getByRole("log").getByText(said).waitFor();
}

async function filesBothWays(attendant: Page, customer: Page, size: Size): Promise<void> {
  await customer.locator("input[type=file]").first().setInputFiles({
    name: `foto-${size.name}.png`,
    mimeType: "image/png",
    buffer: Buffer.from(png),
  });
  await attendant.getByRole("log").getByRole("button", { name: /^Ampliar/ }).first().waitFor({ timeout: 15_000 });
  await attendant.locator("input[type=file]").first().setInputFiles({
    name: `nota-${size.name}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from("nota fiscal"),
  });
  await attendant.getByRole("button", { name: /Enviar 1 arquivo/ }).click();
  await customer.getByText(`nota-${size.name}.txt`).waitFor({ timeout: 15_000 });
}

async function noteStaysInside(attendant: Page, customer: Page, size: Size): Promise<void> {
  if (size.name === "phone") {
    await attendant.getByRole("button", { name: "Anexar" }).click();
    await attendant.getByRole("menuitemcheckbox", { name: "Nota privada" }).click();
  } else await attendant.getByRole("button", { name: "Nota privada" }).click();
  await attendant.getByRole("textbox", { name: /^Nota sobre/ }).fill("cliente antigo, cuidar bem");
  await attendant.getByRole("button", { name: "Guardar nota" }).click();
  await attendant.getByRole("log").getByText("cliente antigo, cuidar bem").waitFor();
  expect(await customer.getByText("cliente antigo").count()).toBe(0);
  await attendant.getByRole("button", { name: "Voltar a responder ao cliente" }).click();
}

async function historyAfterReload(customer: Page, said: string, answer: string): Promise<void> {
  await customer.reload();
  await customer.getByRole("log").getByText(said).waitFor();
  await customer.getByRole("log").getByText(answer).waitFor();
}

async function closeIt(attendant: Page): Promise<void> {
  await attendant.getByRole("button", { name: "Encerrar", exact: true }).last().click();
  await attendant.getByText(/Atendimento de .* encerrado/).first().waitFor();
}
