// Sending out: a sheet becomes a list, a campaign shows who will read what before it starts and who got it afterwards; a message is
// planned from a conversation and moved in the calendar; approved texts go where the reply window is closed (docs/product/campaigns.md).
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { type Conversation, openConversations, openOffice, PHONE, Worker } from "../../api/proofs/harness-office.ts";
import { PNG } from "../../api/proofs/security/world.ts";
import { campaigns } from "../../api/features/campaigns/contract.ts";
import { fillPath } from "../../api/contract/endpoint.ts";
import { companies } from "../../api/features/companies/contract.ts";
import { schedules } from "../../api/features/schedules/contract.ts";
import { templates } from "../../api/features/templates/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

const CAIO = { email: "caio@provas.local", password: "Colega-2026-x" };
const BIA = { email: "bia@provas.local", password: "Colega-2026-x" };
let world: World;
let browser: Browser;
let admin: Worker;
/** Who has just written by WhatsApp Cloud. */
let known: Conversation;
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
const SHOTS = Deno.env.get("SCREENSHOTS");
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/outbound-${name}.png` });
};
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const office = await openOffice(world);
  admin = office.admin;
  known = (await openConversations(world, admin, 2)).find(({ channel }) => channel === "whatsappapi")!;
  for (const [name, who] of [["Bia Ávila", BIA], ["Caio Reis", CAIO]] as const) {
    await admin.call(users.create, { body: { name, ...who, profile: "admin" } });
  }
  await admin.call(companies.update, { params: { id: admin.companyId }, body: { campaignsEnabled: true } });
  const settings = { messageInterval: 0, longerIntervalAfter: 0, startHour: "00:00", endHour: "00:00" };
  await admin.call(campaigns.setSettings, { body: { settings: { ...settings, sabado: true, domingo: true } } });
  await admin.call(templates.sync, { body: { whatsappId: office.lines.whatsappapi } });
  await world.meta.target(world.bases[0]!, ["sent", "delivered", "read"]);
  desk = await newWindow(browser, world.bases[0]!, sizes[0]!);
  phone = await newWindow(browser, world.bases[0]!, sizes[1]!, "dark");
  await Promise.all([signIn(desk.page, CAIO), signIn(phone.page, BIA)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

/** The messages that WhatsApp took for this person and that begin so. */
const taken = async (start: string) =>
  (await world.meta.accepted()).messages.filter(({ to, text }) => to === known.from && text?.startsWith(start));
const picture = { name: "oferta.png", mimeType: "image/png", buffer: Buffer.from(PNG) };

test("a sheet becomes a list: each row is created, doubled or refused with its reason", async () => {
  const { page } = desk;
  await page.goto("/contact-lists");
  await page.getByRole("button", { name: "Nova lista" }).first().click();
  await page.getByRole("textbox", { name: "Nome" }).fill("Clientes de São João");
  await page.keyboard.press("Enter");
  // A new list is opened at once, to be filled.
  await page.getByText("A lista está vazia").waitFor();
  await page.getByRole("button", { name: "Planilha" }).first().click();
  const rows = [
    "Nome;WhatsApp;E-mail",
    `=Íris Conceição;+${known.from};iris@exemplo.com`,
    `Íris de novo;${known.from};`,
    "Nunca Escreveu;5511987650001;",
    "Só Letras;onze nove;x@y.zz",
    ";5511987650002;",
  ];
  await page.getByLabel("Escolher arquivo").setInputFiles({
    ...{ name: "clientes.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\r\n")) },
  });
  await page.getByText("clientes.csv: 5 linhas").waitFor();
  await shot(page, "sheet");
  await page.getByRole("button", { name: "Importar", exact: true }).click();
  await page.getByText("Importação concluída").waitFor();
  const summary = page.getByRole("dialog");
  for (const [what, count] of [["Criados", 2], ["Repetidos", 1], ["Com problema", 2]] as const) {
    await summary.getByText(what, { exact: true }).locator("..").getByText(String(count), { exact: true }).waitFor();
  }
  await summary.getByText("número inválido").waitFor();
  await summary.getByText("sem nome").waitFor();
  await shot(page, "summary");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText("Nunca Escreveu").waitFor();
  await shot(page, "list");
  await phone.page.goto(new URL(page.url()).pathname);
  await phone.page.getByText("Nunca Escreveu").waitFor();
  await shot(phone.page, "list-phone");
  expect(await smallTargets(phone.page)).toEqual([]);
});

test("a campaign says before it starts who reads what, goes out once, and its report follows what each person does", async () => {
  const { page } = desk;
  await page.goto("/campaigns");
  await page.getByRole("button", { name: "Nova campanha" }).first().click();
  await page.getByRole("textbox", { name: "Nome" }).fill("Ofertas de São João");
  const choices = page.getByRole("combobox", { name: "Lista de contatos" });
  await choices.selectOption(await choices.getByRole("option", { name: /São João/ }).getAttribute("value"));
  await page.getByLabel("Conexões", { exact: true }).first().click();
  await page.getByRole("checkbox", { name: "Número" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Mensagens" }).click();
  await page.getByRole("textbox", { name: "Mensagem 1" }).fill("Oferta para {primeiroNome}!");
  await shot(page, "campaign");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Salvar" }).click();
  const start = page.getByRole("button", { name: "Iniciar: Ofertas de São João" });
  await start.click();
  // Both are left out, and nobody reads it yet.
  await page.getByText("Fora da janela de resposta").waitFor();
  await page.getByText("Em atendimento", { exact: true }).waitFor();
  expect(await page.getByText(/^Como .* vai ler$/).count()).toBe(0);
  await page.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("button", { name: "Ofertas de São João", exact: true }).click();
  await page.getByRole("switch", { name: "Não escrever a quem está em atendimento" }).click();
  await page.getByRole("button", { name: "Salvar" }).click();
  await start.click();
  await page.getByText("Como Íris de novo vai ler").waitFor();
  await page.getByText("Oferta para Íris!").waitFor();
  await shot(page, "preview");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Enviar a 1 pessoa" }).click();
  await page.getByText("Campanha iniciada").waitFor();
  await page.getByRole("button", { name: "Relatório: Ofertas de São João" }).click();
  const person = page.getByRole("row").filter({ hasText: "Íris" });
  await person.getByText(/Lida|Entregue|Enviada/).waitFor({ timeout: 60_000 });
  await page.getByRole("row").filter({ hasText: "Nunca Escreveu" }).getByText("Fora da janela de resposta").waitFor();
  const said = { channel: "whatsappapi", account: PHONE, from: known.from, text: "Quero duas" } as const;
  await world.meta.say(said, world.bases[0]!);
  await person.getByText("Quero duas").waitFor({ timeout: 30_000 });
  await shot(page, "report");
  expect(await violations(page)).toEqual([]);
  expect(await taken("Oferta para")).toHaveLength(1);
  await phone.page.goto(new URL(page.url()).pathname);
  const answered = phone.page.getByRole("button", { name: /Íris de novo.*Quero duas/ });
  await answered.waitFor();
  await shot(phone.page, "report-phone");
  expect(await smallTargets(phone.page)).toEqual([]);
  await answered.click();
  await phone.page.waitForURL(`**/tickets/*`);
});

test("a message is planned from its conversation, dragged to another day, and sent from a phone's list", async () => {
  const { page } = desk;
  // It is pressed before anybody knows which connections reach the contact, and twice.
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await page.route(`**${fillPath(tickets.lines.path, { contactId: known.ticket.contactId })}`, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto(`/tickets/${known.ticket.uuid}`);
  await page.getByRole("textbox", { name: /^Mensagem para/ }).fill("Seu pão fica pronto às oito.");
  await page.getByRole("button", { name: "Anexar" }).click();
  await page.getByRole("menuitem", { name: "Enviar mais tarde" }).click();
  expect(await page.getByRole("textbox", { name: "Mensagem", exact: true }).inputValue())
    .toBe("Seu pão fica pronto às oito.");
  const noon = new Date();
  noon.setDate(15);
  noon.setMonth(noon.getMonth() + 1);
  const day = (date: Date) => date.toLocaleDateString("sv-SE");
  await page.getByLabel("Data e hora").fill(`${day(noon)}T10:00`);
  await shot(page, "schedule");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Agendar", exact: true }).dblclick();
  press();
  await page.getByText(/^Agendada para/).waitFor();
  await page.goto("/schedules");
  await page.getByRole("button", { name: "Seguinte" }).click();
  const entry = page.getByRole("button", { name: /10:00/ });
  await entry.dragTo(page.locator("div").filter({ has: page.getByRole("button", { name: /^17/ }) }).last(), {
    targetPosition: { x: 40, y: 60 },
  });
  await page.getByText(/^Mudou para/).waitFor();
  await shot(page, "calendar");
  expect(await violations(page)).toEqual([]);
  const planned = async () => (await admin.call(schedules.list, { query: {} })).schedules;
  expect((await planned()).map(({ sendAt }) => new Date(sendAt).getDate())).toEqual([17]);
  await phone.page.goto("/schedules");
  await phone.page.getByRole("button", { name: "Seguinte" }).click();
  await phone.page.getByRole("button", { name: /^Ações:/ }).click();
  await shot(phone.page, "agenda-phone");
  await phone.page.getByRole("menuitem", { name: "Enviar agora" }).click();
  await until("it went out, once", 60_000, async () => (await taken("Seu pão")).length === 1);
  expect(await smallTargets(phone.page)).toEqual([]);
});

test("where the reply window is closed an approved text goes out, now and planned, with the picture that it wants", async () => {
  const { page } = desk;
  await world.sql`update app.tickets set last_inbound_at = now() - interval '25 hours' where id = ${known.ticket.id}`;
  await page.goto(`/tickets/${known.ticket.uuid}`);
  await page.getByRole("button", { name: "Usar modelo" }).click();
  await page.getByRole("button", { name: /pedido_saiu/ }).click();
  await page.getByLabel("Texto: 2").fill("nº 77 — pão");
  await shot(page, "template");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Enviar", exact: true }).click();
  await page.getByRole("log").getByText(/o pedido nº 77 — pão saiu para entrega/).waitFor();
  await page.goto(`/schedules?contactId=${known.ticket.contactId}`);
  await page.getByRole("textbox", { name: "Mensagem", exact: true }).fill("Pão novo, venha!");
  await page.getByRole("combobox", { name: "Modelo fora do prazo" }).selectOption({ label: "novidades · pt_BR" });
  await page.getByLabel("Campo nome").fill("Íris");
  await page.getByText("O modelo leva uma imagem: anexe-a abaixo.").waitFor();
  await page.getByRole("button", { name: "Agendar", exact: true }).click();
  await page.getByRole("alert").getByText("Obrigatório").waitFor();
  await shot(page, "schedule-picture");
  await page.getByLabel("Adicionar imagem").setInputFiles(picture);
  await page.getByRole("button", { name: "Agendar", exact: true }).click();
  await page.getByText("Mensagem agendada").waitFor();
  const [waiting] = (await admin.call(schedules.list, { query: { waiting: "true" } })).schedules;
  await admin.call(schedules.update, { params: { id: waiting!.id }, body: { sendAt: new Date().toISOString() } });
  const got = await until("Meta has taken both", 60_000, async () => {
    const { messages } = await world.meta.accepted();
    const found = messages.flatMap(({ to, template }) => to === known.from && template ? [template] : []);
    return found.length === 2 && found;
  });
  expect(got).toEqual(["pedido_saiu", "novidades"]);
});

test("a month of hundreds of planned messages is drawn as far as one scrolls, and a day's full hour as far as one asks", async () => {
  const month = new Date();
  month.setMonth(month.getMonth() + 2, 5);
  month.setHours(9, 0, 0, 0);
  await world.sql`
    insert into app.schedules (company_id, user_id, contact_id, connection_id, body, send_at, timezone, wall_date, wall_time)
    select ${admin.companyId}, (select id from app.users where email = ${BIA.email}), ${known.ticket.contactId},
      (select id from app.connections where company_id = ${admin.companyId} order by id limit 1),
      'Lembrete ' || n, ${month}, 'America/Sao_Paulo', ${month}::timestamptz::date, '09:00' from generate_series(1, 200) n`;
  const { page } = phone;
  await page.goto("/schedules");
  for (let n = 0; n < 2; n++) await page.getByRole("button", { name: "Seguinte" }).click();
  const rows = page.locator("main li");
  await rows.nth(29).waitFor();
  expect(await rows.count()).toBeLessThan(100);
  await until("all have been scrolled to", 20_000, async () => {
    await rows.last().scrollIntoViewIfNeeded();
    return await rows.count() === 200;
  });
  await desk.page.goto("/schedules");
  for (let n = 0; n < 2; n++) await desk.page.getByRole("button", { name: "Seguinte" }).click();
  await desk.page.getByRole("button", { name: /^5 .*200 mensagens/ }).click();
  const entries = desk.page.getByRole("button", { name: /^09:00/ });
  await entries.nth(28).waitFor();
  expect(await entries.count()).toBe(29);
  await desk.page.getByRole("button", { name: "mais 171" }).click();
  await entries.nth(58).waitFor();
  expect(await entries.count()).toBe(59);
});
