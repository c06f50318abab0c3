// What the operator tells, explains and sees across companies (docs/product/{announcements,helps,all-connections}.md).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signedIn, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const ANA = { email: "ana@provas.local", password: "Provas-2026-ana" };
const LONG = "Manutenção programada do servidor de mensagens nesta madrugada";
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/notices-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const admin = await Worker.signIn(world.bases);
  await admin.call(users.create, { body: { name: "Ana Conceição", ...ANA, profile: "user", queueIds: [] } });
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page, ANA)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const more = (page: Page) => page.getByRole("button", { name: /^Mais( \(|$)/ });
const told = (page: Page) => page.getByRole("button", { name: /^Comunicados( \(|$)/ });

test("what the operator announces is a dot for everybody until they open it", async () => {
  const { page } = desk;
  await page.goto("/announcements");
  await page.getByText("Nenhum comunicado ainda").waitFor();
  await shot(page, "announcements-empty");
  await page.getByRole("button", { name: "Novo comunicado" }).first().click();
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog").getByRole("alert").first().waitFor();
  await page.getByRole("textbox", { name: /^Título/ }).fill(LONG);
  await page.getByRole("textbox", { name: /^Texto/ }).fill("Das 2h às 2h10 nada é enviado.\n<b>Nada se perde.</b>");
  await page.getByLabel("Prioridade").selectOption({ label: "Alta" });
  await page.getByLabel("Escolher imagem").setInputFiles({
    name: "aviso é.png",
    mimeType: "image/png",
    buffer: Buffer.from(PNG),
  });
  await page.getByRole("dialog").getByRole("img").waitFor();
  await shot(page, "announcement-sheet");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("button", { name: LONG, exact: false }).first().waitFor();
  await shot(page, "announcements-desk");

  const ana = phone.page;
  await ana.getByRole("button", { name: /^Mais \(precisa de atenção/ }).waitFor({ timeout: 15_000 });
  await more(ana).click();
  await ana.getByRole("button", { name: "Comunicados (1)" }).waitFor();
  await shot(ana, "more-phone");
  await told(ana).click();
  await ana.getByRole("heading", { name: LONG }).waitFor();
  await ana.getByText("<b>Nada se perde.</b>").waitFor();
  await ana.getByRole("img", { name: /Imagem de/ }).evaluate((img: HTMLImageElement) => img.decode());
  await shot(ana, "popover-phone");
  expect(await violations(ana)).toEqual([]);
  expect(await smallTargets(ana)).toEqual([]);
  await ana.reload();
  await signedIn(ana);
  await ana.getByRole("button", { name: "Mais", exact: true }).click();
  await ana.getByRole("button", { name: "Comunicados", exact: true }).waitFor();

  await page.goto("/tickets");
  await told(page).click();
  await page.getByRole("dialog", { name: "Comunicados" }).getByText("Novo", { exact: true }).waitFor();
  await shot(page, "popover-desk");
});

test("a help video is asked of nobody before it is pressed, and gone from the menu with the last one", async () => {
  const { page } = desk;
  await page.goto("/settings/helps");
  await page.getByRole("button", { name: "Novo vídeo" }).click();
  await page.getByRole("textbox", { name: /^Título/ }).fill("Primeiros passos na caixa de entrada");
  await page.getByRole("textbox", { name: /^Vídeo/ }).fill("https://vimeo.com/1");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("Este não é o código").waitFor();
  await page.getByRole("textbox", { name: /^Vídeo/ }).fill("https://youtu.be/dQw4w9WgXcQ?t=3");
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByText("dQw4w9WgXcQ").waitFor();
  await shot(page, "helps-tab");

  const ana = phone.page;
  await ana.goto("/helps");
  await ana.getByRole("button", { name: "Reproduzir: Primeiros passos na caixa de entrada" }).waitFor();
  expect(await ana.locator("iframe").count()).toBe(0);
  expect(phone.watch.trouble).toEqual([]);
  expect(await violations(ana)).toEqual([]);
  await shot(ana, "helps-phone");
  await page.goto("/helps");
  await page.getByRole("button", { name: /^Reproduzir/ }).waitFor();
  await shot(page, "helps-desk");

  await page.goto("/settings/helps");
  await page.getByRole("button", { name: /^Excluir: Primeiros/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await page.getByText("Nenhum vídeo ainda").waitFor();
  await ana.getByText("Nenhum vídeo ainda").waitFor({ timeout: 15_000 });
});

test("the operator looks at every company's connections, and people call the support that the platform names", async () => {
  const { page } = desk;
  await page.goto("/allConnections");
  await page.getByRole("group", { name: /Somas/ }).or(page.getByLabel("Somas das empresas encontradas")).waitFor();
  await shot(page, "all-connections");
  await page.getByRole("button", { name: /^Ver conexões de/ }).first().click();
  const sheet = page.getByRole("dialog", { name: /^Conexões de: / });
  await sheet.getByRole("button", { name: "Reiniciar" }).first().waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "all-connections-sheet");
  await sheet.getByRole("button", { name: "Desconectar" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Desconectar" }).click();
  await sheet.getByText("Desconectada", { exact: true }).waitFor();
  await sheet.getByRole("button", { name: "Reiniciar" }).first().click();

  await page.goto("/connections");
  await page.getByRole("heading", { name: /^Conexões/ }).waitFor();
  expect(await page.getByRole("link", { name: "Chamar suporte" }).count()).toBe(0);
  await page.goto("/settings/platform");
  await page.getByLabel("Tamanho mínimo da senha").fill("3");
  await page.getByText("De 5 a 50.").waitFor();
  await page.getByLabel("Tamanho mínimo da senha").fill("8");
  await page.getByLabel("Número do suporte").fill("+55 (11) 98765-4321");
  await page.getByText("Salvo", { exact: true }).nth(1).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "platform-desk");
  await page.goto("/connections");
  expect(await page.getByRole("link", { name: "Chamar suporte" }).getAttribute("href"))
    .toBe("https://wa.me/5511987654321");
  await shot(page, "connections-desk");
  expect(desk.watch.trouble).toEqual([]);
});
