// R18: SIGTERM under load. Running work ends, no client sees more than one retry, streams end so that their clients come back
// elsewhere, and messages under way are neither lost nor doubled.
import { expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { Chance, inWorld, pause, size, until } from "../harness.ts";
import { accountOf, openConversations, openOffice } from "../harness-office.ts";
import { Follower } from "../harness-stream.ts";

const WHOLE = "api,worker,channels";

test("R18: a process under load stops cleanly on SIGTERM, and its neighbour goes on", async () => {
  await inWorld([WHOLE, WHOLE], async (world) => {
    const chance = new Chance("R18");
    const { admin } = await openOffice(world);
    const conversations = await openConversations(world, admin, 10);
    // No echo comes, so a send that the stop cut off would stay unknown and go out again.
    await world.meta.faults({ answerDelayMs: 500 });
    const followers = world.bases.flatMap((base) => [0, 1].map(() => ({ base, follower: null as Follower | null })));
    for (const one of followers) {
      // A client that lost its stream asks a balancer, which knows who is ready.
      one.follower = new Follower(() => one.follower?.opened ? world.bases[1]! : one.base, admin.token);
    }
    await until("everybody listens", 10_000, () => followers.every(({ follower }) => follower!.start >= 0));

    const tries: number[] = [];
    const each = size(20, 400);
    let done = 0;
    let posted = 0;
    const writing = Promise.all(conversations.map(async ({ ticket, channel, from }, c) => {
      for (let n = 0; n < each; n++) {
        const body = { body: `stop-${c}-${n}` };
        await admin.call(
          messages.send,
          { params: { ticketId: ticket.id }, body } as never,
          `key-${body.body}`,
          (done) => tries.push(done.tries),
        );
        done++;
        if (n % 10 === 5) {
          const saying = { channel, account: accountOf(channel), from, id: `in-${c}-${n}`, text: `olá ${n}` };
          await until(
            "the provider's webhook is taken",
            20_000,
            async () => (await world.meta.say(saying, world.bases[posted++ % 2]!)).includes(200),
          );
        }
      }
    }));
    const total = conversations.length * each;
    const threshold = 0.2 + chance.next() * 0.4;
    await until("people work", 60_000, () => done / total > threshold, 5);
    const [first] = world.products;
    const stopped = await first!.terminate();
    await writing;

    const rows = await until("everything is sent", 90_000, async () => {
      const found = await world.sql<{ status: string }[]>`select status from app.messages where key like 'key-stop-%'`;
      return found.length === total && found.every((row) => row.status === "sent" || row.status === "uncertain") &&
        found;
    }, 250);
    const { counts } = await world.meta.accepted();
    const heard = await world.sql<
      { n: number }[]
    >`select count(distinct external_id) as n from app.messages where external_id like 'in-%'`;
    const [{ seq }] = await world.sql<
      [{ seq: number }]
    >`select seq from app.event_heads where company_id = ${admin.companyId}`;
    await until(
      "every follower has come back and has all",
      20_000,
      () => followers.every(({ follower }) => follower!.applied.at(-1) === seq),
    );
    await pause(50);
    for (const { follower } of followers) await follower!.close();
    console.log(
      `R18: stopped in ${Math.round(stopped.ms)} ms with code ${stopped.code}; ${
        tries.filter((n) => n > 1).length
      } of ${total} calls needed a second try, none more than ${Math.max(...tries)}`,
    );
    expect(stopped.code).toBe(0);
    expect(stopped.ms).toBeLessThan(14_000);
    expect(Math.max(...tries)).toBeLessThanOrEqual(2);
    expect(rows.filter((row) => row.status !== "sent")).toEqual([]);
    expect(Object.entries(counts).filter(([key, times]) => key.startsWith("key-stop") && times !== 1)).toEqual([]);
    expect(Object.keys(counts).filter((key) => key.startsWith("key-stop"))).toHaveLength(total);
    expect(heard[0]!.n).toBe(conversations.length * each / 10);
    for (const { follower, base } of followers) {
      expect(follower!.applied).toEqual(
        Array.from({ length: seq - follower!.start }, (_, at) => follower!.start + 1 + at),
      );
      expect(follower!.opened).toBe(base === world.bases[0] ? 2 : 1);
      expect(follower!.resets).toBe(0);
    }
  });
});
