// R8, R9: a client that loses its line any number of times applies exactly the events the log holds for it, in order and without
// fetching anything anew. A client whose cursor cannot be continued gets one reset.
import { expect, test } from "vitest";
import type { Call } from "../../contract/endpoint.ts";
import { sweepRetention } from "../../core/sweep.ts";
import { companies } from "../../features/companies/contract.ts";
import { messages } from "../../features/messages/contract.ts";
import { queues } from "../../features/queues/contract.ts";
import { tickets } from "../../features/tickets/contract.ts";
import { users } from "../../features/users/contract.ts";
import { connectDatabase, disconnectDatabase } from "../../../db/tenant.ts";
import { ALONE, Chance, inWorld, pause, size, SPLIT, until, type World } from "../harness.ts";
import { type Conversation, openConversations, openOffice, Worker } from "../harness-office.ts";
import { Follower, framesOf, positionOf, Wire } from "../harness-stream.ts";

const PASSWORD = "Colega-2026-x";
interface Viewer {
  who: Worker;
  /** The audience keys that this person holds. */
  keys: string[];
}

/** People who see different tickets: all, one queue's, those without a queue. */
async function viewersOf(admin: Worker, bases: readonly string[]): Promise<{ viewers: Viewer[]; queueIds: number[] }> {
  const queueIds: number[] = [];
  for (const [name, color] of [["Vendas", "#112233"], ["Oficina", "#223344"]] as const) {
    queueIds.push(
      (await admin.call(queues.create, { body: { name, color, greetingMessage: "Olá" } } as Call<typeof queues.create>))
        .id,
    );
  }
  const viewers: Viewer[] = [{ who: admin, keys: ["company", "admin", `user:${admin.id}`] }];
  const made: [string, number[], "enabled" | "disabled", string[]][] = [
    ["a", [queueIds[0]!], "disabled", [`queue:${queueIds[0]}`]],
    ["b", [queueIds[1]!], "enabled", [`queue:${queueIds[1]}`, "unqueued"]],
    ["c", [], "disabled", []],
  ];
  for (const [letter, ids, allTicket, keys] of made) {
    const email = `${letter}@provas.local`;
    const body = { name: `Colega ${letter}`, email, password: PASSWORD, profile: "user", queueIds: ids, allTicket };
    await admin.call(users.create, { body } as Call<typeof users.create>);
    const who = await Worker.signIn(bases, { email, password: PASSWORD });
    viewers.push({ who, keys: ["company", `user:${who.id}`, ...keys] });
  }
  return { viewers, queueIds };
}

/** Positions that the log holds for a person after the start of their stream. */
async function logFor(world: World, viewer: Viewer, after: number): Promise<number[]> {
  const rows = await world.sql<{ position: number }[]>`
    select position from app.events where company_id = ${viewer.who.companyId} and position > ${after} and audience && ${viewer.keys}::text[]
      and not coalesce(except_ && ${viewer.keys}::text[], false) order by position`;
  return rows.map((row) => row.position);
}
const headOf = async (world: World, companyId: number) =>
  (await world.sql<{ seq: number }[]>`select seq from app.event_heads where company_id = ${companyId}`)[0]!.seq;

/** Notes on tickets of every kind: one event each. */
async function writeNotes(
  admin: Worker,
  conversations: Conversation[],
  count: number,
  onEach = () => {},
): Promise<void> {
  let left = count;
  await Promise.all(conversations.map(async ({ ticket }) => {
    while (left-- > 0) {
      await admin.call(
        messages.send,
        { params: { ticketId: ticket.id }, body: { body: `nota ${left}`, isPrivate: true } } as never,
      );
      onEach();
    }
  }));
}

async function proveResume(world: World, label: string): Promise<void> {
  const chance = new Chance(label);
  const [clients, events, cuts] = [size(20, 100), size(2_000, 10_000), size(200, 1_000)];
  const admin = await Worker.signIn(world.bases);
  const { viewers, queueIds } = await viewersOf(admin, world.bases);
  const conversations = await openConversations(world, admin, 9);
  for (const [index, { ticket }] of conversations.entries()) {
    const queueId = [queueIds[0], queueIds[1], null][index % 3];
    if (queueId) await admin.call(tickets.update, { params: { id: ticket.id }, body: { queueId } });
  }
  const wire = await Wire.open(world.products.filter((one) => one.hasApi).map((one) => one.port), chance);
  const followers = Array.from({ length: clients }, (_, index) => {
    const viewer = viewers[index % viewers.length]!;
    return { viewer, follower: new Follower(() => wire.url, viewer.who.token) };
  });
  try {
    await until("everybody listens", 20_000, () => followers.every(({ follower }) => follower.start >= 0));
    let written = 0;
    let cut = 0;
    const cutting = (async () => {
      while (cut < cuts) {
        await until("events flow", 120_000, () => written / events >= cut / cuts, 5);
        if (wire.cut(chance)) cut++;
        else await pause(5);
      }
    })();
    await Promise.all([writeNotes(admin, conversations, events, () => written++), cutting]);
    const head = await headOf(world, admin.companyId);
    const wrong: string[] = [];
    let sum = 0;
    for (const { viewer, follower } of followers) {
      const log = await logFor(world, viewer, follower.start);
      sum += log.length;
      const last = log.at(-1) ?? follower.start;
      await until(
        `a follower has all (${follower.applied.at(-1)} of ${last}, head ${head})`,
        30_000,
        () => (follower.applied.at(-1) ?? follower.start) >= last,
      ).catch((error) => wrong.push(String(error)));
      const same = JSON.stringify(log) === JSON.stringify(follower.applied);
      if (!same || follower.resets) {
        const repeats = follower.applied.filter((one, at) => at > 0 && one <= follower.applied[at - 1]!).length;
        const gaps = log.filter((one) => !follower.applied.includes(one)).length;
        wrong.push(
          `${viewer.keys.join()}: ${gaps} gaps, ${repeats} repeats, ${follower.resets} resets of ${log.length}`,
        );
      }
    }
    const opened = followers.reduce((all, { follower }) => all + follower.opened, 0);
    console.log(`${label}: ${clients} clients, ${sum} events to apply, ${cut} cuts, ${opened} streams opened`);
    expect(wrong).toEqual([]);
    expect(opened).toBeGreaterThan(clients + cuts / 2);
  } finally {
    await Promise.all(followers.map(({ follower }) => follower.close()));
    wire.close();
  }
}

test("R8: a client of one process goes on after every cut without gap, repeat or refetch", async () => {
  await inWorld(ALONE, async (world) => {
    await openOffice(world);
    await proveResume(world, "R8");
  });
});
test("R8: a client goes on so at either of two processes, from any cursor", async () => {
  await inWorld(SPLIT, async (world) => {
    await openOffice(world);
    await proveResume(world, "R8 split");
    await proveLag(world);
  });
});

/** One process has sent a client an event that the other has not read yet, because its wake-ups are lost: that cursor is not from the future. */
async function proveLag(world: World): Promise<void> {
  const [first, second] = world.bases as [string, string];
  const admin = await Worker.signIn([first]);
  const conversations = await openConversations(world, admin, 2, "8");
  const keeper = new Follower(() => second, admin.token);
  await until("the second process follows this company", 10_000, () => keeper.start >= 0);
  const epoch = keeper.cursor!.split(".")[0];
  const openings: string[] = [];
  for (let round = 0; round < 15; round++) {
    await world.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'recado-listen'`;
    await writeNotes(admin, conversations, 1);
    const head = await headOf(world, admin.companyId);
    openings.push(...await opening(second, admin, `${epoch}.${head}`, 2, 500));
  }
  await keeper.close();
  expect(openings).toHaveLength(15);
  expect(openings.filter((name) => name !== "hello")).toEqual([]);
}

/** The stream's first frames, up to `count` or until it is quiet; heartbeats do not count. */
async function opening(base: string, who: Worker, cursor: string, count: number, quietMs = 4_000): Promise<string[]> {
  const stop = new AbortController();
  const headers = { authorization: `Bearer ${who.token}`, "last-event-id": cursor };
  const response = await fetch(`${base}/api/events`, { headers, signal: stop.signal });
  const names: string[] = [];
  const quiet = setTimeout(() => stop.abort(), quietMs);
  try {
    for await (const frame of framesOf(response.body!)) {
      if (frame.name !== "heartbeat") names.push(frame.name);
      if (names.length >= count) break;
    }
  } catch {
    /* quiet for long enough */
  } finally {
    clearTimeout(quiet);
    stop.abort();
  }
  return names;
}

test("R8, R9: a cursor that is too old, from the future, garbage or another company's gets one reset or 400, and no event of others", async () => {
  await inWorld(ALONE, async (world) => {
    const base = world.bases[0]!;
    const { admin } = await openOffice(world);
    const conversations = await openConversations(world, admin, 2);
    const follower = new Follower(() => base, admin.token);
    await until("it listens", 10_000, () => follower.start >= 0);
    await writeNotes(admin, conversations, 20);
    const seen = await headOf(world, admin.companyId);
    await until("it has all", 10_000, () => follower.applied.at(-1) === seen);
    await follower.close();
    const cursor = follower.cursor!;
    const epoch = cursor.split(".")[0];
    await writeNotes(admin, conversations, 20);

    const body = { name: "Outra", email: "outra@provas.local", password: PASSWORD, planId: 1 };
    await admin.call(companies.create, { body } as Call<typeof companies.create>);
    const other = await Worker.signIn(world.bases, { email: body.email, password: PASSWORD });
    expect(await opening(base, other, cursor, 9)).toEqual(["hello", "reset"]);
    expect(await opening(base, admin, `${epoch}.${seen + 1_000_000}`, 2)).toEqual(["hello", "reset"]);
    expect(await opening(base, admin, `deadbeef.${seen}`, 2)).toEqual(["hello", "reset"]);
    for (
      const garbage of [
        "x",
        `${epoch}.`,
        `${epoch}.-1`,
        `${epoch}.1e9`,
        "%00",
        `${cursor}0000000000000000`,
        "'; drop table",
      ]
    ) {
      const response = await fetch(`${base}/api/events`, {
        headers: { authorization: `Bearer ${admin.token}`, "last-event-id": garbage },
      });
      const said = response.status === 400 ? (await response.json()).error : await response.body?.cancel();
      expect([garbage, response.status, said]).toEqual([garbage, 400, "ERR_BAD_CURSOR"]);
    }
    // The same cursor continues while its events are kept, also in a process that has them no longer in memory.
    await world.products[0]!.kill();
    await world.products[0]!.start();
    const resumed = new Follower(() => base, admin.token, cursor);
    await until("it has what it missed", 10_000, () => resumed.applied.length >= 20);
    expect(resumed.resets).toBe(0);
    await resumed.close();

    await world.sql`update app.events set created_at = now() - interval '8 days' where position <= ${seen + 5}`;
    connectDatabase({ owner: world.url, api: world.url });
    await sweepRetention().finally(() => disconnectDatabase(1));
    await world.products[0]!.kill();
    await world.products[0]!.start();
    const late = new Follower(() => base, admin.token, cursor);
    await until("it is told to start anew", 10_000, () => late.resets > 0);
    await writeNotes(admin, conversations, 5);
    const head = await headOf(world, admin.companyId);
    await until("and goes on from there", 10_000, () => late.applied.at(-1) === head);
    await late.close();
    const again = new Follower(() => base, admin.token, late.cursor);
    await until("it listens", 10_000, () => again.opened > 0);
    await pause(300);
    // The five notes, and the events of the start about its lines: each once, in order.
    expect({ resets: late.resets, again: again.resets }).toEqual({ resets: 1, again: 0 });
    expect(late.applied.length).toBeGreaterThanOrEqual(5);
    expect(late.applied).toEqual([...new Set(late.applied)].sort((a, b) => a - b));
    expect(positionOf(again.cursor)).toBe(head);
    await again.close();
  });
});
