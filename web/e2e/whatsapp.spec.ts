// A number is linked like a device, on a desk by its QR code and on a phone by a code to type; a customer is answered over it, and the
// phone that lets it go says so (docs/product/connections.md#status).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { Worker } from "../../api/proofs/harness-office.ts";
import { users } from "../../api/features/users/contract.ts";
import { Phones } from "../../api/proofs/harness-whatsapp.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, type Size, sizes } from "./people.ts";

let phones: Phones;
let world: World;
let browser: Browser;
let admin: Worker;
beforeAll(async () => {
  phones = await Phones.open();
  [world, browser] = await Promise.all([openProduct(phones.env), openBrowser()]);
  // Somebody else than who sits at the screen: a person has one session on desks.
  const who = { email: "ana@provas.local", password: "Provas-2026-y" };
  const first = await Worker.signIn(world.bases);
  await first.call(users.create, { body: { ...who, name: "Ana", profile: "admin" } } as never);
  admin = await Worker.signIn(world.bases, who);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await phones?.close();
});

/** A folder for pictures, for who wants to look at them. */
const pictures = Deno.env.get("SHOTS");
async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/whatsapp-${name}.png` });
}

/** A new connection of this name; its dialog is open. */
async function create(page: Page, name: string): Promise<number> {
  await page.goto("/connections");
  await page.getByRole("button", { name: "Nova conexão" }).first().click();
  await page.getByRole("menuitem", { name: /^WhatsApp.*QR code/ }).click();
  await page.getByRole("textbox", { name: /^Nome/ }).fill(name);
  await page.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("dialog", { name: `Conectar ${name}` }).waitFor();
  return (await world.sql<{ id: number }[]>`select id from app.connections where name = ${name}`)[0]!.id;
}
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name: `Conectar ${name}` });
const code = (page: Page, name: string) => page.getByRole("img", { name: `QR code para conectar ${name}` });

describe.each(sizes)("on a $name", (size: Size) => {
  const desk = size.name === "desk";
  const name = desk ? "Loja da mesa" : "Loja do bolso";
  const pn = desk ? "5511955551001" : "5511955551002";
  const customer = desk ? "5511944441001" : "5511944441002";

  test("a phone is linked, a customer is answered, the phone lets go", async () => {
    await phones.tell("person", { pn, name, business: name });
    const { page, context, watch } = await newWindow(browser, world.bases[0]!, size, desk ? "light" : "dark");
    page.setDefaultTimeout(15_000);
    await signIn(page);
    const id = await create(page, name);
    await code(page, name).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `${size.name}-qr`);

    if (desk) await phones.scan(admin, id, pn);
    else {
      await page.getByRole("tab", { name: "Código" }).click();
      await page.getByRole("textbox", { name: /^Número do celular/ }).fill("+55 11 95555-1002");
      expect(await violations(page)).toEqual([]);
      await picture(page, `${size.name}-number`);
      await page.getByRole("button", { name: "Gerar código" }).click();
      const shown = page.getByLabel("Código para digitar no celular");
      await shown.waitFor();
      expect(await violations(page)).toEqual([]);
      await picture(page, `${size.name}-code`);
      const typed = (await shown.textContent())!.trim();
      expect(typed).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
      await phones.tell("typeCode", { pn, code: typed.replace("-", "") });
    }
    await dialog(page, name).waitFor({ state: "hidden", timeout: 20_000 });
    const row = page.getByRole(desk ? "row" : "listitem").filter({ hasText: name });
    await row.getByText("Conectada").waitFor({ timeout: 30_000 });
    await row.getByText(`${pn.slice(4, 9)}-${pn.slice(9)}`).filter({ visible: true }).waitFor();
    await picture(page, `${size.name}-connected`);

    const question = `Vocês abrem hoje? ${size.name}`;
    await phones.tell("say", { account: pn, from: customer, name: "Bia", content: { kind: "text", text: question } });
    // The dialog that closed goes back in the history, which may cross the navigation.
    await expect.poll(() => page.goto("/tickets?tab=pending").then(() => true, () => false)).toBe(true);
    await page.getByText(question).first().click();
    await page.getByRole("log").getByText(question).waitFor();
    await page.getByRole("button", { name: "Aceitar" }).last().click();
    const answer = `Abrimos às nove. ${size.name}`;
    await page.getByRole("textbox", { name: /^Mensagem para/ }).fill(answer);
    await page.getByRole("button", { name: "Enviar", exact: true }).click();
    const bubble = page.getByRole("log").locator("[data-mine], article, li").filter({ hasText: answer }).last();
    const taken = await until(
      "the customer has the answer",
      20_000,
      async () => (await phones.taken(pn)).find(({ text, read }) => read && text.includes(answer)),
    );
    await bubble.getByText("entregue").or(bubble.getByLabel("entregue")).first().waitFor({ state: "attached" });
    await phones.tell("tick", { account: pn, from: customer, ids: [taken.id], type: "read" });
    await bubble.getByText("lida").or(bubble.getByLabel("lida")).first().waitFor({ state: "attached" });
    await picture(page, `${size.name}-answered`);

    await phones.tell("remove", { account: pn });
    await page.goto("/connections");
    await row.getByText("O aparelho foi desconectado no telefone.").waitFor({ timeout: 20_000 });
    expect(await violations(page)).toEqual([]);
    await picture(page, `${size.name}-removed`);
    await row.getByRole("button", { name: "Novo QR code" }).click();
    await code(page, name).waitFor();
    expect(watch.trouble).toEqual([]);
    await context.close();
  });

  test("the dialog reads well in the other theme", async () => {
    const { page, context } = await newWindow(browser, world.bases[0]!, size, desk ? "dark" : "light");
    await signIn(page);
    const other = `${name} 2`;
    await create(page, other);
    await code(page, other).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `${size.name}-other-qr`);
    await page.getByRole("tab", { name: "Código" }).click();
    await page.getByRole("textbox", { name: /^Número do celular/ }).fill("12");
    await page.getByRole("button", { name: "Gerar código" }).click();
    await page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `${size.name}-other-number`);
    await page.getByRole("textbox", { name: /^Número do celular/ }).fill(desk ? "5511955551003" : "5511955551004");
    await page.getByRole("button", { name: "Gerar código" }).click();
    await page.getByLabel("Código para digitar no celular").waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, `${size.name}-other-code`);
    // Back to the camera: a new code is made by itself.
    await page.getByRole("tab", { name: "QR code" }).click();
    await code(page, other).waitFor();
    await context.close();
  });
});
