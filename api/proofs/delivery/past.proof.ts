// The import of old messages beside an office at work: its speed, the delay of live messages meanwhile, and that a worker killed
// in the middle neither loses nor doubles one.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MessageEvent } from "../../../channels/sdk/mod.ts";
import { apiLogin } from "../../../db/migrate.ts";
import { connectDatabase, disconnectDatabase, withTenant } from "../../../db/tenant.ts";
import { collectPast } from "../../channels/past/past.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { openWorld, pause, SECRET, size, until, type World } from "../harness.ts";
import { accountOf, openOffice, type Worker } from "../harness-office.ts";

const AMOUNT = size(5_000, 100_000);
const CHATS = AMOUNT / 25;
const LIVE_EVERY_MS = 100;
const DAY = 864e5;

let here: World;
let admin: Worker;
let queueId = 0;
beforeAll(async () => {
  here = await openWorld(["api,channels", "worker"]);
  ({ admin } = await openOffice(here));
  setSecret(SECRET);
  connectDatabase({ owner: here.url, api: apiLogin(here.url, SECRET).url }, { api: 4, owner: 2 });
  [{ id: queueId }] = await here.sql<[{ id: number }]>`
    insert into app.queues (company_id, name, color) values (${admin.companyId}, 'Antigas', '#123456') returning id`;
}, 180_000);
afterAll(async () => {
  await disconnectDatabase(1);
  await here?.close();
});

async function wishing(): Promise<number> {
  const [row] = await here.sql<[{ id: number }]>`
    insert into app.connections (company_id, name, channel, token, status, wanted, past_from, past_queue_id)
    values (${admin.companyId}, ${crypto.randomUUID()}, 'past', ${crypto.randomUUID()}, 'CONNECTED', false, now() - interval '300 days', ${queueId}) returning id`;
  return row.id;
}
function oldOnes(amount: number, chats: number): MessageEvent[] {
  const run = crypto.randomUUID();
  return Array.from({ length: amount }, (_, n) => ({
    kind: "message",
    peer: { identities: [{ kind: "phone", value: `5541${900_000_000 + n % chats}` }], name: `Antigo ${n % chats}` },
    externalId: `${run}-${n}`,
    fromMe: n % 3 === 0,
    content: { type: "text", text: `Mensagem ${n} de antes: onde está o meu pedido?` },
    at: Date.now() - 200 * DAY + n * 60_000,
    payload: new Uint8Array(300).fill(n % 256),
  }));
}
const doneOf = async (id: number) => {
  const [row] = await here.sql<[{ state: string; done: number }]>`
    select past_state as state, past_done as done from app.connections where id = ${id}`;
  return row;
};

/** Customers write, ten a second, until stopped: ms from the provider's call to the stored message. */
function office() {
  const waits: number[] = [];
  let going = true;
  const work = (async () => {
    for (let n = 0; going; n++) {
      const since = performance.now();
      const id = `live-${crypto.randomUUID()}`;
      await here.meta.say(
        { channel: "facebook", account: accountOf("facebook"), from: `99000${n % 20}`, id, text: "Oi", at: Date.now() },
        here.bases[0]!,
      );
      await until(
        "it is stored",
        30_000,
        async () => (await here.sql`select 1 from app.messages where external_id = ${id}`).length,
        3,
      );
      waits.push(performance.now() - since);
      await pause(LIVE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await work;
      const sorted = waits.toSorted((a, b) => a - b);
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return `${sorted.length} live messages, stored after ${at(0.5)} ms (p50), ${at(0.95)} (p95), ${
        Math.round(sorted.at(-1) ?? 0)
      } (worst)`;
    },
  };
}

describe("R24 old messages", () => {
  test(`${AMOUNT} of them come in while customers write`, async () => {
    const alone = office();
    await pause(4_000);
    console.log(`before: ${await alone.stop()}`);
    const id = await wishing();
    const events = oldOnes(AMOUNT, CHATS);
    const collecting = performance.now();
    await collectPast(admin.companyId, id, { messages: events, progress: 100 });
    console.log(`collected in ${Math.round(performance.now() - collecting)} ms`);
    const since = performance.now();
    const beside = office();
    await until("all are in", 280_000, async () => (await doneOf(id)).state === "done", 200);
    const seconds = (performance.now() - since) / 1000;
    console.log(`during: ${await beside.stop()}`);
    console.log(
      `${AMOUNT} old messages of ${CHATS} people in ${seconds.toFixed(1)} s: ${Math.round(AMOUNT / seconds)} a second`,
    );
    const [stored] = await here
      .sql`select count(*)::int as n, count(distinct external_id)::int as different from app.messages where connection_id = ${id}`;
    expect(stored).toEqual({ n: AMOUNT, different: AMOUNT });
    expect((await here.sql`select 1 from app.tickets where connection_id = ${id}`).length).toBe(CHATS);
    expect((await here.sql`select 1 from app.past_messages`).length).toBe(0);
  });

  test("each comes in once and in order when the worker is killed twice in the middle", async () => {
    const id = await wishing();
    const events = oldOnes(4_000, 60);
    await collectPast(admin.companyId, id, { messages: events, progress: 100 });
    const worker = here.products.find(({ name }) => name.endsWith("worker"))!;
    for (const share of [0.2, 0.6]) {
      await until("some are in", 120_000, async () => (await doneOf(id)).done > events.length * share, 2);
      await worker.kill();
      expect((await doneOf(id)).state).toBe("running");
      await worker.start();
    }
    await until("all are in", 120_000, async () => (await doneOf(id)).state === "done", 200);
    const stored = await withTenant(
      { companyId: admin.companyId },
      (tx) =>
        tx<
          { external_id: string }[]
        >`select external_id from app.messages where connection_id = ${id} order by sent_at, id`,
    );
    expect(stored.map((row) => row.external_id)).toEqual(events.map(({ externalId }) => externalId));
  });
});
