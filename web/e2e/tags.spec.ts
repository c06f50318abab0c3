// Tags, from the screen to the conversation, the filter and the question before closing (docs/product/tags.md).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice } from "../../api/proofs/harness-office.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

let world: World;
let browser: Browser;
let conversations: Conversation[];
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/tags-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin } = await openOffice(world);
  conversations = await openConversations(world, admin, 3);
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const LONG = "Orçamento de casamento com entrega em domicílio no domingo";
/** Its row on the other device. */
const onPhone = (name: string) => phone.page.getByRole("listitem").filter({ hasText: name });
const field = (page: Page) => page.getByRole("combobox", { name: "Adicionar tag" });
async function openContact(page: Page, at: Conversation): Promise<void> {
  await page.goto(`/tickets/${at.ticket.uuid}`);
  await page.locator("header button").filter({ has: page.locator("h1") }).click();
  await field(page).waitFor();
}
const row = (page: Page, at: Conversation) => page.locator(`[data-row][href$="${at.ticket.uuid}"]`);

test("the screen makes, finds, renames and deletes; the other device follows", async () => {
  const { page } = desk;
  await page.goto("/tags");
  await phone.page.goto("/tags");
  await phone.page.getByText("Nenhuma tag ainda").waitFor();
  await shot(phone.page, "empty-phone");
  for (const name of ["Cliente fiel", LONG]) {
    await page.getByRole("button", { name: "Nova tag" }).first().click();
    await page.getByLabel("Nome").fill("ab");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    await page.getByLabel("Nome").fill(name);
    await shot(page, "sheet-desk");
    await page.getByRole("button", { name: "Salvar" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await onPhone(name).waitFor();
  }
  expect(await smallTargets(phone.page)).toEqual([]);
  for (const [name, one] of [["desk", page], ["phone", phone.page]] as const) {
    await shot(one, `screen-${name}`);
    expect(await violations(one)).toEqual([]);
  }
  await page.getByRole("searchbox").or(page.getByLabel("Buscar tag")).first().fill("orcamento");
  await page.getByRole("button", { name: "Cliente fiel", exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: `Excluir: ${LONG}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).click();
  await onPhone(LONG).waitFor({ state: "detached" });
});

test("in a conversation three characters make a tag; it shows in the list and goes with a press", async () => {
  const [at] = conversations;
  const { page } = desk;
  await openContact(page, at!);
  await field(page).fill("ab");
  await field(page).press("Enter");
  await page.getByText("Tag muito curta!").waitFor();
  await field(page).fill("Noiva");
  await page.getByRole("option", { name: "Criar “Noiva”" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot(page, "panel-desk");
  await field(page).press("Enter");
  await page.getByRole("button", { name: "Tirar Noiva" }).waitFor();
  await field(page).fill("fiel");
  await field(page).press("Enter");
  await page.getByRole("button", { name: "Tirar Cliente fiel" }).waitFor();
  await row(page, at!).getByText("Cliente fiel").waitFor();
  await page.getByRole("button", { name: "Tirar Noiva" }).click();
  await page.getByRole("button", { name: "Tirar Noiva" }).waitFor({ state: "detached" });
  const own = () =>
    world.sql<{ name: string }[]>`
      select g.name from app.contact_tags x join app.tags g on g.id = x.tag_id where x.contact_id = ${
      at!.ticket.contactId
    }`;
  await until("one tag is left", 15_000, async () => (await own()).map(({ name }) => name).join() === "Cliente fiel");
});

test("on a phone chips are large enough; without a network a word says why nothing changes", async () => {
  const [at] = conversations;
  await openContact(phone.page, at!);
  await phone.page.getByRole("button", { name: "Tirar Cliente fiel" }).waitFor();
  await field(phone.page).focus();
  expect(await smallTargets(phone.page)).toEqual([]);
  expect(await violations(phone.page)).toEqual([]);
  await shot(phone.page, "panel-phone");
  await phone.context.setOffline(true);
  try {
    await phone.page.getByText("Sem conexão: as tags").waitFor();
    await phone.page.getByRole("combobox", { name: "Adicionar tag", disabled: true }).waitFor();
    await shot(phone.page, "panel-offline");
  } finally {
    await phone.context.setOffline(false);
  }
});

test("the list filters by a tag, as the contact has it", async () => {
  const [at, other] = conversations;
  const { page } = desk;
  await page.goto("/tickets");
  await row(page, other!).waitFor();
  await page.getByRole("button", { name: "Filtros" }).click();
  const panel = page.getByRole("dialog", { name: "Filtros" });
  await panel.getByLabel("Tags").click();
  await page.getByRole("checkbox", { name: "Cliente fiel" }).check();
  await row(page, other!).waitFor({ state: "detached" });
  await row(page, at!).waitFor();
  await shot(page, "filter-desk");
});

test("where a tag is required, closing asks for it and takes it right there", async () => {
  const at = conversations[1]!;
  const { page } = phone;
  await world
    .sql`insert into app.settings (company_id, key, value) select id, 'requiredTag', 'enabled' from app.companies where id = (select min(id) from app.companies)`;
  // Until the company's settings are asked for again the app goes by those it kept.
  await Promise.all([page.waitForResponse("**/api/auth/me"), page.goto(`/tickets/${at.ticket.uuid}`)]);
  await page.getByRole("button", { name: "Encerrar", exact: true }).first().click();
  await page.getByRole("alert").filter({ hasText: "É preciso atribuir uma tag" }).waitFor();
  const close = page.getByRole("dialog").getByRole("button", { name: "Encerrar", exact: true });
  await until("closing waits for a tag", 10_000, () => close.isDisabled());
  expect(await violations(page)).toEqual([]);
  await shot(page, "required-phone");
  await field(page).fill("fiel");
  await page.getByRole("option", { name: "Cliente fiel" }).click();
  await until("closing is possible", 15_000, () => close.isEnabled());
  await close.click();
  const closed = () => world.sql`select 1 from app.tickets where id = ${at.ticket.id} and status = 'closed'`;
  await until("it is closed", 8_000, async () => (await closed()).length === 1);
});
