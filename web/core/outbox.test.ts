import fc from "fast-check";
import { expect, test } from "vitest";
import { backoff, due, failed, nextLook, type OutboxRow, worthRetrying } from "./outbox-plan.ts";

const row = (id: string, ticketId: number, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  ticketId,
  kind: "message",
  payload: {},
  blobs: [],
  createdAt: 0,
  tries: 0,
  nextAt: 0,
  state: "waiting",
  reason: null,
  progress: 0,
  ...change,
});
const ids = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);

test("a conversation's messages go one after the other, three conversations at once", () => {
  const rows = [row("b", 1), row("a", 1), row("c", 2), row("d", 3), row("e", 4)];
  expect(ids(due(rows, 0))).toEqual(["a", "c", "d"]);
  expect(ids(due([row("a", 1, { state: "sending" }), row("b", 1), row("c", 2)], 0))).toEqual(["c"]);
});

test("a waiting message holds back the later ones of its conversation, a refused one does not", () => {
  expect(ids(due([row("a", 1, { nextAt: 50 }), row("b", 1)], 10))).toEqual([]);
  expect(ids(due([row("a", 1, { state: "refused" }), row("b", 1)], 10))).toEqual(["b"]);
});

test("waits grow from one second to a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(backoff)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000));
  expect(nextLook([row("a", 1, { nextAt: 500 }), row("b", 2, { nextAt: 300 })], 100)).toBe(200);
  expect(nextLook([row("a", 1, { state: "refused" })], 0)).toBeUndefined();
});

test("network, server and session are tried again; what the server refuses is kept with its reason", () => {
  for (const status of [0, 401, 429, 500, 503]) expect(worthRetrying(status, "")).toBe(true);
  expect(worthRetrying(403, "ERR_SESSION_EXPIRED")).toBe(true);
  expect(failed(row("a", 1), 0, "ERR_UNREACHABLE", 100)).toMatchObject({ state: "waiting", tries: 1, nextAt: 1100 });
  expect(failed(row("a", 1), 409, "ERR_TICKET_NOT_OPEN", 100)).toMatchObject({
    state: "refused",
    reason: "ERR_TICKET_NOT_OPEN",
  });
});

test("whatever fails on the way, each conversation arrives once and in order", () => {
  const tickets = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(tickets, fc.infiniteStream(fc.constantFrom("ok", "lost", "late")), (owners, fates) => {
    let rows = owners.map((ticketId, index) => row(String(index).padStart(3, "0"), ticketId));
    const arrived: OutboxRow[] = [];
    for (let now = 0, step = 0; rows.length > 0 && step < 2000; step++, now += 1000) {
      for (const next of due(rows, now)) {
        const fate = step > 60 ? "ok" : fates.next().value;
        // `late`: the server has it, the answer was lost; the same key makes the second try the same message.
        if (fate !== "lost" && !arrived.some(({ id }) => id === next.id)) arrived.push(next);
        rows = fate === "ok"
          ? rows.filter(({ id }) => id !== next.id)
          : rows.map((old) => old.id === next.id ? failed(next, 0, "ERR_UNREACHABLE", now) : old);
      }
    }
    expect(rows).toEqual([]);
    expect(arrived).toHaveLength(owners.length);
    for (const ticketId of new Set(owners)) {
      const order = ids(arrived.filter((entry) => entry.ticketId === ticketId));
      expect(order).toEqual([...order].sort());
    }
  }));
});
