// A new version while somebody works: offered, never forced, and nothing is lost on the way: drafts, what waits to be sent, the
// place in the conversation, and tabs that stay with the old version (docs/product/install.md#updates).
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ALONE, openWorld, pause, until, type World } from "../../api/proofs/harness.ts";
import { accountOf, type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { appOnDevice, newDevice, signIn, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let folder: string;
let desk: Awaited<ReturnType<typeof newDevice>>;
const HISTORY = 60;
const LATE = "assets/late.json";
/** Rows above are measured anew, and may push by their difference. */
const NEAR_ROWS = 3;

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    await (isDirectory ? copy : Deno.copyFile)(join(from, name), join(to, name));
  }
}
async function buildNext(outDir: string): Promise<void> {
  const build = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "node_modules/vite/bin/vite.js",
      "build",
      "--config",
      "web/e2e/next-version.vite.ts",
      "--outDir",
      outDir,
      "--emptyOutDir",
      "--logLevel",
      "error",
    ],
    // The tests' own mode would build an app that keeps no worker.
    env: { NODE_ENV: "production" },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!build.success) throw new Error(new TextDecoder().decode(build.stderr));
}
/** A file that the worker wants on the device is not at the server (yet): it cannot be installed. */
async function lack(): Promise<void> {
  const script = join(folder, "app/sw.js");
  const text = await Deno.readTextFile(script);
  expect(text).toContain("icons/icon.svg");
  await Deno.writeTextFile(script, text.replaceAll("icons/icon.svg", LATE));
}
/** Another build is put in place and the process starts again, as an operator does it. */
async function deploy(name: "now" | "next", lacking = false): Promise<void> {
  const [product] = world.products;
  await product!.kill();
  await Deno.remove(join(folder, "app"), { recursive: true });
  await copy(join(folder, name), join(folder, "app"));
  if (lacking) await lack();
  await product!.start();
}

beforeAll(async () => {
  folder = await Deno.makeTempDir({ prefix: "recado-update-" });
  await Promise.all([
    copy("web/dist", join(folder, "now")),
    copy("web/dist", join(folder, "app")),
    buildNext(join(folder, "next")),
  ]);
  [world, browser] = await Promise.all([openWorld(ALONE, {}, join(folder, "app")), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 2);
  const { channel, from } = conversations[0]!;
  for (let n = 0; n < HISTORY; n++) {
    await world.meta.say({ channel, account: accountOf(channel), from, text: `história ${n}` }, world.bases[0]!);
  }
  desk = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await signIn(desk.page);
  await appOnDevice(desk.page);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await Deno.remove(folder, { recursive: true });
});

const box = (page: Page) => page.getByRole("textbox", { name: /^Mensagem para/ });
const isNext = (page: Page) => page.evaluate(() => "recadoNext" in globalThis);
const offer = (page: Page) => page.getByRole("button", { name: "Nova versão disponível" });
/** The number of the message at the top of what one sees of the conversation. */
const topLine = (page: Page) =>
  page.getByRole("log").evaluate((log) => {
    const top = log.getBoundingClientRect().top;
    const seen = [...log.querySelectorAll("article")].find((row) =>
      row.getBoundingClientRect().top >= top && /^história \d+/.test(row.textContent ?? "")
    );
    return Number(/^história (\d{1,2})\d\d:/.exec(seen?.textContent ?? "")?.[1] ?? NaN);
  });

async function open(page: Page, at: Conversation): Promise<void> {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await box(page).waitFor();
}

/** The same, with what the tab loads after its first screen: where a file of that is gone and nothing is unsaved, it begins anew. */
async function openWhole(page: Page, at: Conversation): Promise<void> {
  const asksForVersion = page.waitForResponse(/\/api\/version/);
  await open(page, at);
  await asksForVersion;
}

test(
  "an update in the middle of work keeps ticket, place and draft and sends waiting rows once; another tab goes on with the old version",
  async () => {
    const [first, second] = conversations;
    const { page } = desk;
    await open(page, first!);
    const other = await desk.context.newPage();
    await open(other, second!);
    await box(other).fill("na outra aba");
    await box(page).fill("meio escrito");
    await deploy("next");
    await offer(page).waitFor({ timeout: 45_000 });
    await pause(1500);
    expect(await isNext(page)).toBe(false);
    expect(await box(page).inputValue()).toBe("meio escrito");

    // In the lift: the new version is on the device already, the message waits there too.
    await desk.context.setOffline(true);
    await box(page).fill("em trânsito");
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    await box(page).fill("meio escrito");
    await page.getByRole("log").evaluate((log) => log.scrollTop = log.scrollHeight / 2);
    await pause(500);
    const place = await topLine(page);
    await offer(page).click();
    await until("the new version runs", 20_000, () => isNext(page).catch(() => false));
    await box(page).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/tickets/${first!.ticket.uuid}`);
    await until("the draft is there", 15_000, async () => await box(page).inputValue() === "meio escrito");
    await until(`the place is ${place}`, 15_000, async () => Math.abs(await topLine(page) - place) <= NEAR_ROWS);
    await desk.context.setOffline(false);
    const sent = async () =>
      (await world.meta.accepted()).messages.filter(({ text }) => text?.includes("em trânsito")).length;
    await until("it is sent", 30_000, async () => await sent() > 0);
    await pause(2000);
    expect(await sent()).toBe(1);
    expect(await world.sql`select 1 from app.messages where body like '%em trânsito%'`).toHaveLength(1);

    // The old tab works beside the new database, with screens it had not loaded yet.
    expect(await isNext(other)).toBe(false);
    expect(await box(other).inputValue()).toBe("na outra aba");
    await box(other).fill("na outra aba, ainda");
    await other.getByRole("button", { name: "Administração" }).click();
    await other.getByRole("link", { name: "Usuários" }).click();
    await other.getByRole("heading", { name: "Usuários" }).waitFor();
    expect(await isNext(other)).toBe(false);
    await open(other, second!);
    expect(await isNext(other)).toBe(true);
    expect(await box(other).inputValue()).toBe("na outra aba, ainda");
    await other.close();
  },
  180_000,
);

test("by itself only out of sight for five minutes, and never under somebody who is writing", async () => {
  const { page } = desk;
  await open(page, conversations[1]!);
  await box(page).fill("quase");
  await deploy("now");
  await offer(page).waitFor({ timeout: 45_000 });
  const away = () =>
    page.evaluate(() => {
      const see = (state: string) => {
        Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      };
      const real = Date.now;
      see("hidden");
      Date.now = () => real() + 6 * 60_000;
      see("visible");
      Date.now = real;
    });
  await box(page).focus();
  await away();
  await pause(1500);
  expect(await isNext(page)).toBe(true);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await away();
  await until("the other version runs", 20_000, async () => !await isNext(page).catch(() => true));
  await box(page).waitFor();
  expect(await box(page).inputValue()).toBe("quase");
}, 120_000);

test(
  "a server that no longer speaks with this version: the update is all that works, and texts can be copied",
  async () => {
    const { page } = desk;
    await page.route("**/api/**", (route) => route.fulfill({ status: 426, json: { error: "ERR_APP_TOO_OLD" } }));
    await box(page).fill("ainda não mandei");
    const screen = page.getByRole("alertdialog", { name: "Atualize para continuar" });
    await screen.waitFor({ timeout: 20_000 });
    await screen.getByText("ainda não mandei").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute("**/api/**");
    await page.evaluate(() => Object.assign(globalThis, { loadedBefore: true }));
    await screen.getByRole("button", { name: "Atualizar" }).click();
    const anew = () => page.evaluate(() => !("loadedBefore" in globalThis)).catch(() => false);
    await until("the app is loaded anew", 20_000, anew);
    await box(page).waitFor();
    expect(await box(page).inputValue()).toBe("ainda não mandei");
  },
  90_000,
);

/** Answers when a worker that was being installed was given up. */
const givenUp = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const worker = registration?.installing ?? await new Promise<ServiceWorker>((found) =>
      registration!.addEventListener("updatefound", () => found(registration!.installing!), { once: true })
    );
    await new Promise<void>((gone) => {
      worker.addEventListener("statechange", () => worker.state === "redundant" && gone());
    });
  });

test(
  "a version whose files are not all there yet is asked for again, without another cut, and then offered; a place far up is kept",
  async () => {
    const { page } = desk;
    await open(page, conversations[0]!);
    await appOnDevice(page);
    const was = await isNext(page);
    expect(await offer(page).count()).toBe(0);
    const missed = givenUp(page);
    await deploy(was ? "now" : "next", true);
    await missed;
    expect(await offer(page).count()).toBe(0);
    await Deno.writeTextFile(join(folder, "app", LATE), "{}");
    await offer(page).waitFor({ timeout: 60_000 });
    // The reader is further up than the messages with which a conversation opens.
    await page.getByRole("log").hover();
    await until("the beginning is read", 20_000, async () => {
      await page.mouse.wheel(0, -3000);
      return await topLine(page) === 0;
    }, 200);
    await page.mouse.wheel(0, 400);
    await pause(500);
    const place = await topLine(page);
    await offer(page).click();
    await until("the other version runs", 20_000, async () => await isNext(page).catch(() => was) !== was);
    await until(`the place is ${place}`, 15_000, async () => Math.abs(await topLine(page) - place) <= NEAR_ROWS);
  },
  180_000,
);

test(
  "a first visit that a new version breaks into: two tabs are offered it, also when it is the first whole one here",
  async () => {
    const was = await isNext(desk.page);
    await deploy(was ? "next" : "now");
    await lack();
    const visitor = await newDevice(browser, world.bases[0]!, sizes[0]!);
    const { page } = visitor;
    await signIn(page);
    await openWhole(page, conversations[0]!);
    expect(await isNext(page)).toBe(was);
    const other = await visitor.context.newPage();
    await openWhole(other, conversations[1]!);
    await box(page).fill("primeira visita");
    await deploy(was ? "now" : "next");
    await Promise.all([page, other].map((tab) => offer(tab).waitFor({ timeout: 100_000 })));
    await pause(1500);
    expect(await isNext(page)).toBe(was);
    expect(await box(page).inputValue()).toBe("primeira visita");
    await offer(page).click();
    await until("the other version runs", 20_000, async () => await isNext(page).catch(() => was) !== was);
    expect(await isNext(other)).toBe(was);
    await other.reload();
    await box(other).waitFor();
    expect(await isNext(other)).toBe(!was);
    await visitor.context.close();
  },
  240_000,
);
