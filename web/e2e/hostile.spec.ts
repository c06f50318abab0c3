// Texts and files of people who mean harm, on every screen that shows them (proofs S6, S7).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { hostileFiles } from "../../api/proofs/security/hostile-files.ts";
import { bomb } from "../../api/core/testing/pictures.ts";
import { settled } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { hostile, type HostileWorld, makeHostile } from "./hostile/world.ts";
import { type HostileWatch, unread, watchHostile } from "./hostile/watch.ts";
import { newWindow, onBothSizes, openProduct, searchField, signIn, type Size, sizes } from "./people.ts";

let world: World;
let browser: Browser;
let made: HostileWorld;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  made = await makeHostile(world.sql, world.bases[0]!);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function open(size: Size): Promise<{ page: Page; watch: HostileWatch; close: () => Promise<void> }> {
  const { page, context } = await newWindow(browser, world.bases[0]!, size);
  const watch = await watchHostile(context);
  watch.follow(page, world.bases[0]!);
  return { page, watch, close: () => context.close() };
}
/** Screens, and what is to be read there. */
const screens: [string, readonly string[]][] = [
  ["/contacts", hostile],
  ["/tags", hostile],
  ["/quick-messages", hostile],
  ["/queues", hostile],
  ["/users", hostile],
  ["/connections", hostile.slice(0, 40)],
  ["/moments", hostile.slice(0, 60)],
  ["/reports", hostile.slice(-10)],
  ["/settings", []],
  ["/settings/brand", []],
];
/** Inside the app, as a press on a link does it. */
const go = (page: Page, path: string) => page.evaluate((path) => history.pushState(null, "", path), path);
/** Rolls a screenful; whether anything moved, or is still being fetched. */
const roll = (page: Page, way: number) =>
  page.evaluate(async (way) => {
    let moved = document.querySelector("[aria-busy=true]") !== null;
    for (const one of document.querySelectorAll("*")) {
      if (one.scrollHeight <= one.clientHeight + 1 || one.clientHeight <= 200) continue;
      const before = one.scrollTop;
      one.scrollBy(0, way * one.clientHeight * 0.9);
      moved ||= one.scrollTop !== before;
    }
    // Drawn, and told of.
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
    return moved;
  }, way);
/** Rolls through what there is, to its end and back, until all texts were read. */
async function reads(page: Page, where: string, texts: readonly string[], way: 1 | -1 = 1): Promise<void> {
  const end = Date.now() + 40_000;
  let left = await unread(page, texts);
  let direction: number = way;
  for (let still = 0; left.length && Date.now() < end;) {
    still = await roll(page, direction) ? 0 : still + 1;
    // At the end more may be on its way.
    if (still > 8) [direction, still] = [-direction, 0];
    left = await unread(page, left);
  }
  expect({ where, missing: left.length, such: left.slice(0, 3) }).toEqual({ where, missing: 0, such: [] });
}

/** The visitor's page, as the visitor sees it. */
async function visit(page: Page): Promise<void> {
  await page.addInitScript(([box, visitor]) => localStorage.setItem(box!, visitor!), [
    `recado:${made.chat}:visitor`,
    JSON.stringify(made.visitor),
  ]);
  await page.goto(made.chat);
  await reads(page, "the visitor's page", [...hostile, hostile[0]!, hostile[1]!], -1);
}

/** Every screen of the app, then the visitor's page. */
async function walk(size: Size): Promise<void> {
  const { page, watch, close } = await open(size);
  await page.goto("/login");
  await expect.poll(() => page.title()).toContain(hostile[20]!);
  await signIn(page);
  await reads(page, "the list", hostile);
  for (const [n, { uuid, shows }] of made.conversations.entries()) {
    await go(page, `/tickets/${uuid}`);
    await reads(page, `conversation ${n}`, shows, -1);
  }
  expect(watch.trouble).toEqual([]);
  await page.locator("header button").filter({ has: page.locator("h1") }).click();
  await page.getByRole("complementary", { name: "Contato" }).waitFor();
  await settled(page);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Mensagem" }).fill("/");
  await page.getByRole("option").first().waitFor();
  for (const [path, texts] of screens) {
    await go(page, path);
    await reads(page, path, texts);
  }
  await go(page, "/");
  for (const tab of ["Avaliações (NPS)", "Atendentes"]) await page.getByRole("tab", { name: tab }).click();
  await reads(page, "the dashboard", hostile.slice(0, 60));
  await go(page, "/contacts");
  await (await searchField(page, "Nome, número ou e-mail")).fill(hostile[60]!);
  await page.getByRole("button", { name: hostile[60]! }).first().click();
  await page.getByRole("dialog").waitFor();
  await visit(page);
  expect(watch.trouble).toEqual([]);
  await close();
}
test("two hundred hostile texts are shown as text, on a desk and on a phone", async () => {
  await onBothSizes(walk);
});

test("files that are programs are opened and do not run", async () => {
  const { page, watch, close } = await open(sizes[0]!);
  await signIn(page);
  const [{ id } = { id: 0 }] = await world.sql<{ id: number }[]>`
    select id from app.tickets where uuid = ${made.conversations[0]!.uuid}`;
  const files = hostileFiles.map(({ name, type, bytes }) => ({ name, type, bytes: bytes.toBase64() }));
  const paths = await page.evaluate(async ({ id, files }) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("recado.token")}` };
    return await Promise.all(files.map(async ({ name, type, bytes }) => {
      const form = new FormData();
      form.append("medias", new File([Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))], name, { type }));
      const answer = await fetch(`/api/messages/${id}`, { method: "POST", headers, body: form });
      return (await answer.json()).messages[0].mediaUrl as string;
    }));
  }, { id, files });
  // Shown in the conversation, then opened by themselves, as a link to one would.
  await go(page, `/tickets/${made.conversations[0]!.uuid}`);
  await reads(page, "the conversation", hostileFiles.filter(({ inline }) => !inline).map(({ name }) => name), -1);
  expect(watch.trouble).toEqual([]);
  const token = await page.evaluate(() => localStorage.getItem("recado.token"));
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${token}` });
  for (const [n, { name, inline }] of hostileFiles.entries()) {
    const downloaded = page.waitForEvent("download", { timeout: 5_000 }).then(() => true, () => false);
    const answer = await page.goto(paths[n]!).catch(() => null);
    if (inline) expect([name, answer?.headers()["content-type"]]).toEqual([name, hostileFiles[n]!.stored]);
    else expect([name, await downloaded]).toEqual([name, true]);
  }
  // That the browser's own page around a picture may not be styled or scripted either is told too, and is as it should be.
  expect(watch.trouble.filter((line) => !/^console: (Applying inline style|Blocked script execution)/.test(line)))
    .toEqual([]);
  await close();
});

test("a picture of 900 million pixels is a file to download and decoded nowhere", async () => {
  const { page, watch, close } = await open(sizes[0]!);
  await signIn(page);
  const { uuid } = made.conversations[1]!;
  await go(page, `/tickets/${uuid}`);
  await page.getByRole("textbox", { name: "Mensagem" }).waitFor();
  const picture = { name: "grande.png", mimeType: "image/png", buffer: Buffer.from(bomb(30_000, 30_000)) };
  await page.locator("input[type=file]").first().setInputFiles(picture);
  const sheet = page.getByRole("dialog");
  await sheet.getByText("grande.png").waitFor();
  expect(await sheet.locator("img").count()).toBe(0);
  await page.getByRole("button", { name: /Enviar 1 arquivo/ }).click();
  await page.getByRole("button", { name: /Baixar.*grande\.png/ }).or(page.getByText("grande.png")).first().waitFor();
  await expect.poll(async () => {
    const [kept] = await world.sql<{ kind: string; width: number | null }[]>`
      select m.kind, f.width from app.messages m join app.media f on f.company_id = m.company_id and f.id = m.media_id
      where f.file_name = 'grande.png'`;
    return kept;
  }).toEqual({ kind: "application", width: null });
  expect(watch.trouble).toEqual([]);
  await close();
});
