import { describe, expect, inject, test } from "vitest";
import { startListener } from "../../../db/listen.ts";
import { withTenant } from "../../../db/tenant.ts";
import { whoIs } from "../access/auth.ts";
import { Stream } from "./stream.ts";
import { makeQueue, type Person, someone } from "../testing/api.ts";
import { has, readFrames as read } from "../testing/stream.ts";

/** Writes events that an audience sees; answers the head afterwards. */
async function write(person: Person, count: number, audience = ["company"]): Promise<number> {
  await withTenant({ companyId: person.companyId }, (tx) => {
    for (let n = 0; n < count; n++) tx.events.push({ name: "test", audience, except: null, payload: { n } });
    return Promise.resolve();
  });
  const [row] = await withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ seq: number }[]>`select seq from app.event_heads`,
  );
  return row!.seq;
}
const EPOCH = "0000beef";

describe("a client that was away", () => {
  test("with no more missed than it asked for gets them, in order", async () => {
    const person = await someone();
    const from = await write(person, 1);
    await write(person, 5);
    const { frames } = await read(person, { cursor: `${EPOCH}.${from}`, query: "?max=5" }, has("test", 5));
    expect(frames.filter((f) => f.name === "test").map((f) => f.data.n)).toEqual([0, 1, 2, 3, 4]);
    expect(frames.some((f) => f.name === "reset")).toBe(false);
  });

  test("with one more gets one reset at the head, and nothing of what it missed", async () => {
    const person = await someone();
    const from = await write(person, 1);
    const head = await write(person, 6);
    const { frames } = await read(person, { cursor: `${EPOCH}.${from}`, query: "?max=5" }, has("reset"));
    expect(frames.map((f) => [f.name, f.id])).toEqual([["hello", `${EPOCH}.${head}`], ["reset", `${EPOCH}.${head}`]]);
    const again = await read(person, { cursor: frames.at(-1)!.id!, query: "?max=5" }, has("hello"));
    expect(again.frames.map((f) => f.name)).toEqual(["hello"]);
  });

  test.each([["from memory", 30], ["from the log", 1_500]])(
    "changes that only others see do not count, %s",
    async (_, others) => {
      const admin = await someone();
      const queueId = await makeQueue(admin);
      const member = await someone({ colleagueOf: admin, queueIds: [queueId] });
      const from = await write(admin, 1);
      // Somebody listens, so that the newest are in memory.
      const stop = new AbortController();
      const { body } = await admin.fetch("/api/events", { signal: stop.signal });
      const before = await body!.getReader().read();
      expect(before.done).toBe(false);
      await write(member, 3, [`queue:${queueId}`]);
      await write(admin, others, ["admin"]);
      const cursor = `${EPOCH}.${from}`;
      // All of it: from here on the newest are in memory, and the head is known.
      expect((await read(admin, { cursor }, has("test", others))).frames.some((f) => f.name === "reset")).toBe(false);
      const mine = await read(member, { cursor, query: "?max=3" }, has("test", 3));
      expect(mine.frames.map((f) => f.name)).toEqual(["hello", "test", "test", "test"]);
      const fewer = await read(member, { cursor, query: "?max=2" }, has("reset"));
      expect(fewer.frames.map((f) => f.name)).toEqual(["hello", "reset"]);
      expect((await read(admin, { cursor, query: "?max=29" }, has("reset"))).frames.map((f) => f.name)).toEqual([
        "hello",
        "reset",
      ]);
      stop.abort();
    },
  );

  test("0 wants a reset for anything; what is no number is refused, what is too large is the server's own", async () => {
    const person = await someone();
    const from = await write(person, 1);
    await write(person, 1);
    const cursor = `${EPOCH}.${from}`;
    expect((await read(person, { cursor, query: "?max=0" }, has("reset"))).frames.at(-1)!.name).toBe("reset");
    expect((await read(person, { cursor, query: "?max=999999" }, has("test"))).frames.at(-1)!.name).toBe("test");
    for (const max of ["x", "-1", "1.5", "", "1e3", "9999999"]) {
      expect(await read(person, { cursor, query: `?max=${max}` }, has("hello")), max).toMatchObject({
        status: 400,
        body: { error: "ERR_VALIDATION" },
      });
    }
  });

  test("is told by the first frame how far behind it is", async () => {
    const person = await someone();
    const from = await write(person, 1);
    const head = await write(person, 4);
    const { frames } = await read(person, { cursor: `${EPOCH}.${from}` }, has("test", 4));
    expect(frames[0]).toEqual({ name: "hello", id: `${EPOCH}.${from}`, data: { head } });
  });
});

test("a heartbeat carries the head, so that a client can tell that it is behind", async () => {
  const person = await someone();
  const head = await write(person, 3);
  const listener = startListener(inject("databaseUrl"));
  const stream = new Stream(listener, EPOCH, 20);
  const access = {
    sub: String(person.userId),
    cid: person.companyId,
    sid: person.sessionId,
    exp: Date.now() / 1000 + 60,
  };
  const body = await stream.open(await whoIs(access), access.exp, null);
  let text = "";
  for await (const bytes of body) if ((text += new TextDecoder().decode(bytes)).includes("heartbeat")) break;
  stream.stop();
  await listener.stop();
  expect(text).toContain(`event: heartbeat\nid: ${EPOCH}.${head}\ndata: {"head":${head}}\n\n`);
});
