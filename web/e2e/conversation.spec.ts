// The conversation itself: links with their card, emoji, the search in it, its pictures, and messages that go on to others.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { pause, until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/conversation-${name}.png` });
};

/** What a page said of itself a moment ago. */
const card = {
  url: "https://padaria.example/pagina",
  title: "Padaria do Zé & Filhos",
  description: "Pão quente de hora em hora",
  site: "padaria.example",
  picture: null,
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 4);
  await world.sql`
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, body, read, sent_at)
    select company_id, id, contact_id, connection_id, false, 'linha ' || n || case when n % 50 = 1 then ' açúcar' else '' end, true, now() - interval '2 days' + n * interval '1 second'
    from app.tickets, generate_series(1, 120) n where id = ${conversations[0]!.ticket.id}`;
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const log = (page: Page) => page.getByRole("log");
const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const send = (at: Conversation, body: string) => ask(desk.page, "POST", `/messages/${at.ticket.id}`, { body });
const sendPicture = (at: Conversation, name: string) =>
  desk.page.evaluate(async ({ ticketId, name, bytes }) => {
    const form = new FormData();
    form.append("medias", new File([new Uint8Array(bytes)], name, { type: "image/png" }));
    const authorization = `Bearer ${localStorage.getItem("recado.token")}`;
    return (await fetch(`/api/messages/${ticketId}`, { method: "POST", body: form, headers: { authorization } }))
      .status;
  }, { ticketId: at.ticket.id, name, bytes: [...PNG] });
async function open(page: Page, at: Conversation): Promise<void> {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
}
const bubble = (page: Page, text: string) => log(page).getByRole("article").filter({ hasText: text });
async function choose(page: Page, text: string, entry: string): Promise<void> {
  await bubble(page, text).first().click({ button: "right" });
  await page.getByRole("menuitem", { name: entry }).click();
}

test("a link shows its page; the ticket's log stands among the messages", async () => {
  const { page } = desk;
  const at = conversations[0]!;
  await open(page, at);
  await world.sql`
    insert into app.link_cards (company_id, url, card)
    select company_id, ${card.url}, ${JSON.stringify(card)}::text::jsonb from app.tickets where id = ${at.ticket.id}`;
  await send(at, `Nosso cardápio: ${card.url}`);
  await log(page).getByRole("link", { name: /Padaria do Zé & Filhos/ }).waitFor({ timeout: 20_000 });
  await log(page).getByText("Pão quente de hora em hora").waitFor();
  await log(page).getByRole("note").filter({ hasText: /aceitou/ }).waitFor();
  await send(at, "Veja https://youtu.be/dQw4w9WgXcQ");
  await log(page).getByRole("button", { name: "Ver o vídeo aqui" }).waitFor();
  expect(await page.locator("iframe").count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await shot(page, "card-desk");
});

test("emoji by search, put in where one writes; those used last stand on top", async () => {
  const { page } = desk;
  await open(page, conversations[0]!);
  await box(page).fill("Obrigada");
  await page.getByRole("button", { name: "Emoji" }).click();
  const panel = page.getByRole("dialog", { name: "Escolher emoji" });
  await panel.getByRole("gridcell").first().waitFor();
  await shot(page, "emoji-desk");
  await panel.getByLabel("Buscar emoji").fill("polegar para cima");
  const first = panel.getByRole("gridcell").first();
  // What was on top before the letters would be chosen in its place.
  await until("it is found", 15_000, async () => (await first.innerText()).includes("👍"));
  await first.click();
  await until("it is in the text", 15_000, async () => (await box(page).inputValue()).startsWith("Obrigada👍"));
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Emoji" }).click();
  await panel.getByRole("group", { name: "Recentes" }).getByRole("button", { name: "👍" }).waitFor();
  await page.keyboard.press("Escape");
  await box(page).fill("");
});

/** By the search to the oldest message of those that say so, which is not among those on screen. */
async function findOldest(page: Page): Promise<void> {
  await open(page, conversations[0]!);
  await page.getByRole("button", { name: "Buscar na conversa" }).click();
  const field = page.getByRole("textbox", { name: "Buscar na conversa" });
  await field.fill("acucar");
  await page.getByText("1 de 3").waitFor();
  await field.press("Enter");
  await field.press("Enter");
  await page.getByText("3 de 3").waitFor();
  await until("the oldest place is in view", 20_000, () => bubble(page, "linha 1 açúcar").isVisible());
}
async function leaveSearch(page: Page): Promise<void> {
  const field = page.getByRole("textbox", { name: "Buscar na conversa" });
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
}

test("the search counts, marks the place, and goes further back than the screen", async () => {
  const { page } = desk;
  await findOldest(page);
  expect(await violations(page)).toEqual([]);
  await shot(page, "search-desk");
  await leaveSearch(page);
});

test("the way to the end leads back by a second press", async () => {
  const { page } = desk;
  await findOldest(page);
  await leaveSearch(page);
  const end = page.getByRole("button", { name: /Ir para o fim/ });
  await end.click();
  await bubble(page, "linha 120").waitFor();
  await page.getByRole("button", { name: "Voltar para onde eu estava" }).click();
  await bubble(page, "linha 1 açúcar").waitFor();
  await end.click();
  await bubble(page, "linha 120").waitFor();
});

test("a message goes on to somebody else, and says so there; none picked is said", async () => {
  const { page } = desk;
  const [from, to] = conversations as [Conversation, Conversation];
  await open(page, from);
  // Another one when this is tried again.
  const said = `Abrimos às oito e ${Math.round(performance.now())}`;
  await send(from, said);
  await bubble(page, said).first().waitFor();
  await choose(page, said, "Encaminhar");
  const dialog = page.getByRole("dialog", { name: "Encaminhar mensagem" });
  await dialog.getByRole("textbox", { name: "Buscar contato" }).fill(to.ticket.contact.name);
  await dialog.getByRole("checkbox", { name: new RegExp(to.ticket.contact.name) }).check();
  expect(await violations(page)).toEqual([]);
  await shot(page, "forward-desk");
  await dialog.getByRole("button", { name: "Encaminhar a 1 contato" }).click();
  await page.getByText("Encaminhada a 1 contato").waitFor();
  await choose(page, said, "Selecionar");
  await bubble(page, said).locator("..").waitFor();
  await page.getByRole("checkbox", { name: new RegExp(said) }).uncheck();
  await page.getByRole("toolbar").getByRole("button", { name: "Encaminhar" }).click();
  await page.getByText("Nenhuma mensagem selecionada").waitFor();
  await shot(page, "picking-desk");
  await page.getByRole("toolbar").getByRole("button", { name: "Cancelar" }).click();
  await open(page, to);
  await bubble(page, said).getByText("encaminhada").last().waitFor();
});

test("pictures stand together beside the conversation, and the arrows go through all of them", async () => {
  const { page } = desk;
  const at = conversations[1]!;
  for (const name of ["um.png", "dois.png"]) await sendPicture(at, name);
  await open(page, at);
  await page.getByRole("button", { name: "Dados do contato" }).last().click();
  await page.getByRole("button", { name: "Mídia, documentos e links" }).click();
  const tiles = page.getByRole("tabpanel").getByRole("button", { name: /Ampliar/ });
  await until("both are there", 10_000, async () => await tiles.count() === 2);
  await shot(page, "gallery-desk");
  await tiles.first().click();
  const large = page.getByRole("dialog").filter({ hasText: "2/2" });
  await large.waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("dialog").filter({ hasText: "1/2" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

/** A receipt as banks make them: much higher than any window. */
const sendReceipt = (at: Conversation) =>
  desk.page.evaluate(async (ticketId) => {
    const canvas = new OffscreenCanvas(1080, 2400);
    const pen = canvas.getContext("2d")!;
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, 1080, 2400);
    pen.fillStyle = "#000000";
    pen.font = "64px sans-serif";
    for (let line = 1; line < 30; line++) pen.fillText(`Valor pago: R$ ${line},00`, 80, line * 80);
    const form = new FormData();
    form.append("medias", new File([await canvas.convertToBlob()], "recibo.png", { type: "image/png" }));
    const authorization = `Bearer ${localStorage.getItem("recado.token")}`;
    await fetch(`/api/messages/${ticketId}`, { method: "POST", body: form, headers: { authorization } });
  }, at.ticket.id);
/** What is seen of the picture that is shown large, and how far it is scrolled. */
const seen = (page: Page) =>
  page.getByRole("dialog").getByRole("img", { name: "recibo.png" }).evaluate((picture) => {
    const view = picture.parentElement!;
    const [box, room] = [picture.getBoundingClientRect(), view.getBoundingClientRect()];
    const whole = box.top >= room.top && box.bottom <= room.bottom && box.left >= room.left && box.right <= room.right;
    return { whole, width: Math.round(box.width), ratio: box.width / box.height, down: view.scrollTop };
  });
async function openReceipt(page: Page): Promise<void> {
  await open(page, conversations[1]!);
  await log(page).getByRole("button", { name: "Ampliar: recibo.png" }).last().click();
  await until("it is drawn", 10_000, async () => (await seen(page)).width > 1);
}

test("a receipt is shown whole, and can be read by wheel, double press, keys and dragging", async () => {
  const { page } = desk;
  await sendReceipt(conversations[1]!);
  await openReceipt(page);
  const whole = await seen(page);
  expect(whole).toMatchObject({ whole: true });
  expect(whole.ratio).toBeCloseTo(0.45, 2);
  await shot(page, "receipt-whole");
  const picture = page.getByRole("dialog").getByRole("img", { name: "recibo.png" });
  await picture.dblclick({ position: { x: 20, y: 20 } });
  await until("it is as wide as it is", 5_000, async () => (await seen(page)).width === 1080);
  // Pressed near its top, the top is what one reads.
  const top = (await seen(page)).down;
  expect(top).toBeLessThan(400);
  await shot(page, "receipt-close");
  await page.keyboard.press("PageDown");
  await until("it has moved on", 5_000, async () => (await seen(page)).down > top + 200);
  const before = (await seen(page)).down;
  await page.mouse.move(700, 500);
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 4 });
  await page.mouse.up();
  await until("it is dragged on", 5_000, async () => (await seen(page)).down > before + 100);
  await page.keyboard.press("0");
  await until("it is whole again", 5_000, async () => (await seen(page)).whole);
  await page.mouse.wheel(0, -300);
  await until("the wheel brings it nearer", 5_000, async () => (await seen(page)).width > whole.width * 1.5);
  await page.keyboard.press("0");
  await page.keyboard.press("+");
  await until("so does a key", 5_000, async () => (await seen(page)).width > whole.width * 1.1);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
});

test("on a phone a receipt is whole, and two fingers bring it nearer", async () => {
  const { page } = phone;
  await openReceipt(page);
  const whole = await seen(page);
  expect(whole).toMatchObject({ whole: true });
  await shot(page, "receipt-phone");
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", apart: number) => {
    const touchPoints = apart === 0 ? [] : [{ x: 195, y: 400 - apart, id: 0 }, { x: 195, y: 400 + apart, id: 1 }];
    await fingers.send("Input.dispatchTouchEvent", { type, touchPoints });
  };
  const fingers = await page.context().newCDPSession(page);
  await touch("touchStart", 40);
  for (const apart of [60, 80, 100, 120]) await touch("touchMove", apart);
  await touch("touchEnd", 0);
  await until("it is nearer", 5_000, async () => (await seen(page)).width > whole.width * 1.8);
  await page.keyboard.press("Escape");
});

test("the last message stands still, each frame, while the ticket's log comes in among the messages", async () => {
  const { page } = phone;
  let send = () => {};
  const held = new Promise<void>((resolve) => send = resolve);
  await page.route("**/api/tickets-log/*", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, conversations[1]!);
  await log(page).getByRole("img", { name: "recibo.png" }).last().waitFor();
  const places = page.evaluate(() =>
    new Promise<number[]>((resolve) => {
      const seen = new Set<number>();
      let left = 10;
      const look = () => {
        const last = [...document.querySelectorAll("[data-message]")].at(-1);
        if (last) seen.add(Math.round(last.getBoundingClientRect().y));
        if (document.querySelector("[role=log] [role=note]")) left--;
        if (left > 0) requestAnimationFrame(look);
        else resolve([...seen]);
      };
      look();
    })
  );
  send();
  expect(await places).toHaveLength(1);
  await page.unroute("**/api/tickets-log/*");
});

test.each([["opens at its unread line", 2, 1], ["was read", 3, 0]])(
  "a short conversation that %s shows its messages when its log comes before the screen was measured",
  async (_, index, unread) => {
    const { id, uuid } = conversations[index]!.ticket;
    await send(conversations[index]!, "Bom dia! Já vejo isso.");
    await world.sql`update app.tickets set unread = ${unread} where id = ${id}`;
    const page = await phone.context.newPage();
    // A busy device: a list stands there for a while before it is measured.
    await page.addInitScript(() => {
      const Real = ResizeObserver;
      globalThis.ResizeObserver = class extends Real {
        override observe(element: Element) {
          if (element.role === "log") setTimeout(() => super.observe(element), 3000);
          else super.observe(element);
        }
      };
    });
    let answered = () => {};
    const messages = new Promise<void>((resolve) => answered = resolve);
    page.on("requestfinished", (request) => new URL(request.url()).pathname === `/api/messages/${id}` && answered());
    await page.route("**/api/tickets-log/*", async (route) => {
      await messages;
      await pause(200);
      await route.continue();
    });
    await page.goto(`/tickets/${uuid}`);
    // All has come by then; what is drawn anew later, as every minute, would heal it.
    await log(page).getByRole("article").filter({ hasText: "Olá" }).waitFor({ timeout: 10_000 });
    await log(page).getByRole("note").first().waitFor();
    await page.close();
  },
);

test("a conversation opens at its very end", async () => {
  const { page } = desk;
  await open(page, conversations[0]!);
  await bubble(page, "linha 120").waitFor();
  const left = () => log(page).evaluate((view) => view.scrollHeight - view.clientHeight - view.scrollTop);
  await until("nothing is below", 5_000, async () => await left() < 1);
});

test("words that run from right to left have their edge and their signs on the right", async () => {
  const { page } = desk;
  const at = conversations[1]!;
  const said = "مرحبا! هل الطلب جاهز؟ 🌷";
  await send(at, said);
  await open(page, at);
  const words = log(page).getByText(said).last();
  await words.waitFor();
  expect(await words.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
  await page.goto("/tickets");
  const line = page.locator("[data-row]").getByText(said);
  await line.waitFor();
  expect(await line.evaluate((element) => getComputedStyle(element.closest("[dir]")!).direction)).toBe("rtl");
  await shot(page, "leftwards");
});

test("on a phone all of it is under the thumb", async () => {
  const { page } = phone;
  const [from, to] = conversations as [Conversation, Conversation];
  await open(page, from);
  await page.getByRole("button", { name: "Emoji" }).tap();
  await page.getByRole("dialog", { name: "Escolher emoji" }).getByRole("gridcell").first().waitFor();
  expect(await smallTargets(page)).toEqual([]);
  await shot(page, "emoji-phone");
  await page.keyboard.press("Escape");
  await choose(page, "Abrimos às oito", "Encaminhar");
  const dialog = page.getByRole("dialog", { name: "Encaminhar mensagem" });
  await dialog.getByRole("checkbox", { name: new RegExp(to.ticket.contact.name) }).waitFor();
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await shot(page, "forward-phone");
  await dialog.getByRole("button", { name: "Cancelar" }).tap();
  await choose(page, "Abrimos às oito", "Dados da mensagem");
  await page.getByRole("dialog", { name: "Dados da mensagem" }).waitFor();
  await shot(page, "info-phone");
});
