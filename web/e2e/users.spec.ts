// People, on screen (docs/product/users-and-rights.md): an admin changes a colleague, and somebody their own password.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ADMIN, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { fromAccount, newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
const [desk, phone] = sizes as [typeof sizes[0], typeof sizes[0]];
const colleague = { email: "erica@provas.local", password: "Provas-2026-erica" };
const LONG = "Érica Maria das Graças Figueiredo de Albuquerque";

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.create, { body: { name: "Érica", ...colleague, profile: "user" } });
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const save = (page: Page) => page.getByRole("button", { name: "Salvar" }).click();
const sheetGone = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });

test("an admin changes a colleague's name and password without the one they have", async () => {
  const { page, context, watch } = await newWindow(browser, world.bases[0]!, desk);
  await signIn(page);
  await page.goto("/users");
  await page.getByRole("button", { name: "Érica", exact: true }).click();
  await page.getByRole("textbox", { name: "Nome", exact: true }).fill(LONG);
  await page.getByLabel("Senha", { exact: true }).fill("Outra-2026-erica");
  expect(await page.getByLabel("Senha atual").count()).toBe(0);
  await save(page);
  await sheetGone(page);
  await page.getByText(LONG).first().waitFor();
  expect(watch.trouble).toEqual([]);
  const other = await newWindow(browser, world.bases[0]!, desk);
  await signIn(other.page, { ...colleague, password: "Outra-2026-erica" });
  await other.context.close();
  await context.close();
});

test("one's own password changes with the one that one has, and not without it", async () => {
  const { page, context, watch } = await newWindow(browser, world.bases[0]!, phone, "dark");
  await signIn(page);
  await fromAccount(page, "Perfil");
  await page.getByLabel("Senha", { exact: true }).fill("Provas-2026-novo");
  await page.getByLabel("Senha atual").waitFor();
  await save(page);
  await page.getByRole("alert").getByText("A senha não confere.").waitFor();
  expect([await smallTargets(page), await violations(page)]).toEqual([[], []]);
  await page.getByLabel("Senha atual").fill(ADMIN.password);
  await save(page);
  await sheetGone(page);
  expect(watch.trouble.filter((line) => !/401/.test(line))).toEqual([]);
  const other = await newWindow(browser, world.bases[0]!, desk);
  await signIn(other.page, { ...ADMIN, password: "Provas-2026-novo" });
  await other.context.close();
  await context.close();
});
