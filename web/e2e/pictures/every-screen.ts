// Every screen of the seeded company at four sizes, light and dark, one sheet a screen in `docs/screens/every`: for looking at, nothing
// is compared. Beside a product that runs with its seed: `deno run -A web/e2e/pictures/every-screen.ts http://localhost:8080 [name …]`.
// `OPERATOR=e-mail:password` adds the operator's screens; `FULL=folder` keeps each picture there as it was taken, too.
import { join } from "node:path";
import process from "node:process";
import type { Browser, Page } from "playwright-core";
import { DEMO_PASSWORD } from "../../../db/seed.ts";
import { openBrowser } from "../browser.ts";
import { foundScreens, publicScreens } from "./found-screens.ts";

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
interface View {
  name: string;
  path: string;
  who: "nobody" | "admin" | "operator";
  /** What is pressed on it. */
  open?: (page: Page) => Promise<unknown>;
}
const FOLDER = "docs/screens/every";
const FULL = Deno.env.get("FULL");
const sizes: Size[] = [
  { name: "phone", width: 390, height: 844 },
  { name: "tablet", width: 820, height: 1180 },
  { name: "desk", width: 1440, height: 900 },
  { name: "wide", width: 1920, height: 1080 },
];
const themes = ["light", "dark"] as const;
/** What a sheet is reduced to. */
const SHARE = 0.4;
const QUALITY = 50;
const accounts = {
  admin: ["helena@aurora.local", DEMO_PASSWORD],
  operator: Deno.env.get("OPERATOR")?.split(/:(.*)/s) ?? [],
};

const openTicket = async (page: Page) => {
  await page.locator("[data-row]").filter({ hasText: "Dona Celeste" }).click();
  await page.locator("[data-message]").first().waitFor();
};
const openContact = async (page: Page) => {
  await openTicket(page);
  await page.locator("header button").filter({ has: page.locator("h1") }).click();
  await page.getByRole("complementary").or(page.locator("dialog[open]")).last().waitFor();
};
const press = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await page.locator("dialog[open]").last().waitFor();
};
/** What an address alone does not show. */
const opened: View[] = [
  { name: "ticket", path: "/tickets", who: "admin", open: openTicket },
  { name: "ticketContact", path: "/tickets", who: "admin", open: openContact },
  { name: "newTicket", path: "/tickets", who: "admin", open: press("Novo atendimento") },
  { name: "newQueue", path: "/queues", who: "admin", open: press("Nova fila") },
  { name: "newUser", path: "/users", who: "admin", open: press("Novo usuário") },
];

async function views(): Promise<View[]> {
  const [outside, inside] = await Promise.all([publicScreens(), foundScreens()]);
  return [
    ...outside.map(([name, { path }]): View => ({ name, path, who: "nobody" })),
    ...inside.map(([name, { path, access }]): View => ({
      name,
      path,
      who: ["super", "companies:manage"].includes(access) ? "operator" : "admin",
    })),
    ...opened,
  ];
}

/** Until there is something to read and nothing on its way; the stream of events never ends, so that the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1:visible, [data-row]:visible, form:visible, dialog[open]").first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true], .animate-pulse"), undefined, {
    timeout: 5_000,
  }).catch(() => undefined);
  await page.waitForTimeout(600);
}

/** One picture of many, with the size written over each. */
async function sheet(browser: Browser, shots: Shot[]): Promise<Uint8Array> {
  const page = await browser.newPage({ viewport: { width: 1640, height: 800 } });
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

async function signIn(page: Page, who: "admin" | "operator"): Promise<void> {
  const [email = "", password = ""] = accounts[who];
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

async function shoot(browser: Browser, base: string, wanted: View[]): Promise<Map<string, Shot[]>> {
  const shots = new Map<string, Shot[]>(wanted.map(({ name }) => [name, []]));
  for (const size of sizes) {
    const phone = size.name === "phone";
    const viewport = { width: size.width, height: size.height };
    for (const [who, own] of Map.groupBy(wanted, (view) => view.who)) {
      const context = await browser.newContext({
        viewport,
        locale: "pt-BR",
        timezoneId: "America/Sao_Paulo",
        baseURL: base,
        isMobile: phone,
        hasTouch: phone,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      if (who !== "nobody") await signIn(page, who);
      for (const { name, path, open } of own) {
        await page.goto(path);
        await settled(page);
        await open?.(page);
        for (const theme of themes) {
          await page.evaluate((theme) => document.documentElement.dataset.theme = theme, theme);
          await settled(page);
          const png = await page.screenshot();
          shots.get(name)!.push({ title: `${size.width} × ${size.height}, ${theme}`, png, size });
          if (FULL) await Deno.writeFile(join(FULL, `${name}-${size.name}-${theme}.png`), png);
        }
      }
      await context.close();
    }
  }
  return shots;
}

const [base = "http://localhost:8080", ...names] = process.argv.slice(2);
const wanted = (await views()).filter(({ name, who }) =>
  (names.length === 0 || names.includes(name)) && (who !== "operator" || accounts.operator.length > 1)
);
const browser = await openBrowser();
try {
  const shots = await shoot(browser, base, wanted);
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const [name, taken] of shots) await Deno.writeFile(join(FOLDER, `${name}.jpg`), await sheet(browser, taken));
  console.log(`${shots.size} screens in ${FOLDER}`);
} finally {
  await browser.close();
}
