// The app as one installs it: what Chromium says of it, the brand in its manifest, the offer at the right moment, the steps
// of an iPhone, and what other apps share with it.
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { settled, violations } from "./axe.ts";
import { openProfile, openWholeBrowser } from "./browser.ts";
import { storeOn } from "./device.ts";
import { fromAccount, newDevice, openAccount, openProduct, signIn, sizes, Watch } from "./people.ts";

let world: World;
let browser: Browser;
let base: string;
/** The page on which customers write. */
let chat: string;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openWholeBrowser()]);
  base = world.bases[0]!;
  const { page, context } = await newDevice(browser, base, sizes[0]!);
  await signIn(page);
  chat = (await page.getByRole("link", { name: "Testar pelo chat do site" }).getAttribute("href"))!;
  await context.close();
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function phone(more: BrowserContextOptions = {}): Promise<{ page: Page; context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "pt-BR",
    hasTouch: true,
    isMobile: true,
    // Nothing is half faded in when it is looked at.
    reducedMotion: "reduce",
    baseURL: base,
    ...more,
  });
  const page = await context.newPage();
  return { page, context, watch: new Watch(page, base) };
}

/** A new customer writes; the attendant takes the ticket and is in its conversation. */
async function takeTicket(page: Page, said: string): Promise<void> {
  const { page: customer, context } = await newDevice(browser, base, sizes[0]!);
  await customer.goto(chat);
  await customer.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(said);
  await customer.getByRole("button", { name: "Enviar", exact: true }).click();
  await customer.getByRole("log").getByText(said).waitFor();
  await page.goto("/tickets?tab=pending");
  await page.getByText(said).first().click();
  await page.getByRole("log").getByText(said).waitFor();
  await page.getByRole("button", { name: "Aceitar" }).last().click();
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  await context.close();
}

describe("installability as Chromium sees it", () => {
  test("a page without a manifest cannot be installed, the app can", async (check) => {
    const folder = await Deno.makeTempDir();
    const context = await openProfile(folder);
    try {
      const page = await context.newPage();
      const cdp = await context.newCDPSession(page);
      const errors = async () =>
        (await cdp.send("Page.getInstallabilityErrors")).installabilityErrors.map(({ errorId }) => errorId);
      const said: string[] = [];
      page.on("console", (line) => said.push(line.text()));
      await page.goto(`${base}/api/docs`);
      const without = await errors();
      // The packaged headless shell finds nothing wrong with anything: it cannot tell.
      if (without.length === 0) return check.skip();
      expect(without).toContain("no-manifest");
      await page.goto(`${base}/login`);
      await page.getByLabel("E-mail").waitFor();
      expect(await errors()).toEqual([]);
      const manifest = await cdp.send("Page.getAppManifest");
      expect(manifest.errors).toEqual([]);
      expect(manifest.url).toBe(`${base}/manifest.webmanifest`);
      expect(said.filter((line) => /manifest/i.test(line))).toEqual([]);
    } finally {
      await context.close();
      await Deno.remove(folder, { recursive: true }).catch(() => {});
    }
  });
});

describe("shortcuts", () => {
  test("lead to the tab and to the dialog they name", async () => {
    const { page, context, watch } = await phone();
    await signIn(page);
    await page.goto("/tickets?tab=pending");
    await page.getByRole("tab", { name: /Aguardando/, selected: true }).waitFor();
    await page.goto("/tickets?new=1");
    await page.getByRole("dialog").waitFor();
    // Reloaded, it would open again.
    await page.waitForURL((url) => !url.search.includes("new"));
    expect(watch.trouble).toEqual([]);
    await context.close();
  });
});

describe("the offer", () => {
  const hint = (page: Page) => page.getByRole("region", { name: "Instalar aplicativo" });

  test("comes after the first ticket taken, out of the conversation's way, and not again after later", async () => {
    const { page, context, watch } = await phone({ userAgent: IPHONE });
    await signIn(page);
    // Longer than the look that every start takes: a first day alone is no reason.
    await page.waitForTimeout(4000);
    expect(await hint(page).count()).toBe(0);
    await takeTicket(page, "Quero instalar");
    expect(await hint(page).count()).toBe(0);
    await page.getByRole("link", { name: "Voltar" }).or(page.getByRole("button", { name: "Voltar" })).first().click();
    await hint(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await hint(page).getByRole("button", { name: "Depois" }).click();
    await hint(page).waitFor({ state: "detached" });
    await takeTicket(page, "Outro cliente");
    await page.goto("/tickets");
    await page.waitForTimeout(4000);
    expect(await hint(page).count()).toBe(0);
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("shows the steps of an iPhone as pictures, with the arrow where Safari's bar is", async () => {
    const { page, context } = await phone({ userAgent: IPHONE });
    await signIn(page);
    await fromAccount(page, "Instalar aplicativo");
    const steps = page.getByRole("dialog", { name: "Instalar Recado" });
    await steps.getByText("Adicionar à Tela de Início").first().waitFor();
    expect(await steps.locator("ol svg").count()).toBe(3);
    await settled(page);
    const arrow = (await steps.locator('[data-arrow="bottom"]').boundingBox())!;
    const button = (await steps.getByRole("button", { name: "Entendi" }).boundingBox())!;
    expect(arrow.y).toBeGreaterThan(button.y);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  test("uses the browser's own prompt where there is one", async () => {
    const { page, context } = await newDevice(browser, base, sizes[0]!);
    await signIn(page);
    await page.evaluate(() => {
      const event = new Event("beforeinstallprompt", { cancelable: true });
      const prompt = () => {
        Object.assign(globalThis, { asked: true });
        return Promise.resolve({ outcome: "dismissed" });
      };
      dispatchEvent(Object.assign(event, { prompt }));
      if (!event.defaultPrevented) throw new Error("the browser would interrupt");
    });
    await fromAccount(page, "Instalar aplicativo");
    await page.waitForFunction(() => "asked" in globalThis);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await context.close();
  });
});

describe("the installed app", () => {
  test("asks that its storage be kept, and offers nothing more to install", async () => {
    const { page, context } = await phone({ userAgent: IPHONE });
    await page.addInitScript(() => {
      // Safari's own word for it.
      Object.defineProperty(Navigator.prototype, "standalone", { get: () => true });
      StorageManager.prototype.persist = () => {
        localStorage.setItem("asked", "yes");
        return Promise.resolve(true);
      };
    });
    await signIn(page);
    await page.waitForFunction(() => localStorage.getItem("asked") === "yes");
    await openAccount(page);
    expect(await page.getByText("Instalar aplicativo").count()).toBe(0);
    await context.close();
  });
});

/** What the system does when somebody shares with the app: a form posted to the manifest's address. */
async function share(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => {
    const form = Object.assign(document.createElement("form"), {
      method: "POST",
      action: "/share",
      enctype: "multipart/form-data",
    });
    const add = (name: string, value: string) =>
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    add("title", "Comprovante");
    add("text", text);
    add("url", "https://exemplo.com.br/nota");
    const files = new DataTransfer();
    files.items.add(new File(["comprovante de pagamento"], "comprovante.pdf", { type: "application/pdf" }));
    files.items.add(new File([], "vazio.png", { type: "image/png" }));
    form.append(
      Object.assign(document.createElement("input"), {
        type: "file",
        name: "files",
        multiple: true,
        files: files.files,
      }),
    );
    document.body.append(form);
    form.submit();
  }, text);
  await until("it is asked about", 15_000, () => Promise.resolve(new URL(page.url()).pathname === "/share"));
}

describe("sharing", () => {
  test("a share of another app asks for the ticket and waits in its composer, without network too", async () => {
    const { page, context } = await phone();
    await signIn(page);
    await takeTicket(page, "Pode mandar o comprovante?");
    await page.goto("/tickets?tab=open");
    // The worker takes over after the first screen has had the network for itself.
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByText("Pode mandar o comprovante?").first().waitFor();
    const box = page.getByRole("textbox", { name: /^Mensagem para/ });

    await until(
      "the device has the ticket",
      30_000,
      async () =>
        (await storeOn(page, "tickets") as { ticket: { status: string } }[]).some(({ ticket }) =>
          ticket.status === "open"
        ),
    );
    // What screens were used before must not matter: the first time may be without network.
    await page.evaluate(() => caches.delete("screens-v1"));
    for (const offline of [true, false]) {
      await context.setOffline(offline);
      const text = `Segue o recibo ${offline ? "2" : "1"}`;
      await share(page, text);
      const items = page.getByRole("list", { name: "O que foi compartilhado" });
      await items.getByText(text).waitFor();
      await items.getByText("https://exemplo.com.br/nota").waitFor();
      await items.getByText("comprovante.pdf").waitFor();
      await items.getByText("vazio.png ficou de fora: o arquivo está vazio.").waitFor();
      expect(await violations(page)).toEqual([]);
      const choice = page.getByRole("list", { name: "Seus atendimentos abertos" }).getByRole("button")
        .filter({ hasText: "Pode mandar o comprovante?" });
      await choice.waitFor();
      await page.getByRole("textbox", { name: "Buscar por nome, número ou fila" }).fill("zzz-ninguém");
      await page.getByText(/Nada encontrado/).waitFor();
      await page.getByRole("textbox", { name: "Buscar por nome, número ou fila" }).fill("");
      await choice.click();
      const preview = page.getByRole("list", { name: "Arquivos a enviar" });
      await preview.getByText("comprovante.pdf").waitFor();
      expect(await preview.getByText("vazio.png").count()).toBe(0);
      await page.getByRole("button", { name: "Descartar os arquivos" }).click();
      expect(await box.inputValue()).toContain(`Comprovante\n${text}\nhttps://exemplo.com.br/nota`);
    }
    await context.setOffline(false);
    await page.goto("/share");
    await page.getByText("Nada para compartilhar").waitFor();
    await context.close();
  });

  test("a server asked without a worker leads to the tickets", async () => {
    const answer = await fetch(`${base}/share`, { method: "POST", body: new FormData(), redirect: "manual" });
    await answer.body?.cancel();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/tickets"]);
  });
});

describe("the brand", () => {
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><circle cx="256" cy="256" r="220" fill="#16a34a"/></svg>`;

  test("an operator's name, colour and icon are what is installed", async () => {
    const { page, context, watch } = await newDevice(browser, base, sizes[0]!);
    await signIn(page);
    await page.goto("/settings/brand");
    await page.getByRole("textbox", { name: "Nome do sistema" }).fill("Fala Comigo");
    await page.getByText("Salvo").first().waitFor();
    await page.getByRole("textbox", { name: "Tema claro" }).fill("#16a34a");
    await page.getByText("Salvo").nth(1).waitFor();
    await page.locator("input[type=file]").last().setInputFiles({
      name: "marca.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(picture),
    });
    await page.getByRole("button", { name: "Usar este ícone" }).click();
    await page.getByRole("button", { name: "Usar o ícone original" }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.reload();
    await page.getByRole("heading", { name: "Configurações" }).waitFor();
    const cdp = await context.newCDPSession(page);
    const { data, errors } = await cdp.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data!) as { icons: { src: string; sizes: string; purpose: string }[] };
    expect(manifest).toMatchObject({ name: "Fala Comigo", short_name: "Fala Comigo", theme_color: "#16a34a" });
    expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
      "any 192x192",
      "any 512x512",
      "maskable 192x192",
      "maskable 512x512",
    ]);
    for (const { src, sizes } of manifest.icons) {
      const size = await page.evaluate(async (src) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    const head = await page.evaluate(() => ({
      apple: document.querySelector('link[rel="apple-touch-icon"]')?.getAttribute("href"),
      theme: document.querySelector('meta[name="theme-color"]')?.getAttribute("content"),
      title: document.title,
    }));
    expect(head).toEqual({
      apple: expect.stringMatching(/^\/brand\//),
      theme: "#16a34a",
      title: expect.stringContaining("Fala Comigo"),
    });
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("an admin decides what stays on devices; a refusal is shown and taken back", async () => {
    const { page, context } = await newDevice(browser, base, sizes[1]!);
    await signIn(page);
    await page.goto("/settings/devices");
    const choice = page.getByRole("switch", { name: /Mostrar a mensagem no aviso/ });
    await choice.click();
    await page.getByText("Salvo").waitFor();
    await page.reload();
    // What the device kept stands there first.
    await until("it was kept", 10_000, async () => !await choice.isChecked());
    await page.route(
      "**/api/companySettings",
      (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({ status: 403, json: { error: "ERR_NO_PERMISSION" } })
          : route.fallback(),
    );
    await choice.click();
    await page.getByText(/Não foi salvo/).waitFor();
    expect(await choice.isChecked()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
});
