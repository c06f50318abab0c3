// The visitor's page by itself: what it shows of a long conversation.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const toBeginning = (page: Page) =>
  until("the beginning is there", 15_000, async () => {
    await page.getByRole("log").evaluate((log) => (log.scrollBy(0, 200), log.scrollTo(0, 0)));
    return await page.getByText("linha 0.").count() === 1 && await page.getByText("linha 1.").count() === 1;
  });

test("a change of a message that is further up than what was fetched leaves no hole in the conversation", async () => {
  const attendant = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(attendant.page);
  const lines = await ask<{ channel: string; links: { kind: string; url: string }[] }[]>(
    attendant.page,
    "GET",
    "/whatsapp",
  );
  const chat = lines.find((one) => one.channel === "webchat")!.links.find((link) => link.kind === "page")!.url;
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await page.goto(chat);
  await page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill("Olá");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  const ticket = await until("the ticket is there", 15_000, async () => {
    const [row] = await world.sql<{ id: number; contact_id: number; company_id: number; connection_id: number }[]>`
      select t.id, m.contact_id, m.company_id, m.connection_id from app.tickets t
      join app.messages m on m.ticket_id = t.id where m.body = 'Olá'`;
    return row;
  });
  // Two pages of the conversation, each side in turn, all before what was just written.
  const count = 80;
  const { id: ticket_id, ...of } = ticket;
  await world.sql`insert into app.messages ${
    world.sql(Array.from({ length: count }, (_, n) => ({
      ...of,
      ticket_id,
      external_id: crypto.randomUUID(),
      from_me: n % 2 === 0,
      body: `linha ${n}.`,
      ack: 2,
      read: true,
      sent_at: new Date(Date.now() - 3_600_000 + n * 1000),
    })))
  }`;
  await page.reload();
  await page.getByText(`linha ${count - 1}.`).waitFor();
  expect(await page.getByText("linha 10.").count()).toBe(0);

  // Another tab of theirs goes up to the beginning, so that the company's messages there become read.
  const other = await context.newPage();
  await other.goto(chat);
  await toBeginning(other);
  await until("they are read", 15_000, async () => {
    const [row] = await world.sql<{ ack: number }[]>`
      select ack from app.messages where ticket_id = ${ticket_id} and body = 'linha 0.'`;
    return row?.ack === 3;
  });
  await ask(attendant.page, "PUT", `/tickets/${ticket_id}`, { status: "open" });
  await ask(attendant.page, "POST", `/messages/${ticket_id}`, { body: "Bom dia!" });
  await page.getByText("Bom dia!").waitFor();

  await toBeginning(page);
  const shown = (await page.locator(".row .text").allTextContents()).flatMap((text) =>
    /^linha (\d+)/.exec(text)?.[1] ?? []
  );
  expect(shown).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
  await context.close();
  await attendant.context.close();
});
