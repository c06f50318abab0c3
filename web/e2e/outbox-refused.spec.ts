// R16: fifty things done on a phone that was away for a day, while the office went on. What is still valid happens once and in
// order; what is not is shown with its reason. The rows come from an app of an earlier storage version.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sign } from "hono/jwt";
import { v7 as uuid } from "uuid";
import type { Browser, Page } from "playwright-core";
import { purposeKey, setSecret } from "../../api/core/secrets/seal.ts";
import type { Call } from "../../api/contract/endpoint.ts";
import { connections } from "../../api/features/connections/contract.ts";
import { contacts } from "../../api/features/contacts/contract.ts";
import { messages } from "../../api/features/messages/contract.ts";
import { queues } from "../../api/features/queues/contract.ts";
import { tickets } from "../../api/features/tickets/contract.ts";
import { SECRET, until, type World } from "../../api/proofs/harness.ts";
import { violations } from "./axe.ts";
import { openBrowser } from "./browser.ts";
import { controlled, type Customer, Office, rowsOn } from "./outbox-office.ts";
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

interface Planned {
  row: Record<string, unknown>;
  /** The code it must be refused with; null where it must happen. */
  refused: string | null;
  customer: Customer;
}
const DAY_MS = 24 * 3600_000;
const plan: Planned[] = [];
let seq = 0;

function add(customer: Customer, kind: string, call: Record<string, unknown>, refused: string | null = null): void {
  plan.push({
    customer,
    refused,
    row: {
      id: uuid(),
      seq: ++seq,
      ticketId: customer.ticketId,
      kind,
      call,
      blobs: [],
      about: { uuid: customer.uuid, name: customer.name },
      createdAt: Date.now() - DAY_MS,
      tries: 3,
      nextAt: Date.now() + 30_000,
      state: "waiting",
      maybeSent: false,
      reason: "ERR_UNREACHABLE",
      progress: 0,
    },
  });
}
const says = (c: Customer, body: string, refused: string | null = null, more: Record<string, unknown> = {}) =>
  add(
    c,
    "message",
    { method: "POST", path: `/messages/${c.ticketId}`, body: { body, isPrivate: false, ...more } },
    refused,
  );
const does = (c: Customer, kind: string, body: Record<string, unknown>, refused: string | null = null) =>
  add(c, kind, { method: "PUT", path: `/tickets/${c.ticketId}`, body }, refused);
/** As the first version of the app kept messages: no call, no order but the key's. */
const saidByOldApp = (c: Customer, body: string) =>
  plan.push({
    customer: c,
    refused: null,
    row: {
      id: uuid(),
      ticketId: c.ticketId,
      kind: "message",
      payload: { body, isPrivate: false },
      blobs: [],
      createdAt: Date.now() - DAY_MS,
      tries: 0,
      nextAt: 0,
      state: "waiting",
      reason: null,
      progress: 0,
    },
  });

async function note(c: Customer, body: string): Promise<number> {
  const call = { params: { ticketId: c.ticketId }, body: { body, isPrivate: true } };
  return (await office.phone.call(messages.send, call)).messages[0]!.id;
}
const change = (id: number, body: Record<string, unknown>, who = office.admin) =>
  who.call(tickets.update, { params: { id }, body } as Call<typeof tickets.update>);

/** What the phone has in it, and what happens in the office meanwhile. */
async function theDay(): Promise<void> {
  const me = office.phone.id;
  const names = [
    "Normal",
    "Antiga",
    "Tomado",
    "Fechado",
    "Transferido",
    "Apagado",
    "Citada",
    "Editada",
    "Prazo",
    "Fila",
  ];
  const people: Record<string, Customer> = {};
  for (const name of names) people[name] = await office.customer(name, name !== "Tomado");
  const fresh = await office.customer("Novo", false);
  const line = await office.customer("Conexão", true, "whatsappapi");
  const of = (name: string) => people[name]!;
  const gone = await office.admin.call(queues.create, {
    body: { name: "Some", color: "#ef4444", greetingMessage: "Olá" },
  } as Call<typeof queues.create>);
  const [oldNote, noteToDrop] = [await note(of("Editada"), "antes"), await note(of("Editada"), "some")];
  const [quoted] = await world.sql<{ id: number }[]>`
    select id from app.messages where ticket_id = ${of("Citada").ticketId} and not from_me`;

  for (let i = 1; i <= 5; i++) saidByOldApp(of("Antiga"), `antiga ${i}`);
  for (let i = 1; i <= 16; i++) says(of("Normal"), `normal ${i}`);
  does(of("Tomado"), "accept", { status: "open", userId: me, ifUserId: null }, "ERR_OTHER_OPEN_TICKET");
  for (let i = 1; i <= 3; i++) says(of("Tomado"), `tomado ${i}`, "ERR_OTHER_OPEN_TICKET");
  for (let i = 1; i <= 3; i++) says(of("Fechado"), `fechado ${i}`, "ERR_TICKET_NOT_OPEN");
  does(of("Fechado"), "return", { status: "pending", userId: null, ifUserId: me }, "ERR_TICKET_NOT_OPEN");
  does(
    of("Transferido"),
    "close",
    { status: "closed", sendFarewellMessage: false, ifUserId: me },
    "ERR_OTHER_OPEN_TICKET",
  );
  for (let i = 1; i <= 2; i++) says(of("Apagado"), `apagado ${i}`, "ERR_NO_TICKET_FOUND");
  does(of("Apagado"), "close", { status: "closed", sendFarewellMessage: false, ifUserId: me }, "ERR_NO_TICKET_FOUND");
  says(of("Citada"), "citando", "ERR_NO_MESSAGE_FOUND", { quotedMsg: { id: quoted!.id } });
  says(of("Citada"), "sem citar");
  const edit = { method: "POST", path: `/messages/edit/${oldNote}`, body: { body: "depois" } };
  add(of("Editada"), "edit", edit, "ERR_EDIT_WINDOW_PASSED");
  add(of("Editada"), "delete", { method: "DELETE", path: `/messages/${noteToDrop}` });
  for (let i = 1; i <= 2; i++) says(of("Prazo"), `prazo ${i}`, "ERR_REPLY_WINDOW_CLOSED");
  says(of("Prazo"), "nota no prazo", null, { isPrivate: true });
  does(
    of("Fila"),
    "transfer",
    { queueId: gone.id, userId: null, isTransfered: true, ifUserId: me },
    "ERR_NO_QUEUE_FOUND",
  );
  for (let i = 1; i <= 2; i++) says(line, `linha ${i}`, "ERR_NO_WAPP_FOUND");
  does(fresh, "accept", { status: "open", userId: me, queueId: office.queueId, ifUserId: null });
  for (let i = 1; i <= 5; i++) says(fresh, `novo ${i}`);
  does(fresh, "close", { status: "closed", sendFarewellMessage: false, ifUserId: me });

  await change(of("Tomado").ticketId, { status: "open" }, office.ana);
  await change(of("Fechado").ticketId, { status: "closed", sendFarewellMessage: false });
  const toAna = { isTransfered: true, queueId: office.queueId, userId: office.ana.id };
  await change(of("Transferido").ticketId, toAna);
  await office.admin.call(contacts.remove, { params: { id: of("Apagado").contactId } });
  await world.sql`update app.messages set is_deleted = true where id = ${quoted!.id}`;
  await world.sql`update app.messages set sent_at = now() - interval '16 minutes' where id = ${oldNote}`;
  await world.sql`update app.tickets set last_inbound_at = now() - interval '25 hours' where id = ${
    of("Prazo").ticketId
  }`;
  await office.admin.call(queues.remove, { params: { id: gone.id } });
  await office.admin.call(connections.remove, { params: { id: office.lines.whatsappapi } });
}

/** Puts the rows into a database of the first storage version, with a token that expired in the night. */
async function asItWasLeft(page: Page): Promise<void> {
  await signIn(page);
  await controlled(page);
  const token = await page.evaluate(() => localStorage.getItem("recado.token")!);
  const claims = JSON.parse(atob(token.split(".")[1]!)) as Record<string, unknown>;
  setSecret(SECRET);
  const hour = Math.floor(Date.now() / 1000) - 3600;
  const expired = await sign({ ...claims, iat: hour - 900, exp: hour }, purposeKey("access"), "HS256");
  await page.goto("/icons/icon.svg");
  await page.evaluate(async ({ rows, expired }) => {
    localStorage.setItem("recado.token", expired);
    const name = (await indexedDB.databases()).map((one) => one.name!).find((one) => /^recado-\d+-\d+$/.test(one))!;
    const done = (request: IDBRequest) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    await done(indexedDB.deleteDatabase(name));
    const device = await done(indexedDB.open("recado-device")) as IDBDatabase;
    const store = device.transaction("identity", "readwrite").objectStore("identity");
    const who = await done(store.get("who"));
    await done(store.put({ ...who as object, token: expired }, "who"));
    device.close();
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      const db = opening.result;
      db.createObjectStore("queries", { keyPath: "hash" }).createIndex("updatedAt", "updatedAt");
      db.createObjectStore("drafts", { keyPath: "id" });
      db.createObjectStore("outbox", { keyPath: "id" }).createIndex("ticketId", "ticketId");
      db.createObjectStore("meta");
    };
    const db = await done(opening) as IDBDatabase;
    const outbox = db.transaction("outbox", "readwrite").objectStore("outbox");
    for (const row of rows) await done(outbox.put(row));
    db.close();
  }, { rows: plan.map(({ row }) => row), expired });
}

test("fifty things of a day without network: the valid ones once and in order, each other one with its reason", async () => {
  await theDay();
  expect(plan).toHaveLength(50);
  const { page, context } = await newDevice(browser, world.bases[0]!, sizes[1]!);
  await asItWasLeft(page);
  // The phone's clock was set back by a day meanwhile.
  await context.addInitScript((by) => {
    const real = Date.now;
    Date.now = () => real() - by;
  }, DAY_MS);
  const began = performance.now();
  await page.goto("/tickets");
  const wanted = plan.filter(({ refused }) => refused !== null);
  await until("nothing waits any more", 30_000, async () => {
    const rows = await rowsOn(page);
    return rows.length === wanted.length && rows.every(({ state }) => state === "refused");
  });
  console.log(`R16: 50 rows settled in ${Math.round(performance.now() - began)} ms from the start of the app`);

  const left = new Map((await rowsOn(page)).map((row) => [row.id, row]));
  expect([...left.keys()].sort()).toEqual(wanted.map(({ row }) => row.id as string).sort());
  for (const { row, refused, customer } of wanted) {
    expect([customer.name, row.kind, left.get(row.id as string)!.reason]).toEqual([customer.name, row.kind, refused]);
  }
  const taken = wanted.find(({ customer }) => customer.name === "Tomado")!;
  expect(left.get(taken.row.id as string)!.found?.user).toBe("Ana");

  // The truth: every valid message once, in order, and none of the others.
  const byTicket = Map.groupBy(plan.filter(({ row }) => row.kind === "message"), ({ customer }) => customer.ticketId);
  for (const [ticketId, rows] of byTicket) {
    const valid = rows.filter(({ refused }) => refused === null).map(({ row }) => row.id);
    const keys = (await office.said(ticketId)).map(({ key }) => key).filter((key) =>
      plan.some(({ row }) => row.id === key)
    );
    expect(keys).toEqual(valid);
  }
  const fresh = plan.find(({ customer }) => customer.name === "Novo")!.customer;
  expect(await office.ticket(fresh.ticketId)).toMatchObject({ status: "closed", user_id: office.phone.id });
  for (const [name, user] of [["Tomado", office.ana.id], ["Transferido", office.ana.id]] as const) {
    const { customer } = plan.find((one) => one.customer.name === name)!;
    expect(await office.ticket(customer.ticketId)).toMatchObject({ status: "open", user_id: user });
  }
  const notes = await world.sql<{ body: string; is_deleted: boolean }[]>`
    select body, is_deleted from app.messages where body in ('antes', 'depois', 'some') order by id`;
  expect(notes.map((one) => ({ ...one }))).toEqual([{ body: "antes", is_deleted: false }, {
    body: "some",
    is_deleted: true,
  }]);

  // And it is all to be seen, with what can be done about it.
  await page.getByRole("button", { name: `${wanted.length} recusados` }).click();
  const sheet = page.getByRole("dialog", { name: "Por enviar" });
  await sheet.getByText("apagado 1").waitFor();
  for (const { row } of wanted) {
    const body = (row.call as { body?: { body?: string } }).body?.body;
    if (body) expect(await sheet.getByText(body, { exact: true }).count()).toBe(1);
  }
  expect(await sheet.getByText("Está com Ana").count()).toBe(5);
  expect(await violations(page)).toEqual([]);
  const folder = Deno.env.get("SHOTS");
  if (folder) await page.screenshot({ path: `${folder}/outbox-sheet.png` });

  // One is sent again once it can be, another is dropped: nothing goes by itself.
  const closed = plan.find(({ customer }) => customer.name === "Fechado")!.customer;
  await change(closed.ticketId, { status: "open", userId: office.phone.id });
  await sheet.getByRole("listitem").filter({ hasText: "fechado 2" }).getByRole("button", { name: "Reenviar" }).click();
  await until(
    "it is sent",
    10_000,
    async () => (await office.said(closed.ticketId)).some(({ body }) => body === "fechado 2"),
  );
  await sheet.getByRole("listitem").filter({ hasText: "apagado 1" }).getByRole("button", { name: "Descartar" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Descartar" }).click();
  await until("it is gone", 15_000, async () => (await rowsOn(page)).length === wanted.length - 2);
  await context.close();
});
