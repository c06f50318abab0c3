// Everything an attendant does can be done without a network, waits visibly, survives a reload, and happens when the network is back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { messages } from "../../api/features/messages/contract.ts";
import { queues } from "../../api/features/queues/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { pause, until, type World } from "../../api/proofs/harness.ts";
import { accountOf } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openWholeBrowser } from "./browser.ts";
import { forgetAnswers, keptAnswer } from "./device.ts";
import { allSent, controlled, type Customer, Office, offline, wantedOn, write } from "./outbox-office.ts";
import { newDevice, newWindow, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let office: Office;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openWholeBrowser()]);
  office = await Office.open(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const shot = async (page: Page, name: string) => {
  const folder = Deno.env.get("SHOTS");
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const log = (page: Page) => page.getByRole("log");
const rowOf = (page: Page, customer: Customer) => page.locator(`[data-row="${customer.ticketId}"]`);
async function visit(page: Page, customer: Customer): Promise<void> {
  await page.goto(`/tickets/${customer.uuid}`);
  await log(page).getByText(`Olá, sou ${customer.name}`).waitFor();
}
/** To another conversation without loading the app again: by the list. */
async function fromList(page: Page, customer: Customer, tab: RegExp): Promise<void> {
  const back = page.getByRole("link", { name: "Voltar" });
  if (await back.isVisible()) await back.click();
  await page.getByRole("tab", { name: tab }).click();
  await rowOf(page, customer).click();
  await log(page).getByText(`Olá, sou ${customer.name}`).waitFor();
}
async function menu(page: Page, text: string, entry: string): Promise<void> {
  await log(page).getByText(text).last().click({ button: "right" });
  await page.getByRole("menuitem", { name: entry }).click();
}
async function noteMode(page: Page, phone: boolean): Promise<void> {
  if (phone) {
    await page.getByRole("button", { name: "Anexar" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Nota privada" }).click();
  } else await page.getByRole("button", { name: "Nota privada" }).click();
}

describe.each(sizes)("on a $name", (size) => {
  test("accept, write, note, edit, delete, react, transfer and close without a network", async () => {
    const mine = await office.customer(`Aberta ${size.name}`);
    const waiting = await office.customer(`Aguarda ${size.name}`, false);
    const toClose = await office.customer(`Encerra ${size.name}`);
    const toMove = await office.customer(`Transfere ${size.name}`);
    const { page, context } = await newDevice(browser, world.bases[0]!, size, size.name === "phone" ? "dark" : "light");
    await signIn(page);
    await controlled(page);
    for (const customer of [mine, waiting, toClose, toMove]) {
      await visit(page, customer);
      // What was seen is kept a moment later.
      await page.waitForTimeout(1500);
    }
    await page.goto("/tickets");
    await page.getByRole("tab", { name: /Aguardando/ }).click();
    await rowOf(page, waiting).waitFor();
    await fromList(page, mine, /Atendendo/);
    await noteMode(page, size.name === "phone");
    await write(page, "nota a mudar");
    await write(page, "nota a apagar");
    await allSent(page);
    // The queues that a ticket may be given to are fetched once, and on the device from then on.
    await keptAnswer(page, queues.list);

    await offline(context, true);
    await menu(page, "nota a mudar", "Editar");
    await page.getByRole("textbox", { name: "Editar mensagem" }).fill("nota mudada");
    await page.getByRole("button", { name: "Salvar" }).click();
    await log(page).getByText("nota mudada").waitFor();
    await menu(page, "nota a apagar", "Excluir");
    await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
    await log(page).getByText("Esta mensagem foi apagada").waitFor();
    await page.getByRole("button", { name: "Voltar a responder ao cliente" }).click();
    await menu(page, `Olá, sou ${mine.name}`, "Reagir com 👍");
    await write(page, "com erro");
    await menu(page, "com erro", "Editar");
    const box = page.getByRole("textbox", { name: /^Mensagem para/ });
    await until("the words are back in the box", 15_000, async () => await box.inputValue() === "com erro");
    await log(page).getByText("com erro").waitFor({ state: "detached" });
    await write(page, "sem erro");
    await expect.poll(() => log(page).getByRole("img", { name: "sendo enviada" }).count()).toBe(4);
    await shot(page, `waiting-${size.name}`);

    await fromList(page, waiting, /Aguardando/);
    await page.getByRole("button", { name: "Aceitar" }).last().click();
    await write(page, "já atendo");
    await fromList(page, toClose, /Atendendo/);
    const close = page.getByRole("button", { name: "Encerrar", exact: true });
    await close.last().click();
    await page.getByText(/Atendimento de .* encerrado/).first().waitFor();
    await fromList(page, toMove, /Atendendo/);
    if (size.name === "phone") await page.getByRole("button", { name: "Mais ações" }).last().click();
    await page.getByRole(size.name === "phone" ? "menuitem" : "button", { name: "Transferir" }).last().click();
    const dialog = page.getByRole("dialog", { name: /^Transferir/ });
    await dialog.getByRole("combobox").first().selectOption({ label: "Vendas" });
    await dialog.getByLabel("Mensagem para quem recebe").fill("para a tarde");
    await dialog.getByRole("button", { name: "Transferir" }).click();
    await page.getByText(/foi para Vendas/).first().waitFor();
    const feed = page.getByRole("feed");
    await page.getByRole("tab", { name: /Atendendo/ }).click();
    await rowOf(page, waiting).waitFor();
    expect(await rowOf(page, toClose).count()).toBe(0);
    await feed.getByRole("img", { name: "aguardando envio" }).first().waitFor();
    await page.getByRole("button", { name: /8 por enviar/ }).waitFor();
    await shot(page, `list-${size.name}`);
    expect(await violations(page)).toEqual([]);

    // A closed app, and a phone that was switched off: it is all still there.
    await page.reload();
    await rowOf(page, waiting).waitFor();
    expect(await rowOf(page, toClose).count()).toBe(0);
    expect(await wantedOn(page)).toHaveLength(8);

    await offline(context, false);
    await allSent(page);
    const said = (await office.said(mine.ticketId)).map(({ body }) => body);
    expect(said).toEqual(["nota mudada", "nota a apagar", "sem erro"]);
    expect((await office.said(waiting.ticketId)).map(({ body }) => body)).toEqual(["já atendo"]);
    expect(await office.ticket(waiting.ticketId)).toMatchObject({ status: "open", user_id: office.phone.id });
    expect(await office.ticket(toClose.ticketId)).toMatchObject({ status: "closed" });
    expect(await office.ticket(toMove.ticketId)).toMatchObject({ status: "pending", user_id: null });
    expect((await office.said(toMove.ticketId)).map(({ body }) => body)).toEqual(["para a tarde"]);
    const [reacted] = await world.sql<{ reactions: { emoji: string }[] }[]>`
      select reactions from app.messages where ticket_id = ${mine.ticketId} and not from_me`;
    expect(reacted!.reactions.map(({ emoji }) => emoji)).toEqual(["👍"]);
    const answer = await office.admin.call(messages.list, {
      params: { ticketId: mine.ticketId },
      query: { markAsRead: "false" },
    });
    expect(answer.messages.find(({ body }) => body === "nota a apagar")?.isDeleted).toBe(true);
    await context.close();
  });

  test("an accept without a network that a colleague was faster with says so in place, and keeps the text", async () => {
    const wanted = await office.customer(`Disputa ${size.name}`, false);
    const { page, context } = await newDevice(browser, world.bases[0]!, size);
    await signIn(page);
    await controlled(page);
    await visit(page, wanted);
    await offline(context, true);
    await page.getByRole("button", { name: "Aceitar" }).last().click();
    await write(page, "sou eu quem atende");
    // Longer than anybody waits for an answer to a tap.
    await page.waitForTimeout(9_000);
    await office.ana.call(tickets.update, { params: { id: wanted.ticketId }, body: { status: "open" } });
    await offline(context, false);
    const bar = page.getByRole("alert", { name: "não enviado" });
    await bar.getByText("Está com Ana.").waitFor({ timeout: 15_000 });
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(await office.said(wanted.ticketId)).toEqual([]);
    await shot(page, `taken-${size.name}`);
    expect(await violations(page)).toEqual([]);
    await bar.getByRole("button", { name: "Descartar" }).click();
    await bar.waitFor({ state: "hidden" });
    expect((await wantedOn(page)).map(({ kind, state }) => [kind, state])).toEqual([["message", "refused"]]);
    await context.close();
  });

  test("somebody was faster just now: the dialog says who", async () => {
    const wanted = await office.customer(`Já ${size.name}`, false);
    const { page, context } = await newDevice(browser, world.bases[0]!, size);
    await signIn(page);
    await visit(page, wanted);
    await context.route(`**/api/tickets/${wanted.ticketId}`, async (route) => {
      await office.ana.call(tickets.update, { params: { id: wanted.ticketId }, body: { status: "open" } });
      await route.continue();
    });
    await page.getByRole("button", { name: "Aceitar" }).last().click();
    const dialog = page.getByRole("alertdialog", { name: "Este atendimento já tem dono" });
    await dialog.getByText("Ana", { exact: true }).waitFor();
    expect(await wantedOn(page)).toEqual([]);
    await context.close();
  });
});

test("a conversation in which something waits to be sent opens at the unread line, also when its messages come late", async () => {
  const customer = await office.customer("Impaciente");
  const { page, context } = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await signIn(page);
  await visit(page, customer);
  await until("what came is read", 15_000, async () => (await office.ticket(customer.ticketId)).unread === 0);
  await page.route(
    "**/api/messages/**",
    (route) => route.request().method() === "POST" ? route.abort() : route.fallback(),
  );
  await write(page, "já respondo");
  await page.goto("/contacts");
  const [identity] = await world.sql<{ value: string }[]>`
    select value from app.contact_identities where contact_id = ${customer.contactId}`;
  const account = accountOf("facebook");
  for (let n = 0; n < 15; n++) {
    const text = `cobrança ${n}\n\n\n\nde novo`;
    await world.meta.say(
      { channel: "facebook", account, from: identity!.value, name: customer.name, text },
      world.bases[0]!,
    );
  }
  await until("all is there", 30_000, async () => (await office.ticket(customer.ticketId)).unread === 15);
  await page.route(`**/api/messages/${customer.ticketId}?*`, async (route) => {
    await pause(1500);
    await route.fallback();
  });
  await forgetAnswers(page);
  await page.goto(`/tickets/${customer.uuid}`);
  await log(page).getByText("cobrança 0").waitFor();
  await page.waitForTimeout(500);
  const [top, line] = await Promise.all([log(page).boundingBox(), log(page).getByText("não lidas").boundingBox()]);
  expect(line!.y - top!.y).toBeGreaterThanOrEqual(0);
  expect(line!.y - top!.y).toBeLessThan(120);
  await context.close();
});
