// A whole day: two attendants and an admin, three channels, fifty customers, every transition of the table
// (docs/product/tickets.md#actions). In the evening nothing is left over in anyone's list, nothing was lost, nothing said twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { until, type World } from "../../api/proofs/harness.ts";
import { openBrowser } from "./browser.ts";
import { type Customer, type Office, openDay, type TicketRow } from "./day-office.ts";
import { openProduct } from "./people.ts";

let world: World;
let browser: Browser;
let office: Office;
beforeAll(async () => {
  [world, browser] = await Promise.all([openProduct(), openBrowser()]);
  office = await openDay(world, browser);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const each = <T>(list: readonly T[], work: (one: T, index: number) => Promise<unknown>) => Promise.all(list.map(work));
/** Tickets once so many are as described. */
const tickets = (what: string, count: number, which: (ticket: TicketRow) => boolean) =>
  until(what, 30_000, async () => {
    const found = (await office.tickets()).filter(which);
    return found.length === count && found;
  }, 200);
const agree = () => each([office.admin, office.bia, office.caio], (one) => one.agrees());

test("a day's work leaves nothing over", async () => {
  const { admin, bia, caio, sales, garage, customers } = office;
  const of = (line: Customer["line"]) => customers.filter((one) => one.line === line);
  const named = (name: string) => customers.find((one) => one.name === name)!;

  // Morning: everybody writes; whoever has a menu answers it, each in their way.
  await each(customers, (one) => one.writes("Oi, bom dia"));
  await tickets("fifty wait", 50, (one) => one.status === "pending");
  const [zaps, faces, sites] = [of("whatsappapi"), of("facebook"), of("webchat")];
  await each(zaps.slice(0, 10), (one) => one.writes("1"));
  await each(zaps.slice(10, 18), (one) => one.writes("2"));
  await zaps[18]!.writes("sair");
  await tickets("ten chose sales", 10, (one) => one.line === "whatsappapi" && one.queueId === sales);
  await tickets("eight chose the garage", 8, (one) => one.queueId === garage);
  await tickets("one left", 1, (one) => one.status === "closed");
  await agree();
  expect(await bia.badge("Aguardando")).toBe(faces.length + 10);

  // Accept, with a queue where there is none; ignore.
  const waiting = (queueId: number | null) =>
    office.tickets().then((all) => all.filter((one) => one.status === "pending" && one.queueId === queueId));
  const [ignored, ...hers] = await waiting(sales);
  await bia.change(ignored!, { status: "closed", sendFarewellMessage: false, amountUsedBotQueues: 0 });
  await each(hers, (one) => bia.accept(one));
  await each(await waiting(garage), (one) => caio.accept(one));
  await each(await waiting(null), (one) => admin.accept(one, sales));
  const owned = (userId: number) =>
    office.tickets().then((all) => all.filter((one) => one.status === "open" && one.userId === userId));
  expect((await owned(bia.id)).length).toBe(hers.length);
  await agree();

  // Noon: everybody is answered, and writes again.
  for (const one of [bia, caio, admin]) {
    await each(
      await owned(one.id),
      (ticket) => one.ask("POST", `/messages/${ticket.id}`, { body: "Já vejo para você." }),
    );
  }
  await each(sites, (one) => one.writes("Obrigado, aguardo"));

  // Transfers to a person and to a queue; back to the queue, and taken again.
  const [toCaio, toGarage] = [hers.slice(0, 5), hers.slice(5, 8)];
  const transfer = { isTransfered: true, queueId: garage, msgTransfer: "Cuida deste?" };
  await each(toCaio, (one) => bia.change(one, { ...transfer, userId: caio.id }));
  await each(toGarage, (one) => bia.change(one, { ...transfer, userId: null, status: "pending" }));
  await tickets("three wait in the garage", 3, (one) => one.status === "pending" && one.queueId === garage);
  await agree();
  await each(toGarage, (one) => caio.accept(one));
  await each(toGarage.slice(0, 2), (one) => caio.change(one, { status: "pending", userId: null }));
  await agree();
  await each(toGarage.slice(0, 2), (one) => caio.accept(one));
  // Somebody else's stays theirs.
  expect((await admin.accept(toGarage[0]!)).userId).toBe(caio.id);

  // Evening: closed with a question for a rating, or without a word; some are opened once more.
  const bias = await owned(bia.id);
  const silent = bias.slice(0, 6);
  await each(silent, (one) => bia.change(one, { status: "closed", sendFarewellMessage: false }));
  await each(silent.slice(0, 2), (one) => bia.change(one, { status: "open", userId: bia.id }));
  await agree();
  await each(silent.slice(0, 2), (one) => bia.change(one, { status: "closed", sendFarewellMessage: false }));
  for (const one of [bia, caio, admin]) {
    await each(await owned(one.id), (ticket) => one.change(ticket, { status: "closed" }));
  }
  const evening = await office.tickets();
  expect(evening.filter((one) => ["open", "pending"].includes(one.status))).toEqual([]);
  const asked = evening.filter((one) => one.status === "nps");
  expect(asked.length).toBeGreaterThan(30);
  await each(asked, async (ticket, index) => {
    if (index % 5 === 0) await named(ticket.name).writes("muito bom");
    await named(ticket.name).writes(`${index % 11}, obrigado`);
  });

  // Night.
  const all = await tickets("all fifty are closed", 50, (one) => one.status === "closed");
  expect(all.map((one) => one.name).sort()).toEqual(customers.map((one) => one.name).sort());
  expect(all.filter((one) => one.rating !== null).length).toBe(asked.length);
  for (const one of [admin, bia, caio]) {
    expect(await one.agrees()).toEqual({
      open: { count: 0, unread: 0 },
      pending: { count: 0, unread: 0 },
      group: { count: 0, unread: 0 },
    });
    for (const tab of [/Atendendo/, /Aguardando/]) {
      await one.page.getByRole("tab", { name: tab }).click();
      await until("its list is empty", 15_000, async () => await one.page.locator("[data-row]").count() === 0);
    }
    // What is read ahead may have gone to somebody else meanwhile.
    expect(one.watch.trouble.filter((line) => !/ 404 .*\?markAsRead=false$/.test(line))).toEqual([]);
  }
  // Its log goes with it: that of who left is looked at below.
  const deleted = all.find((one) => one.name !== zaps[18]!.name)!;
  await admin.change(deleted, { status: "open", userId: admin.id });
  await admin.ask("DELETE", `/tickets/${deleted.id}`);
  expect((await office.tickets()).length).toBe(49);
  expect(await admin.agrees()).toMatchObject({ open: { count: 0 }, pending: { count: 0 } });

  await nothingLeft();
});

/** Counters, unread marks and the provider agree with what the day was: each message went out once. */
async function nothingLeft(): Promise<void> {
  const [left] = await world.sql<{ counted: number; unread: number; rounds: number }[]>`
    select (select coalesce(sum(tickets), 0)::int from app.ticket_counters where status <> 'closed') as counted,
      (select coalesce(sum(unread), 0)::int from app.tickets) as unread,
      (select count(*)::int from app.ticket_rounds where finished_at is null) as rounds`;
  expect(left).toEqual({ counted: 0, unread: 0, rounds: 0 });
  const sent = await until("everything went out", 60_000, async () => {
    const rows = await world.sql<{ status: string }[]>`
      select m.status from app.messages m join app.connections w on w.company_id = m.company_id and w.id = m.connection_id
      where m.from_me and not m.is_private and w.channel <> 'webchat'`;
    return rows.every((one) => one.status === "sent") && rows.length;
  }, 500);
  const { count, counts } = await world.meta.accepted();
  // The ticket that was deleted took its messages with it; the provider had them.
  expect(count).toBeGreaterThanOrEqual(sent);
  expect(Object.values(counts).filter((times) => times > 1)).toEqual([]);
  const types = await world.sql<{ type: string }[]>`select distinct type from app.ticket_log order by type`;
  expect(types.map((one) => one.type)).toEqual(
    expect.arrayContaining([
      "chatBot",
      "clientClosed",
      "closed",
      "create",
      "nps",
      "open",
      "pending",
      "queue",
      "receivedTransfer",
      "reopen",
      "transfered",
    ]),
  );
}
