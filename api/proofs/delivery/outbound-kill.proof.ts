// R2, R3, R23: processes die while messages go out, the worst moment being after the provider took one and before we know. Every
// message reaches its recipient once and in order; where nobody can know, it is marked or counted, never silently doubled.
import { describe, expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { ALONE, Chance, inWorld, pause, type Product, size, SPLIT, until, type World } from "../harness.ts";
import { type Conversation, openConversations, openOffice, readConversation, type Worker } from "../harness-office.ts";

interface Sent {
  conversation: Conversation;
  texts: string[];
}
interface Fate {
  id: number;
  key: string;
  status: string;
  ack: number;
}

/** Agents write `each` texts into every conversation, in order, and send again after a lost answer. */
function write(admin: Worker, conversations: Conversation[], each: number, label: string, gapMs = 0) {
  let done = 0;
  const sent: Sent[] = conversations.map((conversation) => ({ conversation, texts: [] }));
  const finished = Promise.all(sent.map(async ({ conversation, texts }, c) => {
    for (let n = 0; n < each; n++) {
      const text = `${label}-${c}-${n}`;
      await admin.call(
        messages.send,
        { params: { ticketId: conversation.ticket.id }, body: { body: text } } as never,
        `key-${text}`,
      );
      texts.push(text);
      done++;
      if (gapMs) await pause(gapMs);
    }
  }));
  return { sent, finished, progress: () => done / (conversations.length * each) };
}

const fates = (world: World, label: string) =>
  world.sql<Fate[]>`select id, key, status, ack from app.messages where key like ${`key-${label}-%`} order by id`;

/** How many messages the provider has and the product still calls on their way: a process that dies now does not know their outcome. */
async function taken(world: World): Promise<number> {
  const { counts } = await world.meta.accepted();
  const open = await world.sql<{ key: string }[]>`select key from app.messages where status = 'sending'`;
  return open.filter(({ key }) => counts[key]).length;
}

/** Freezes every process that sends at an instant at which the outcome of a send is unknown to it; how many sends that are. */
async function freezeUnknowing(world: World, dying: readonly Product[]): Promise<number> {
  return await until("the processes stop amid a send", 60_000, async () => {
    if (!await taken(world)) return null;
    for (const one of dying) one.signal("SIGSTOP");
    // The provider takes what was on its way, and statements on the wire to the database are carried out.
    let before = -1;
    await until("the provider has taken what was on its way", 10_000, async () => {
      const { count } = await world.meta.accepted();
      const still = count === before;
      before = count;
      return still;
    }, 500);
    const unknown = await taken(world);
    if (unknown) return unknown;
    for (const one of dying) one.signal("SIGCONT");
    return null;
  }, 10);
}

/** Kills every process that sends amid a send and starts them again, those of `late` after the line is back; how many sends they did not know. */
async function killUnknowing(
  world: World,
  dying: readonly Product[],
  chance: Chance,
  late: readonly Product[] = [],
): Promise<number> {
  const unknown = await freezeUnknowing(world, dying);
  for (const one of dying) await one.kill();
  await pause(chance.between(0, 300));
  const leases = () => world.sql<{ fence: number }[]>`select sum(fence) as fence from app.leases`;
  const [held] = await leases();
  await Promise.all(dying.filter((one) => !late.includes(one)).map((one) => one.start()));
  if (late.length) {
    // The echoes come to a process that is back only after the line is: the line must not have sent again by then.
    await until("the line is held again", 40_000, async () => (await leases())[0]!.fence > held!.fence);
    await Promise.all(late.map((one) => one.start()));
  }
  return unknown;
}

/** Each message of a conversation waits for the one before, which the stand-in answers after 0.55 s: at the large size that takes longer than a minute. */
const turnMs = size(0, 700);

/** The claims that must hold once every message is final. */
async function judge(world: World, admin: Worker, label: string, sent: Sent[], sinceMs: () => number): Promise<void> {
  const limit = 60_000 + turnMs * Math.max(...sent.map(({ texts }) => texts.length));
  const rows = await until("every row is final", limit, async () => {
    const found = await fates(world, label);
    return found.every((row) => row.status === "sent" || row.status === "failed" || row.status === "uncertain") &&
      found;
  });
  console.log(`${label}: all final ${Math.round(sinceMs())} ms after the last restart`);
  expect(sinceMs()).toBeLessThan(limit);
  const wanted = sent.flatMap(({ texts }) => texts.map((text) => `key-${text}`));
  expect(rows.map((row) => row.key).sort()).toEqual(wanted.sort());
  expect(rows.filter((row) => row.status !== "sent")).toEqual([]);
  const { counts, messages: seen } = await world.meta.accepted();
  const mine = Object.entries(counts).filter(([key]) => key.startsWith(`key-${label}-`));
  expect(mine.filter(([, times]) => times !== 1)).toEqual([]);
  expect(mine).toHaveLength(wanted.length);
  for (const { conversation, texts } of sent) {
    const got = seen.filter((one) => one.to === conversation.from && one.key?.startsWith(`key-${label}-`)).map((one) =>
      one.text
    );
    expect(got).toEqual(texts);
    const shown = (await readConversation(admin, conversation.ticket.id)).filter((one) =>
      one.fromMe && one.body.startsWith(label)
    );
    expect(shown.map((one) => one.body)).toEqual(texts);
  }
}

/** Until messages are on their way again, after a restart: the lease of the dead must run out first. */
const underWay = (world: World, label: string) =>
  until("sending goes on", 60_000, async () => {
    const [row] = await world.sql`
      select 1 from app.messages where key like ${`key-${label}-%`} and status = 'sending' and sending_since > now() - interval '1 second' limit 1`;
    return row !== undefined;
  });
const EVERYTHING = ["echo", "sent", "delivered", "read"];

describe.concurrent("a process dies while messages go out", () => {
  test("R2: one process sends each message once when echo and statuses come twice and in the wrong order", async () => {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("R2");
      const { admin } = await openOffice(world);
      const conversations = await openConversations(world, admin, 20);
      await world.meta.target(world.bases[0]!, EVERYTHING);
      await world.meta.faults({ delayMs: 150, answerDelayMs: 400, replay: true, reorder: true });
      const writing = write(admin, conversations, size(15, 200), "a", 40);
      const unknown: number[] = [];
      let last = 0;
      for (let round = 0; round < size(2, 20); round++) {
        await underWay(world, "a");
        await pause(chance.between(0, size(400, 1500)));
        unknown.push(await killUnknowing(world, world.products, chance));
        last = performance.now();
      }
      await writing.finished;
      console.log(`R2: with the provider and unknown to us when we died: ${unknown.join(", ")}`);
      await judge(world, admin, "a", writing.sent, () => performance.now() - last);
    });
  });

  test("R2: a living process marks a send uncertain when no echo ever comes, and a restarted one sends it again and counts it", async () => {
    await inWorld(ALONE, async (world) => {
      const chance = new Chance("R2 no echo");
      const { admin } = await openOffice(world);
      const conversations = await openConversations(world, admin, 8);
      await world.meta.faults({ drop: { times: 3 } });
      const alive = write(admin, conversations, 3, "b");
      await alive.finished;
      const lived = await until("every row is final", 60_000, async () => {
        const rows = await fates(world, "b");
        return rows.length === 24 && rows.every((row) => !["waiting", "sending"].includes(row.status)) && rows;
      });
      const once = await world.meta.accepted();
      expect(Object.values(once.counts).every((times) => times === 1)).toBe(true);
      expect(lived.filter((row) => row.status === "uncertain")).toHaveLength(3);
      expect(lived.filter((row) => row.status === "sent")).toHaveLength(21);

      await world.meta.faults({ delayMs: 150, answerDelayMs: 600 });
      const dying = write(admin, conversations, 6, "c");
      const unknown = await killUnknowing(world, world.products, chance);
      const last = performance.now();
      await dying.finished;
      await until("every row is final", 60_000, async () => {
        const rows = await fates(world, "c");
        return rows.length === 48 && rows.every((row) => row.status === "sent");
      });
      const { counts } = await world.meta.accepted();
      const twice = Object.entries(counts).filter(([, times]) => times > 1);
      const metrics = await world.products.find((one) => one.hasApi)!.metrics();
      const counted = Number(/^recado_sends_uncertain_total (\d+)/m.exec(metrics)?.[1]);
      console.log(
        `R2 no echo: ${unknown} unknown at death, ${twice.length} sent again, ${counted} counted, final after ${
          Math.round(performance.now() - last)
        } ms`,
      );
      expect(twice.every(([, times]) => times === 2)).toBe(true);
      expect(twice.length).toBeGreaterThan(0);
      expect(counted).toBeGreaterThanOrEqual(twice.length);
      expect(counted).toBeLessThanOrEqual(conversations.length);
    });
  });

  test("R2, R3, R23: two api, a worker and a channels process send each message once", async () => {
    await inWorld(SPLIT, async (world) => {
      const chance = new Chance("R3");
      const [first, second, worker, channels] = world.products as [Product, Product, Product, Product];
      const { admin } = await openOffice(world);
      const conversations = await openConversations(world, admin, 20);
      await world.meta.target(first.url, EVERYTHING);
      await world.meta.faults({ delayMs: 150, answerDelayMs: 400, replay: true, reorder: true });

      const one = write(admin, conversations, size(12, 120), "d", 60);
      await underWay(world, "d");
      const locked = await freezeMidJob(world, worker);
      await worker.kill();
      await worker.start();
      const workerBack = performance.now();
      expect(locked.length).toBeGreaterThan(0);
      // All of the first may be sent by now.
      const more = write(admin, conversations, 4, "f", 60);
      const unknown = await killUnknowing(world, [channels, first], chance, [first]);
      const last = performance.now();
      await Promise.all([one.finished, more.finished]);
      const [freedMs] = await Promise.all([
        until("no job is held by the dead worker", 45_000, async () => {
          const [row] = await world.sql`
            select 1 from graphile_worker._private_jobs where locked_by = any (${locked}) union all
            select 1 from graphile_worker._private_job_queues where locked_by = any (${locked}) limit 1`;
          return row === undefined && Math.round(performance.now() - workerBack);
        }),
        judge(world, admin, "d", one.sent, () => performance.now() - last),
        judge(world, admin, "f", more.sent, () => performance.now() - last),
      ]);
      console.log(
        `R3: ${unknown} unknown at the channels process's death; the worker's jobs were free after ${freedMs} ms`,
      );
      expect(freedMs).toBeLessThan(45_000);

      // R23: no worker runs, and then all jobs are deleted; the rows are the truth.
      await worker.kill();
      await second.kill();
      const before = performance.now();
      await Promise.all([second.start(), pause(0)]);
      const two = write(admin, conversations, 2, "e");
      await two.finished;
      const gone = await world.sql`delete from graphile_worker._private_jobs returning 1`;
      expect(gone.length).toBeGreaterThan(0);
      await worker.start();
      const began = performance.now();
      await judge(world, admin, "e", two.sent, () => performance.now() - before);
      console.log(`R23: ${gone.length} jobs deleted, all sent ${Math.round(performance.now() - began)} ms later`);
      expect(performance.now() - began).toBeLessThan(120_000);
    });
  });
});

/** Stops the worker at an instant at which it holds a job; the ids of its graphile workers that hold one. */
async function freezeMidJob(world: World, worker: Product): Promise<string[]> {
  const held = async () => {
    const rows = await world.sql<{ id: string }[]>`
      select distinct locked_by as id from graphile_worker._private_jobs where locked_by is not null`;
    return rows.map((row) => row.id);
  };
  return await until("the worker is stopped amid a job", 60_000, async () => {
    worker.signal("SIGSTOP");
    if ((await held()).length) {
      // Statements already on the wire to the database are carried out; only a lock that stays marks a job that no process ends.
      await pause(200);
      const rows = await held();
      if (rows.length) return rows;
    }
    worker.signal("SIGCONT");
    await pause(7);
    return null;
  }, 0);
}
