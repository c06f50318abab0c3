// What a person saw leaves the device: signing out with and without a network, sessions ended by somebody else, 30 days
// unused, a company that keeps nothing on devices (reliability P5).
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ADMIN, pause, until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice, Worker } from "../../api/proofs/harness-office.ts";
import { settings } from "../../api/features/settings/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { openBrowser } from "./browser.ts";
import { offline, write } from "./outbox-office.ts";
import {
  appOnDevice,
  fromAccount,
  neverIdle,
  newDevice,
  newWindow,
  openAccount,
  openProduct,
  signedIn,
  signIn,
  sizes,
} from "./people.ts";

let world: World;
let browser: Browser;
let at: Conversation;
let phone: Awaited<ReturnType<typeof newDevice>>;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  [at] = await openConversations(world, admin, 1) as [Conversation];
  await admin.call(users.create, { body: { ...ANA, name: "Ana", profile: "admin" } });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  await phone?.context.close();
  phone = await newDevice(browser, world.bases[0]!, sizes[1]!);
  await signIn(phone.page);
  await appOnDevice(phone.page);
  await phone.page.goto(`/tickets/${at.ticket.uuid}`);
  await box(phone.page).fill("um rascunho");
  await phone.page.evaluate(async () => {
    await caches.open("media-of-somebody");
    localStorage.setItem("volume", "0.3");
  });
  await until(
    "the draft is at the server",
    8_000,
    async () => (await world.sql`select 1 from app.drafts where text = 'um rascunho'`).length === 1,
  );
});

const ANA = { email: "ana@provas.local", password: "Provas-2026-ana" };
const account = (page: Page, name: string) => page.getByRole("button", { name: `Sua conta: ${name}` });
const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const personal = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name).filter((name) => /^recado-\d/.test(name ?? "")),
    caches: (await caches.keys()).filter((name) => name.startsWith("media")),
    storage: Object.keys(localStorage).filter((key) => /token|recado\.me|used/.test(key)),
    volume: localStorage.getItem("volume"),
  }));
/** Whom the service worker takes for signed in. */
const identity = (page: Page) =>
  page.evaluate(() =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open("recado-device");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("identity").objectStore("identity").get("who");
        asked.onsuccess = () => (opening.result.close(), resolve(asked.result));
      };
    })
  );
const nothing = { databases: [], caches: [], storage: [], volume: "0.3" };
const living = async () =>
  Number(
    (await world.sql<
      { count: number }[]
    >`select count(*) from app.sessions where ended_at is null and device = 'phone'`)[0]!.count,
  );

async function signOut(page: Page): Promise<void> {
  await page.goto("/tickets");
  await fromAccount(page, "Sair");
}
const gone = (page: Page) =>
  until("nothing personal is left", 8_000, async () => {
    expect(await personal(page)).toEqual(nothing);
    return true;
  });

test("signing out wipes every tab and ends the session", async () => {
  const other = await phone.context.newPage();
  await other.goto("/tickets");
  await other.getByRole("heading", { name: "Atendimentos" }).first().waitFor({ state: "attached" });
  await signOut(phone.page);
  await Promise.all([phone.page.waitForURL("**/login"), other.waitForURL("**/login")]);
  await gone(phone.page);
  await until("the session ended", 15_000, async () => await living() === 0);
  expect((await phone.context.cookies()).filter(({ name, value }) => name.includes("refresh") && value)).toEqual([]);
});

test("what the server still answers about the person after they signed out brings nothing of them back", async () => {
  const other = await phone.context.newPage();
  const answered: (() => Promise<void>)[] = [];
  await other.route("**/api/auth/me", async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => answered.push(async () => (await route.fulfill({ response }), resolve())));
  });
  await other.goto("/tickets");
  await until("the other tab asks who is signed in", 15_000, () => answered.length > 0);
  await signOut(phone.page);
  await Promise.all([phone.page.waitForURL("**/login"), other.waitForURL("**/login")]);
  await gone(phone.page);
  for (const answer of answered) await answer();
  await pause(500);
  await gone(phone.page);
  expect(new URL(other.url()).pathname).toBe("/login");
  expect(await identity(phone.page)).toBe(undefined);
});

test("signing out without a network wipes at once; the server hears of it at the next contact, before the next person", async () => {
  await signOutOffline();
  await gone(phone.page);
  expect(await living()).toBe(1);
  await phone.context.setOffline(false);
  await until("the session ended", 8_000, async () => await living() === 0);
  await signIn(phone.page);
  await pause(1500);
  expect(await living()).toBe(1);
  await phone.page.reload();
  await signedIn(phone.page);
});

async function signOutOffline(): Promise<void> {
  await phone.page.goto("/tickets");
  await signedIn(phone.page);
  await phone.context.setOffline(true);
  await fromAccount(phone.page, "Sair");
  await phone.page.waitForURL("**/login");
}

test("the worker sends what waits for somebody who signed out and in again", async () => {
  const { page, context } = phone;
  await write(page, "antes de sair");
  await sent("antes de sair");
  // The worker has opened this person's database.
  await page.evaluate(() => navigator.serviceWorker.controller!.postMessage({ type: "recado.outbox" }));
  await signOut(page);
  await page.waitForURL("**/login");
  await signIn(page);
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await page.getByRole("log").getByText("antes de sair").waitFor();
  await offline(context, true);
  await write(page, "de volta");
  const witness = await context.newPage();
  await page.close();
  await offline(context, false);
  await witness.goto("/icons/icon.svg");
  await witness.evaluate(() => navigator.serviceWorker.controller!.postMessage({ type: "recado.outbox" }));
  await sent("de volta");
});

const sent = (text: string) =>
  until(
    `“${text}” is sent once`,
    20_000,
    async () => (await world.sql`select 1 from app.messages where body like ${`%${text}`}`).length === 1,
  );

test("messages that did not leave are asked about first", async () => {
  await phone.context.setOffline(true);
  await box(phone.page).fill("do elevador");
  await phone.page.getByRole("button", { name: "Enviar", exact: true }).click();
  await box(phone.page).fill("e ainda isto");
  await phone.page.getByRole("link", { name: "Voltar" }).first().click();
  const leave = async () => {
    await fromAccount(phone.page, "Sair");
  };
  await leave();
  await phone.page.getByText("1 mensagem ainda não saiu · 1 rascunho só está neste aparelho").waitFor();
  await phone.page.getByRole("button", { name: "Esperar" }).click();
  expect(new URL(phone.page.url()).pathname).toBe("/tickets");
  await leave();
  await phone.page.getByRole("button", { name: "Sair e descartar" }).click();
  await phone.page.waitForURL("**/login");
  await gone(phone.page);
});

test("an admin who ends the sessions wipes an open device within five seconds, a sleeping one at its next start", async () => {
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.endSessions, { params: { id: admin.id } });
  await phone.page.waitForURL("**/login", { timeout: 15_000 });
  await gone(phone.page);

  await signIn(phone.page);
  await phone.page.goto("/tickets");
  await signedIn(phone.page);
  await phone.page.goto("about:blank");
  const again = await Worker.signIn(world.bases);
  await again.call(users.endSessions, { params: { id: again.id } });
  await phone.page.goto("/tickets");
  await phone.page.waitForURL("**/login", { timeout: 15_000 });
  await gone(phone.page);
});

test("a password changed elsewhere does the same", async () => {
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.update, {
    params: { id: admin.id },
    body: { password: ADMIN.password, currentPassword: ADMIN.password },
  });
  await phone.page.waitForURL("**/login", { timeout: 15_000 });
  await gone(phone.page);
});

test("thirty days unused, and the device is empty at its next start", async () => {
  await phone.page.evaluate(() => localStorage.setItem("recado.used", String(Date.now() - 31 * 24 * 3600_000)));
  await phone.page.reload();
  await phone.page.waitForURL("**/login");
  await gone(phone.page);
});

test("thirty days take nothing that still waits, and a clock that is set right wipes nothing", async () => {
  const { page, context } = phone;
  await context.setOffline(true);
  await write(page, "do elevador");
  await page.evaluate(() => localStorage.setItem("recado.used", String(Date.now() - 31 * 24 * 3600_000)));
  await page.reload();
  await page.getByRole("log").getByText("do elevador").waitFor();
  await context.setOffline(false);
  await sent("do elevador");

  const slow = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await slow.page.clock.setSystemTime(Date.now() - 6 * 365 * 24 * 3600_000);
  await signIn(slow.page);
  await appOnDevice(slow.page);
  await slow.page.clock.setSystemTime(Date.now());
  await slow.page.reload();
  await signedIn(slow.page);
  expect((await personal(slow.page)).databases).toHaveLength(1);
  await slow.context.close();
});

test("a company that keeps nothing on devices wipes them, leaves drafts with the server, and warns of unsent text", async () => {
  const admin = await Worker.signIn(world.bases);
  const { page } = phone;
  await admin.call(settings.updateCompany, { body: { column: "deviceStorage", data: "disabled" } });
  await until("the database is gone", 8_000, async () => (await personal(page)).databases.length === 0);
  await page.reload();
  await until("the draft comes from the server", 8_000, async () => await box(page).inputValue() === "um rascunho");
  // Nor does the worker make one, when it looks for what waits.
  await page.evaluate(() => navigator.serviceWorker.controller!.postMessage({ type: "recado.outbox" }));
  await pause(600);
  expect((await personal(page)).databases).toEqual([]);
  await page.goto("/tickets");
  await openAccount(page);
  await page.getByText("Este aparelho não guarda conversas").waitFor();
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
  await phone.context.setOffline(true);
  await box(page).pressSequentially(" a mais");
  await pause(400);
  let asked = false;
  page.on("dialog", (dialog) => {
    asked = dialog.type() === "beforeunload";
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await until("it warns", 3_000, () => asked);
  // So does a page whose last parts are not here yet.
  const early = await newWindow(browser, world.bases[0]!, sizes[1]!);
  await signIn(early.page);
  await neverIdle(early.page);
  await early.page.goto(`/tickets/${at.ticket.uuid}`);
  await box(early.page).pressSequentially("e mais");
  const warned = early.page.waitForEvent("dialog");
  await early.page.close({ runBeforeUnload: true });
  expect((await warned).type()).toBe("beforeunload");
  await early.context.close();
  await admin.call(settings.updateCompany, { body: { column: "deviceStorage", data: "enabled" } });
});

test("a login screen in another tab follows who signs in", async () => {
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  const other = await context.newPage();
  await other.goto("/login");
  await other.getByLabel("E-mail").waitFor();
  await signIn(page, ANA);
  await account(other, "Ana").waitFor();
  await context.close();
});

test("somebody else who signs in in another tab takes every tab over, and nothing of the first person becomes theirs", async () => {
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  const other = await context.newPage();
  // Both sign in in the same moment: the second one hears nothing of the first.
  await other.addInitScript(() => addEventListener("storage", (event) => event.stopImmediatePropagation(), true));
  await other.goto("/login");
  await other.getByLabel("E-mail").fill(ANA.email);
  await other.getByLabel("Senha", { exact: true }).fill(ANA.password);
  await signIn(page);
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).fill("só do chefe");
  await page.evaluate(async () => {
    await caches.open("media-of-somebody");
    localStorage.setItem("recado.ring.1", "{}");
  });
  // Within the second and a half in which a draft waits for more of it.
  await until("the draft is on the device", 15_000, () =>
    page.evaluate(async () => {
      const name = (await indexedDB.databases()).map((one) => one.name!).find((one) => /^recado-\d/.test(one))!;
      const db = await new Promise<IDBDatabase>((done) => {
        const asked = indexedDB.open(name);
        asked.onsuccess = () => done(asked.result);
      });
      const rows = await new Promise<{ text: string }[]>((done) => {
        const asked = db.transaction("drafts").objectStore("drafts").getAll();
        asked.onsuccess = () => done(asked.result);
      });
      db.close();
      return rows.some(({ text }) => text === "só do chefe");
    }));
  await other.getByRole("button", { name: "Entrar" }).click();
  await other.waitForURL("**/tickets");
  await Promise.all([account(page, "Ana").waitFor(), account(other, "Ana").waitFor()]);
  await until("only Ana's database is here", 15_000, async () => (await personal(other)).databases.length === 1);
  expect((await personal(other)).caches).toEqual([]);
  expect(await other.evaluate(() => localStorage.getItem("recado.ring.1"))).toBe(null);
  for (const tab of [page, other]) {
    await tab.goto(`/tickets/${at.ticket.uuid}`);
    await tab.getByRole("log").getByText("Olá").first().waitFor();
    await tab.reload();
    await account(tab, "Ana").waitFor();
    expect(await tab.getByText("só do chefe").count()).toBe(0);
  }
  const left = await world.sql<{ name: string }[]>`
    select u.name from app.drafts d join app.users u on u.id = d.user_id where d.text = 'só do chefe'`;
  expect(left.filter(({ name }) => name === "Ana")).toEqual([]);
  await context.close();
});
