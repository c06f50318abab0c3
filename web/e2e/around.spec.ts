// Around a conversation: the contact's drawer, notes, taking back, who else is there, paper, cards.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newWindow>>;
let bia: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
let queueId: number;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const BIA = { name: "Beatriz Çelik", email: "bia@provas.local", password: "Provas-2026-y" };

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 4);
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  await signIn(desk.page);
  queueId = (await ask<{ id: number }>(desk.page, "POST", "/queue", {
    name: "Vendas",
    color: "#2563eb",
    greetingMessage: "Olá",
  })).id;
  await ask(desk.page, "POST", "/users", { ...BIA, profile: "admin", queueIds: [queueId] });
  bia = await newWindow(browser, world.bases[0]!, deskSize!, "dark");
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  // What goes to the printer is kept instead.
  await desk.context.addInitScript(() => {
    globalThis.print = () => {
      Object.assign(globalThis.top!, { printed: document.documentElement.outerHTML });
    };
  });
  await Promise.all([signIn(bia.page, BIA), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const open = async (page: Page, at: Conversation) => {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  // The list, which has buttons of the same names, is there first.
  await page.getByRole("log").waitFor();
};
const openPanel = (page: Page) => page.locator("header button").filter({ has: page.locator("h1") }).click();
const drawer = (page: Page) => page.getByRole("complementary", { name: "Dados do contato" });
const more = async (page: Page, entry: string) => {
  await page.getByRole("button", { name: "Mais ações" }).last().click();
  await page.getByRole("menuitem", { name: entry }).click();
};
const toastUndo = (page: Page, text: RegExp) =>
  page.getByRole("status").filter({ hasText: text }).getByRole("button", { name: "Desfazer" });

test("the bell lists what is unread from wherever one is; what is chosen opens and is listed no longer", async () => {
  const [, , later, chosen] = conversations;
  const { page } = desk;
  const row = (on: Page, at: Conversation) =>
    on.getByRole("list", { name: "Não lidas" }).getByRole("link", { name: new RegExp(at.ticket.contact.name) });
  await page.goto("/contacts");
  const bell = page.getByRole("button", { name: /^Não lidas/ });
  await page.getByRole("button", { name: "Não lidas (4)" }).click();
  await row(page, chosen!).waitFor();
  await shot(page, "unread-desk");
  expect(await violations(page)).toEqual([]);
  await row(page, chosen!).click();
  await page.waitForURL(`**/${chosen!.ticket.uuid}`);
  await page.getByRole("button", { name: "Não lidas (3)" }).waitFor();
  await bell.click();
  await row(page, later!).waitFor();
  expect(await row(page, chosen!).count()).toBe(0);
  await page.keyboard.press("Escape");
  await row(page, later!).waitFor({ state: "detached" });

  await phone.page.goto("/contacts");
  await phone.page.getByRole("button", { name: /^Mais( \(.*)?$/ }).click();
  await phone.page.getByRole("button", { name: "Não lidas" }).click();
  await row(phone.page, later!).waitFor();
  await shot(phone.page, "unread-phone");
  expect(await violations(phone.page)).toEqual([]);
  expect(await smallTargets(phone.page)).toEqual([]);
  await row(phone.page, later!).click();
  await phone.page.waitForURL(`**/${later!.ticket.uuid}`);
});

test("the platform's own company sees at the account that its wtV is off, and switches it on", async () => {
  const { page } = desk;
  const account = page.getByRole("button", { name: /^Sua conta/ });
  const mark = page.getByText("wtV desligado");
  await page.goto("/settings");
  const wtV = page.getByRole("switch", { name: /Ajuste wtV/ });
  await wtV.uncheck();
  await account.click();
  await mark.waitFor();
  await shot(page, "wtv-desk");
  await page.keyboard.press("Escape");
  await wtV.check();
  await account.click();
  await mark.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
});

test("notes on a ticket are written, changed and deleted, and colleagues see it", async () => {
  const [at] = conversations;
  for (const { page } of [desk, bia]) {
    await open(page, at!);
    await openPanel(page);
  }
  const notes = drawer(desk.page).getByRole("region", { name: "Observações" });
  const field = notes.getByRole("textbox");
  await field.fill("a");
  await notes.getByRole("button", { name: "Adicionar" }).click();
  await notes.getByText("Pelo menos 2 caracteres.").waitFor();
  await field.fill("Paga em dia, prefere boleto");
  await notes.getByRole("button", { name: "Adicionar" }).click();
  await desk.page.getByText("Observação adicionada com sucesso!").waitFor();
  await drawer(bia.page).getByText("Paga em dia, prefere boleto").waitFor();
  await shot(desk.page, "drawer-desk");
  await notes.getByRole("button", { name: "Editar" }).click();
  await desk.page.getByRole("dialog").getByRole("textbox").fill("Prefere Pix");
  await desk.page.getByRole("dialog").getByRole("button", { name: "Salvar" }).click();
  await drawer(bia.page).getByText("Prefere Pix").waitFor();
  expect(await violations(desk.page)).toEqual([]);
  await shot(bia.page, "drawer-dark");
  await notes.getByRole("button", { name: "Excluir" }).click();
  await desk.page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await drawer(bia.page).getByText("Prefere Pix").waitFor({ state: "detached" });
});

test("blocking asks with the name and can be taken back; the bot is switched off right there", async () => {
  const { page } = desk;
  const panel = drawer(page);
  await panel.getByRole("switch", { name: /Sem bot/ }).check();
  await panel.getByRole("button", { name: "Bloquear" }).click();
  await page.getByRole("alertdialog", { name: /^Bloquear Pessoa/ }).getByRole("button", { name: "Bloquear" }).click();
  await panel.getByText("Bloqueado", { exact: true }).waitFor();
  await toastUndo(page, /Contato bloqueado/).click();
  await panel.getByText("Bloqueado", { exact: true }).waitFor({ state: "detached" });
  const rows = await world.sql<{ active: boolean; disable_bot: boolean }[]>`
    select active, disable_bot from app.contacts where id = ${conversations[0]!.ticket.contactId}`;
  expect(rows[0]).toMatchObject({ active: true, disable_bot: true });
});

test("an agent sees who else looks and answers; an answer that crossed another asks once", async () => {
  const at = conversations[1]!;
  await Promise.all([open(desk.page, at), open(bia.page, at)]);
  const line = desk.page.getByRole("status", { name: "Quem mais está aqui" });
  await line.getByText("Beatriz Çelik está vendo").waitFor();
  const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
  await box(desk.page).fill("Seu pedido sai hoje");
  await box(bia.page).pressSequentially("Já respondo");
  await line.getByText("Beatriz Çelik está respondendo").waitFor();
  await shot(desk.page, "presence");
  expect(await violations(desk.page)).toEqual([]);
  await bia.page.keyboard.press("Enter");
  await desk.page.getByRole("log").getByText("Já respondo").waitFor();
  await box(desk.page).press("Enter");
  const question = desk.page.getByRole("dialog", { name: /Beatriz Çelik respondeu enquanto/ })
    .or(desk.page.getByRole("alertdialog", { name: /Beatriz Çelik respondeu enquanto/ }));
  await shot(desk.page, "collision");
  await question.getByRole("button", { name: "Ver antes" }).click();
  expect(await box(desk.page).inputValue()).toBe("Seu pedido sai hoje");
  await box(desk.page).press("Enter");
  await desk.page.getByRole("log").getByText("Seu pedido sai hoje").waitFor();
  await bia.page.goto("/tickets");
  await line.waitFor({ state: "detached" });
});

test("a meeting's link is written into the message, behind what stands there", async () => {
  const { page } = desk;
  const box = page.getByRole("textbox", { name: /^Mensagem para/ });
  await box.fill("Oi!");
  await page.getByRole("button", { name: "Anexar" }).click();
  await shot(page, "attach-desk");
  await page.getByRole("menuitem", { name: "Reunião por vídeo" }).click();
  const { id, uuid } = conversations[1]!.ticket;
  const link = `https://meet.jit.si/ticket-${id}-${uuid.slice(0, 8)}`;
  await expect.poll(() => box.inputValue()).toBe(`Oi! Vamos conversar por vídeo: ${link}`);
  await box.fill("");
});

test("contacts are found and sent as cards", async () => {
  const { page } = desk;
  await page.getByRole("button", { name: "Anexar" }).click();
  await page.getByRole("menuitem", { name: "Contato" }).click();
  const dialog = page.getByRole("dialog", { name: /^Enviar contatos a/ });
  await dialog.getByRole("textbox").fill("Cliente");
  await dialog.getByRole("list", { name: "Contatos encontrados" }).getByRole("button").first().click();
  await shot(page, "cards");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Enviar contato" }).click();
  const sent = () =>
    world.sql<{ data: { contacts: { phones: string[] }[] } }[]>`
      select data from app.messages where ticket_id = ${conversations[1]!.ticket.id} and kind = 'contactMessage'`;
  await until("the card is sent", 8_000, async () => (await sent()).length === 1);
  expect((await sent())[0]!.data.contacts[0]!.phones[0]).toMatch(/^55119/);
});

test("the whole conversation goes on A4, with contact and ticket above it, also by Ctrl+P", async () => {
  const { page } = desk;
  await page.keyboard.press("Control+p");
  const dialog = page.getByRole("dialog", { name: "Exportar a conversa" });
  await shot(page, "print-dialog");
  await dialog.getByRole("button", { name: "Exportar" }).click();
  await dialog.waitFor({ state: "detached" });
  const html = await page.evaluate(() => (globalThis as unknown as { printed: string }).printed);
  for (const part of ["Protocolo", `#${conversations[1]!.ticket.id}`, "Seu pedido sai hoje", "Já respondo", "Olá"]) {
    expect(html).toContain(part);
  }
  if (SHOTS) {
    const paper = await desk.context.newPage();
    const css = await Deno.readTextFile(new URL("../public/print.css", import.meta.url));
    await paper.setContent(html.replace(/<link[^>]*>/, `<style>${css}</style>`));
    await paper.setViewportSize({ width: 794, height: 1123 });
    await shot(paper, "paper");
    await paper.close();
  }
});

test("a transfer is taken back; an unread mark stays until one looks again", async () => {
  const { page } = desk;
  const at = conversations[2]!;
  await open(page, at);
  await more(page, "Marcar como não lida");
  await page.waitForURL("**/tickets");
  await page.locator(`[data-row][href$="${at.ticket.uuid}"]`).getByText("1 não lida").waitFor();
  await open(page, at);
  await page.getByRole("button", { name: "Transferir" }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Transferir/ });
  await dialog.getByRole("combobox").first().selectOption({ label: "Vendas" });
  await dialog.getByRole("button", { name: "Transferir" }).click();
  await toastUndo(page, /foi para Vendas/).click();
  await page.waitForURL(`**/${at.ticket.uuid}`);
  await more(page, "Ver histórico");
  await page.getByRole("dialog").getByText("Transferência desfeita").waitFor();
  const rows = await world.sql<{ status: string; queue_id: number | null }[]>`
    select status, queue_id from app.tickets where id = ${at.ticket.id}`;
  expect(rows[0]).toEqual({ status: "open", queue_id: at.ticket.queueId });
  await page.keyboard.press("Escape");
});

/** Empties what the device kept, which the app begins with, while no app runs. */
async function forget(page: Page): Promise<void> {
  await page.goto("/healthz");
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      await new Promise((done) => indexedDB.deleteDatabase(name!).onsuccess = done);
    }
  });
}

test("after closing, the longest waiting ticket opens on a desk, and a phone goes back to the list", async () => {
  const { page } = desk;
  const [, , closing, waiting] = conversations;
  await ask(page, "PUT", `/tickets/${waiting!.ticket.id}`, { status: "pending", userId: null });
  await open(page, closing!);
  // Nothing would be said to the customer: there is nothing to ask.
  await page.getByRole("button", { name: "Encerrar", exact: true }).first().click();
  await page.waitForURL(`**/${waiting!.ticket.uuid}`);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await toastUndo(page, /encerrado/).click();
  await page.waitForURL(`**/${closing!.ticket.uuid}`);
  // The page shows it before the server has it, and what waits to be sent would be emptied with the device.
  await until("it is open again", 15_000, async () => {
    const [row] = await world.sql<{ status: string }[]>`select status from app.tickets where id = ${
      closing!.ticket.id
    }`;
    return row!.status === "open";
  });
  await world.sql`update app.connections set farewell = 'Até logo!'`;
  // Nobody is told of a change in the database.
  await forget(page);
  await forget(phone.page);
  await open(page, closing!);
  await page.getByRole("button", { name: "Encerrar", exact: true }).first().click();
  await page.getByRole("dialog").getByText("A despedida é enviada ao cliente.").waitFor();
  await page.getByRole("checkbox", { name: /abrir quem espera/ }).waitFor();
  await shot(page, "close");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/${waiting!.ticket.uuid}`);
  const farewells = () =>
    world.sql`select 1 from app.messages where ticket_id = ${closing!.ticket.id} and body = 'Até logo!'`;
  expect(await farewells()).toHaveLength(1);
  await toastUndo(page, /encerrado/).click();
  await page.waitForURL(`**/${closing!.ticket.uuid}`);
  await open(phone.page, closing!);
  await phone.page.getByRole("button", { name: "Encerrar", exact: true }).first().click();
  expect(await phone.page.getByRole("checkbox", { name: /abrir quem espera/ }).isChecked()).toBe(false);
  await phone.page.getByRole("button", { name: "Encerrar sem despedida" }).click();
  await phone.page.waitForURL("**/tickets");
});

test("on a phone the conversation and the contact's tickets are two tabs; the drawer is large enough to touch", async () => {
  const { page } = phone;
  await open(page, conversations[0]!);
  await shot(page, "phone-ticket");
  await page.getByRole("tab", { name: "Atendimentos" }).click();
  await page.getByRole("link", { name: new RegExp(`#${conversations[0]!.ticket.id}`) }).waitFor();
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await shot(page, "phone-sessions");
  await page.getByRole("tab", { name: "Conversa" }).click();
  await openPanel(page);
  await drawer(page).getByRole("region", { name: "Observações" }).waitFor();
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await shot(page, "phone-drawer");
  await drawer(page).getByRole("button", { name: "Bloquear" }).scrollIntoViewIfNeeded();
  await shot(page, "phone-drawer-end");
});
