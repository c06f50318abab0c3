// A photo from the camera of a desk, and one as large as phones make them; the gestures of a channel that can quote and react.
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { settled, violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, type Size, sizes } from "./people.ts";
import { finger, middle } from "./touch.ts";

let world: World;
let browser: Browser;
let chat: string | null = null;
beforeAll(async () => {
  [world, browser] = await Promise.all([
    openProduct(),
    openBrowser(["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
const [desk, phone] = sizes as [Size, Size];

/** An attendant in an open conversation. `prepare` comes before anything is asked. */
async function conversation(size: Size, prepare?: (page: Page) => Promise<void>) {
  const { page, context, watch } = await newWindow(browser, world.bases[0]!, size);
  await prepare?.(page);
  await context.grantPermissions(["camera"]);
  await signIn(page);
  chat ??= await page.getByRole("link", { name: "Testar pelo chat do site" }).getAttribute("href");
  const customer = (await newWindow(browser, world.bases[0]!, size)).page;
  await customer.goto(chat!);
  const said = `Manda uma foto? ${Date.now()}`;
  await customer.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(said);
  await customer.getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByRole("tab", { name: /Aguardando/ }).click();
  await page.getByText(said).first().click();
  await page.getByRole("log").getByText(said).waitFor();
  await page.getByRole("button", { name: "Aceitar" }).last().click();
  await page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  return { page, customer, watch, said };
}
const pictures = (page: Page) => page.getByRole("log").getByRole("button", { name: /^Ampliar/ });
const widthOf = (page: Page) =>
  pictures(page).last().locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);

test("taken, taken again, kept, and sent with its caption", async () => {
  const { page, customer, watch } = await conversation(desk);
  await page.getByRole("button", { name: "Anexar" }).click();
  await page.getByRole("menuitem", { name: "Câmera" }).click();
  await page.getByRole("button", { name: "Tirar foto" }).click();
  await page.getByRole("button", { name: "Tirar outra" }).click();
  await page.getByRole("button", { name: "Tirar foto" }).click();
  await page.getByRole("img", { name: "Foto tirada" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Usar esta foto" }).click();
  await page.getByRole("textbox", { name: /^Legenda/ }).fill("a fachada");
  await page.getByRole("button", { name: "Enviar 1 arquivo" }).click();
  await pictures(page).waitFor();
  await customer.getByText("a fachada").waitFor({ timeout: 15_000 });
  expect(watch.trouble).toEqual([]);
});

test("a large photo goes smaller, unless its original is wanted", async () => {
  const { page } = await conversation(desk);
  const photo = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 4000, height: 3000 });
    const pen = canvas.getContext("2d")!;
    for (let at = 0; at < 4000; at += 20) {
      pen.fillStyle = `hsl(${at}, 80%, 50%)`;
      pen.fillRect(at, (at * 7) % 3000, 300, 300);
    }
    return canvas.toDataURL("image/jpeg", 0.95).split(",")[1]!;
  });
  for (const [original, width] of [[false, 2560], [true, 4000]] as const) {
    const there = await pictures(page).count();
    await page.locator("input[type=file]").first().setInputFiles({
      name: "IMG_1.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from(photo, "base64"),
    });
    const choice = page.getByRole("checkbox", { name: /tamanho original/ });
    await choice.waitFor();
    if (original) await choice.check();
    await page.getByRole("button", { name: "Enviar 1 arquivo" }).click();
    await expect.poll(() => pictures(page).count(), { timeout: 15_000 }).toBe(there + 1);
    await expect.poll(() => widthOf(page), { timeout: 15_000 }).toBe(width);
  }
});

test("pushed to the right a message is answered, tapped twice it gets a thumb", async () => {
  const reactions: string[] = [];
  let tell = () => {};
  const known = new Promise<void>((resolve) => tell = resolve);
  const { page, said } = await conversation(phone, async (page) => {
    // The web chat can neither; the fingers are the same on a channel that can.
    await page.route("**/api/channels", async (route) => {
      const answer = await route.fetch();
      const channels = await answer.json() as { abilities: Record<string, boolean> }[];
      for (const { abilities } of channels) Object.assign(abilities, { quote: true, react: true });
      await route.fulfill({ response: answer, json: channels });
      tell();
    });
    await page.route("**/api/messages/react/*", async (route) => {
      reactions.push(route.request().postData() ?? "");
      await route.abort();
    });
  });
  const hand = await finger(page);
  const bubble = page.getByRole("log").locator("[data-message]").filter({ hasText: said });
  // What the channel can do comes apart from the messages, later on a busy machine.
  await known;
  await settled(page);
  const at = await middle(bubble);
  await hand.down(at);
  await hand.move({ x: 130, y: 3 });
  await hand.up();
  await page.getByText(/^Respondendo a/).waitFor();
  await page.getByRole("button", { name: "Não responder a esta" }).click();
  // A script's finger on a busy machine may be too slow for two taps to be one.
  await until("two taps are one", 20_000, async () => {
    await settled(page);
    const again = await middle(bubble);
    for (let tap = 0; tap < 2; tap++) {
      await hand.down(again);
      await hand.up();
    }
    // So long that no second pair of taps follows two that were one.
    await expect.poll(() => reactions.length, { timeout: 2_000 }).toBe(1).catch(() => {});
    return reactions.length > 0;
  });
  expect(reactions).toEqual([JSON.stringify({ emoji: "👍" })]);
});
