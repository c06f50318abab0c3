// The first screen of the app for somebody who is signed in, in a browser that has none of its files.
import { type Browser, chromium, type Request } from "playwright-core";
import { BENCH_PASSWORD } from "../../db/seed-bench.ts";
import { buildWeb } from "../build-web.ts";
import { browserPath } from "./phone/phone.ts";
import type { Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const MAX_SCRIPT_KB = 180;
const MAX_REQUESTS = 15;

/** Scripts as they travel, requests, and whom they go to, until the rows of the inbox are painted. */
export async function firstScreen(s: Setting): Promise<TableLine[]> {
  const executablePath = await browserPath();
  if (!executablePath) return [plain("first screen", "no browser here", "–", null)];
  await buildWeb();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const origin = `http://localhost:${s.product.port}`;
    const asked = await untilRows(browser, origin);
    const scripts = asked.filter((request) => request.resourceType() === "script");
    const sizes = await Promise.all(scripts.map((request) => request.sizes()));
    const kilobytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
    const away = asked.map((request) => new URL(request.url())).filter((url) =>
      url.protocol.startsWith("http") && url.origin !== origin
    );
    return [
      plain(
        "first screen: JavaScript over the wire",
        `${kilobytes.toFixed(0)} KB`,
        `≤ ${MAX_SCRIPT_KB} KB`,
        kilobytes <= MAX_SCRIPT_KB,
      ),
      plain("first screen: requests", String(asked.length), `< ${MAX_REQUESTS}`, asked.length < MAX_REQUESTS),
      plain("first screen: requests to other hosts", String(away.length), "0", away.length === 0),
    ];
  } finally {
    await browser.close();
  }
}

/** What an admin's browser asks for from the address on until it has painted a row. The service worker's installation is not part of it. */
async function untilRows(browser: Browser, origin: string): Promise<Request[]> {
  const options = { baseURL: origin, serviceWorkers: "block", locale: "pt-BR" } as const;
  const first = await browser.newContext(options);
  const page = await first.newPage();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill("bench01@bench.local");
  await page.getByLabel("Senha", { exact: true }).fill(BENCH_PASSWORD);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.locator("[data-row]").first().waitFor();
  // Only the session goes along: neither files nor tickets are kept in the other.
  const signedIn = await browser.newContext({ ...options, storageState: await first.storageState() });
  await first.close();
  const cold = await signedIn.newPage();
  const asked: Request[] = [];
  const painted = Promise.withResolvers<Request[]>();
  cold.on("request", (request) => asked.push(request));
  await cold.exposeFunction("rowsArePainted", () => painted.resolve([...asked]));
  await cold.addInitScript(() => {
    const look = () => {
      if (!document.querySelector("[data-row]")) return requestAnimationFrame(look);
      // The frame after the one that has them.
      requestAnimationFrame(() => (globalThis as unknown as { rowsArePainted(): void }).rowsArePainted());
    };
    requestAnimationFrame(look);
  });
  await cold.goto("/tickets");
  const all = await painted.promise;
  await cold.waitForLoadState("networkidle").catch(() => {});
  return all;
}
