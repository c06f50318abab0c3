// The first screen of the app, opened by a browser that has never seen it.
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { buildWeb } from "../build-web.ts";
import { browserPath } from "./phone/phone.ts";
import type { Setting } from "./setup/setting.ts";
import { plain, type TableLine } from "./setup/table.ts";

const MAX_SCRIPT_KB = 180;
const MAX_REQUESTS = 15;

/** Scripts as they travel, requests, and whom they go to, until the network is quiet. */
export async function firstScreen(s: Setting): Promise<TableLine[]> {
  const executablePath = await browserPath();
  if (!executablePath) return [plain("first screen", "no browser here", "–", null)];
  await buildWeb();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
    const asked: { url: URL; type: string }[] = [];
    const bodies: Promise<number>[] = [];
    page.on("request", (request) => asked.push({ url: new URL(request.url()), type: request.resourceType() }));
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script" || !response.ok()) return;
      bodies.push(response.body().then((body) => gzipSync(body).length));
    });
    const origin = `http://localhost:${s.product.port}`;
    await page.goto(`${origin}/`, { waitUntil: "networkidle" });
    const kilobytes = (await Promise.all(bodies)).reduce((sum, bytes) => sum + bytes, 0) / 1024;
    const away = asked.filter(({ url }) => url.protocol.startsWith("http") && url.origin !== origin);
    return [
      plain(
        "first screen: JavaScript, gzip",
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
