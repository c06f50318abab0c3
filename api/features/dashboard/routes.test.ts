import { expect, test } from "vitest";
import type { Call } from "../../contract/endpoint.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { tickets } from "../tickets/contract.ts";
import { moveCounters } from "../tickets/counters.ts";
import { lock } from "../tickets/queries.ts";
import { dashboard } from "./contract.ts";

test("counters follow what happened to the tickets of the range", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const made = [];
  for (let i = 0; i < 3; i++) made.push(await customerWrites(admin, { connectionId, from: `p${i}` }));
  await admin.call(tickets.update, { params: { id: made[0]!.ticketId }, body: { status: "open" } });
  await admin.call(tickets.update, { params: { id: made[1]!.ticketId }, body: { status: "open" } });
  await admin.call(tickets.update, { params: { id: made[1]!.ticketId }, body: { status: "closed" } });
  const { counters, attendants } = await admin.call(dashboard.show, { query: { days: 30 } });
  expect(counters).toMatchObject({
    tickets: 3,
    supportHappening: 1,
    supportPending: 1,
    supportFinished: 1,
    leads: 3,
    passiveTickets: 3,
    withRating: 0,
    npsScore: 0,
  });
  expect(attendants).toMatchObject([{ id: admin.userId, tickets: 2 }]);
});

const inside = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);
/** Rounds of one ticket each, at these instants; São Paulo is three hours behind UTC. */
async function office(
  rounds: { began: string; taken?: string; closed?: string; rating?: number; userId?: number; queueId?: number }[],
) {
  const admin = await someone();
  await asPlatform((tx) => tx`update app.companies set timezone = 'America/Sao_Paulo' where id = ${admin.companyId}`);
  const connectionId = await makeConnection(admin, "facebook");
  for (const round of rounds) {
    const { ticketId } = await customerWrites(admin, { connectionId });
    await inside(admin, async (tx) => {
      await tx`update app.ticket_rounds set created_at = ${round.began}::text::timestamptz, started_at = ${
        round.taken ?? null
      }::text::timestamptz, finished_at = ${round.closed ?? null}::text::timestamptz, rating = ${
        round.rating ?? null
      }, user_id = ${round.userId ?? admin.userId} where ticket_id = ${ticketId}`;
      await tx`update app.tickets set status = ${round.closed ? "closed" : "open"}, queue_id = ${
        round.queueId ?? null
      } where id = ${ticketId}`;
    });
  }
  return admin;
}
const march = { date_from: "2026-03-10", date_to: "2026-03-11" };

test("rounds, times and ratings are those of the company's days, counted by hand", async () => {
  const admin = await office([
    { began: "2026-03-10T02:59:59Z", taken: "2026-03-10T03:30:00Z", closed: "2026-03-10T04:00:00Z", rating: 1 },
    { began: "2026-03-10T03:00:00Z", taken: "2026-03-10T03:10:00Z", closed: "2026-03-10T03:40:00Z", rating: 10 },
    { began: "2026-03-10T12:00:00Z", taken: "2026-03-10T12:20:00Z", closed: "2026-03-10T13:20:00Z", rating: 7 },
    { began: "2026-03-11T12:00:00Z", taken: "2026-03-11T12:00:00Z", closed: "2026-03-11T12:30:00Z", rating: 6 },
    { began: "2026-03-12T02:59:59Z", closed: "2026-03-12T02:59:59Z" },
    { began: "2026-03-12T03:00:00Z", rating: 1 },
  ]);
  const { counters, attendants } = await admin.call(dashboard.show, { query: march });
  // Four rounds; waits of 10 and 20 minutes (taken at once is no wait); supports of 30, 60 and 30.
  expect(counters).toMatchObject({ tickets: 4, supportFinished: 4, avgWaitTime: 15, avgSupportTime: 40 });
  expect(counters).toMatchObject({ withRating: 3, withoutRating: 1, percRating: 75 });
  // One promoter, one passive, one detractor.
  expect(counters).toMatchObject({
    npsPromotersPerc: 33.3,
    npsPassivePerc: 33.3,
    npsDetractorsPerc: 33.3,
    npsScore: 0,
  });
  expect(attendants).toMatchObject([{ tickets: 4, rating: 7.7, countRating: 3 }]);
  const range = { initialDate: march.date_from, finalDate: "2026-03-12" };
  expect(await admin.call(dashboard.ticketsDay, { query: range })).toEqual({
    count: 5,
    data: [{ day: "2026-03-10", total: 2 }, { day: "2026-03-11", total: 2 }, { day: "2026-03-12", total: 1 }],
  });
  expect((await admin.call(dashboard.ticketsUsers, { query: range })).data).toMatchObject([
    { id: admin.userId, quantity: 5 },
  ]);
});

test("a customer who is asked for a rating is counted once, however many rounds they had", async () => {
  const admin = await office([
    { began: "2026-03-10T12:00:00Z", taken: "2026-03-10T12:20:00Z", closed: "2026-03-10T13:20:00Z" },
  ]);
  await inside(admin, async (tx) => {
    await tx`update app.tickets set status = 'nps'`;
    await tx`insert into app.ticket_rounds (ticket_id, contact_id, by_customer, created_at, started_at, finished_at)
      select ticket_id, contact_id, true, created_at + interval '1 day', started_at + interval '1 day', finished_at + interval '1 day' from app.ticket_rounds`;
  });
  const { counters } = await admin.call(dashboard.show, { query: march });
  expect(counters).toMatchObject({ tickets: 2, waitRating: 1, withRating: 0, supportFinished: 0 });
});

test("a customer who is asked for consent waits, in the counters and in the panel", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const { ticketId } = await customerWrites(admin, { connectionId });
  await inside(admin, async (tx) => {
    const before = (await lock(tx, ticketId))!;
    await tx`update app.tickets set status = 'lgpd' where id = ${ticketId}`;
    moveCounters(tx, before, { ...before, status: "lgpd" });
  });
  expect((await admin.call(dashboard.show)).counters).toMatchObject({ supportPending: 1 });
  expect((await admin.call(dashboard.moments)).map(({ id }) => id)).toEqual([ticketId]);
  expect((await admin.call(dashboard.ticketsMoved, { query: { status: "pending" } })).map(({ id }) => id)).toEqual([
    ticketId,
  ]);
});

test("somebody is online on the dashboard as long as among the people", async () => {
  const admin = await someone();
  for (const [away, online] of [["5 minutes 10 seconds", true], ["5 minutes 30 seconds", false]] as const) {
    await inside(
      admin,
      (tx) => tx`update app.users set seen_at = now() - ${away}::text::interval where id = ${admin.userId}`,
    );
    const { attendants } = await admin.call(dashboard.show);
    expect(attendants.find(({ id }) => id === admin.userId)).toMatchObject({ online });
  }
});

test("messages are counted from the half hours", async () => {
  const admin = await office([]);
  const connectionId = await makeConnection(admin, "facebook");
  for (let i = 0; i < 3; i++) await customerWrites(admin, { connectionId, from: "one" });
  expect(await admin.call(dashboard.messagesAll, { query: { fromMe: "false" } })).toEqual({ count: 3 });
  expect(await admin.call(dashboard.messagesAll, { query: { fromMe: "true" } })).toEqual({ count: 0 });
  expect(await admin.call(dashboard.messagesAll, { query: { dateEnd: "2026-01-01", dateStart: "2026-01-01" } }))
    .toEqual({ count: 0 });
});

test("a plain user gets the numbers of the tickets they see", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const queueId = await makeQueue(admin);
  const seen = await customerWrites(admin, { connectionId });
  await customerWrites(admin, { connectionId });
  await admin.call(tickets.update, { params: { id: seen.ticketId }, body: { status: "open", queueId } });
  const bia = await someone({
    colleagueOf: admin,
    queueIds: [queueId],
    flags: { show_dashboard: true, allow_live: true },
  });
  const { counters, attendants } = await bia.call(dashboard.show);
  expect(counters).toMatchObject({ tickets: 1, supportHappening: 1, supportPending: 0, leads: 1 });
  expect(attendants.find(({ id }) => id === admin.userId)).toMatchObject({ tickets: 1 });
  expect((await bia.call(dashboard.ticketsDay)).count).toBe(1);
  expect(await bia.call(dashboard.moments)).toMatchObject([{ id: seen.ticketId }]);
  expect(await admin.call(dashboard.moments)).toHaveLength(2);
  expect(await admin.call(dashboard.moments, { query: { queueIds: JSON.stringify([queueId]) } })).toHaveLength(1);
});

test("a plain user needs showDashboard, and for the live panel either right of the Management menu", async () => {
  const admin = await someone();
  const plain = await someone({ colleagueOf: admin, flags: { allow_live: true } });
  await expect(plain.call(dashboard.show)).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
  expect(await plain.call(dashboard.moments)).toEqual([]);
  const may = await someone({ colleagueOf: admin, flags: { show_dashboard: true } });
  expect((await may.call(dashboard.show)).counters.tickets).toBe(0);
  expect(await may.call(dashboard.moments)).toEqual([]);
  await expect((await someone({ colleagueOf: admin })).call(dashboard.moments)).rejects.toMatchObject({
    code: "ERR_NO_PERMISSION",
  });
});

test("tickets by when they last moved: thirty days back, one status, one person, one's own", async () => {
  const admin = await someone();
  const bia = await someone({ colleagueOf: admin });
  const connectionId = await makeConnection(admin, "facebook");
  const [old, mine, hers, waiting] = [
    await customerWrites(admin, { connectionId, from: "a" }),
    await customerWrites(admin, { connectionId, from: "b" }),
    await customerWrites(admin, { connectionId, from: "c" }),
    await customerWrites(admin, { connectionId, from: "d" }),
  ];
  const open = (ticketId: number, userId: number) =>
    admin.call(tickets.update, { params: { id: ticketId }, body: { status: "open", userId } });
  await open(mine.ticketId, admin.userId);
  await open(hers.ticketId, bia.userId);
  await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`update app.tickets set updated_at = now() - interval '32 days' where id = ${old.ticketId}`,
  );
  const ids = async (query: Call<typeof dashboard.ticketsMoved>["query"] = {}) =>
    (await admin.call(dashboard.ticketsMoved, { query })).map(({ id }) => id).sort();
  expect(await ids()).toEqual([mine, hers, waiting].map(({ ticketId }) => ticketId).sort());
  expect(await ids({ dateStart: "2020-01-01" })).toContain(old.ticketId);
  expect(await ids({ dateEnd: "2020-01-01" })).toEqual([]);
  expect(await ids({ status: "pending" })).toEqual([waiting.ticketId]);
  expect(await ids({ userId: bia.userId })).toEqual([hers.ticketId]);
  expect(await ids({ showAll: "false" })).toEqual([mine, waiting].map(({ ticketId }) => ticketId).sort());
  await expect(bia.call(dashboard.ticketsMoved)).rejects.toMatchObject({ code: "ERR_NO_PERMISSION" });
});
