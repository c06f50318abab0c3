// The other deeds of a ticket without a network: return, ignore, reopen, close with a farewell, groups, and taking back what
// has not left.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { users } from "../../api/features/users/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { until, type World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { allSent, controlled, type Customer, Office, offline, wantedOn, write } from "./outbox-office.ts";
import { newDevice, openProduct, signIn, sizes } from "./people.ts";

let world: World;
let office: Office;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  office = await Office.open(world);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

async function visit(page: Page, customer: Customer): Promise<void> {
  await page.goto(`/tickets/${customer.uuid}`);
  await page.getByRole("log").getByText(`Olá, sou ${customer.name}`).waitFor();
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();
/** What the header has no room for. */
async function pressInMenu(page: Page, name: string): Promise<void> {
  await press(page, "Mais ações");
  await page.getByRole("menuitem", { name }).click();
}
const waiting = async (page: Page) => (await wantedOn(page)).map(({ kind, ticketId }) => [kind, ticketId]);

test("return, ignore, reopen, close with a farewell and a group's ticket, all without a network", async () => {
  await office.phone.call(users.update, {
    params: { id: office.phone.id },
    body: { farewellMessage: "Até logo, volte sempre!" },
  });
  const [toReturn, toIgnore, toReopen, toClose, group] = [
    await office.customer("Volta"),
    await office.customer("Ignora", false),
    await office.customer("Reabre"),
    await office.customer("Despede"),
    await office.customer("Turma"),
  ];
  await office.admin.call(tickets.update, {
    params: { id: toReopen.ticketId },
    body: { status: "closed", sendFarewellMessage: false },
  });
  await world.sql`update app.tickets set is_group = true, status = 'group' where id = ${group.ticketId}`;
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await controlled(page);
  // The closed one last: what is over is not kept, but stays on screen.
  const all = [toReturn, toIgnore, toClose, group, toReopen];
  for (const customer of all) {
    await visit(page, customer);
    await page.waitForTimeout(1500);
  }
  await offline(context, true);
  await press(page, "Reabrir");
  await write(page, "de volta");
  await visit(page, toReturn);
  await pressInMenu(page, "Devolver à fila");
  await page.getByText(/voltou para a fila/).first().waitFor();
  await visit(page, toIgnore);
  await press(page, "Ignorar");
  await page.getByText(/^Atendimento de .* ignorado$/).first().waitFor();
  await visit(page, toClose);
  await write(page, "tchau");
  await press(page, "Encerrar");
  await press(page, "Encerrar com despedida");
  await page.getByText(/^Atendimento de .* encerrado$/).first().waitFor();
  await visit(page, group);
  await write(page, "para a turma");
  expect(await waiting(page)).toEqual([
    ["reopen", toReopen.ticketId],
    ["message", toReopen.ticketId],
    ["return", toReturn.ticketId],
    ["ignore", toIgnore.ticketId],
    ["message", toClose.ticketId],
    ["close", toClose.ticketId],
    ["message", group.ticketId],
  ]);
  await page.reload();
  await page.getByRole("log").getByText("para a turma").waitFor();
  await offline(context, false);
  await allSent(page);
  const me = office.phone.id;
  expect(await office.ticket(toReturn.ticketId)).toMatchObject({ status: "pending", user_id: null });
  expect(await office.ticket(toIgnore.ticketId)).toMatchObject({ status: "closed" });
  expect(await office.ticket(toReopen.ticketId)).toMatchObject({ status: "open", user_id: me });
  expect(await office.ticket(toClose.ticketId)).toMatchObject({ status: "closed" });
  const bodies = async (customer: Customer) => (await office.said(customer.ticketId)).map(({ body }) => body);
  expect(await bodies(toReopen)).toEqual(["de volta"]);
  await until("the farewell is said", 10_000, async () => (await bodies(toClose)).length === 2);
  expect((await bodies(toClose))[0]).toBe("tchau");
  expect((await bodies(toClose))[1]).toContain("Até logo");
  expect(await bodies(toIgnore)).toEqual([]);
  expect(await bodies(group)).toEqual(["para a turma"]);
  await context.close();
});

test("a deed that has not left is taken back without a trace; one that has left is undone by its opposite", async () => {
  const [kept, moved, late] = [
    await office.customer("Fica"),
    await office.customer("Devolve"),
    await office.customer("Tarde"),
  ];
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[0]!);
  await signIn(page);
  await controlled(page);
  for (const customer of [kept, moved, late]) {
    await visit(page, customer);
    await page.waitForTimeout(1500);
  }
  await offline(context, true);
  await visit(page, kept);
  await press(page, "Encerrar");
  await press(page, "Encerrar com despedida");
  await page.getByText(/^Atendimento de .* encerrado$/).first().waitFor();
  await page.getByRole("button", { name: "Desfazer" }).last().click();
  await until("nothing waits", 15_000, async () => (await waiting(page)).length === 0);
  await visit(page, moved);
  await pressInMenu(page, "Devolver à fila");
  await page.getByRole("button", { name: "Desfazer" }).last().click();
  await until("nothing waits", 15_000, async () => (await waiting(page)).length === 0);
  await page.locator(`[data-row="${moved.ticketId}"]`).waitFor();
  await offline(context, false);
  await page.reload();
  await visit(page, late);
  await press(page, "Encerrar");
  await press(page, "Encerrar sem despedida");
  await until("it is closed", 15_000, async () => (await office.ticket(late.ticketId)).status === "closed");
  await page.getByRole("button", { name: "Desfazer" }).last().click();
  await until("it is open again", 15_000, async () => (await office.ticket(late.ticketId)).status === "open");
  for (const customer of [kept, moved, late]) {
    expect(await office.ticket(customer.ticketId)).toMatchObject({ status: "open", user_id: office.phone.id });
    expect(await office.said(customer.ticketId)).toEqual([]);
  }
  await context.close();
});
