// The phone in a lift: what was seen is there without a network, what is shown is marked as of when, and nothing is missed or
// shown twice when the network returns.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { messages } from "../../api/features/messages/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { type Conversation, openConversations, openOffice, Worker } from "../../api/proofs/harness-office.ts";
import { pause, until, type World } from "../../api/proofs/harness.ts";
import type { Wire } from "../../api/proofs/harness-wire.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newDevice, openWired, searchField, signIn, sizes } from "./people.ts";
import { restingBox } from "./touch.ts";

let world: World;
let wire: Wire;
let home = "";
let browser: Browser;
/** Writes from elsewhere: a person has one session, and the browser has the other's. */
let colleague: Worker;
let talks: Conversation[];
beforeAll(async () => {
  [{ world, wire, base: home }, browser] = await Promise.all([openWired(), openBrowser()]);
  const { admin } = await openOffice(world);
  talks = await openConversations(world, admin, 14);
  const who = { email: "colega@provas.local", password: "Provas-2026-y" };
  await admin.call(users.create, { body: { ...who, name: "Colega", profile: "admin" } });
  colleague = await Worker.signIn(world.bases, who);
});
beforeEach(() => wire.mend());
afterAll(async () => {
  await browser?.close();
  wire?.close();
  await world?.close();
});

const base = () => home;
const nameOf = (index: number) => talks[index]!.ticket.contact.name;
/** A note: a message that no provider has a part in. */
const say = (index: number, body: string) =>
  colleague.call(messages.send, { params: { ticketId: talks[index]!.ticket.id }, body: { body, isPrivate: true } });

/** The network is gone for pages and for the worker behind them, and what was open is cut; the browser knows it. */
async function cut(context: BrowserContext, gone: boolean): Promise<void> {
  if (gone) wire.cut();
  else wire.mend();
  for (const page of context.pages()) {
    // On a machine with a network each page that is loaded believes in it again: it is told once more.
    page.removeAllListeners("domcontentloaded");
    if (gone) page.on("domcontentloaded", () => void again(context).catch(() => undefined));
  }
  await context.setOffline(gone);
}
async function again(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await context.setOffline(true);
}

interface DeviceRow {
  stores: Record<string, number>;
  sync?: { due: boolean };
  cursor?: { id: string };
}
/** What the page's own database holds. */
function device(page: Page): Promise<DeviceRow | null> {
  return page.evaluate(async () => {
    const found = (await indexedDB.databases()).find(({ name }) => /^recado-\d+-\d+$/.test(name ?? ""));
    if (!found?.name) return null;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const ask = indexedDB.open(found.name!);
      ask.onsuccess = () => resolve(ask.result);
      ask.onerror = () => reject(ask.error);
    });
    const get = <T>(ask: IDBRequest<T>) => new Promise<T>((resolve) => (ask.onsuccess = () => resolve(ask.result)));
    const names = ["tickets", "conversations", "contacts", "media"];
    const read = db.transaction([...names, "meta"]);
    const counts = await Promise.all(names.map((name) => get(read.objectStore(name).count())));
    const [sync, cursor] = await Promise.all(["sync", "cursor"].map((key) => get(read.objectStore("meta").get(key))));
    db.close();
    return { stores: Object.fromEntries(names.map((name, i) => [name, counts[i]!])), sync, cursor };
  });
}
/** Whether a text stands in a conversation that the device keeps. */
function keeps(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (text) => {
    const found = (await indexedDB.databases()).find(({ name }) => /^recado-\d+-\d+$/.test(name ?? ""));
    if (!found?.name) return false;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const ask = indexedDB.open(found.name!);
      ask.onsuccess = () => resolve(ask.result);
      ask.onerror = () => reject(ask.error);
    });
    const ask = db.transaction("conversations").objectStore("conversations").getAll();
    const rows = await new Promise<unknown[]>((resolve) => (ask.onsuccess = () => resolve(ask.result)));
    db.close();
    return JSON.stringify(rows).includes(text);
  }, text);
}
/** Signed in, everything kept, and the worker has the app's files. */
async function filled(page: Page): Promise<void> {
  await signIn(page);
  await until("the device has all live tickets", 40_000, async () => {
    const kept = await device(page);
    return kept?.sync?.due === false && kept.stores.conversations! >= talks.length;
  }, 250);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
async function openRow(page: Page, index: number): Promise<void> {
  const row = page.locator(`[data-row="${talks[index]!.ticket.id}"]`);
  await page.getByRole("feed").waitFor();
  // Rows out of sight are not drawn.
  if (await row.count() === 0) await page.getByRole("feed").evaluate((feed) => feed.scrollTo(0, feed.scrollHeight));
  await row.click();
  await page.waitForURL(`**/${talks[index]!.ticket.uuid}*`, { timeout: 20_000 });
}
/** The list's rows are there. */
const listed = (page: Page) => page.locator("[data-row]").nth(5).waitFor();
const log = (page: Page) => page.getByRole("log");
const search = (page: Page) => searchField(page, "Buscar conversas");

describe.each(sizes)("without a network, on a $name", (size) => {
  test("the list, opened and never opened tickets, contacts and search are there, and marked", async () => {
    await say(0, `A palavra escondida é PÊSSEGO (${size.name})`);
    await say(0, "ok");
    const { page, context, watch } = await newDevice(browser, base(), size);
    await filled(page);
    for (const index of [0, 1, 2]) {
      await openRow(page, index);
      await log(page).getByText("Olá").first().waitFor();
      await page.goto("/tickets");
    }
    const trouble = [...watch.trouble];
    await cut(context, true);
    await page.reload();
    await listed(page);
    const strip = page.getByText(/Sem conexão · dados das \d\d:\d\d/);
    await strip.waitFor({ timeout: 20_000 });
    await expect.poll(() => page.getByRole("tab", { name: /Atendendo/ }).innerText()).toContain("14");
    expect(await violations(page)).toEqual([]);
    for (const index of [0, 1, 2, 9]) {
      await openRow(page, index);
      await log(page).getByText("Olá").first().waitFor();
      await strip.waitFor();
      await page.goto("/tickets");
      await listed(page);
    }
    // A reload inside a conversation shows that conversation.
    await openRow(page, 11);
    await page.reload();
    await log(page).getByText("Olá").first().waitFor();
    await page.goto("/tickets");

    await (await search(page)).fill(nameOf(7).toUpperCase());
    await page.getByText(/Parcial: só o que está neste aparelho · 1 resultado/).waitFor();
    await (await search(page)).fill("pessego");
    await page.getByText("Nada encontrado").waitFor();
    await page.getByRole("checkbox", { name: /nas mensagens/ }).check();
    await page.getByText(/Parcial: .* · 1 resultado/).waitFor();
    await page.getByText(/palavra escondida/).first().click();
    await log(page).getByText(/PÊSSEGO/).first().waitFor();
    expect(page.url()).toMatch(/#m\d+$/);
    await page.goto("/tickets");

    await page.getByRole("button", { name: "Novo atendimento" }).click();
    await page.getByRole("combobox", { name: /Contato/ }).fill("cliente 9-3");
    await page.getByRole("dialog").getByText(nameOf(3), { exact: true }).waitFor();
    await page.keyboard.press("Escape");

    await strip.waitFor();
    await cut(context, false);
    await page.getByText("Conectado de novo").waitFor({ timeout: 15_000 });
    await strip.waitFor({ state: "detached" });
    expect(trouble).toEqual([]);
    await context.close();
  });
});

test.each(sizes)("a ticket pressed while the list still rolls is opened, on a $name", async (size) => {
  const { page, context } = await newDevice(browser, base(), { ...size, height: 600 });
  await signIn(page);
  await listed(page);
  const feed = page.getByRole("feed");
  const place = await restingBox(feed);
  const [x, y] = [place.x + 120, place.y + place.height / 2];
  for (const to of [40, 0, 90]) {
    const under = await feed.evaluate(async (element, { x, y, to }) => {
      element.scrollTop = to;
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return document.elementFromPoint(x, y)?.closest("[data-row]")?.getAttribute("data-row");
    }, { x, y, to });
    expect(under).toMatch(/^\d+$/);
    await page.mouse.click(x, y);
    await page.waitForURL(`**/${talks.find(({ ticket }) => ticket.id === Number(under))!.ticket.uuid}`);
    await page.goBack();
    await listed(page);
  }
  await context.close();
});

test("events of an absence arrive once, in order, without a reload", async () => {
  const { page, context } = await newDevice(browser, base(), sizes[0]!);
  await filled(page);
  await openRow(page, 4);
  await log(page).getByText("Olá").first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameLife: true }));
  await cut(context, true);
  await page.getByText(/Sem conexão/).waitFor();
  for (let n = 0; n < 60; n++) await say(n % 2 === 0 ? 4 : 6, `perdida ${n}.`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await cut(context, false);
  await log(page).getByText("perdida 58.", { exact: true }).waitFor({ timeout: 15_000 });
  const shown = await log(page).locator("[data-message]").allInnerTexts();
  const lost = shown.flatMap((text) => /perdida (\d+)\./.exec(text)?.[1] ?? []).map(Number);
  expect(lost).toEqual([...new Set(lost)].sort((a, b) => a - b));
  expect(lost.at(-1)).toBe(58);
  expect(lost.filter((n) => n % 2 !== 0)).toEqual([]);
  expect(await page.evaluate(() => "sameLife" in globalThis)).toBe(true);
  expect(asked.filter((path) => path === "/api/events")).toHaveLength(1);
  // What the device kept is what the server has.
  await until("the device keeps the last of them", 30_000, () => keeps(page, "perdida 59."), 250);
  await cut(context, true);
  await page.goto(`/tickets/${talks[6]!.ticket.uuid}`);
  // It opens at the first that is unread; those out of sight are not drawn.
  await log(page).getByText("perdida 1.", { exact: true }).waitFor();
  await until("the end is in sight", 30_000, async () => {
    await log(page).evaluate((view) => view.scrollTo(0, view.scrollHeight));
    return await log(page).getByText("perdida 59.", { exact: true }).isVisible();
  });
  await context.close();
});

test("after a gap too long to be told, the app fetches only what moved", async () => {
  const { page, context } = await newDevice(browser, base(), sizes[1]!);
  const [within, after] = [`no meio da lacuna ${Date.now()}`, `depois da lacuna ${Date.now()}`];
  await filled(page);
  await cut(context, true);
  await page.getByText(/Sem conexão/).waitFor();
  // The log no longer reaches back to where the device stands, and tickets' own rows tell nothing of a note.
  await say(11, `esquecida ${Date.now()}`);
  await world.sql`delete from app.events where company_id = ${colleague.companyId}`;
  await world.sql`
    update app.tickets set updated_at = updated_at - interval '1 hour' where company_id = ${colleague.companyId}`;
  await say(10, within);
  // Nor does a server's memory.
  const [server] = world.products;
  await server!.kill();
  await server!.start();
  await say(12, after);
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  await cut(context, false);
  await until(
    "the device is whole again",
    40_000,
    async () => asked.some((url) => url.pathname === "/api/sync/tickets") && (await device(page))?.sync?.due === false,
    250,
  );
  expect(asked.find((url) => url.pathname === "/api/sync/tickets")!.searchParams.get("since")).toMatch(/^2/);
  await cut(context, true);
  for (const [index, text] of [[10, within], [12, after]] as const) {
    await page.goto(`/tickets/${talks[index]!.ticket.uuid}`);
    await log(page).getByText(text).waitFor();
  }
  await context.close();
});

test("a network that changes just after the stream spoke takes nothing with it", async () => {
  const { page, context } = await newDevice(browser, base(), sizes[1]!);
  await filled(page);
  await openRow(page, 3);
  await say(3, "ainda na rede de casa");
  await log(page).getByText("ainda na rede de casa").waitFor();
  wire.strand();
  await context.setOffline(true);
  await context.setOffline(false);
  await say(3, "já na rua");
  await log(page).getByText("já na rua").waitFor({ timeout: 10_000 });
  await page.getByText(/Sem conexão/).waitFor({ state: "detached" });
  await context.close();
});

test("a page goes on beside the database of a newer version", async () => {
  const { page, context, watch } = await newDevice(browser, base(), sizes[0]!);
  await filled(page);
  await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find(({ name }) => /^recado-\d+-\d+$/.test(name ?? ""))!;
    await new Promise<void>((resolve) => {
      const ask = indexedDB.open(name!, 99);
      ask.onupgradeneeded = () => ask.result.createObjectStore("later");
      ask.onsuccess = () => {
        ask.result.close();
        resolve();
      };
    });
  });
  await say(5, "para a versão antiga");
  for (const offline of [false, true]) {
    await pause(1500);
    await cut(context, offline);
    await page.goto(`/tickets/${talks[5]!.ticket.uuid}`);
    await log(page).getByText("para a versão antiga").waitFor();
    expect(await page.getByText(/não guarda dados/).count()).toBe(0);
    if (!offline) expect(watch.trouble).toEqual([]);
  }
  await context.close();
});

test("ten tabs have one stream, and calls are not held up", async () => {
  const { page, context } = await newDevice(browser, base(), sizes[0]!);
  let streams = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/events") streams++;
  });
  await signIn(page);
  const tabs = [page];
  for (let n = 1; n < 10; n++) {
    const tab = await context.newPage();
    await tab.goto("/tickets");
    await listed(tab);
    tabs.push(tab);
  }
  expect(streams).toBe(1);
  const last = tabs.at(-1)!;
  const took = await last.evaluate(async () => {
    const began = performance.now();
    await fetch("/api/version");
    return performance.now() - began;
  });
  expect(took).toBeLessThan(2000);
  await openRow(last, 3);
  await log(last).getByText("Olá").first().waitFor();
  await say(3, "a todas as abas");
  await log(last).getByText("a todas as abas").waitFor();
  // The tab that reads closes: another takes over, and misses nothing.
  await page.close();
  await say(3, "depois da troca");
  await log(last).getByText("depois da troca").waitFor({ timeout: 15_000 });
  expect(streams).toBe(2);
  await context.close();
});

describe("a browser without storage", () => {
  test("works online and says so when the database cannot be opened", async () => {
    const { page, context, watch } = await newDevice(browser, base(), sizes[1]!);
    await context.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException("blocked", "SecurityError");
      };
    });
    await signIn(page);
    await page.getByText(/Este navegador não guarda dados/).waitFor();
    await openRow(page, 2);
    await log(page).getByText("Olá").first().waitFor();
    await say(2, "sem disco");
    await log(page).getByText("sem disco").waitFor();
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
  test("goes on when the database is deleted in the middle", async () => {
    const { page, context, watch } = await newDevice(browser, base(), sizes[0]!);
    await filled(page);
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) {
        await new Promise((done) => (indexedDB.deleteDatabase(name!).onsuccess = done));
      }
    });
    await page.getByText(/Este navegador não guarda dados/).waitFor();
    await openRow(page, 8);
    await log(page).getByText("Olá").first().waitFor();
    await say(8, "o disco foi embora");
    await log(page).getByText("o disco foi embora").waitFor();
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
});
