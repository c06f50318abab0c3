// Every screen of the seeded company at four sizes, light and dark, one sheet a screen in `docs/screens/every`: for looking at, nothing
// is compared. Beside a product that runs with its seed: `deno run -A web/e2e/pictures/every-screen.ts http://localhost:8080 [name …]`.
import { join } from "node:path";
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { DEMO_PASSWORD } from "../../../db/seed.ts";
import type { Screen } from "../../core/page/screen.ts";
import { openBrowser } from "../browser.ts";
import { foundScreens } from "./found-screens.ts";

interface Size {
  name: string;
  width: number;
  height: number;
}
interface Shot {
  title: string;
  png: Uint8Array;
  size: Size;
}
const FOLDER = "docs/screens/every";
const sizes: Size[] = [
  { name: "phone", width: 390, height: 844 },
  { name: "tablet", width: 820, height: 1180 },
  { name: "desk", width: 1440, height: 900 },
  { name: "wide", width: 1920, height: 1080 },
];
const themes = ["light", "dark"] as const;
/** What a sheet is reduced to. */
const SHARE = 0.45;
const QUALITY = 55;

/** Until nothing is on its way; the stream of events never ends, so that the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .animate-pulse"), undefined, {
    timeout: 5_000,
  }).catch(() => undefined);
  await page.waitForTimeout(400);
}

/** One picture of many, with the size written over each. */
async function sheet(browser: Browser, shots: Shot[]): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 2200, height: 800 } });
  const figures = shots.map(({ title, png, size }) =>
    `<figure style="margin:0"><figcaption>${title}</figcaption><img width="${
      Math.round(size.width * SHARE)
    }" src="data:image/png;base64,${png.toBase64()}"></figure>`
  );
  await page.setContent(
    `<body style="margin:16px;display:flex;flex-wrap:wrap;gap:16px;font:14px sans-serif;background:#888">${
      figures.join("")
    }`,
  );
  const taken = await page.screenshot({ fullPage: true, type: "jpeg", quality: QUALITY });
  await page.close();
  return taken;
}

async function shoot(browser: Browser, base: string, wanted: [string, Screen][]) {
  const shots = new Map<string, Shot[]>(wanted.map(([name]) => [name, []]));
  for (const size of sizes) {
    const phone = size.name === "phone";
    const viewport = { width: size.width, height: size.height };
    const context = await browser.newContext({
      viewport,
      locale: "pt-BR",
      baseURL: base,
      isMobile: phone,
      hasTouch: phone,
    });
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("E-mail").fill("helena@aurora.local");
    await page.getByLabel("Senha", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.waitForURL((url) => url.pathname !== "/login");
    // What the company's setting opens in a browser.
    await page.evaluate(() => localStorage.setItem("cshow", "enabled"));
    for (const [name, { path }] of wanted) {
      await page.goto(path);
      for (const theme of themes) {
        await page.evaluate((theme) => document.documentElement.dataset.theme = theme, theme);
        await settled(page);
        const png = await page.screenshot();
        shots.get(name)!.push({ title: `${size.width} × ${size.height}, ${theme}`, png, size });
      }
    }
    await context.close();
  }
  return shots;
}

const [base = "http://localhost:8080", ...names] = process.argv.slice(2);
const wanted = (await foundScreens()).filter(([name]) => names.length === 0 || names.includes(name));
const browser = await openBrowser();
try {
  const shots = await shoot(browser, base, wanted);
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const [name, taken] of shots) await Deno.writeFile(join(FOLDER, `${name}.jpg`), await sheet(browser, taken));
  console.log(`${shots.size} screens in ${FOLDER}`);
} finally {
  await browser.close();
}
