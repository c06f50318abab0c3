// A phone of the benches: Chromium at 390×844 with a profile on disk, so that a start after a start is the start of an installed
// app; the processor four times slower where a bench says so.
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import process from "node:process";
import { buildWeb } from "../../build-web.ts";
import type { Setting } from "../setup/setting.ts";
import { openWire, type Wire } from "../../proofs/harness-wire.ts";

/** Lighthouse's "slow 4G": 150 ms there and back, 1.6 Mbit/s down, 0.75 up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
export const SLOWER = 4;
const PLACES = ["/usr/bin/chromium", "/usr/bin/google-chrome"];
export const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

export async function browserPath(): Promise<string | null> {
  for (const path of [process.env.CHROMIUM_PATH, ...PLACES]) {
    if (path && await Deno.stat(path).then(() => true, () => false)) return path;
  }
  return null;
}

export interface Started {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
  close(): Promise<void>;
}
/** One person's phone; `start` opens the browser on the same profile again. */
export interface Phone {
  base: string;
  /** The browser's profile. */
  folder: string;
  wire: Wire;
  start(options?: { slower?: number; slow4G?: boolean }): Promise<Started>;
  close(): Promise<void>;
}

/** A phone without anything on it, connected to the product by a wire that can be cut. Null without a full browser. */
export async function openPhone(s: Setting): Promise<Phone | null> {
  const executablePath = await browserPath();
  if (!executablePath) return null;
  await buildWeb();
  const folder = await Deno.makeTempDir({ prefix: "recado-phone-" });
  const wire = openWire(s.product.port);
  const base = `http://localhost:${wire.port}`;
  return {
    base,
    folder,
    wire,
    async start({ slower = 1, slow4G = false } = {}) {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        args: FLAGS,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: "pt-BR",
        baseURL: base,
      });
      const page = context.pages()[0] ?? await context.newPage();
      const devtools = await context.newCDPSession(page);
      if (slower > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: slower });
      if (slow4G) {
        await devtools.send("Network.enable");
        await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
      }
      return { context, page, devtools, close: () => context.close() };
    },
    async close() {
      wire.close();
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    },
  };
}

/** Signs in on the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL("**/tickets");
  await page.locator("[data-row]").first().waitFor();
}
