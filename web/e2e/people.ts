// The people of the browser scripts: an attendant who signs in, a customer who writes from the web-chat page.
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ADMIN, ALONE, openWorld, type World } from "../../api/proofs/harness.ts";

export interface Size {
  name: string;
  width: number;
  height: number;
}
export const sizes: Size[] = [{ name: "desk", width: 1440, height: 900 }, { name: "phone", width: 390, height: 844 }];

/** A product with everything in one process, on a database of its own. */
export function openProduct(): Promise<World> {
  return openWorld(ALONE);
}

/** What a page must never do: throw, log an error, ask another host. */
export class Watch {
  readonly trouble: string[] = [];
  constructor(page: Page, base: string) {
    page.on("pageerror", (error) => this.trouble.push(`threw: ${error.message}`));
    page.on("console", (line) => line.type() === "error" && this.trouble.push(`console: ${line.text()}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(base) && !/^(data|blob):/.test(url)) this.trouble.push(`asked another host: ${url}`);
    });
  }
}

/** A window of its own, as a new device: nothing stored. */
export async function newWindow(
  browser: Browser,
  base: string,
  size: Size,
  theme: "light" | "dark" = "light",
): Promise<{ page: Page; context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({
    viewport: { width: size.width, height: size.height },
    locale: "pt-BR",
    colorScheme: theme,
    hasTouch: size.name === "phone",
    isMobile: size.name === "phone",
    baseURL: base,
  });
  const page = await context.newPage();
  return { page, context, watch: new Watch(page, base) };
}

export async function signIn(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Senha", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL("**/tickets");
}
