// The list of tickets with more rows than fit: many at once, filters and their addresses, order, width, and a search that leads into
// the conversation (docs/product/tickets.md#list).
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { openOffice, Worker } from "../../api/proofs/harness-office.ts";
import { queues } from "../../api/features/queues/contract.ts";
import { tags } from "../../api/features/tags/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { users } from "../../api/features/users/contract.ts";
import { settled, violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { newWindow, openProduct, signIn, sizes } from "./people.ts";
import { smallTargets } from "./targets.ts";

const WAITING = 120;
const LONG = "Maria Aparecida dos Santos Albuquerque Cavalcanti de Oliveira e Silva";
const SAID = "o boleto do pedido 77123 ainda não chegou aqui em casa";
const SHOTS = Deno.env.get("SCREENSHOTS");
let world: World;
let browser: Browser;
let desk: Awaited<ReturnType<typeof newWindow>>;
let phone: Awaited<ReturnType<typeof newWindow>>;
let colleague: Worker;
const shot = async (page: Page, name: string) => {
  if (!SHOTS) return;
  await settled(page);
  await page.screenshot({ path: `${SHOTS}/tickets-${name}.png` });
};

/** So many people who wait, the longest first, and one whose first message says something; straight into the tables. */
async function fill(companyId: number, connectionId: number, queueIds: readonly number[]): Promise<void> {
  await world.sql`
    with people as (
      insert into app.contacts (company_id, name, number, connection_id, channel)
      select ${companyId}, case n when 1 then ${LONG} else 'Cliente ' || lpad(n::text, 3, '0') end, '55119' || lpad(n::text, 8, '0'), ${connectionId}, 'facebook'
      from generate_series(1, ${WAITING}) n returning id, number
    ), made as (
      insert into app.tickets (company_id, contact_id, connection_id, channel, status, queue_id, last_message, unread, last_inbound_at, last_message_at, waiting_since, updated_at)
      select ${companyId}, p.id, ${connectionId}, 'facebook', 'pending',
        case p.n % 3 when 0 then null else (string_to_array(${queueIds.join()}, ',')::bigint[])[p.n % 3] end,
        case p.n % 4 when 0 then '*Bom dia*, quero _muito_ saber do meu pedido de ontem' else 'Oi, tudo bem?' end, 1, at, at, at, at
      from (select id, right(number, 8)::int as n, now() - make_interval(mins => ${WAITING} - right(number, 8)::int) as at from people) p
      returning id, contact_id, queue_id
    ), counted as (
      insert into app.ticket_counters (company_id, status, queue_id, user_id, is_group, tickets, unread)
      select ${companyId}, 'pending', coalesce(queue_id, 0), 0, false, count(*), count(*) from made group by queue_id
      on conflict (company_id, status, queue_id, user_id, is_group)
      do update set tickets = app.ticket_counters.tickets + excluded.tickets, unread = app.ticket_counters.unread + excluded.unread
    )
    insert into app.messages (company_id, ticket_id, contact_id, connection_id, from_me, body, kind, external_id, sent_at)
    select ${companyId}, m.id, m.contact_id, ${connectionId}, false, case when n = 1 then ${SAID} else 'linha ' || n end, 'chat', 'alt-' || m.id || '-' || n, now() - make_interval(mins => 600 - n)
    from made m join people p on p.id = m.contact_id, generate_series(1, case when p.number like '%00000007' then 60 else 1 end) n
    where n > 1 or p.number like '%00000007'`;
}

beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  const { admin, lines } = await openOffice(world);
  const [sales, support] = await Promise.all(
    [["Vendas", "#0ea5e9"], ["Suporte", "#f97316"]].map(([name, color]) =>
      admin.call(queues.create, { body: { name, color, greetingMessage: "Olá" } } as never)
    ),
  );
  await admin.call(tags.create, { body: { name: "Urgente", color: "#dc2626" } });
  const who = { email: "bia@provas.local", password: "Bia-provas-2026-x" };
  await admin.call(users.create, {
    body: { name: "Bia", ...who, profile: "admin", queueIds: [sales!.id] },
  } as never);
  colleague = await Worker.signIn(world.bases, who);
  await fill(admin.companyId, lines.facebook, [sales!.id, support!.id]);
  const [deskSize, phoneSize] = sizes;
  desk = await newWindow(browser, world.bases[0]!, deskSize!);
  phone = await newWindow(browser, world.bases[0]!, phoneSize!, "dark");
  await Promise.all([signIn(desk.page), signIn(phone.page)]);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const list = (page: Page) => page.getByRole("feed", { name: "Lista de atendimentos" });
const row = (page: Page, name: string) => list(page).getByRole("article").filter({ hasText: name });
const names = (page: Page) =>
  list(page).getByRole("article").locator("[data-row] span.font-600.truncate").allTextContents();
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(name) });
const bar = (page: Page) => page.getByRole("region", { name: "Vários atendimentos" });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Selecionar ${name}` });
const waiting = async () => (await colleague.call(tickets.counts, { query: {} })).pending.count;

test("the longest waiting ticket comes first, unless the menu turns the order; the tab has an address and its number", async () => {
  const { page } = desk;
  await tab(page, "Aguardando").click();
  await row(page, "Maria Aparecida").waitFor();
  expect((await names(page)).slice(0, 2)).toEqual([`${LONG.slice(0, 59)}…`, "Cliente 002"]);
  expect(new URL(page.url()).search).toBe("?tab=pending");
  await tab(page, "Aguardando").getByText(String(WAITING)).waitFor();
  await shot(page, "waiting-desk");
  await page.getByRole("button", { name: "Mais opções" }).or(page.getByRole("button", { name: "Mais ações" })).first()
    .click();
  await page.getByRole("menuitem", { name: "Mais recentes primeiro" }).click();
  await row(page, `Cliente ${WAITING}`).waitFor();
  expect(new URL(page.url()).search).toBe("?tab=pending&turned=pending");
  await page.reload();
  await row(page, `Cliente ${WAITING}`).waitFor();
  await page.goto("/tickets?tab=pending");
  await row(page, "Maria Aparecida").waitFor();
  expect(await violations(page)).toEqual([]);
});

test("many tickets at once: a range, all shown; failures say why and stay chosen; one press undoes it", async () => {
  const { page } = desk;
  await row(page, "Cliente 002").hover();
  await box(page, "Cliente 002").click();
  await row(page, "Cliente 006").locator("[data-row]").click({ modifiers: ["Shift"] });
  await bar(page).getByText("5 selecionados").waitFor();
  await shot(page, "bulk-desk");
  expect(await violations(page)).toEqual([]);
  // Somebody is faster with one of them.
  const [faster] = await world.sql<{ id: number; queue_id: number | null }[]>`
    select t.id, t.queue_id from app.tickets t join app.contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.name = 'Cliente 004'`;
  // What goes out is held up below, which a service worker's requests pass by: the page sends alone.
  await page.evaluate(() =>
    Object.assign((globalThis as unknown as { SyncManager: { prototype: object } }).SyncManager.prototype, {
      register: () => Promise.resolve(),
    })
  );
  await page.route(`**/api/tickets/${faster!.id}`, async (route) => {
    await colleague.call(tickets.update, {
      params: { id: faster!.id },
      body: { status: "open", userId: colleague.id },
    });
    await route.continue();
  }, { times: 1 });
  await bar(page).getByRole("button", { name: "Aceitar" }).click();
  const dialog = page.getByRole("dialog", { name: "Aceitar 5 atendimentos" });
  await dialog.getByRole("combobox").selectOption({ label: "Suporte" });
  await shot(page, "bulk-accept-desk");
  await dialog.getByRole("button", { name: "Aceitar" }).click();
  await bar(page).getByText("4 de 5 feitos, 1 não").waitFor();
  await bar(page).getByRole("button", { name: "Ver por quê" }).click();
  await page.getByRole("dialog").getByText(/Cliente 004/).waitFor();
  await page.getByRole("dialog").getByText(/Está com Bia/).waitFor();
  await shot(page, "bulk-failed-desk");
  await page.keyboard.press("Escape");
  await bar(page).getByRole("button", { name: "Fechar" }).click();
  await tab(page, "Atendendo").click();
  await row(page, "Cliente 006").waitFor();
  await row(page, "Cliente 006").locator("[data-row]").focus();
  await page.keyboard.press("Control+a");
  await bar(page).getByText("4 selecionados").waitFor();
  await bar(page).getByRole("button", { name: "Encerrar" }).click();
  await page.getByRole("button", { name: "Encerrar sem despedida" }).click();
  const undo = page.getByRole("status").filter({ hasText: "4 atendimentos encerrados" });
  await undo.getByRole("button", { name: "Desfazer" }).click();
  await row(page, "Cliente 006").waitFor();
  await until("all four are open again", 15_000, async () => {
    const mine = await world.sql`select 1 from app.tickets where status = 'open' and user_id <> ${colleague.id}`;
    return mine.length === 4;
  });
});

test("all that waits at once", async () => {
  const { page } = desk;
  await tab(page, "Aguardando").click();
  await list(page).getByRole("article").first().waitFor();
  const before = await waiting();
  // To the end of the list, page by page, then all of it.
  await list(page).hover();
  await until("all are loaded", 60_000, async () => {
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(60);
    return (await list(page).getByRole("article").last().getAttribute("aria-setsize")) === String(before) &&
      (await row(page, `Cliente ${WAITING}`).count()) > 0;
  });
  await row(page, `Cliente ${WAITING}`).locator("[data-row]").focus();
  await page.keyboard.press("Control+a");
  await bar(page).getByText(`${before} selecionados`).waitFor();
  await bar(page).getByRole("button", { name: "Pôr tag" }).click();
  await page.getByRole("dialog").getByText("Urgente").click();
  const began = performance.now();
  await page.getByRole("dialog").getByRole("button", { name: "Pôr tag" }).click();
  await bar(page).getByText(/Pondo a tag em/).waitFor();
  await shot(page, "bulk-progress-desk");
  await page.getByText(`${before} atendimentos receberam a tag`).waitFor({ timeout: 110_000 });
  if (SHOTS) console.log(`tagged ${before} in ${Math.round(performance.now() - began)} ms`);
  const [{ n }] = await world.sql<[{ n: number }]>`select count(*)::int as n from app.ticket_tags`;
  expect(n).toBe(before);
});

test("filters are chips, count in the tabs, go across them by status, and are there again after Back", async () => {
  const { page } = desk;
  await page.goto("/tickets?tab=pending");
  await page.getByRole("button", { name: "Filtros" }).click();
  const panel = page.getByRole("dialog", { name: "Filtros" });
  await panel.getByLabel("Filas").click();
  await page.getByRole("checkbox", { name: "Sem fila" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const chips = page.getByRole("list", { name: "Filtros" });
  await chips.getByText("Sem fila").waitFor();
  const [{ n }] = await world.sql<[{ n: number }]>`
    select count(*)::int as n from app.tickets where status = 'pending' and queue_id is null`;
  await tab(page, "Aguardando").getByText(String(n), { exact: true }).waitFor();
  await list(page).hover();
  await page.mouse.wheel(0, 1500);
  const top = () => list(page).evaluate((area) => area.scrollTop);
  await until("it is scrolled", 15_000, async () => await top() >= 1500);
  await page.getByRole("link", { name: "Contatos" }).click();
  await page.getByRole("heading", { name: "Contatos", level: 1 }).first().waitFor();
  await page.goBack();
  await chips.getByText("Sem fila").waitFor();
  await until("it is where it was left", 15_000, async () => await top() >= 1400);
  expect(new URL(page.url()).search).toBe("?tab=pending&queues=0");
  await chips.getByRole("button", { name: "Tirar o filtro Sem fila" }).click();
  await page.goto("/tickets?status=open&size=20");
  await page.getByText(/^5 resultados$/).waitFor();
  await row(page, "Cliente 004").getByText("Bia").waitFor();
  await shot(page, "status-desk");
  expect(await violations(page)).toEqual([]);
  await page.goto("/tickets/undefined");
  await page.waitForURL(/\/tickets$/);
});

test("a search marks what it looked for and leads to the message in its conversation", async () => {
  const { page } = desk;
  await page.goto("/tickets");
  await page.getByRole("textbox", { name: "Buscar conversas" }).fill("BOLETO DO PEDIDO 77123");
  await page.getByRole("checkbox", { name: "Buscar também nas mensagens" }).check();
  const found = row(page, "Cliente 007");
  await found.locator("mark").first().waitFor();
  await shot(page, "search-desk");
  await found.locator("[data-row]").click();
  await page.getByRole("log").getByText(SAID).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#m\d+$/);
});

test("a row shows the sign of its channel as the plugin draws it", async () => {
  const { page } = desk;
  await page.goto("/tickets?tab=pending");
  const sign = row(page, "Cliente 010").locator('img[alt="Facebook"]');
  await sign.waitFor();
  expect(await sign.getAttribute("src")).toContain(encodeURIComponent('fill="#0a6cf0"'));
  expect(await sign.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(
    true,
  );
});

test("the list's width is moved by the keyboard and is the same on the next device", async () => {
  const { page } = desk;
  await page.goto("/tickets");
  const edge = page.getByRole("separator", { name: "Largura da lista" });
  await edge.focus();
  await page.keyboard.press("Home");
  expect(await edge.getAttribute("aria-valuenow")).toBe("404");
  const saved = page.waitForResponse((answer) => answer.url().includes("toggleChangeWidht") && answer.ok());
  for (let i = 0; i < 3; i++) await page.keyboard.press("ArrowRight");
  await saved;
  const other = await newWindow(browser, world.bases[0]!, sizes[0]!);
  await signIn(other.page);
  const there = other.page.getByRole("separator", { name: "Largura da lista" });
  expect(await there.getAttribute("aria-valuenow")).toBe("452");
  await other.page.goto("/tickets?tab=pending");
  await row(other.page, "Maria Aparecida").waitFor();
  await other.context.close();
});

test("a finger chooses from the long press's menu, then by tapping; Back ends it", async () => {
  const { page } = phone;
  await page.goto("/tickets?tab=pending");
  await row(page, "Cliente 010").waitFor();
  await shot(page, "waiting-phone");
  await row(page, "Cliente 010").locator("[data-row]").dispatchEvent("contextmenu");
  await page.getByRole("menuitem", { name: "Selecionar" }).click();
  await row(page, "Cliente 011").locator("[data-row]").tap();
  await bar(page).getByText("2 selecionados").waitFor();
  await shot(page, "bulk-phone");
  expect(await smallTargets(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await page.goBack();
  await bar(page).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/tickets");
});
