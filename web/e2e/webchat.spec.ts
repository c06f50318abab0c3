// The visitor's page by itself: what it shows of a long conversation.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { Buffer } from "node:buffer";
import { photo } from "../../api/core/testing/pictures.ts";
import { until, type World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, onBothSizes, openProduct, signIn, sizes } from "./people.ts";
import { ask, chatPage } from "./visitor.ts";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const SHOTS = Deno.env.get("SCREENSHOTS");

const toBeginning = (page: Page) =>
  until("the beginning is there", 15_000, async () => {
    await page.getByRole("log").evaluate((log) => (log.scrollBy(0, 200), log.scrollTo(0, 0)));
    return await page.getByText("linha 0.").count() === 1 && await page.getByText("linha 1.").count() === 1;
  });

interface Talk {
  ticketId: number;
  /** Each side in turn, a second apart, the first `agoMs` ago. */
  say: (from: number, to: number, agoMs: number) => Promise<unknown>;
}
/** A visitor's page with a greeting said, the attendant's, and what puts more into the conversation behind their backs. */
async function begin() {
  const attendant = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(attendant.page);
  const chat = await chatPage(attendant.page);
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await page.goto(chat);
  const greeting = `Olá ${crypto.randomUUID()}`;
  await page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(greeting);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  const { ticket_id, ...of } = await until("the ticket is there", 15_000, async () => {
    const [row] = await world.sql<
      { ticket_id: number; contact_id: number; company_id: number; connection_id: number }[]
    >`
      select ticket_id, contact_id, company_id, connection_id from app.messages where body = ${greeting}`;
    return row;
  });
  const talk: Talk = {
    ticketId: ticket_id,
    say: (from, to, agoMs) =>
      world.sql`insert into app.messages ${
        world.sql(Array.from({ length: to - from }, (_, n) => ({
          ...of,
          ticket_id,
          external_id: crypto.randomUUID(),
          from_me: n % 2 === 0,
          body: `linha ${from + n}.`,
          ack: 2,
          read: true,
          sent_at: new Date(Date.now() - agoMs + n * 1000),
        })))
      }`,
  };
  return { attendant, chat, page, context, talk };
}
/** The numbers of the lines shown, in their order. */
const shownOn = async (page: Page) =>
  (await page.locator(".row .text").allTextContents()).flatMap((text) => /^linha (\d+)/.exec(text)?.[1] ?? []);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);

test("a change of a message above the fetched ones leaves no hole in the conversation", async () => {
  const { attendant, chat, page, context, talk: { ticketId, say } } = await begin();
  // Two pages of the conversation, all before what was just written.
  const count = 80;
  await say(0, count, 3_600_000);
  await page.reload();
  await page.getByText(`linha ${count - 1}.`).waitFor();
  expect(await page.getByText("linha 10.").count()).toBe(0);

  // Another tab of theirs goes up to the beginning, so that the company's messages there become read.
  const other = await context.newPage();
  await other.goto(chat);
  await toBeginning(other);
  await until("they are read", 15_000, async () => {
    const [row] = await world.sql<{ ack: number }[]>`
      select ack from app.messages where ticket_id = ${ticketId} and body = 'linha 0.'`;
    return row?.ack === 3;
  });
  await ask(attendant.page, "PUT", `/tickets/${ticketId}`, { status: "open" });
  await ask(attendant.page, "POST", `/messages/${ticketId}`, { body: "Bom dia!" });
  await page.getByText("Bom dia!").waitFor();

  await toBeginning(page);
  expect(await shownOn(page)).toEqual(upTo(count));
  await context.close();
  await attendant.context.close();
});

test("an absence of more than one page leaves no hole in the conversation", async () => {
  const { attendant, page, context, talk: { say } } = await begin();
  await say(0, 30, 7_200_000);
  await page.reload();
  await page.getByText("linha 0.").waitFor();
  await context.setOffline(true);
  // More than eleven pages, which is where the page stops fetching by itself.
  const count = 500;
  await say(30, count, 1_000);
  await context.setOffline(false);
  await page.getByText(`linha ${count - 1}.`).waitFor();
  expect((await shownOn(page)).filter((line) => Number(line) < 30)).toEqual([]);
  await toBeginning(page);
  expect(await shownOn(page)).toEqual(upTo(count));
  await context.close();
  await attendant.context.close();
});

test("messages written without a network do not cut off the conversation before them", async () => {
  const { attendant, page, context, talk: { say } } = await begin();
  await say(0, 60, 7_200_000);
  // The stream comes late, so that what waited is sent before the history is fetched.
  await page.route("**/events", async (route) => {
    await until("it is sent", 10_000, async () => await page.getByText("Ainda aí?").count() > 0 && sent);
    await route.continue();
  });
  let sent = false;
  page.on("response", (answer) => sent ||= answer.url().endsWith("/messages") && answer.request().method() === "POST");
  await page.reload();
  await page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill("Ainda aí?");
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await toBeginning(page);
  expect(await shownOn(page)).toEqual(upTo(60));
  await context.close();
  await attendant.context.close();
});

test("a text that is too long stays whole, says by how much, and goes once it is shorter", async () => {
  const { page, context, talk } = await begin();
  const field = page.getByRole("textbox", { name: "Escreva uma mensagem" });
  const lines = Array.from({ length: 500 }, (_, line) => `linha ${line} do pedido`).join("\n");
  await field.focus();
  await page.evaluate((text) => document.execCommand("insertText", false, text), lines);
  expect(await field.inputValue()).toBe(lines);
  await page.getByText(/^Uma mensagem tem até 4\.096 caracteres: [\d.]+ a mais\./).waitFor();
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  expect(await field.inputValue()).toBe(lines);
  const fits = lines.slice(0, 4096).trimEnd();
  await field.fill(fits);
  expect(await page.getByText(/^Uma mensagem tem até/).count()).toBe(0);
  await page.getByRole("button", { name: "Enviar", exact: true }).click();
  await until("all that fits is stored", 15_000, async () => {
    const rows = await world.sql`select 1 from app.messages where ticket_id = ${talk.ticketId} and body = ${fits}`;
    return rows.length === 1;
  });
  await context.close();
});

test("a visitor's picture stands blurred in its place until it is there, and then sharp in the same place", async () => {
  const visitor = await newWindow(browser, world.bases[0]!, sizes[0]!);
  const attendant = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(attendant.page);
  await visitor.page.goto(await chatPage(attendant.page));
  await visitor.page.getByRole("textbox", { name: "Escreva uma mensagem" }).waitFor();
  // Sky above a field, a sun at the right.
  const buffer = Buffer.from(photo(640, 480, (x, y) => {
    if ((x - 0.75) ** 2 + ((y - 0.3) * 0.75) ** 2 < 0.01) return [255, 214, 90];
    return y < 0.6 ? [90 + 120 * y, 150 + 80 * y, 235] : [60 + 60 * (y - 0.6), 140 - 80 * (y - 0.6), 60];
  }));
  const sent = await until("a picture with a preview is there", 20_000, async () => {
    await visitor.page.locator("input[type=file]").first().setInputFiles({
      name: "praia.png",
      mimeType: "image/png",
      buffer,
    });
    // The first one may go without: its reader has to start.
    await visitor.page.waitForTimeout(1_000);
    const [row] = await world.sql<{ uuid: string; id: number }[]>`
      select t.uuid, t.id from app.messages m join app.media f on f.company_id = m.company_id and f.id = m.media_id
      join app.tickets t on t.company_id = m.company_id and t.id = m.ticket_id where f.preview is not null`;
    return row;
  });
  await onBothSizes(async (size) => {
    for (const theme of ["light", "dark"] as const) {
      const { page, context } = await newWindow(browser, world.bases[0]!, size, theme);
      await signIn(page);
      let letThrough = () => {};
      const held = new Promise<void>((resolve) => letThrough = resolve);
      await page.route("**/media/**", (route) => held.then(() => route.continue()));
      await page.goto(`/tickets/${sent.uuid}`);
      const place = page.getByRole("log").getByRole("button", { name: "Ampliar: praia.png" }).last();
      const blurred = place.locator("img[data-preview]");
      await blurred.waitFor();
      expect(await blurred.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight])).toEqual([8, 6]);
      const takes = () => place.evaluate((one) => [one.clientWidth, one.clientHeight]);
      const before = await takes();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/blurred-${size.name}-${theme}.png` });
      letThrough();
      await blurred.waitFor({ state: "detached" });
      const sharp = place.getByRole("img", { name: "praia.png" });
      expect(await sharp.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth])).toEqual([true, 640]);
      expect(await takes()).toEqual(before);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/sharp-${size.name}-${theme}.png` });
      await context.close();
    }
  });
  await Promise.all([visitor.context.close(), attendant.context.close()]);
});
