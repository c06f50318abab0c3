// R17: whoever sends, however often, whatever is cut in between: one effect each, in order.
import { Buffer } from "node:buffer";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { browserCommand, openBrowser } from "./browser.ts";
import { chats } from "../../api/features/chats/contract.ts";
import { allSent, controlled, type Customer, Office, offline, rowsOn, wantedOn, write } from "./outbox-office.ts";
import { newDevice, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let office: Office;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  office = await Office.open(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  "base64",
);
/** Four tenths of a second of silence as WAVE: a voice recording needs nothing more to be a file. */
function voice(): Buffer {
  const samples = 3200;
  const wave = Buffer.alloc(44 + samples * 2);
  wave.write("RIFF", 0);
  wave.writeUInt32LE(36 + samples * 2, 4);
  wave.write("WAVEfmt ", 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(8000, 24);
  wave.writeUInt32LE(16000, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write("data", 36);
  wave.writeUInt32LE(samples * 2, 40);
  return wave;
}
async function attach(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.locator("input[type=file]").first().setInputFiles({ name, mimeType, buffer });
  await page.getByRole("button", { name: /Enviar 1 arquivo/ }).click();
}
async function openTicket(page: Page, customer: Customer): Promise<void> {
  await page.goto(`/tickets/${customer.uuid}`);
  await page.getByRole("log").getByText(`Olá, sou ${customer.name}`).waitFor();
}
const numbered = (count: number, what: string) => Array.from({ length: count }, (_, i) => `${what} ${i + 1}`);
/** Tabs and worker are told to send in the same moment. */
const raceAll = (pages: readonly Page[]) =>
  Promise.all(pages.map((page) =>
    page.evaluate(() => {
      navigator.serviceWorker.controller?.postMessage({ type: "recado.outbox" });
      dispatchEvent(new Event("online"));
    })
  ));

test("two tabs and the service worker race for the same outbox, with a photo and a voice file in it", async () => {
  const customer = await office.customer("Corrida");
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await controlled(page);
  await openTicket(page, customer);
  const second = await context.newPage();
  await openTicket(second, customer);
  await page.bringToFront();
  await offline(context, true);
  const texts = numbered(8, "corrida");
  for (const text of texts.slice(0, 4)) await write(page, text);
  await attach(page, "foto.png", "image/png", png);
  await attach(page, "voice-1.wav", "audio/wav", voice());
  await second.bringToFront();
  for (const text of texts.slice(4)) await write(second, text);
  expect(await wantedOn(page)).toHaveLength(10);
  expect(await office.said(customer.ticketId)).toEqual([]);
  await offline(context, false);
  await raceAll([page, second, page, second]);
  await allSent(page);
  const said = await office.said(customer.ticketId);
  expect(said.map(({ body, kind }) => kind === "chat" ? body : kind)).toEqual([
    ...texts.slice(0, 4),
    "image",
    "audio",
    ...texts.slice(4),
  ]);
  // Both tabs show each once, sent, not waiting.
  for (const tab of [page, second]) {
    for (const text of texts) {
      await until(
        `${text} once`,
        10_000,
        async () => await tab.getByRole("log").getByText(text).count() === 1,
      );
    }
  }
  await context.close();
});

test("the worker alone sends what a closed tab left", async () => {
  const customer = await office.customer("Sozinho");
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[1]!);
  await signIn(page);
  await controlled(page);
  await openTicket(page, customer);
  const worker = context.serviceWorkers()[0]!;
  await offline(context, true);
  for (const text of numbered(3, "sozinho")) await write(page, text);
  expect(await wantedOn(page)).toHaveLength(3);
  await page.close();
  await offline(context, false);
  // What the browser does when the network is back, by hand: the event itself cannot be ordered.
  await worker.evaluate(() => {
    const Message = Reflect.get(globalThis, "ExtendableMessageEvent") as unknown as typeof MessageEvent;
    dispatchEvent(new Message("message", { data: { type: "recado.outbox" } }));
  });
  await until("the worker has sent all", 15_000, async () => (await office.said(customer.ticketId)).length === 3);
  expect((await office.said(customer.ticketId)).map(({ body }) => body)).toEqual(numbered(3, "sozinho"));
  await context.close();
});

test("an answer that is lost after the server has it makes no second effect", async () => {
  const customer = await office.customer("Perdida");
  const waiting = await office.customer("Perdida na fila", false);
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await controlled(page);
  const seen = new Map<string, number>();
  await context.route(/\/api\/(messages|tickets)\/\d+$/, async (route) => {
    const request = route.request();
    const key = request.headers()["idempotency-key"];
    if (!key || request.method() === "GET") return await route.continue();
    const tries = (seen.get(key) ?? 0) + 1;
    seen.set(key, tries);
    const answer = await route.fetch();
    if (tries === 1) return await route.abort("connectionreset");
    await route.fulfill({ response: answer });
  });
  await openTicket(page, customer);
  for (const text of numbered(4, "perdida")) await write(page, text);
  await attach(page, "foto.png", "image/png", png);
  await page.goto(`/tickets/${waiting.uuid}`);
  await page.getByRole("button", { name: "Aceitar" }).last().click();
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  await allSent(page);
  expect([...seen.values()].every((tries) => tries >= 2)).toBe(true);
  expect(seen.size).toBe(6);
  const said = await office.said(customer.ticketId);
  expect(said.map(({ body, kind }) => kind === "chat" ? body : kind)).toEqual([...numbered(4, "perdida"), "image"]);
  const [log] = await world.sql<{ n: number }[]>`
    select count(*)::int as n from app.ticket_log where ticket_id = ${waiting.ticketId} and type = 'open'`;
  expect(log!.n).toBe(1);
  await context.close();
});

test("what colleagues say without a network is in their chat once and in order, from two tabs, with answers that are lost", async () => {
  const chat = await office.ana.call(chats.create, { body: { users: [office.phone.id] } });
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[1]!);
  await signIn(page);
  await controlled(page);
  const seen = new Map<string, number>();
  await context.route(/\/api\/chats\/\d+\/messages$/, async (route) => {
    const key = route.request().headers()["idempotency-key"];
    if (!key) return await route.continue();
    const tries = (seen.get(key) ?? 0) + 1;
    seen.set(key, tries);
    const answer = await route.fetch();
    if (tries === 1) return await route.abort("connectionreset");
    await route.fulfill({ response: answer });
  });
  const second = await context.newPage();
  const box = (tab: Page) => tab.getByRole("textbox", { name: "Escreva aos colegas" });
  for (const tab of [page, second]) {
    await tab.goto(`/chats/${chat.uuid}`);
    await box(tab).waitFor();
  }
  await offline(context, true);
  const texts = numbered(6, "equipe");
  for (const [at, text] of texts.entries()) {
    const tab = at < 3 ? page : second;
    await tab.bringToFront();
    await box(tab).fill(text);
    await tab.getByRole("button", { name: "Enviar" }).click();
    await tab.getByRole("log").getByText(text).waitFor();
  }
  expect(await wantedOn(page)).toHaveLength(6);
  await offline(context, false);
  await raceAll([page, second, page]);
  await allSent(page);
  const said = await world.sql<{ body: string; position: number }[]>`
    select body, position::int as position from app.chat_messages where chat_id = ${chat.id} order by position`;
  expect(said.map(({ body }) => body)).toEqual(texts);
  expect(said.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...seen.values()].every((tries) => tries >= 2)).toBe(true);
  await context.close();
});

/** A browser of its own process, with a profile that stays. */
class Phone {
  private constructor(readonly child: Deno.ChildProcess, readonly context: BrowserContext, readonly page: Page) {}
  static async start(profile: string): Promise<Phone> {
    const { path, args } = await browserCommand();
    const child = new Deno.Command(path, {
      args: [...args, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
      stdout: "null",
      stderr: "null",
    }).spawn();
    const port = await until("the browser listens", 20_000, async () => {
      const text = await Deno.readTextFile(join(profile, "DevToolsActivePort")).catch(() => "");
      return text.split("\n")[0];
    });
    const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const context = connected.contexts()[0]!;
    return new Phone(child, context, context.pages()[0] ?? await context.newPage());
  }
  /** As a phone whose battery falls out: no goodbye to anybody. */
  async kill(profile: string): Promise<void> {
    this.child.kill("SIGKILL");
    await this.child.status;
    await Deno.remove(join(profile, "DevToolsActivePort")).catch(() => {});
  }
}

test("the browser is killed in the middle and started again", async () => {
  const customer = await office.customer("Morto");
  const profile = await Deno.makeTempDir({ prefix: "recado-phone-" });
  let phone = await Phone.start(profile);
  const base = world.bases[0]!;
  await phone.page.goto(`${base}/login`);
  await phone.page.getByLabel("E-mail").fill("chefe@provas.local");
  await phone.page.getByLabel("Senha", { exact: true }).fill("Provas-2026-x");
  await phone.page.getByRole("button", { name: "Entrar" }).click();
  await phone.page.waitForURL("**/tickets");
  await controlled(phone.page);
  await phone.page.goto(`${base}/tickets/${customer.uuid}`);
  await phone.page.getByRole("log").getByText("Olá, sou Morto").waitFor();
  // The third message reaches the server, and its answer never comes back.
  let posts = 0;
  await phone.context.route(/\/api\/messages\/\d+$/, async (route) => {
    if (route.request().method() !== "POST") return await route.continue();
    if (++posts < 3) return await route.continue();
    await route.fetch();
  });
  const texts = numbered(6, "morto");
  for (const text of texts) await write(phone.page, text);
  await attach(phone.page, "foto.png", "image/png", png);
  await until("three are at the server", 15_000, async () => (await office.said(customer.ticketId)).length === 3);
  const rows = await rowsOn(phone.page);
  expect(rows.map(({ state }) => state)).toEqual(["sending", "waiting", "waiting", "waiting", "waiting"]);
  await phone.kill(profile);
  phone = await Phone.start(profile);
  try {
    await phone.page.goto(`${base}/tickets`);
    await until("all is at the server", 20_000, async () => (await office.said(customer.ticketId)).length === 7);
    await allSent(phone.page);
    const said = await office.said(customer.ticketId);
    expect(said.map(({ body, kind }) => kind === "chat" ? body : kind)).toEqual([...texts, "image"]);
  } finally {
    await phone.kill(profile);
    await Deno.remove(profile, { recursive: true }).catch(() => {});
  }
});
