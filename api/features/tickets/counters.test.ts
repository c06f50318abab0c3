import { expect, test } from "vitest";
import { withTenant } from "../../../db/tenant.ts";
import { someone } from "../../core/testing/api.ts";
import { addHalfHour, moveCounters, type Place, writeSums } from "./counters.ts";

const place = (status: string, unread = 0): Place => ({ status, queueId: 7, userId: null, isGroup: false, unread });
const owner = { queueId: 7, userId: 3 };

async function office() {
  const { companyId } = await someone();
  return {
    within: <T>(work: Parameters<typeof withTenant<T>>[1]) => withTenant({ companyId }, work),
    sums: () =>
      withTenant({ companyId }, (tx) =>
        Promise.all([
          tx`select status, tickets, unread from app.ticket_counters order by status`,
          tx`select opened, closed, sent, support_s from app.half_hours`,
        ])),
  };
}

test("a transaction adds up its counts and writes them once", async () => {
  const o = await office();
  await o.within((tx) => {
    moveCounters(tx, null, place("pending", 2));
    addHalfHour(tx, owner, { opened: 1 });
    moveCounters(tx, place("pending", 2), place("open", 1));
    addHalfHour(tx, owner, { sent: 2, supportS: 60 });
    return Promise.resolve();
  });
  expect((await o.sums()).map((rows) => [...rows])).toEqual([
    [{ status: "open", tickets: 1, unread: 1 }],
    [{ opened: 1, closed: 0, sent: 2, support_s: 60 }],
  ]);
});

test("a transaction that fails counts nothing", async () => {
  const o = await office();
  const failing = o.within((tx) => {
    moveCounters(tx, null, place("open"));
    return Promise.reject(new Error("no"));
  });
  await expect(failing).rejects.toThrow("no");
  expect((await o.sums()).map((rows) => rows.length)).toEqual([0, 0]);
});

test("a transaction writes its pending counts before a statement reads counters, and counts nothing twice", async () => {
  const o = await office();
  const seen = await o.within(async (tx) => {
    moveCounters(tx, null, place("open"));
    await writeSums(tx);
    return [...await tx`select tickets from app.ticket_counters`];
  });
  expect(seen).toEqual([{ tickets: 1 }]);
  expect((await o.sums())[0].map((row) => row.tickets)).toEqual([1]);
});

test("transactions do not deadlock when they count the same things in different orders", async () => {
  const o = await office();
  let met = 0;
  const meet = async () => {
    met++;
    while (met < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await Promise.all([
    o.within(async (tx) => {
      moveCounters(tx, null, place("open"));
      await meet();
      addHalfHour(tx, owner, { opened: 1 });
    }),
    o.within(async (tx) => {
      addHalfHour(tx, owner, { closed: 1 });
      await meet();
      moveCounters(tx, null, place("open"));
    }),
  ]);
  expect((await o.sums()).map((rows) => [...rows])).toMatchObject([[{ tickets: 2 }], [{ opened: 1, closed: 1 }]]);
});
