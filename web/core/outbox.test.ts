import fc from "fast-check";
import { expect, test } from "vitest";
import { type Engine, type News, sendDue } from "./outbox/engine.ts";
import {
  type Answered,
  backoff,
  due,
  failed,
  groundless,
  nextLook,
  retractable,
  takenBy,
  upgraded,
  worthRetrying,
} from "./outbox/plan.ts";
import type { OutboxRow } from "./store/outbox-row.ts";
import { memoryStorage } from "./outbox/storage.ts";
import { answered, requestOf } from "./outbox/wire.ts";

const row = (id: string, ticketId: number, change: Partial<OutboxRow> = {}): OutboxRow => ({
  id,
  seq: id.charCodeAt(0),
  ticketId,
  kind: "message",
  call: { method: "POST", path: `/messages/${ticketId}`, body: { body: id } },
  blobs: [],
  about: {},
  createdAt: 0,
  tries: 0,
  nextAt: 0,
  state: "waiting",
  maybeSent: false,
  reason: null,
  progress: 0,
  ...change,
});
const ids = (rows: readonly OutboxRow[]) => rows.map(({ id }) => id);
const lost: Answered = { status: 0, code: "ERR_UNREACHABLE" };

test("a conversation's rows are sent one after the other, three conversations at once", () => {
  const rows = [row("b", 1), row("a", 1), row("c", 2), row("d", 3), row("e", 4)];
  expect(ids(due(rows, 0))).toEqual(["a", "c", "d"]);
  expect(ids(due([row("a", 1, { state: "sending" }), row("b", 1), row("c", 2)], 0))).toEqual(["c"]);
  expect(ids(due(rows, 0, new Set([1, 2])))).toEqual(["d"]);
});

test("a waiting row holds back the later ones of its conversation, a refused one does not", () => {
  expect(ids(due([row("a", 1, { nextAt: 50 }), row("b", 1)], 10))).toEqual([]);
  expect(ids(due([row("a", 1, { state: "refused" }), row("b", 1)], 10))).toEqual(["b"]);
});

test("rows keep the device's order, and go out at once when its clock was set back", () => {
  const rows = [row("z", 1, { seq: 1, createdAt: 9e9 }), row("a", 1, { seq: 2, createdAt: 1 })];
  expect(ids(due(rows, 0))).toEqual(["z"]);
  const day = 24 * 3600_000;
  expect(ids(due([row("a", 1, { nextAt: day + 1000 })], 0))).toEqual(["a"]);
  expect(nextLook([row("a", 1, { nextAt: day })], 0)).toBe(0);
});

test("waits grow from one second to a minute, and last as long as the server asks", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(backoff)).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1000));
  expect(nextLook([row("a", 1, { nextAt: 500 }), row("b", 2, { nextAt: 300 })], 100)).toBe(200);
  expect(nextLook([row("a", 1, { state: "refused" })], 0)).toBeUndefined();
  const asked = { status: 429, code: "ERR_TOO_MANY_REQUESTS", retryAfter: 30_000 };
  expect(failed(row("a", 1), asked, 0).nextAt).toBe(30_000);
});

test("a row waits when network, server, session or an old app is at fault, and is kept with its reason when the server refuses it", () => {
  for (const status of [0, 401, 402, 426, 429, 500, 503]) expect(worthRetrying({ status, code: "ERR" })).toBe(true);
  for (const code of ["ERR_SESSION_EXPIRED", "ERR_SECOND_FACTOR_DUE"]) {
    expect(worthRetrying({ status: 403, code })).toBe(true);
  }
  expect(failed(row("a", 1), lost, 100)).toMatchObject({ state: "waiting", tries: 1, nextAt: 1100, maybeSent: true });
  expect(failed(row("a", 1), { status: 409, code: "ERR_TICKET_NOT_OPEN" }, 100)).toMatchObject({
    state: "refused",
    reason: "ERR_TICKET_NOT_OPEN",
  });
});

test("a row is neither done nor refused when a portal's page answers", async () => {
  const portal = await answered(new Response("<html>sign in</html>", { status: 200 }));
  const proxy = await answered(new Response("<html>no</html>", { status: 403 }));
  for (const answer of [portal, proxy]) {
    expect(worthRetrying(answer)).toBe(true);
    expect(failed(row("a", 1), answer, 0)).toMatchObject({ state: "waiting", maybeSent: true });
  }
  expect(await answered(Response.json({ id: 1 }))).toMatchObject({ code: "ok" });
});

test("a row can be taken back only when it has certainly not reached the server", () => {
  expect(retractable(row("a", 1))).toBe(true);
  expect(retractable(failed(row("a", 1), lost, 0))).toBe(false);
  expect(retractable(failed(row("a", 1), { status: 429, code: "ERR_TOO_MANY_REQUESTS" }, 0))).toBe(true);
  expect(retractable(row("a", 1, { state: "refused" }))).toBe(true);
});

test("an accept of a colleague's ticket is refused with their name, together with the later rows of that ticket", () => {
  const take = row("a", 1, { kind: "accept", call: { method: "PUT", path: "/tickets/1", body: { userId: 7 } } });
  expect(takenBy(take, { userId: 7 })).toBeNull();
  const found = takenBy(take, { userId: 8, uuid: "u", user: { name: "Ana" }, queue: { name: "Vendas" } })!;
  expect(found).toEqual({ uuid: "u", user: "Ana", queue: "Vendas" });
  const refused = failed(take, { status: 409, code: "ERR_OTHER_OPEN_TICKET" }, 0, found);
  const later = [row("b", 1), row("c", 2), row("d", 1, { kind: "edit" }), row("e", 1, { kind: "close" })];
  expect(ids(groundless(refused, [refused, ...later]))).toEqual(["b", "e"]);
});

test("a text written after taking over a reserved ticket is not sent when a colleague had it by then", () => {
  const take = row("a", 1, { kind: "takeOver", call: { method: "PUT", path: "/tickets/1", body: { userId: 7 } } });
  const refused = failed(take, { status: 409, code: "ERR_OTHER_OPEN_TICKET" }, 0);
  expect(ids(groundless(refused, [refused, row("b", 1), row("c", 2)]))).toEqual(["b"]);
});

test("rows of the first version keep their key and their request", async () => {
  const blob = new Blob(["x"], { type: "image/png" });
  const { row: next, files } = upgraded({
    id: "k",
    ticketId: 5,
    payload: { body: "oi", isPrivate: false },
    blobs: [{ name: "a.png", type: "image/png", blob }],
    createdAt: 1,
    tries: 0,
    state: "sending",
    reason: null,
  }, 3);
  expect(next).toMatchObject({ id: "k", seq: 3, state: "waiting", maybeSent: true, kind: "message" });
  expect(files).toEqual([["k:0", blob]]);
  const request = requestOf(next, [new File([blob], "a.png")], undefined, "http://x");
  expect(request.url).toBe("http://x/api/messages/5");
  expect(request.headers.get("idempotency-key")).toBe("k");
  const form = await request.formData();
  expect([form.get("body"), form.get("isPrivate"), (form.get("medias") as File).name]).toEqual([
    "oi",
    "false",
    "a.png",
  ]);
});

/** A server that keeps one effect per key, and a network that loses requests and answers. */
function rig(fate: () => "ok" | "lost" | "late" | "busy", refuses: (id: string) => boolean = () => false) {
  const storage = memoryStorage();
  const effects: OutboxRow[] = [];
  const news: News[] = [];
  let now = 0;
  const engine: Engine = {
    storage,
    now: () => now,
    tell: (item) => news.push(item),
    stirred: () => new Promise(() => {}),
    send: (sent) => {
      const what = fate();
      if (what === "busy") return Promise.resolve({ status: 503, code: "ERR_NOT_READY" });
      if (what === "lost") return Promise.resolve(lost);
      if (refuses(sent.id)) return Promise.resolve({ status: 409, code: "ERR_TICKET_NOT_OPEN" });
      if (!effects.some(({ id }) => id === sent.id)) effects.push(sent);
      return Promise.resolve(what === "late" ? lost : { status: 200, code: "ok", body: { id: 1 } });
    },
  };
  return { storage, effects, news, engine, wait: (ms: number) => now += ms };
}
const owners = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 12 });
const key = (index: number) => String(index).padStart(3, "0");

test("each conversation arrives once and in order, and no row is dropped silently, when anything fails on the way", async () => {
  const fates = fc.infiniteStream(fc.constantFrom("ok" as const, "lost" as const, "late" as const, "busy" as const));
  await fc.assert(
    fc.asyncProperty(owners, fates, fc.array(fc.nat(11)), async (tickets, luck, bad) => {
      let step = 0;
      const refused = new Set(bad.map(key));
      const { storage, effects, engine, wait } = rig(
        () => step > 40 ? "ok" : luck.next().value,
        (id) => refused.has(id),
      );
      for (const [index, ticketId] of tickets.entries()) await storage.add(row(key(index), ticketId), []);
      for (; step < 60; step++) {
        await sendDue(engine);
        wait(61_000);
      }
      const left = await storage.all();
      expect(left.every(({ state, reason }) => state === "refused" && reason === "ERR_TICKET_NOT_OPEN")).toBe(true);
      expect([...ids(left), ...ids(effects)].sort()).toEqual(tickets.map((_, index) => key(index)));
      for (const ticketId of new Set(tickets)) {
        const order = ids(effects.filter((entry) => entry.ticketId === ticketId));
        expect(order).toEqual([...order].sort());
      }
    }),
    { numRuns: 60 },
  );
});

test("a row is sent again, and can no longer be taken back, when the browser was killed while sending it", async () => {
  const { storage, engine, effects } = rig(() => "lost");
  await storage.add(row("a", 1), []);
  await storage.change("a", (old) => ({ ...old, state: "sending" }));
  expect((await sendDue(engine)).left).toBe(1000);
  const [left] = await storage.all();
  expect(left).toMatchObject({ state: "waiting", maybeSent: true, tries: 1 });
  expect(effects).toEqual([]);
});

test("a row is not sent again when the person gave it up while its sender was gone or failing", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  await storage.add(row("a", 1), []);
  await storage.change("a", (old) => ({ ...old, state: "sending", unwanted: true }));
  await sendDue(engine);
  expect([await storage.all(), effects]).toEqual([[], []]);
  await storage.add(row("b", 1), []);
  engine.send = async () => {
    await storage.change("b", (old) => ({ ...old, unwanted: true }));
    return lost;
  };
  await sendDue(engine);
  expect(await storage.all()).toEqual([]);
});

test("a row is not sent when it was taken back before its claim", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  await storage.add(row("a", 1), []);
  const all = storage.all;
  let reads = 0;
  storage.all = async () => {
    const rows = await all();
    // The person takes it back between the reading and the claim.
    if (++reads === 2) await storage.change("a", () => null);
    return rows;
  };
  await sendDue(engine);
  expect(effects).toEqual([]);
});

test("the answer is announced before the row is deleted, so that the message does not flicker", async () => {
  const { storage, engine, news } = rig(() => "ok");
  await storage.add(row("a", 1), []);
  let seen = -1;
  engine.tell = async (item) => {
    news.push(item);
    if (item.kind === "done") seen = (await storage.all()).length;
  };
  await sendDue(engine);
  expect(seen).toBe(1);
  expect(await storage.all()).toEqual([]);
});

test("an ended session stops all rows and loses none, and a hurry sends the waiting ones", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  let over = true;
  const send = engine.send;
  engine.send = (...given) => over ? Promise.resolve({ status: 401, code: "ERR_INVALID_TOKEN" }) : send(...given);
  for (const id of ["a", "b", "c", "d", "e"]) await storage.add(row(id, id.charCodeAt(0)), []);
  const flushed = await sendDue(engine);
  expect(flushed.ended).toBe(true);
  expect(await storage.all()).toHaveLength(5);
  over = false;
  expect((await sendDue(engine)).left).toBe(1000);
  await sendDue(engine, true);
  expect(ids(effects)).toHaveLength(5);
});

test("a row that failed many times without a network is tried again after a second when its first try fails after the network is back", async () => {
  const { storage, engine } = rig(() => "ok");
  engine.send = () => Promise.resolve(lost);
  await storage.add(row("a", 1, { tries: 6, nextAt: 32_000, reason: "ERR_UNREACHABLE" }), []);
  expect((await sendDue(engine, true)).left).toBe(1000);
});

test("a row whose page died while sending it counts its tries anew when the network is back", async () => {
  const { storage, engine } = rig(() => "ok");
  engine.send = () => Promise.resolve(lost);
  await storage.add(row("a", 1, { state: "sending", tries: 6 }), []);
  expect((await sendDue(engine, true)).left).toBe(1000);
  expect(await storage.all()).toMatchObject([{ maybeSent: true }]);
});

test("a row of a server that is overloaded keeps its wait when the network is back", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  await storage.add(row("a", 1, { tries: 6, nextAt: 32_000, reason: "ERR_TOO_MANY_REQUESTS" }), []);
  expect((await sendDue(engine, true)).left).toBe(32_000);
  expect(effects).toEqual([]);
  expect(await storage.all()).toMatchObject([{ tries: 6 }]);
});

test("hundreds of successful rows are read a few times, not once for each", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  await storage.addAll(Array.from({ length: 300 }, (_, n) => row(key(n), n)));
  let reads = 0;
  const all = storage.all;
  storage.all = () => (reads++, all());
  await sendDue(engine);
  expect(effects).toHaveLength(300);
  expect(reads).toBeLessThan(10);
});

test("a row is sent in the same run when it was added while rows were read", async () => {
  const { storage, engine, effects } = rig(() => "ok");
  await storage.add(row("a", 1), []);
  let stir = () => {};
  engine.stirred = () => new Promise((resolve) => stir = resolve);
  const send = engine.send;
  engine.send = async (...given) => {
    if (given[0].id === "a") {
      await storage.add(row("b", 2), []);
      stir();
    }
    return await send(...given);
  };
  await sendDue(engine);
  expect(ids(effects)).toEqual(["a", "b"]);
});

test("the outbox takes back a row that never left, and not one that may have arrived", () => {
  const sending = row("a", 1, { state: "sending" });
  expect(retractable(failed(sending, { ...lost, unsent: true }, 0))).toBe(true);
  expect(retractable(failed(sending, lost, 0))).toBe(false);
  expect(retractable(failed({ ...sending, maybeSent: true }, { ...lost, unsent: true }, 0))).toBe(false);
});
