// A server that answers 500 while all else goes on: what is shown stays, a line says what is old and since when, and goes by itself.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, onBothSizes, openProduct, signIn } from "./people.ts";
import { ask } from "./visitor.ts";

let world: World;
let browser: Browser;
const SHOTS = Deno.env.get("SCREENSHOTS");
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  await openConversations(world, admin, 2);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** True once the page's own database has the answer of a call. */
const keptAnswer = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const found = (await indexedDB.databases()).find(({ name }) => /^recado-\d+-\d+$/.test(name ?? ""));
    if (!found?.name) return false;
    return await new Promise<boolean>((resolve, reject) => {
      const ask = indexedDB.open(found.name!);
      ask.onerror = () => reject(ask.error);
      ask.onsuccess = () => {
        const keys = ask.result.transaction("queries").objectStore("queries").getAllKeys();
        keys.onsuccess = () => {
          ask.result.close();
          resolve(keys.result.some((hash) => String(hash).includes(`"GET ${path}"`)));
        };
      };
    });
  }, path);

const screens = [
  { at: "/tickets", path: "/tickets", name: "Atendimentos", row: "Cliente 9-1" },
  { at: "/contacts", path: "/contacts", name: "Contatos", row: "Cliente 9-1" },
  { at: "/queues", path: "/queue", name: "Filas", row: "Vendas" },
  { at: "/quick-messages", path: "/quick-messages", name: "Respostas rápidas", row: "/bom-dia" },
];

test("each screen says what is old when its call is answered 500, and no longer once it is answered", async () => {
  await onBothSizes(async (size) => {
    const { page, context } = await newWindow(
      browser,
      world.bases[0]!,
      size,
      size.name === "phone" ? "dark" : "light",
    );
    await signIn(page);
    if (size.name === "desk") {
      await ask(page, "POST", "/queue", { name: "Vendas", color: "#2563eb", greetingMessage: "Olá" });
      await ask(page, "POST", "/quick-messages", { shortcode: "/bom-dia", message: "Bom dia", geral: true });
    }
    const strip = page.getByRole("status").filter({ hasText: /dados das \d\d:\d\d · tentando de novo/i });
    for (const { at, path, name, row } of screens) {
      const seen = page.getByText(row, { exact: true }).first();
      await page.goto(at);
      await seen.waitFor();
      await until(`${path} is kept`, 10_000, () => keptAnswer(page, path));
      const ill = (url: URL) => url.pathname === `/api${path}`;
      await page.route(ill, (route) => route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } }));
      await page.reload();
      await seen.waitFor();
      await strip.getByText(new RegExp(`^${name}: `)).waitFor();
      expect(await violations(page), at).toEqual([]);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/old-${name}-${size.name}.png` });
      await page.unroute(ill);
    }
    await strip.waitFor({ state: "detached" });
    await page.getByText(screens.at(-1)!.row, { exact: true }).first().waitFor();
    await context.close();
  });
});

test("numbers that are asked for again by themselves say so when they no longer come", async () => {
  await onBothSizes(async (size) => {
    const { page, context } = await newWindow(browser, world.bases[0]!, size);
    await signIn(page);
    await page.goto("/");
    await page.getByText("Em atendimento").first().waitFor();
    await page.route("**/api/dashboard?*", (route) => route.abort());
    const strip = page.getByText(/^Painel: dados das \d\d:\d\d · tentando de novo$/);
    await strip.waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/old-dashboard-${size.name}.png` });
    await page.unroute("**/api/dashboard?*");
    await strip.waitFor({ state: "detached" });
    await context.close();
  });
});
