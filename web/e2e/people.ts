// The people of the browser scripts: an attendant who signs in, a customer who writes from the web-chat page.
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { ADMIN, ALONE, openWorld, pause, until, type World } from "../../api/proofs/harness.ts";
import { openWire, type Wire } from "../../api/proofs/harness-wire.ts";
import { watched } from "./evidence/windows.ts";

export interface Size {
  name: string;
  width: number;
  height: number;
}
export const sizes: Size[] = [{ name: "desk", width: 1440, height: 900 }, { name: "phone", width: 390, height: 844 }];

const PHONE_AGENT =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** The same walk on a desk and on a phone at once; both have come to their end before the first trouble is told. */
export async function onBothSizes(walk: (size: Size) => Promise<void>): Promise<void> {
  for (const end of await Promise.allSettled(sizes.map(walk))) if (end.status === "rejected") throw end.reason;
}

/** A product with everything in one process, on a database of its own; `env` are settings of one script. */
export function openProduct(env: Record<string, string> = {}): Promise<World> {
  return openWorld(ALONE, env);
}
/**
 * The same behind a wire: pages ask `base`, where the network can be taken away; who asks the world itself is not touched. Passkeys
 * need a `host` that is a name.
 */
export async function openWired(host = "127.0.0.1"): Promise<{ world: World; wire: Wire; base: string }> {
  let port = 0;
  const wire = openWire(() => port);
  const base = `http://${host}:${wire.port}`;
  const world = await openWorld(ALONE, { PUBLIC_URL: base });
  port = world.products[0]!.port;
  return { world, wire, base };
}

/** What a page must never do: throw, log an error, ask another host. */
export class Watch {
  readonly trouble: string[] = [];
  constructor(page: Page, base: string) {
    page.on("pageerror", (error) => this.trouble.push(`threw: ${error.message}`));
    page.on(
      "console",
      (line) => line.type() === "error" && this.trouble.push(`console: ${line.text()} ${line.location().url}`),
    );
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(base) && !/^(data|blob):/.test(url)) this.trouble.push(`asked another host: ${url}`);
    });
  }
}

interface Window {
  page: Page;
  context: BrowserContext;
  watch: Watch;
}
/**
 * A window of its own: nothing stored, and of a person who wants no motion, which costs a fifth of a script's time to draw. It gets no
 * service worker, whose installation (each of the app's files) costs more than most scripts; a script about what the worker does, or
 * about what moves, opens a `newDevice`.
 */
export function newWindow(
  browser: Browser,
  base: string,
  size: Size,
  theme: "light" | "dark" = "light",
): Promise<Window> {
  return openWindow(browser, base, size, theme, "block");
}
/** A window as on a person's device: the service worker installs the app, and takes over from the next page on. */
export function newDevice(
  browser: Browser,
  base: string,
  size: Size,
  theme: "light" | "dark" = "light",
): Promise<Window> {
  return openWindow(browser, base, size, theme, "allow");
}

async function openWindow(
  browser: Browser,
  base: string,
  size: Size,
  theme: "light" | "dark",
  serviceWorkers: "allow" | "block",
): Promise<Window> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    locale: "pt-BR",
    colorScheme: theme,
    reducedMotion: serviceWorkers === "block" ? "reduce" : "no-preference",
    hasTouch: size.name === "phone",
    isMobile: size.name === "phone",
    // Sessions are apart for phones and desks, and the browser says which it is.
    ...(size.name === "phone" && { userAgent: PHONE_AGENT }),
    baseURL: base,
    serviceWorkers,
  });
  const seed = Deno.env.get("SLOW_ANSWERS");
  if (seed) await answerLate(context, Number(seed));
  const page = await context.newPage();
  watched(page);
  return { page, context, watch: new Watch(page, base) };
}

/** What is read of two addresses in three comes late, in another order; which they are is the seed's. A press that comes before the answer it needs shows itself so. */
async function answerLate(context: BrowserContext, seed: number): Promise<void> {
  await context.route(/\/api\/(?!events)/, async (route) => {
    const request = route.request();
    const letters = [...new URL(request.url()).pathname].map((letter) => letter.charCodeAt(0));
    const place = letters.reduce((sum, letter) => (sum * 31 + letter) >>> 0, seed);
    if (request.method() === "GET") await pause([0, 500, 1300][(place >>> 5) % 3]!);
    // The page may be gone by now.
    await route.fallback().catch(() => undefined);
  });
}

/** Until the app is on the device whole. (`waitForFunction` takes a promise for true and would not wait.) */
export async function appOnDevice(page: Page): Promise<void> {
  await until(
    "the app is on the device",
    30_000,
    () =>
      page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === "activated")),
  );
}

/** Pages that this one loads from now on are as in their first seconds: whatever the app does when a page is idle never comes. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => void Object.assign(globalThis, { requestIdleCallback: () => 0 }));
}

/** Whoever is signed in sees the menu. */
export const signedIn = (page: Page): Promise<void> =>
  page.getByRole("navigation", { name: "Menu principal" }).waitFor();

/** Follows a link of the app to this path: the page stays loaded, as it does for a person. */
export async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => history.pushState(null, "", path), path);
  await page.waitForURL(`**${path}`);
}

/** Opens what has the account: at the foot of a desk's menu, a phone's "Mais". */
export async function openAccount(page: Page): Promise<void> {
  await signedIn(page);
  const desk = page.getByRole("button", { name: /^Sua conta/ });
  await desk.or(page.getByRole("button", { name: /^Mais( \(.*)?$/ })).first().click();
  await page.getByRole("menuitem", { name: "Perfil" }).or(page.getByRole("button", { name: "Perfil" })).waitFor();
}
/** Presses an entry of the account. */
export async function fromAccount(page: Page, entry: string): Promise<void> {
  await openAccount(page);
  await page.getByRole("menuitem", { name: entry, exact: true })
    .or(page.getByRole("dialog").getByRole("button", { name: entry, exact: true })).click();
}
/** The field that searches a list: at hand on a desk, behind its sign on a phone. */
export async function searchField(page: Page, name: string): Promise<Locator> {
  const field = page.getByRole("textbox", { name });
  const sign = page.getByRole("button", { name, exact: true });
  await field.or(sign).first().waitFor();
  if (!await field.isVisible()) await sign.click();
  return field;
}

/**
 * Signs in. A page where nothing was opened yet begins as on a device that knows its person: to load the form for each of hundreds of
 * windows would be a tenth of the browsers' work. On any other page the form is filled in.
 */
export async function signIn(page: Page, who: { email: string; password: string } = ADMIN): Promise<void> {
  if (page.url() !== "about:blank" || !await knowPerson(page, who)) return await signInByForm(page, who);
  await page.waitForURL("**/tickets");
}
async function knowPerson(page: Page, who: { email: string; password: string }): Promise<boolean> {
  // Any small file of the app's origin.
  await page.goto("/early.js");
  if (await page.evaluate(() => localStorage.getItem("recado.token"))) return false;
  const response = await page.context().request.post("/api/auth/login", { data: who });
  const { token } = await response.json() as { token?: string };
  if (!token) return false;
  await page.evaluate((token) => localStorage.setItem("recado.token", token), token);
  await page.goto("/tickets");
  return true;
}
/** Signs in as a person does, wherever the page is. */
async function signInByForm(page: Page, who: { email: string; password: string } = ADMIN): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Senha", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL("**/tickets");
}
