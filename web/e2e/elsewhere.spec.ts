// A customer writes while one is on another screen: it is told there, once for each ticket, and leads to the conversation.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { ADMIN, until, type World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { ask, chatPage, type Ticket } from "./visitor.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

test("a customer's words are told on other screens, once for each ticket, and lead into the answer", async () => {
  const { page, watch } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  const customer = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await customer.page.goto(await chatPage(page));
  const write = async (text: string) => {
    await customer.page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(text);
    await customer.page.getByRole("button", { name: "Enviar", exact: true }).click();
  };
  await write("Bom dia");
  const ticket = await until("the ticket is there", 15_000, async () => {
    const { tickets } = await ask<{ tickets: Ticket[] }>(page, "GET", "/tickets?status=pending&showAll=true");
    return tickets[0];
  });
  const [me] = await world.sql<{ id: number }[]>`select id from app.users where email = ${ADMIN.email}`;
  await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open", userId: me!.id });
  // A start on another screen: no list of tickets is known there.
  await page.goto("/contacts");
  await page.getByRole("heading", { name: "Contatos", level: 1 }).waitFor();
  const told = page.getByRole("status").filter({ has: page.getByRole("button", { name: "Abrir" }) });
  await until("it is told", 20_000, async () => {
    if (await told.count() > 0) return true;
    await write(`*Chegou* o pedido?`);
    await page.waitForTimeout(1500);
    return await told.count() > 0;
  });
  // What was said before may have been told first.
  await told.filter({ hasText: "Chegou o pedido?" }).waitFor();
  await write("Alô?");
  await told.filter({ hasText: "Alô?" }).waitFor();
  expect(await told.count()).toBe(1);
  await told.getByRole("button", { name: "Abrir" }).click();
  await page.waitForURL(`**/tickets/${ticket.uuid}`);
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  expect(watch.trouble).toEqual([]);
  // In the inbox the list says it already.
  await write("Ainda aí?");
  await page.getByRole("log").getByText("Ainda aí?").waitFor();
  expect(await told.count()).toBe(0);
});
