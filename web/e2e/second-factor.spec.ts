// Second factors at sign-in, on screen (docs/product/session.md#second-factor): an app's codes, a passkey, and a company that asks for one.
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { ADMIN, pause, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import type { Wire } from "../../api/proofs/harness-wire.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { fromAccount, newWindow, openWired, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let base: string;
let wire: Wire;
let browser: Browser;
const plain = { email: "erica@teste.local", password: "uma senha de Érica" };
const [desk, phone] = sizes as [typeof sizes[0], typeof sizes[0]];
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/second-factor-${name}.png` });
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const STEP_MS = 30_000;
/** The app's code, so many half minutes from now; early in one, so that it is still that old when it has been typed. */
async function codeOf(secret: string, steps = 0): Promise<string> {
  const left = STEP_MS - Date.now() % STEP_MS;
  if (left < 10_000) await pause(left);
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });
}

beforeAll(async () => {
  [{ world, base, wire }, browser] = await Promise.all([openWired("localhost"), openBrowser()]);
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.create, { body: { ...plain, name: "Érica", profile: "user" } });
});
afterAll(async () => {
  await browser?.close();
  wire?.close();
  await world?.close();
});

/** Sets up the app of codes on the page where it is offered; answers its secret and the recovery codes. */
async function setUpApp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await press(page, "Configurar app");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Sua senha").fill("outra senha");
  await press(page, "Continuar");
  await dialog.getByText("A senha não confere.").waitFor();
  await dialog.getByLabel("Sua senha").fill(password);
  await press(page, "Continuar");
  await dialog.getByRole("img", { name: "Código QR para o app de códigos" }).waitFor();
  const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
  await shot(page, `scan-${page.viewportSize()!.width}`);
  await dialog.getByLabel("Código que o app mostra").fill("000000");
  await press(page, "Confirmar");
  await dialog.getByText("O código não confere.", { exact: false }).waitFor();
  await dialog.getByLabel("Código que o app mostra").fill(await codeOf(secret, -1));
  await press(page, "Confirmar");
  await page.getByText("Guarde seus códigos").waitFor();
  const codes = await page.getByRole("dialog").locator("li code").allInnerTexts();
  await shot(page, `codes-${page.viewportSize()!.width}`);
  return { secret, codes };
}
async function signOut(page: Page): Promise<void> {
  await fromAccount(page, "Sair");
  await page.waitForURL("**/login");
}
async function typePassword(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Senha", { exact: true }).fill(who.password);
  await press(page, "Entrar");
}

test("an app of codes and a passkey are set up from the account menu, and each signs in", async () => {
  const { page, context, watch } = await newWindow(browser, base, desk);
  await signIn(page);
  await fromAccount(page, "Segurança");
  await page.waitForURL("**/security");
  await page.getByRole("heading", { name: "Segurança" }).waitFor();
  const { secret, codes } = await setUpApp(page, ADMIN.password);
  expect(codes).toHaveLength(10);
  await press(page, "Já guardei");
  await page.getByText("Restam 10 códigos", { exact: false }).waitFor();

  const cdp = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const device = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true } as const;
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...device, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await press(page, "Adicionar chave");
  await page.getByLabel("Nome").fill("Notebook da Érica, o da recepção, com um nome comprido");
  await page.getByLabel("Sua senha").fill(ADMIN.password);
  await press(page, "Continuar");
  await page.getByText("Chave de acesso adicionada").waitFor();
  await shot(page, "desk");
  expect(await violations(page)).toEqual([]);

  await signOut(page);
  await press(page, "Usar chave de acesso");
  await page.waitForURL("**/tickets");
  await signOut(page);
  await typePassword(page, ADMIN);
  await page.getByText("Sua conta tem um segundo fator.").waitFor();
  expect(await page.getByLabel("Código").inputValue()).toBe("");
  await shot(page, "code-desk");
  await page.getByLabel("Código").fill("123456");
  await press(page, "Continuar");
  await page.getByRole("alert").getByText("O código não confere.", { exact: false }).waitFor();
  await page.getByLabel("Código").fill(await codeOf(secret));
  await press(page, "Continuar");
  await page.waitForURL("**/tickets");
  await signOut(page);
  await typePassword(page, ADMIN);
  await page.getByLabel("Código").fill(codes[3]!.toUpperCase());
  await press(page, "Continuar");
  await page.waitForURL("**/tickets");
  expect(watch.trouble.filter((line) => !/401/.test(line))).toEqual([]);
  await context.close();
});

test("a company that asks for a second factor shows its people nothing else, on a phone in the dark too", async () => {
  const { page, context, watch } = await newWindow(browser, base, phone, "dark");
  await world.sql`insert into app.settings (company_id, key, value)
    select company_id, 'secondFactor', 'everybody' from app.logins where email = ${plain.email} on conflict do nothing`;
  await typePassword(page, plain);
  await page.waitForURL("**/security");
  await page.getByText("Sua empresa pede um segundo fator.", { exact: false }).waitFor();
  await page.goto("/contacts");
  await page.waitForURL("**/security");
  await page.getByRole("button", { name: "Configurar app" }).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await shot(page, "due-phone");
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await setUpApp(page, plain.password);
  // The app looks at who is signed in meanwhile: the codes stay until they are kept.
  await page.waitForResponse((answer) => answer.url().endsWith("/api/auth/me"), { timeout: 2_500 }).catch(() => null);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await press(page, "Já guardei");
  await page.waitForURL("**/tickets");
  await page.getByRole("navigation").first().waitFor();
  await page.goto("/security");
  await page.getByText("Restam 10 códigos", { exact: false }).waitFor();
  await shot(page, "phone");
  expect(watch.trouble.filter((line) => !/401/.test(line))).toEqual([]);
  await context.close();
});
