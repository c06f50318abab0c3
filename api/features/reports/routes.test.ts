// The report counted by hand: days of the company's own calendar, one row a round, visibility, and the workbook.
import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { tickets } from "../tickets/contract.ts";
import { reports } from "./contract.ts";
import { readSheet } from "./testing-sheet.ts";

const inside = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);

interface Told {
  name?: string;
  began: string;
  taken?: string;
  closed?: string;
  rating?: number;
  userId?: number;
  queueId?: number;
}
/** A ticket whose only round went like this; times are instants. */
async function ticketOf(person: Person, connectionId: number, told: Told): Promise<number> {
  const { ticketId } = await customerWrites(person, { connectionId, name: told.name });
  await inside(person, async (tx) => {
    await tx`update app.tickets set status = ${told.closed ? "closed" : told.taken ? "open" : "pending"}, user_id = ${
      told.userId ?? null
    }, queue_id = ${told.queueId ?? null} where id = ${ticketId}`;
    await tx`update app.ticket_rounds set created_at = ${told.began}::text::timestamptz, started_at = ${
      told.taken ?? null
    }::text::timestamptz,
      finished_at = ${told.closed ?? null}::text::timestamptz, rating = ${told.rating ?? null}, user_id = ${
      told.userId ?? null
    } where ticket_id = ${ticketId}`;
  });
  return ticketId;
}
async function office(zone = "America/Sao_Paulo") {
  const admin = await someone();
  await asPlatform((tx) => tx`update app.companies set timezone = ${zone} where id = ${admin.companyId}`);
  return { admin, connectionId: await makeConnection(admin, "facebook") };
}
const days = (dateFrom: string, dateTo: string) => ({ dateFrom, dateTo });

test("a day begins and ends at midnight of the company's time zone", async () => {
  const { admin, connectionId } = await office();
  // São Paulo is three hours behind: 10 March runs from 03:00 to 03:00 UTC.
  await ticketOf(admin, connectionId, { began: "2026-03-10T02:59:59.999Z" });
  const first = await ticketOf(admin, connectionId, { began: "2026-03-10T03:00:00Z" });
  const last = await ticketOf(admin, connectionId, { began: "2026-03-11T02:59:59.999999Z" });
  await ticketOf(admin, connectionId, { began: "2026-03-11T03:00:00Z" });
  const page = await admin.call(reports.list, { query: days("2026-03-10", "2026-03-10") });
  expect(page.tickets.map((row) => row.id)).toEqual([last, first]);
  expect(page).toMatchObject({ totalTickets: { total: 2 }, dateFrom: "2026-03-10", dateTo: "2026-03-10" });
});

test("a day of 23 hours is counted whole", async () => {
  const { admin, connectionId } = await office("Europe/Lisbon");
  // 29 March 2026: clocks go forward, the day ends at 23:00 UTC.
  const inIt = await ticketOf(admin, connectionId, { began: "2026-03-29T22:59:00Z" });
  await ticketOf(admin, connectionId, { began: "2026-03-29T23:00:00Z" });
  const page = await admin.call(reports.list, { query: days("2026-03-29", "2026-03-29") });
  expect(page.tickets.map((row) => row.id)).toEqual([inIt]);
});

test("the report covers this month so far when no dates are given", async () => {
  const { admin, connectionId } = await office();
  const { ticketId } = await customerWrites(admin, { connectionId });
  await ticketOf(admin, connectionId, { began: "2020-01-01T12:00:00Z" });
  const page = await admin.call(reports.list);
  expect(page.tickets.map((row) => row.id)).toEqual([ticketId]);
  expect(page.dateFrom).toMatch(/-01$/);
});

test("a row shows the last round of its ticket", async () => {
  const { admin, connectionId } = await office();
  const queueId = await makeQueue(admin);
  const id = await ticketOf(admin, connectionId, {
    name: "Ana Souza",
    began: "2026-03-10T12:00:00Z",
    taken: "2026-03-10T12:10:00Z",
    closed: "2026-03-10T12:40:30Z",
    rating: 9,
    userId: admin.userId,
    queueId,
  });
  const query = days("2026-03-01", "2026-03-31");
  const [row] = (await admin.call(reports.list, { query })).tickets;
  expect(row).toMatchObject({ id, contactName: "Ana Souza", status: "closed", supportTime: 30.5, NPS: 9 });
  expect(row).toMatchObject({ createdAt: "2026-03-10T12:00:00.000Z", closedAt: "2026-03-10T12:40:30.000Z" });
  // After reopening the old row stays, and the new round has its own row.
  await admin.call(tickets.update, { params: { id }, body: { status: "open" } });
  const past = await admin.call(reports.list, { query });
  expect(past).toMatchObject({
    totalTickets: { total: 1 },
    tickets: [{ id, status: "closed", supportTime: 30.5, NPS: 9 }],
  });
  const now = await admin.call(reports.list);
  expect(now.tickets).toMatchObject([{ id, closedAt: null, supportTime: null, NPS: null }]);
});

test("a round keeps its agent, queue, end and last message when another follows", async () => {
  const { admin, connectionId } = await office();
  const bia = await someone({ colleagueOf: admin });
  const [before, after] = [await makeQueue(admin, "Vendas"), await makeQueue(admin, "Suporte")];
  const id = await ticketOf(admin, connectionId, {
    began: "2026-03-10T12:00:00Z",
    taken: "2026-03-10T12:10:00Z",
    closed: "2026-03-10T12:40:00Z",
    userId: bia.userId,
    queueId: before,
  });
  await inside(admin, async (tx) => {
    await tx`update app.ticket_rounds set queue_id = ${before} where ticket_id = ${id}`;
    await tx`update app.messages set sent_at = '2026-03-10T12:30:00Z', body = 'Era isso' where ticket_id = ${id}`;
  });
  await admin.call(tickets.update, { params: { id }, body: { status: "open", queueId: after } });
  const march = days("2026-03-01", "2026-03-31");
  const was = { status: "closed", queueName: "Vendas", lastMessage: "Era isso", closedAt: "2026-03-10T12:40:00.000Z" };
  const found = async (more: object) => (await admin.call(reports.list, { query: { ...march, ...more } })).tickets;
  expect(await found({})).toMatchObject([was]);
  expect(await found({ users: JSON.stringify([bia.userId]), queueIds: JSON.stringify([before]) })).toHaveLength(1);
  expect(await found({ users: JSON.stringify([admin.userId]) })).toEqual([]);
  expect(await found({ status: '["open"]' })).toEqual([]);
  const sheet = await readSheet(await admin.fetch("/api/ticketreport/export?dateFrom=2026-03-01&dateTo=2026-03-31"));
  expect(sheet.rows[0]!.slice(4, 7)).toEqual(["Vendas", "Resolvido", "Era isso"]);
});

test("every filter narrows the report alone and together with others", async () => {
  const { admin, connectionId } = await office();
  const second = await makeConnection(admin, "facebook");
  const bia = await someone({ colleagueOf: admin });
  const queueId = await makeQueue(admin);
  const began = "2026-03-10T12:00:00Z";
  const mine = await ticketOf(admin, connectionId, { name: "João", began, taken: began, userId: admin.userId });
  const hers = await ticketOf(admin, second, { began, taken: began, closed: began, rating: 0, userId: bia.userId });
  const waiting = await ticketOf(admin, connectionId, { began, queueId });
  const [row] = await inside(
    admin,
    (tx) => tx<{ c: number }[]>`select contact_id as c from app.tickets where id = ${mine}`,
  );
  const found = async (more: Record<string, unknown>) => {
    const query = { ...days("2026-03-10", "2026-03-10"), ...more };
    const page = await admin.call(reports.list, { query: query as never });
    expect(page.totalTickets.total).toBe(page.tickets.length);
    return page.tickets.map(({ id }) => id).sort((a, b) => a - b);
  };
  expect(await found({})).toEqual([mine, hers, waiting]);
  expect(await found({ searchParam: "joao" })).toEqual([mine]);
  expect(await found({ contactId: row!.c })).toEqual([mine]);
  expect(await found({ whatsappId: JSON.stringify([second]) })).toEqual([hers]);
  expect(await found({ users: JSON.stringify([admin.userId]) })).toEqual([mine]);
  expect(await found({ queueIds: JSON.stringify([queueId]) })).toEqual([waiting]);
  expect(await found({ queueIds: "[0]" })).toEqual([mine, hers]);
  expect(await found({ status: '["open","pending"]' })).toEqual([mine, waiting]);
  expect(await found({ onlyRated: "true" })).toEqual([hers]);
  expect(await found({ status: '["open"]', queueIds: JSON.stringify([queueId]) })).toEqual([]);
});

test("pages hold each row once, also when a client asks for them out of turn", async () => {
  const { admin, connectionId } = await office();
  // Three begin in the same microsecond.
  const began = ["2026-03-10T12:00:00Z", "2026-03-10T12:00:00Z", "2026-03-10T12:00:00Z", "2026-03-09T12:00:00Z"];
  const ids: number[] = [];
  for (const at of began) ids.push(await ticketOf(admin, connectionId, { began: at }));
  const page = async (n: number) =>
    (await admin.call(reports.list, { query: { ...days("2026-03-01", "2026-03-31"), page: n, pageSize: 2 } })).tickets
      .map((row) => row.id);
  const wanted = [ids[2], ids[1], ids[0], ids[3]];
  expect(await page(2)).toEqual(wanted.slice(2));
  expect([...await page(1), ...await page(2)]).toEqual(wanted);
  expect(await page(3)).toEqual([]);
});

test("a page of any size may be asked for", async () => {
  const { admin, connectionId } = await office();
  const id = await ticketOf(admin, connectionId, { began: "2026-03-10T12:00:00Z" });
  const query = { ...days("2026-03-01", "2026-03-31"), page: 1, pageSize: 999_999_999 };
  expect((await admin.call(reports.list, { query })).tickets).toMatchObject([{ id }]);
});

test("a plain user finds only tickets they see in the lists too", async () => {
  const { admin, connectionId } = await office();
  const [own, other] = [await makeQueue(admin), await makeQueue(admin)];
  const bia = await someone({ colleagueOf: admin, queueIds: [own], flags: { show_dashboard: true } });
  const began = "2026-03-10T12:00:00Z";
  const seen = await ticketOf(admin, connectionId, { began, queueId: own });
  await ticketOf(admin, connectionId, { began, queueId: other });
  const page = await bia.call(reports.list, { query: days("2026-03-10", "2026-03-10") });
  expect(page).toMatchObject({ tickets: [{ id: seen }], totalTickets: { total: 1 } });
  const sheet = await readSheet(await bia.fetch("/api/ticketreport/export?dateFrom=2026-03-10&dateTo=2026-03-10"));
  expect(sheet.rows).toHaveLength(1);
  await expect((await someone({ colleagueOf: admin })).call(reports.list)).rejects.toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
});

test("the workbook holds every row, with times of the company's clock and no formula", async () => {
  const { admin, connectionId } = await office();
  const began = "2026-03-10T12:00:00Z";
  for (const name of ["=1+1", "+55 11", "-2", "@SUM(A1)", "Ana & <Bia>", " =cmd"]) {
    await ticketOf(admin, connectionId, {
      name,
      began,
      taken: began,
      closed: "2026-03-10T15:00:00Z",
      userId: admin.userId,
    });
  }
  const answer = await admin.fetch("/api/ticketreport/export?dateFrom=2026-03-10&dateTo=2026-03-10");
  expect(answer.headers.get("content-disposition")).toContain("relatorio-de-atendimentos.xlsx");
  const { head, rows } = await readSheet(answer);
  expect(head).toEqual([
    "Id",
    "Conexão",
    "Contato",
    "Usuário",
    "Fila",
    "Status",
    "Última mensagem",
    "Abertura",
    "Fechamento",
    "Atendimento (min)",
    "NPS",
  ]);
  expect(rows.map((row) => row[2])).toEqual(["'=cmd", "Ana & <Bia>", "'@SUM(A1)", "'-2", "'+55 11", "'=1+1"]);
  expect(rows[0]!.slice(5)).toEqual(["Resolvido", "Oi", 46091.375, 46091.5, 180, ""]);
});

test("list and workbook mask a contact that is named by its number when the company hides numbers", async () => {
  const admin = await someone({ settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled" } });
  const connectionId = await makeConnection(admin, "facebook");
  const bia = await someone({ colleagueOf: admin, flags: { show_dashboard: true, all_tickets: true } });
  const { contactId } = await customerWrites(admin, { connectionId });
  await inside(
    admin,
    (tx) => tx`update app.contacts set name = '5511955550101', number = '5511955550101' where id = ${contactId}`,
  );
  expect((await bia.call(reports.list)).tickets).toMatchObject([{ contactName: "5511*******01" }]);
  expect((await admin.call(reports.list)).tickets).toMatchObject([{ contactName: "5511955550101" }]);
  const { rows } = await readSheet(await bia.fetch("/api/ticketreport/export"));
  expect(rows[0]![2]).toBe("5511*******01");
});
