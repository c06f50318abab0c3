// Rings when closed: what a push shows, replaces and clears, where a tap leads, and the person's rules about it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ALONE, openWorld, until, type World } from "../../api/proofs/harness.ts";
import type { Call } from "../../api/contract/endpoint.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openWholeBrowser } from "./browser.ts";
import { fromAccount, newDevice, signIn, sizes, type Watch } from "./people.ts";
import { missing, PushService, Ringing, rings, stubSubscribe } from "./push.ts";
import { ask, customerWrites, type Ticket } from "./visitor.ts";

const [desk, phone] = sizes as [typeof sizes[0], typeof sizes[0]];
let world: World;
let browser: Browser;
let service: PushService;
let capable = false;
let open: { page: Page; context: BrowserContext; watch: Watch }[] = [];
beforeAll(async () => {
  service = PushService.open();
  [world, browser] = await Promise.all([openWorld(ALONE, { EGRESS_ALLOW: "127.0.0.1" }), openWholeBrowser()]);
  const probe = await browser.newPage();
  await probe.goto(world.bases[0]!);
  // A headless shell has the interfaces and shows nothing.
  await probe.context().grantPermissions(["notifications"], { origin: world.bases[0]! });
  capable = await probe.evaluate(() => "Notification" in globalThis && Notification.permission === "granted");
  await probe.close();
});
afterEach(async () => {
  for (const { context } of open) await context.close();
  open = [];
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await service?.close();
});

/** Somebody who is signed in, on a device that may ring. */
async function attendant(size = desk, theme: "light" | "dark" = "light") {
  const base = world.bases[0]!;
  const made = await newDevice(browser, base, size, theme);
  open.push(made);
  await made.context.grantPermissions(["notifications"], { origin: base });
  await stubSubscribe(made.context, service);
  await signIn(made.page);
  return made;
}

/** What the server lists for this session; another test's may still be there, since its window closed while it signed out. */
const thisDevice = async (page: Page) =>
  (await ask<{ id: number; current: boolean }[]>(page, "GET", "/notifications/devices")).filter(({ current }) =>
    current
  );

/** Runs where the browser can show notifications; elsewhere it is counted as skipped. */
function ringing(name: string, run: () => Promise<void>): void {
  test(name, async ({ skip }) => {
    if (!capable) skip("this browser shows no notifications");
    await run();
  });
}

describe("a push", () => {
  ringing("shows one notification per ticket, replaced and not stacked, and sets the badge", async () => {
    const { page, watch } = await attendant();
    const ring = await Ringing.of(page, world.bases[0]!);
    await ring.worker.evaluate(() => {
      const spied = globalThis as unknown as { badges: number[]; navigator: { setAppBadge: (n: number) => unknown } };
      spied.badges = [];
      spied.navigator.setAppBadge = (count) => Promise.resolve(spied.badges.push(count));
    });
    await ring.push(rings(missing, "Oi"));
    await ring.shows(1);
    await ring.push(rings(missing, "Oi\nMeu pedido"));
    await until("it is replaced", 15_000, async () => (await ring.shown())[0]?.body === "Oi\nMeu pedido");
    expect(await ring.shown()).toEqual([
      { title: "Ana Souza", body: "Oi\nMeu pedido", tag: missing.uuid, actions: ["accept"] },
    ]);
    await ring.push(rings({ ...missing, uuid: missing.uuid.replace("abcd", "abce") }, "Outro", { status: "open" }));
    await ring.shows(2);
    expect((await ring.shown()).map(({ actions }) => actions).flat().sort()).toEqual(["accept", "reply"]);
    expect(await ring.worker.evaluate(() => (globalThis as unknown as { badges: number[] }).badges)).toEqual([3, 3, 3]);
    expect(watch.trouble).toEqual([]);
  });

  ringing("that says the session ended deletes what the device keeps, with the app closed", async () => {
    const { page, context } = await attendant();
    const me = await ask<{ sessionId: string }>(page, "GET", "/auth/me");
    const witness = await context.newPage();
    await witness.goto(`${world.bases[0]!}/healthz`);
    const ring = await Ringing.of(witness, world.bases[0]!);
    await page.close();
    const kept = () =>
      witness.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => /^recado-\d/.test(name!)).length);
    const over = (sessionId: string) =>
      ring.push({ notification: { title: "Sessão encerrada", tag: "over" }, data: { kind: "over", sessionId } });
    await over(crypto.randomUUID());
    await ring.push(rings(missing, "Oi"));
    await ring.shows(1);
    expect(await kept()).toBe(1);
    await over(me.sessionId);
    await until("nothing is kept", 15_000, async () => await kept() === 0);
    await until("it is said", 15_000, async () => (await ring.shown()).some(({ tag }) => tag === "over"));
  });

  ringing("that clears closes that ticket's, and one that cannot be read still says something", async () => {
    const { page } = await attendant();
    const ring = await Ringing.of(page, world.bases[0]!);
    await ring.push(rings(missing, "Oi"));
    await ring.shows(1);
    await ring.push({ app_badge: 0, data: { kind: "clear", uuid: missing.uuid, ticketId: missing.id } });
    await ring.shows(0);
    await ring.push("%%%");
    await until("a plain one shows", 15_000, async () => (await ring.shown())[0]?.title === "Nova mensagem");
  });

  ringing("is not shown to who looks at that ticket", async () => {
    const { page } = await attendant();
    const ticket = await customerWrites(browser, page, "Oi, vocês abrem hoje?");
    const ring = await Ringing.of(page, world.bases[0]!);
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole("log").getByText("Oi, vocês abrem hoje?").waitFor();
    await page.bringToFront();
    await ring.push(rings(ticket, "Oi, vocês abrem hoje?"));
    await ring.push(rings(missing, "Outro"));
    await ring.shows(1);
    expect((await ring.shown()).map(({ tag }) => tag)).toEqual([missing.uuid]);
  });
});

describe("a tap", () => {
  ringing("goes to the open window without reloading it; reply puts the caret into the box", async () => {
    const { page, context } = await attendant();
    const ticket = await customerWrites(browser, page, "Quero trocar o tamanho");
    const ring = await Ringing.of(page, world.bases[0]!);
    await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
    await page.evaluate(() => (globalThis as unknown as { marked: boolean }).marked = true);
    await ring.push(rings(ticket, "Quero trocar o tamanho", { status: "open" }));
    await ring.shows(1);
    await ring.tap(ticket.uuid, "reply");
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    await page.getByRole("log").getByText("Quero trocar o tamanho").waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { marked?: boolean }).marked)).toBe(true);
    expect(context.pages().length).toBe(1);
    await until(
      "the box has the focus",
      15_000,
      () => page.evaluate(() => document.activeElement?.tagName === "TEXTAREA"),
    );
    await ring.shows(0);
  });
});

describe("accepting from a notification", () => {
  ringing("takes the ticket once, through the outbox, and opens it", async () => {
    const { page } = await attendant();
    const ticket = await customerWrites(browser, page, "Aceita aí");
    const ring = await Ringing.of(page, world.bases[0]!);
    await page.evaluate(() => (globalThis as unknown as { marked: boolean }).marked = true);
    await ring.push(rings(ticket, "Aceita aí"));
    await ring.shows(1);
    await ring.tap(ticket.uuid, "accept");
    await page.waitForURL(`**/tickets/${ticket.uuid}`);
    await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
    const me = await ask<{ id: number }>(page, "GET", "/auth/me");
    // The screen does not wait for the server.
    const taken = () => ask<Ticket>(page, "GET", `/tickets/u/${ticket.uuid}`);
    await expect.poll(taken, { timeout: 10_000 }).toMatchObject({ status: "open", userId: me.id });
    const log = await ask<{ type: string }[]>(page, "GET", `/tickets-log/${ticket.id}`);
    expect(log.filter(({ type }) => type === "open")).toHaveLength(1);
    expect(await page.evaluate(() => (globalThis as unknown as { marked?: boolean }).marked)).toBe(true);
  });

  ringing("leaves alone what was accepted and closed since the notification came", async () => {
    const { page } = await attendant();
    const ticket = await customerWrites(browser, page, "Já resolvido");
    const ring = await Ringing.of(page, world.bases[0]!);
    const who = { email: "bia@provas.local", password: "Provas-2026-bia" };
    await ask(page, "POST", "/users", { ...who, name: "Bia", profile: "admin" });
    const colleague = await Worker.signIn(world.bases, who);
    const change = (body: Call<typeof tickets.update>["body"]) =>
      colleague.call(tickets.update, { params: { id: ticket.id }, body });
    await change({ status: "open" });
    await change({ status: "closed", sendFarewellMessage: false });
    // The app is closed, and the push that takes the notification away never came.
    await page.goto("/icons/icon.svg");
    await ring.push(rings(ticket, "Já resolvido"));
    await ring.shows(1);
    const answered = page.context().waitForEvent("response", {
      predicate: (answer) => answer.request().method() === "PUT" && answer.url().endsWith(`/api/tickets/${ticket.id}`),
    });
    await ring.tap(ticket.uuid, "accept");
    expect((await answered).status()).toBeGreaterThanOrEqual(400);
    const [row] = await world.sql`select status from app.tickets where id = ${ticket.id}`;
    expect(row).toMatchObject({ status: "closed" });
  });

  ringing("waits on the device while there is no network, and leaves with the next push", async () => {
    const { page, context } = await attendant();
    const ticket = await customerWrites(browser, page, "Sem rede");
    const ring = await Ringing.of(page, world.bases[0]!);
    await ring.push(rings(ticket, "Sem rede"));
    await ring.shows(1);
    await page.close();
    await ring.worker.evaluate(() => {
      const held = globalThis as unknown as { real: typeof fetch };
      held.real = fetch;
      globalThis.fetch = () => Promise.reject(new TypeError("no network"));
    });
    await ring.tap(ticket.uuid, "accept");
    await until(
      "the row waits",
      15_000,
      async () => (await ring.outbox()).some((row) => row.kind === "accept" && row.tries > 0),
    );
    await ring.worker.evaluate(() => {
      globalThis.fetch = (globalThis as unknown as { real: typeof fetch }).real;
    });
    const next = await context.newPage();
    await next.goto("/icons/icon.svg");
    const again = await Ringing.of(next, world.bases[0]!);
    await again.push(rings(missing, "Outro"));
    await until("it is taken", 15_000, async () => {
      const [row] = await world.sql`select status from app.tickets where id = ${ticket.id}`;
      return row?.status === "open";
    });
    await until("nothing waits", 15_000, async () => (await ring.outbox()).length === 0);
  });
});

describe("the unread count", () => {
  ringing("stands on the app's icon or as a dot on the tab's, and goes when it is read", async () => {
    const { page, context } = await attendant();
    await context.addInitScript(() => {
      const spied = globalThis as unknown as { badges: number[] };
      spied.badges = [];
      Object.assign(navigator, {
        setAppBadge: (count: number) => Promise.resolve(spied.badges.push(count)),
        clearAppBadge: () => Promise.resolve(spied.badges.push(0)),
      });
    });
    const ticket = await customerWrites(browser, page, "Uma pergunta");
    await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
    await page.goto("/tickets");
    const badges = () => page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges);
    const dots = () => page.locator('link[rel="icon"][href^="data:image/png"]').count();
    await until("the badge is set", 10_000, async () => (await badges()).some((count) => count > 0));
    await until("the tab has a dot", 15_000, async () => await dots() === 1);
    expect(await page.title()).toMatch(/^[①-⑳] /);
    await page.goto("/tickets");
    for (const status of ["open", "pending"]) {
      const { tickets } = await ask<{ tickets: Ticket[] }>(page, "GET", `/tickets?status=${status}`);
      for (const { id } of tickets) {
        await ask(page, "PUT", `/tickets/${id}`, { status: "open" });
        await ask(page, "GET", `/messages/${id}?markAsRead=true`);
      }
    }
    await until("the badge is cleared", 10_000, async () => (await badges()).at(-1) === 0);
    expect(await dots()).toBe(0);
  });
});

describe("read or taken elsewhere", () => {
  ringing("tickets that ring at once, while the app looks through what shows, all go again", async () => {
    const { page } = await attendant();
    const ticket = await customerWrites(browser, page, "Vários ao mesmo tempo");
    const ring = await Ringing.of(page, world.bases[0]!);
    await page.goto(`/tickets/${ticket.uuid}`);
    await page.getByRole("log").getByText("Vários ao mesmo tempo").waitFor();
    // As at each change of the address: the app closes what is shown of the ticket that is open.
    await page.evaluate(() => setInterval(() => dispatchEvent(new Event("replaceState")), 20));
    const others = Array.from({ length: 20 }, (_, index) => ({
      ...missing,
      uuid: missing.uuid.replace("abcd", `ab${10 + index}`),
    }));
    await Promise.all(others.map((other) => ring.push(rings(other, "Oi"))));
    await ring.shows(20);
    await Promise.all(others.map(({ uuid }) => ring.push({ data: { kind: "clear", uuid } })));
    await ring.shows(0);
  });

  ringing("a ticket that somebody took, read or deleted shows no more", async () => {
    const { page } = await attendant();
    const ticket = await customerWrites(browser, page, "Cadê minha nota?");
    const ring = await Ringing.of(page, world.bases[0]!);
    await ring.push(rings(ticket, "Cadê minha nota?"));
    await ring.shows(1);
    await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
    await ask(page, "GET", `/messages/${ticket.id}?markAsRead=true`);
    await ring.shows(0);
    await ring.push(rings(ticket, "Cadê?"));
    await ring.shows(1);
    await ask(page, "DELETE", `/tickets/${ticket.id}`);
    await ring.shows(0);
  });

  ringing("a start closes what was deleted or read while the app was closed", async () => {
    const { page } = await attendant();
    const ring = await Ringing.of(page, world.bases[0]!);
    await ring.push(rings(missing, "Oi"));
    await ring.shows(1);
    await page.reload();
    await ring.shows(0);
  });
});

/** Opens the sheet from the account's menu. */
async function openSheet(page: Page) {
  await fromAccount(page, "Notificações");
  const sheet = page.getByRole("dialog", { name: "Notificações" });
  await sheet.getByRole("radio", { name: "Meus e aguardando" }).waitFor();
  return sheet;
}

describe("the person's rules", () => {
  ringing("are kept at once and seen in a second window; the device is turned on, tested and listed", async () => {
    const { page, context, watch } = await attendant();
    await Ringing.of(page, world.bases[0]!);
    const sheet = await openSheet(page);
    const second = await context.newPage();
    await second.goto("/tickets");
    const other = await openSheet(second);
    await page.bringToFront();
    await sheet.getByRole("radio", { name: "Só menções" }).check();
    await sheet.getByRole("switch", { name: /Silêncio todos os dias/ }).check();
    await sheet.getByLabel("Das").fill("21:30");
    await sheet.getByLabel("Até").focus();
    await until(
      "the other window follows",
      10_000,
      async () =>
        await other.getByRole("radio", { name: "Só menções" }).isChecked() &&
        await other.getByLabel("Das").inputValue() === "21:30",
    );
    expect(await ask(page, "GET", "/notifications/rules")).toMatchObject({
      level: "mentions",
      quiet: { on: true, from: "21:30", to: "07:00" },
    });

    await sheet.getByRole("button", { name: "Testar agora" }).click();
    await sheet.getByText("Nenhum aparelho está ligado para avisar.").waitFor();
    const before = service.received.length;
    await sheet.getByRole("switch", { name: /Avisar neste aparelho/ }).check();
    await sheet.getByText(/Chrome, /).waitFor();
    await sheet.getByRole("button", { name: "Testar agora" }).click();
    await sheet.getByText("1 aparelho recebeu.").waitFor();
    expect(service.received.length).toBe(before + 1);
    service.status = 503;
    await sheet.getByRole("button", { name: "Testar agora" }).click();
    await sheet.getByText("1 não respondeu.").waitFor();
    service.status = 201;
    await sheet.getByRole("switch", { name: /Avisar neste aparelho/ }).uncheck();
    await sheet.getByText("Nenhum por enquanto.").waitFor();
    expect(await thisDevice(page)).toEqual([]);
    await ask(page, "PUT", "/notifications/rules", {
      level: "waiting",
      quiet: { on: false, from: "22:00", to: "07:00" },
    });
    expect(watch.trouble).toEqual([]);
  });

  ringing("a device the server forgot, or whose key changed, is registered again at the next start", async () => {
    const { page } = await attendant();
    await Ringing.of(page, world.bases[0]!);
    const sheet = await openSheet(page);
    await sheet.getByRole("switch", { name: /Avisar neste aparelho/ }).check();
    await sheet.getByText(/Chrome, /).waitFor();
    const [device] = await thisDevice(page);
    await ask(page, "DELETE", `/notifications/devices/${device!.id}`);
    expect(await thisDevice(page)).toEqual([]);
    await page.reload();
    await until(
      "it is there again",
      20_000,
      async () => (await thisDevice(page)).length === 1,
    );
    await page.evaluate(() => {
      const held = JSON.parse(localStorage.getItem("stub.subscription")!) as { key: number[] };
      localStorage.setItem("stub.subscription", JSON.stringify({ ...held, key: held.key.map((byte) => byte ^ 1) }));
    });
    const before = await page.evaluate(() => localStorage.getItem("stub.subscription"));
    await page.reload();
    await until("it has the new key", 20_000, async () => {
      const now = await page.evaluate(() => localStorage.getItem("stub.subscription"));
      return now !== null && now !== before;
    });
  });

  ringing("turned off while a start still mends the subscription, the device stays off", async () => {
    const { page } = await attendant();
    await Ringing.of(page, world.bases[0]!);
    await (await openSheet(page)).getByRole("switch", { name: /Avisar neste aparelho/ }).check();
    await until("it is registered", 15_000, async () => (await thisDevice(page)).length === 1);
    await ask(page, "DELETE", `/notifications/devices/${(await thisDevice(page))[0]!.id}`);
    const held: (() => void)[] = [];
    await page.route("**/api/notifications/devices", async (route) => {
      if (route.request().method() === "GET") await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.reload();
    await until("the start asks for the devices", 20_000, () => held.length > 0);
    await (await openSheet(page)).getByRole("switch", { name: /Avisar neste aparelho/ }).uncheck();
    held.forEach((answer) => answer());
    await page.unrouteAll({ behavior: "wait" });
    await page.waitForTimeout(1500);
    expect(await thisDevice(page)).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("stub.subscription"))).toBe(null);
  });

  ringing("signing out ends the subscription and what shows", async () => {
    const { page } = await attendant();
    const ring = await Ringing.of(page, world.bases[0]!);
    const sheet = await openSheet(page);
    await sheet.getByRole("switch", { name: /Avisar neste aparelho/ }).check();
    await sheet.getByText(/Chrome, /).waitFor();
    await ring.push(rings(missing, "Oi"));
    await ring.shows(1);
    await page.keyboard.press("Escape");
    await fromAccount(page, "Sair");
    await page.waitForURL("**/login");
    await ring.shows(0);
    await until(
      "the browser's subscription ended",
      15_000,
      () => page.evaluate(() => localStorage.getItem("stub.subscription") === null),
    );
  });
});

describe("the question", () => {
  ringing("comes with the first ticket of one's own, by a tap, and rests after a no", async () => {
    const { page } = await attendant(phone);
    await Ringing.of(page, world.bases[0]!);
    const card = page.getByRole("complementary", { name: "Notificações" });
    const ticket = await customerWrites(browser, page, "Vocês entregam?");
    await ask(page, "PUT", `/tickets/${ticket.id}`, { status: "open" });
    await card.getByText("Avisar quando o cliente responder?").waitFor();
    expect(await violations(page)).toEqual([]);
    await card.getByRole("button", { name: "Agora não" }).click();
    await card.waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("Vocês entregam?").first().waitFor();
    // Longer than it waits for the offer to install.
    await page.waitForTimeout(4500);
    expect(await card.count()).toBe(0);
    // Fifteen days later.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((one) => one.startsWith("recado.ring."))) {
        const kept = JSON.parse(localStorage.getItem(key)!) as { restUntil: number };
        localStorage.setItem(key, JSON.stringify({ ...kept, restUntil: kept.restUntil - 15 * 24 * 3600_000 }));
      }
    });
    await page.reload();
    await card.getByRole("button", { name: "Avisar" }).click();
    await page.getByText("este aparelho avisa mesmo com o app fechado").waitFor();
    expect(await thisDevice(page)).toHaveLength(1);
  });
});

ringing("a browser that was told no is explained, and so is a company that hides the text", async () => {
  const { page } = await attendant(phone);
  await ask(page, "PUT", "/companySettings", { column: "pushText", data: "disabled" });
  await page.context().addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await page.reload();
  const sheet = await openSheet(page);
  await sheet.getByText(/Você bloqueou as notificações deste site/).waitFor();
  expect(await sheet.getByRole("switch", { name: /Avisar neste aparelho/ }).count()).toBe(0);
  await sheet.getByText("A empresa esconde o texto de todas as notificações.").waitFor();
  expect(await sheet.getByRole("switch", { name: /Esconder o texto/ }).isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await ask(page, "PUT", "/companySettings", { column: "pushText", data: "enabled" });
});

test("the server hears at once that the window is in use, and again at most a minute later", async () => {
  const { page } = await attendant();
  const told: string[] = [];
  page.on("request", (request) => {
    const body = request.url().endsWith("/api/userStatus") ? request.postData() : null;
    if (body?.includes("active")) told.push(body);
  });
  await page.reload();
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  await until("it is told", 15_000, () => told.length > 0);
  await page.getByRole("tab", { name: /Atendendo/ }).click();
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  expect(told).toEqual(['{"active":true}']);
});

describe.each(sizes)("the sheet on a $name", (size) => {
  test.each(["light", "dark"] as const)("passes axe in %s", async (theme) => {
    const { page } = await attendant(size, theme);
    await openSheet(page);
    expect(await violations(page)).toEqual([]);
  });
});
