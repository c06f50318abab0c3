// Voice notes with a real recorder: the browser's stand-in for a microphone beeps.
import type { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import type { World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, type Size, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";
import { finger, middle } from "./touch.ts";

let world: World;
let browser: Browser;
/** The web-chat page; an empty inbox shows the way to it. */
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

/** An attendant in an open conversation, and its customer. */
async function conversation(size: Size) {
  const base = world.bases[0]!;
  const attendant = await newWindow(browser, base, size);
  await attendant.context.grantPermissions(["microphone"]);
  await signIn(attendant.page);
  chat ??= await attendant.page.getByRole("link", { name: "Testar pelo chat do site" }).getAttribute("href");
  const customer = await newWindow(browser, base, size);
  await customer.page.goto(chat!);
  const said = `Pode mandar áudio (${size.name} ${Date.now()})`;
  await customer.page.getByRole("textbox", { name: "Escreva uma mensagem" }).fill(said);
  await customer.page.getByRole("button", { name: "Enviar", exact: true }).click();
  await attendant.page.getByRole("tab", { name: /Aguardando/ }).click();
  await attendant.page.getByText(said).first().click();
  await attendant.page.getByRole("log").getByText(said).waitFor();
  await attendant.page.getByRole("button", { name: "Aceitar" }).last().click();
  await attendant.page.getByRole("textbox", { name: /^Mensagem para/ }).waitFor();
  return { attendant, customer };
}
type Talk = Awaited<ReturnType<typeof conversation>>;
const mic = (page: Page) => page.getByRole("button", { name: "Gravar áudio" });
const bar = (page: Page) => page.getByRole("group", { name: "Gravação de áudio" });
const notes = (page: Page) => page.getByRole("log").getByRole("slider", { name: "Posição do áudio" });

async function close({ attendant, customer }: Talk) {
  expect(attendant.watch.trouble).toEqual([]);
  expect(customer.watch.trouble).toEqual([]);
  await Promise.all([attendant.context.close(), customer.context.close()]);
}

/** The bytes of the customer's newest sound. */
async function heard(page: Page): Promise<Buffer> {
  const sound = page.locator(".player.voice, .player.audio").last().getByRole("button");
  await sound.waitFor({ timeout: 15_000 });
  const [answer] = await Promise.all([
    page.waitForResponse((response) => /^audio/.test(response.headers()["content-type"] ?? "")),
    sound.click(),
  ]);
  // Asked for again: what a player streams is not kept.
  const { authorization = "" } = await answer.request().allHeaders();
  const again = await page.context().request.get(answer.url(), { headers: authorization ? { authorization } : {} });
  return await again.body();
}

test("held on a phone: slid away is gone, too short is said, let go arrives as an Ogg voice note", async () => {
  const talk = await conversation(phone);
  const { page } = talk.attendant;
  const hand = await finger(page);

  await hand.down(await middle(mic(page)));
  await bar(page).getByText("Deslize para cancelar").waitFor();
  await page.waitForTimeout(900);
  await hand.move({ x: -160, y: 0 });
  await bar(page).getByText("Solte para cancelar").waitFor();
  await hand.up();
  await bar(page).waitFor({ state: "detached" });
  expect(await notes(page).count()).toBe(0);

  await hand.down(await middle(mic(page)));
  await bar(page).getByText("Deslize para cancelar").waitFor();
  await page.waitForTimeout(200);
  await hand.up();
  await page.getByText(/Áudio curto demais.*Segure o botão/).waitFor();
  await bar(page).waitFor({ state: "detached" });
  expect(await notes(page).count()).toBe(0);

  await hand.down(await middle(mic(page)));
  await bar(page).getByText("Deslize para cancelar").waitFor();
  await page.waitForTimeout(1500);
  await hand.up();
  await notes(page).waitFor({ timeout: 15_000 });
  expect(await notes(page).getAttribute("aria-valuetext")).toMatch(/^0:00 \/ 0:0[1-3]$/);

  expect([await smallTargets(page), await violations(page)]).toEqual([[], []]);

  const file = await heard(talk.customer.page);
  expect(file.subarray(0, 4).toString("latin1")).toBe("OggS");
  const head = file.indexOf("OpusHead");
  expect(head).toBe(28);
  expect([file[head + 9], file.readUInt32LE(head + 12)]).toEqual([1, 48_000]);
  // 24 kbit/s: a little more with its container. A short yes is a message like any other.
  expect(file.length).toBeLessThan(3 * 4200);
  await close(talk);
}, 120_000);

test("locked by sliding up, left half done, found again and sent", async () => {
  const talk = await conversation(phone);
  const { page } = talk.attendant;
  const hand = await finger(page);
  await hand.down(await middle(mic(page)));
  await bar(page).getByText("Deslize para cancelar").waitFor();
  await hand.move({ x: 0, y: -120 });
  await hand.up();
  await page.getByRole("button", { name: "Pausar a gravação" }).waitFor();
  await page.waitForTimeout(2000);
  expect([await smallTargets(page), await violations(page)]).toEqual([[], []]);
  // The page dies in the middle of it.
  await page.reload();
  await page.getByText("Áudio que não foi enviado").waitFor({ timeout: 15_000 });
  expect([await smallTargets(page), await violations(page)]).toEqual([[], []]);
  // Leaving the conversation keeps it, too.
  await page.getByRole("link", { name: "Voltar" }).click();
  await bar(page).waitFor({ state: "detached" });
  await page.locator("[data-row]").first().click();
  await page.getByText("Áudio que não foi enviado").waitFor();
  await page.getByRole("button", { name: "Enviar o áudio" }).click();
  await notes(page).waitFor({ timeout: 15_000 });
  expect((await heard(talk.customer.page)).subarray(0, 4).toString("latin1")).toBe("OggS");
  await close(talk);
}, 120_000);

test(
  "on a desk: a click begins, pause and hear, send; Escape throws away; two notes play one after the other",
  async () => {
    const talk = await conversation(desk);
    const { page } = talk.attendant;
    await mic(page).click();
    await page.getByRole("button", { name: "Pausar a gravação" }).waitFor();
    await page.keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });
    for (const count of [1, 2]) {
      await mic(page).click();
      await page.getByRole("button", { name: "Pausar a gravação" }).waitFor();
      await page.waitForTimeout(1500);
      await page.getByRole("button", { name: "Pausar a gravação" }).click();
      await page.getByRole("button", { name: "Ouvir antes de enviar" }).click();
      await page.getByRole("button", { name: "Parar de ouvir" }).click();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Enviar o áudio" }).click();
      await expect.poll(() => notes(page).count(), { timeout: 15_000 }).toBe(count);
    }
    await page.getByRole("button", { name: /^Velocidade/ }).first().click();
    await page.getByRole("button", { name: "Ouvir" }).first().click();
    await notes(page).first().press("End");
    await expect.poll(() => notes(page).last().getAttribute("aria-valuetext"), { timeout: 10_000 }).toMatch(
      /^0:0[1-5]/,
    );
    await close(talk);
  },
  120_000,
);
