// Working together: colleagues' chat on two devices, the board, and one's own tasks (docs/product/{chats,kanban,todo}.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { pause, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice, Worker } from "../../api/proofs/harness-office.ts";
import { chats } from "../../api/features/chats/contract.ts";
import { kanban } from "../../api/features/kanban/contract.ts";
import { tags } from "../../api/features/tags/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

/** A session of the same kind of device would end the other: the desk is a person of its own. */
const CAIO = { email: "caio@provas.local", password: "Colega-2026-x" };
const BIA = { email: "bia@provas.local", password: "Colega-2026-x" };
let world: World;
let browser: Browser;
let admin: Worker;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/together-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  ({ admin } = await openOffice(world));
  conversations = await openConversations(world, admin, 3);
  for (const [name, who] of [["Bia Ávila", BIA], ["Caio Reis", CAIO]] as const) {
    await admin.call(users.create, { body: { name, ...who, profile: "admin" } });
  }
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page, CAIO), signIn(phone.page, BIA)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const laneIds = async (boardId: number) =>
  (await admin.call(tags.all, { query: { kanban: 1 } })).filter((tag) => tag.boardId === boardId).map(({ id }) => id);

/** Waits until a word is, or is not, in the answers that the device keeps. */
const kept = (page: Page, word: string, there: boolean) =>
  page.waitForFunction(async ([word, there]) => {
    const names = (await indexedDB.databases()).map(({ name }) => name!).filter((name) =>
      /^recado-\d+-\d+$/.test(name)
    );
    const texts = await Promise.all(names.map((name) =>
      new Promise<string>((done) => {
        const open = indexedDB.open(name);
        open.onsuccess = () => {
          const all = open.result.transaction("queries").objectStore("queries").getAll();
          all.onsuccess = () => (open.result.close(), done(JSON.stringify(all.result)));
        };
      })
    ));
    return texts.some((text) => text.includes(word as string)) === there;
  }, [word, there] as const);
const box = (page: Page) => page.getByRole("textbox", { name: "Escreva aos colegas" });
const said = (page: Page, text: string) => page.getByRole("log").getByText(text);

test("a chat with a colleague shows, counts and is read on both devices; what is written without a network comes once", async () => {
  const { page } = desk;
  await page.goto("/chats");
  await page.getByRole("button", { name: "Nova conversa" }).first().click();
  await page.getByRole("button", { name: "Colegas" }).or(page.getByLabel("Colegas")).first().click();
  await page.getByRole("checkbox", { name: "Bia Ávila" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Começar" }).click();
  await box(page).fill("Chegou o pedido nº 7?");
  await box(page).press("Enter");
  await said(page, "Chegou o pedido nº 7?").waitFor();
  const other = phone.page;
  await other.goto("/chats");
  await other.getByText("1 não lida").waitFor({ state: "attached" });
  await shot(other, "list-phone");
  await other.getByRole("link", { name: /Chegou o pedido/ }).click();
  await said(other, "Chegou o pedido nº 7?").waitFor();
  expect(await smallTargets(other)).toEqual([]);
  await phone.context.setOffline(true);
  await box(other).fill("Chegou, às 9h");
  await other.getByRole("button", { name: "Enviar" }).click();
  await said(other, "Chegou, às 9h").waitFor();
  await phone.context.setOffline(false);
  await said(page, "Chegou, às 9h").waitFor();
  expect(await said(page, "Chegou, às 9h").count()).toBe(1);
  await box(page).fill(`Vê isso: ${world.bases[0]}/tickets/${conversations[2]!.ticket.uuid}`);
  await box(page).press("Enter");
  await other.getByRole("link", { name: /Pessoa 1002.*Aberto/ }).waitFor();
  await page.getByRole("button", { name: "Gravar áudio" }).waitFor();
  await page.getByRole("button", { name: "Conversas da equipe" }).click();
  await page.getByRole("dialog", { name: "Conversas da equipe" }).getByRole("link", { name: /Vê isso/ }).waitFor();
  await shot(page, "popover");
  await page.keyboard.press("Escape");
  for (const [name, one] of [["desk", page], ["phone", other]] as const) {
    await shot(one, `chat-${name}`);
    expect(await violations(one)).toEqual([]);
  }
});

test("who is taken out of a group keeps nothing of it on the device", async () => {
  const other = phone.page;
  const people = await admin.call(users.colleagues, {});
  const [bia, caio] = ["Bia Ávila", "Caio Reis"].map((wanted) => people.find(({ name }) => name === wanted)!.id);
  const group = await admin.call(chats.create, { body: { title: "Compras", users: [bia!, caio!] } });
  const params = { id: group.id };
  await admin.call(chats.send, { params, body: { message: "A senha do cofre é 4711" } });
  await other.goto(`/chats/${group.uuid}`);
  await said(other, "A senha do cofre é 4711").waitFor();
  await kept(other, "cofre", true);
  await admin.call(chats.update, { params, body: { title: "Compras", users: [caio!] } });
  await other.getByText("Esta conversa não existe mais para você").waitFor();
  await kept(other, "cofre", false);
});

test("a card moves by key and by menu, and the person who was slower hears who was faster", async () => {
  const { page } = desk;
  const lead = await admin.call(tags.create, { body: { name: "Proposta enviada", kanban: 1, color: "#2563eb" } });
  const done = await admin.call(tags.create, { body: { name: "Vendido", kanban: 1, color: "#16a34a" } });
  const { ticket } = conversations[0]!;
  await page.goto("/kanban");
  const lane = (name: string) => page.getByRole("region", { name, exact: true });
  const card = (name: string) => lane(name).locator(`[data-card="${ticket.id}"]`);
  await card("Em aberto").getByRole("button").first().focus();
  await page.keyboard.press("Alt+ArrowRight");
  await card("Proposta enviada").waitFor();
  await page.getByText("Tag do atendimento adicionada com sucesso!").waitFor();
  await shot(page, "board-desk");
  expect(await violations(page)).toEqual([]);
  const bia = await Worker.signIn(world.bases, BIA);
  await page.route("**/api/ticket-tags/**", async (route) => {
    await bia.call(tags.joinTicket, {
      params: { ticketId: ticket.id, tagId: done.id },
      body: { expectedLaneId: lead.id },
    });
    await route.continue();
  }, { times: 1 });
  await card("Proposta enviada").getByRole("button", { name: /Mover para/ }).click();
  await page.getByRole("menuitem", { name: "Em aberto" }).click();
  await page.getByRole("alert").getByText("Bia Ávila foi mais rápido").waitFor();
  await card("Vendido").waitFor();
  await phone.page.goto("/kanban");
  await phone.page.getByRole("region", { name: "Em aberto" }).waitFor();
  await phone.page.getByRole("button", { name: "Filtros" }).click();
  await phone.page.getByRole("combobox", { name: "Fila" }).waitFor();
  await shot(phone.page, "filters-phone");
  await phone.page.getByRole("button", { name: "Ver cartões" }).click();
  await shot(phone.page, "board-phone");
  expect(await smallTargets(phone.page)).toEqual([]);
});

test("a second board has lanes of its own; cards have a value, move several at once, and say why they were lost", async () => {
  const { page } = desk;
  const name = `Pós-venda ${crypto.randomUUID().slice(0, 4)}`;
  const after = await admin.call(kanban.createBoard, { body: { name, queueIds: [] } });
  await page.goto("/kanban");
  for (const [lane, outcome] of [["Entrega", null], ["Desistiu", "lost"]] as const) {
    await admin.call(tags.create, { body: { name: lane, kanban: 1, outcome, boardId: after.id } });
  }
  await page.getByRole("combobox", { name: "Quadro" }).selectOption(name);
  const lane = (name: string) => page.getByRole("region", { name, exact: true });
  await lane("Entrega").waitFor();
  expect(await lane("Vendido").count()).toBe(0);
  const [first, second] = conversations;
  const open = lane("Em aberto").locator(`[data-card="${first!.ticket.id}"]`);
  await open.getByRole("button", { name: /Mover para/ }).click();
  await page.getByRole("menuitem", { name: "Definir valor" }).click();
  await page.getByRole("textbox", { name: "Valor" }).fill("1.299,90");
  await page.keyboard.press("Enter");
  await lane("Em aberto").getByText("R$\u00a01.299,90").nth(1).waitFor();
  for (const { ticket } of [first!, second!]) {
    await lane("Em aberto").locator(`[data-card="${ticket.id}"]`).getByRole("button").first()
      .click({ modifiers: ["ControlOrMeta"] });
  }
  await page.getByText("2 cartões selecionados").waitFor();
  await shot(page, "board-picked");
  await page.getByRole("group", { name: "Cartões selecionados" }).getByRole("combobox").selectOption("Desistiu");
  await page.getByRole("textbox", { name: "Motivo" }).fill("Sem verba");
  const moved = [first!, second!].map(({ ticket }) =>
    page.waitForResponse((answer) => answer.url().includes(`/ticket-tags/${ticket.id}/`) && answer.ok())
  );
  await page.keyboard.press("Enter");
  await Promise.all(moved);
  for (const { ticket } of [first!, second!]) await lane("Desistiu").locator(`[data-card="${ticket.id}"]`).waitFor();
  await page.goto("/");
  await page.getByRole("tab", { name: "Kanban" }).click();
  await page.getByRole("combobox", { name: "Quadro" }).selectOption(name);
  await page.getByText("Sem verba").waitFor();
  await page.getByText("2 atendimentos").waitFor();
  await shot(page, "conversion");
  expect(await violations(page)).toEqual([]);
  await page.goto(`/tagskanban?board=${after.id}`);
  await page.getByRole("button", { name: "Desistiu", exact: true }).waitFor();
  await shot(page, "lanes");
  expect(await violations(page)).toEqual([]);
});

test("a card is dragged into a lane that was out of sight, and a key takes one there with the focus", async () => {
  const { page } = desk;
  const name = `Obras ${crypto.randomUUID().slice(0, 4)}`;
  const works = await admin.call(kanban.createBoard, { body: { name, queueIds: [] } });
  for (let n = 1; n <= 8; n++) {
    await admin.call(tags.create, { body: { name: `Passo ${n}`, kanban: 1, boardId: works.id } });
  }
  await page.goto("/kanban");
  await page.getByRole("combobox", { name: "Quadro" }).selectOption(name);
  const lane = (name: string) => page.getByRole("region", { name, exact: true });
  const [first, second] = conversations.map(({ ticket }) => ticket.id);
  const card = (name: string, id: number) => lane(name).locator(`[data-card="${id}"]`);
  const from = (await card("Em aberto", first!).boundingBox())!;
  await page.mouse.move(from.x + 80, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y + 60, { steps: 5 });
  const { width } = page.viewportSize()!;
  await expect.poll(async () => {
    await page.mouse.move(width - 12, 400);
    await page.mouse.move(width - 14, 402);
    return (await lane("Passo 8").boundingBox())!.x;
  }, { timeout: 20_000, interval: 30 }).toBeLessThan(width - 330);
  const target = (await lane("Passo 8").boundingBox())!;
  await page.mouse.move(target.x + 160, target.y + 200, { steps: 8 });
  await page.mouse.up();
  await card("Passo 8", first!).waitFor();
  const last = (await laneIds(works.id)).at(-1)!;
  await expect.poll(async () => (await admin.call(tags.show, { params: { id: last } })).ticketTags, { timeout: 20_000 })
    .toBe(1);
  await page.reload();
  // Every other call is slow to go out: none may overtake the one before it.
  let calls = 0;
  await page.route("**/api/ticket-tags/**", async (route) => {
    if (++calls % 2 === 1) await pause(1000);
    await route.continue();
  });
  await card("Em aberto", second!).getByRole("button").first().focus();
  for (let n = 1; n <= 8; n++) {
    await page.keyboard.press("Alt+ArrowRight");
    await card(`Passo ${n}`, second!).waitFor();
    await expect.poll(() =>
      page.evaluate(() => document.activeElement?.closest("[data-card]")?.getAttribute("data-card"))
    )
      .toBe(String(second));
  }
  const box = (await card("Passo 8", second!).boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  await expect.poll(async () => (await admin.call(tags.show, { params: { id: last } })).ticketTags, { timeout: 20_000 })
    .toBe(2);
  expect(calls).toBe(8);
  await page.unroute("**/api/ticket-tags/**");
});

test("a message is remembered as a task, which stays on the device and leads back to its ticket", async () => {
  const { page } = desk;
  const { ticket } = conversations[1]!;
  await page.goto(`/tickets/${ticket.uuid}`);
  const message = page.locator("[data-message]").first();
  await message.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Lembrar nas tarefas" }).click();
  await page.getByText("Guardado nas tarefas").waitFor();
  await page.goto("/todolist");
  await page.getByRole("textbox", { name: "Tarefa", exact: true }).fill("Enviar orçamento");
  await page.keyboard.press("Enter");
  const rows = page.getByRole("list", { name: "Tarefas a fazer" }).getByRole("listitem");
  await rows.nth(1).waitFor();
  expect(await rows.first().textContent()).toContain("Enviar orçamento");
  await rows.first().getByRole("checkbox").focus();
  await page.keyboard.press("Alt+ArrowDown");
  await rows.nth(1).getByText("Enviar orçamento").waitFor();
  await shot(page, "todo-desk");
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await rows.first().getByRole("link").click();
  await page.waitForURL(`**/tickets/${ticket.uuid}`);
  expect(desk.watch.trouble.filter((line) => !/409|ERR_INTERNET|Failed to load/.test(line))).toEqual([]);
});
