// What is half written: on the device at once, on the person's other devices soon, never lost, never in another ticket, and
// never moved while somebody is in the box (docs/product/drafts.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { pause, until, type World } from "../../api/proofs/harness.ts";
import { accountOf, type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newDevice, newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newDevice>>;
let phone: Awaited<ReturnType<typeof newDevice>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 6);
  const [deskSize, phoneSize] = sizes;
  desk = await newDevice(browser, world.bases[0]!, deskSize!);
  phone = await newDevice(browser, world.bases[0]!, phoneSize!);
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const SAVED_MS = 400;
const SHOTS = Deno.env.get("SCREENSHOTS");
const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const draftAt = (at: Conversation) =>
  world.sql<
    { text: string; mode: string }[]
  >`select text, mode from app.drafts where ticket_id = ${at.ticket.id} and mode = 'reply'`;
const onServer = (at: Conversation, text: string) =>
  until(`the server has «${text}»`, 8_000, async () => (await draftAt(at))[0]?.text === text);

async function open(page: Page, at: Conversation): Promise<void> {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
}
/** As a person does it: by the list on a desk. */
async function choose(page: Page, at: Conversation): Promise<void> {
  await page.locator(`[data-row][href$="${at.ticket.uuid}"]`).click();
  await page.waitForURL(`**/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
}
/** The cursor leaves the box. */
const leave = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

test("written on the desk, it stands on the phone; sent there, it is gone here", async () => {
  const [at] = conversations;
  await Promise.all([open(desk.page, at!), open(phone.page, at!)]);
  await leave(phone.page);
  await box(desk.page).fill("Bom dia, vou ver");
  await until("the phone shows it", 8_000, async () => await box(phone.page).inputValue() === "Bom dia, vou ver");
  await leave(desk.page);
  await phone.page.getByRole("button", { name: "Enviar", exact: true }).click();
  await until("the desk's box is empty", 8_000, async () => await box(desk.page).inputValue() === "");
  expect(await draftAt(at!)).toMatchObject([{ text: "" }]);
  await desk.page.getByRole("log").getByText("Bom dia, vou ver").waitFor();
});

test("two devices that both wrote lose nothing: no text moves under the cursor, one line asks", async () => {
  const at = conversations[1]!;
  await Promise.all([open(desk.page, at), open(phone.page, at)]);
  await phone.context.setOffline(true);
  await box(phone.page).fill("do telefone");
  await box(desk.page).fill("da mesa");
  await onServer(at, "da mesa");
  await phone.context.setOffline(false);
  const asked = phone.page.getByText("Outro aparelho escreveu: «da mesa»");
  await asked.waitFor({ timeout: 15_000 });
  expect(await box(phone.page).inputValue()).toBe("do telefone");
  expect(await violations(phone.page)).toEqual([]);
  await phone.page.getByRole("button", { name: "Juntar" }).click();
  expect(await box(phone.page).inputValue()).toBe("da mesa\ndo telefone");
  await asked.waitFor({ state: "hidden" });
  await onServer(at, "da mesa\ndo telefone");
  // The desk's cursor is still in its box: it is asked too, and keeps its own.
  await desk.page.getByText(/^Outro aparelho escreveu: «da mesa/).waitFor();
  expect(await box(desk.page).inputValue()).toBe("da mesa");
  await desk.page.getByRole("button", { name: "Usar", exact: true }).click();
  expect(await box(desk.page).inputValue()).toBe("da mesa\ndo telefone");
});

test("written offline, the page killed: it is there again, offline and on every device", async () => {
  const at = conversations[2]!;
  await open(phone.page, at);
  await phone.page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 20_000 });
  // The conversation's own files and answers have to be on the device once.
  await phone.page.reload();
  await box(phone.page).waitFor();
  await phone.context.setOffline(true);
  await box(phone.page).pressSequentially("no elevador");
  await phone.page.getByRole("button", { name: "Anexar" }).click();
  await phone.page.getByRole("menuitemcheckbox", { name: "Nota privada" }).click();
  await phone.page.getByRole("textbox", { name: /^Nota sobre/ }).pressSequentially("cliente apressado");
  await pause(SAVED_MS);
  phone.page = await killed(phone.context, phone.page);
  await phone.page.goto(`/tickets/${at.ticket.uuid}`);
  const note = phone.page.getByRole("textbox", { name: /^Nota sobre/ });
  await note.waitFor();
  expect(await note.inputValue()).toBe("cliente apressado");
  await phone.page.getByRole("button", { name: "Voltar a responder ao cliente" }).click();
  expect(await box(phone.page).inputValue()).toBe("no elevador");
  await phone.context.setOffline(false);
  await onServer(at, "no elevador");
  // A box with the cursor in it only offers another device's text, so the desk has to know it before it is chosen.
  await desk.page.locator(`[data-row][href$="${at.ticket.uuid}"]`).getByText("no elevador").waitFor();
  await choose(desk.page, at);
  await until("the desk has it", 8_000, async () => await box(desk.page).inputValue() === "no elevador");
});

test("somebody who types without a pause loses at most the last second when the page is killed", async () => {
  const at = conversations[2]!;
  await open(phone.page, at);
  await box(phone.page).fill("");
  const words = "escrevo sem parar e sem respirar até acabar";
  const typing = box(phone.page).pressSequentially(words, { delay: 90 }).catch(() => undefined);
  await pause(3_000);
  phone.page = await killed(phone.context, phone.page);
  await typing;
  await phone.context.setOffline(true);
  await phone.page.goto(`/tickets/${at.ticket.uuid}`);
  await box(phone.page).waitFor();
  const kept = await box(phone.page).inputValue();
  expect(words.startsWith(kept)).toBe(true);
  expect(kept.length).toBeGreaterThan(5);
  await phone.context.setOffline(false);
});

test("twenty quick changes of conversation move no text, and an empty box overwrites none", async () => {
  const ours = conversations.slice(3, 6);
  await choose(desk.page, ours[0]!);
  const written = new Map(ours.map(({ ticket }) => [ticket.id, ""]));
  for (let turn = 0; turn < 20; turn++) {
    const at = ours[turn % ours.length]!;
    await desk.page.locator(`[data-row][href$="${at.ticket.uuid}"]`).click();
    if (turn % 4 === 3) {
      await desk.page.keyboard.press("Escape");
      continue;
    }
    await box(desk.page).focus();
    await desk.page.keyboard.press("End");
    await desk.page.keyboard.type(`${turn} `);
    written.set(at.ticket.id, `${written.get(at.ticket.id)}${turn} `);
  }
  for (const at of ours) {
    await choose(desk.page, at);
    expect(await box(desk.page).inputValue()).toBe(written.get(at.ticket.id));
  }
  for (const at of ours) await onServer(at, written.get(at.ticket.id)!);
  await choose(desk.page, conversations[0]!);
  const row = desk.page.locator(`[data-row][href$="${ours[0]!.ticket.uuid}"]`);
  expect(await row.textContent()).toContain("Rascunho:");
});

test("twenty events a second do not touch what is being typed", async () => {
  const at = conversations[0]!;
  await open(desk.page, at);
  await box(desk.page).fill("");
  let sent = 0;
  const storm = (async () => {
    for (; sent < 60; sent++) {
      const { channel, from } = conversations[sent % conversations.length]!;
      void world.meta.say({ channel, account: accountOf(channel), from, text: `mensagem ${sent}` }, world.bases[0]!);
      await pause(50);
    }
  })();
  const text = "uma resposta longa, escrita devagar enquanto tudo se move";
  await box(desk.page).focus();
  await desk.page.keyboard.type(text, { delay: 50 });
  expect(await box(desk.page).inputValue()).toBe(text);
  expect(await box(desk.page).evaluate((element) => document.activeElement === element)).toBe(true);
  await storm;
  await until(
    "the storm has arrived",
    20_000,
    async () => (await world.sql`select 1 from app.messages where body like 'mensagem %'`).length === 60,
  );
  expect(await box(desk.page).inputValue()).toBe(text);
});

test("a conversation that was taken away gives the text back", async () => {
  const at = conversations[4]!;
  await open(desk.page, at);
  await box(desk.page).fill("quase pronto");
  await pause(SAVED_MS);
  await desk.page.getByRole("button", { name: "Encerrar", exact: true }).last().click();
  await desk.page.getByText(/^Atendimento de .* encerrado$/).first().waitFor();
  await desk.page.goto(`/tickets/${at.ticket.uuid}`);
  await desk.page.getByText("Seu rascunho: «quase pronto»").waitFor();
  expect(await violations(desk.page)).toEqual([]);
});

test("a half-written answer is offered to the agent who gets the ticket, beside their own text, and to nobody else", async () => {
  const at = conversations[5]!;
  const BIA = { name: "Beatriz Çelik", email: "bia@provas.local", password: "Provas-2026-y" };
  const { id: queueId } = await ask<{ id: number }>(desk.page, "POST", "/queue", {
    name: "Vendas",
    color: "#2563eb",
    greetingMessage: "Olá",
  });
  const { id } = await ask<{ id: number }>(desk.page, "POST", "/users", {
    ...BIA,
    profile: "user",
    queueIds: [queueId],
  });
  const [deskSize, phoneSize] = sizes;
  const bia = await newDevice(browser, world.bases[0]!, deskSize!);
  const biaPhone = await newDevice(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(bia.page, BIA), signIn(biaPhone.page, BIA)]);
  await open(desk.page, at);
  const give = async (userId: number) => {
    await ask(desk.page, "PUT", `/tickets/${at.ticket.id}`, { queueId, userId, isTransfered: true });
  };
  await box(desk.page).fill("Bom dia, já separei o seu pedido");
  await desk.page.getByRole("button", { name: "Nota privada" }).click();
  await desk.page.getByRole("textbox", { name: /^Nota sobre/ }).fill("pediu desconto");
  await until(
    "both are at the server",
    8_000,
    async () =>
      (await world.sql`select 1 from app.drafts where ticket_id = ${at.ticket.id} and text <> '' and rev > 0`)
        .length ===
        2,
  );
  await bia.page.goto("/tickets");
  const offer = (page: Page) => page.getByRole("status").filter({ hasText: /deixou uma resposta começada/ });
  const note = (page: Page) => page.getByRole("status").filter({ hasText: /deixou uma nota começada/ });
  await give(id);
  // Live on the one device, upon opening on the other.
  await bia.page.locator(`[data-row][href$="${at.ticket.uuid}"]`).click();
  await offer(bia.page).getByText("«Bom dia, já separei o seu pedido»").waitFor();
  await open(biaPhone.page, at);
  await offer(biaPhone.page).waitFor();
  if (SHOTS) {
    await bia.page.screenshot({ path: `${SHOTS}/offer-desk.png` });
    await biaPhone.page.screenshot({ path: `${SHOTS}/offer-phone-dark.png` });
  }
  for (const { page } of [bia, biaPhone]) expect(await violations(page)).toEqual([]);
  expect(await smallTargets(biaPhone.page)).toEqual([]);
  expect(await offer(desk.page).count()).toBe(0);
  await biaPhone.context.setOffline(true);
  await offer(biaPhone.page).waitFor({ state: "detached", timeout: 20_000 });
  await biaPhone.context.setOffline(false);
  await offer(biaPhone.page).waitFor({ timeout: 20_000 });

  await box(bia.page).fill("Olá!");
  await offer(bia.page).getByRole("button", { name: "Juntar" }).click();
  expect(await box(bia.page).inputValue()).toBe("Bom dia, já separei o seu pedido\nOlá!");
  // A note is a note: it comes into the other box, and nothing has been sent.
  await note(bia.page).getByRole("button", { name: "Usar" }).click();
  expect(await bia.page.getByRole("textbox", { name: /^Nota sobre/ }).inputValue()).toBe("pediu desconto");
  await note(bia.page).waitFor({ state: "detached" });
  for (const line of [offer, note]) await line(biaPhone.page).waitFor({ state: "detached" });
  expect(await world.sql`select 1 from app.messages where ticket_id = ${at.ticket.id} and from_me`).toHaveLength(0);
  // It is still the author's, who may go on with it.
  expect(await desk.page.getByRole("textbox", { name: /^Nota sobre/ }).inputValue()).toBe("pediu desconto");
  expect(
    await world
      .sql`select text from app.drafts where ticket_id = ${at.ticket.id} and mode = 'reply' and user_id <> ${id}`,
  ).toEqual([{ text: "Bom dia, já separei o seu pedido" }]);
  for (const { context } of [bia, biaPhone]) await context.close();
});

/** The page dies without a word, as when the system needs its memory; a new one opens in the same browser. */
async function killed(context: BrowserContext, page: Page): Promise<Page> {
  const session = await context.newCDPSession(page);
  void session.send("Page.crash").catch(() => undefined);
  await page.waitForEvent("crash");
  const next = await context.newPage();
  await page.close().catch(() => undefined);
  return next;
}

// Last: signing in on another desk ends the session of the first.
test("what is typed while other parts of the app are still on their way stands in the box", async () => {
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[0]!);
  const { promise: typed, resolve: come } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(/\/assets\/screens-pt/, async (route) => {
    held++;
    await typed;
    await route.continue();
  });
  await signIn(page);
  await open(page, conversations[5]!);
  await until("the words of later parts are asked for", 10_000, () => held > 0);
  const text = "escrevo enquanto o resto do aplicativo ainda chega";
  await box(page).focus();
  await page.keyboard.type(text, { delay: 5 });
  expect(await box(page).inputValue()).toBe(text);
  come();
  await context.close();
});
