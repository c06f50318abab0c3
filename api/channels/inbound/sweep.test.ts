// Bodies that were acknowledged and not carried out: taken up again, one at a time, and set aside when they end process after process.
import { beforeAll, describe, expect, test } from "vitest";
import type { ChannelPlugin, InboundEvent, Webhook } from "../../../channels/sdk/mod.ts";
import { asPlatform, platform } from "../../../db/tenant.ts";
import { fakeChannel } from "../../core/testing/session.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { PROCESS_ID } from "../../core/processes/self.ts";
import { countSetAside } from "../../core/processes/set-aside.ts";
import { sweepRaw } from "./webhooks.ts";

beforeAll(() => ownDatabase());

/** A channel that is called, and reads a body like this. */
function called(id: string, parse: Webhook["parse"]): ReadonlyMap<string, ChannelPlugin> {
  const webhook: Webhook = { challenge: () => null, verify: () => Promise.resolve(true), parse };
  return new Map([[id, { ...fakeChannel(id, {}), webhook }]]);
}
const nothing = () => ({ events: [], unparsed: [] });

async function body(channel: string, more: { deaths?: number; attempts?: number; text?: string } = {}) {
  const { deaths = 0, attempts = 0, text = "x" } = more;
  const [row] = await asPlatform((tx) =>
    tx<{ id: number }[]>`
      insert into app.inbound_raw (channel, body, deaths, attempts, received_at)
      values (${channel}, ${
      new TextEncoder().encode(text)
    }, ${deaths}, ${attempts}, now() - interval '3 days') returning id`
  );
  return row!.id;
}
const now = async (id: number) =>
  (await platform()<{ done: boolean; aside: boolean; attempts: number; failure: string | null }[]>`
    select processed_at is not null as done, set_aside_at is not null as aside, attempts, failure from app.inbound_raw where id = ${id}`)[
    0
  ]!;
const looksForOwner = async () =>
  (await platform()`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%channel_accounts%'`)
    .length > 0;
const markedOf = async (ids: number[]) =>
  (await platform()<{ id: number }[]>`
    select id from app.inbound_raw where id = any (${ids}) and ${PROCESS_ID} = any (taken_by)`).map(({ id }) => id);

describe("a body that was not carried out", () => {
  test("is taken up, with a mark of who is at it, and only while it is at work", async () => {
    const event: InboundEvent = { kind: "status", at: Date.now(), externalId: "x", ack: 3 };
    const plugins = called(
      "one-by-one",
      () => ({ events: [{ channel: "one-by-one", account: "nobody's", event }], unparsed: [] }),
    );
    const ids = [await body("one-by-one"), await body("one-by-one")];
    let swept: Promise<number> | undefined;
    await asPlatform(async (tx) => {
      // The first body waits amid its work, where its account's owner is looked up.
      await tx`lock table app.channel_accounts in access exclusive mode`;
      swept = sweepRaw(plugins);
      await expect.poll(looksForOwner).toBe(true);
      expect(await markedOf(ids)).toEqual([ids[0]]);
    });
    expect(await swept).toBeGreaterThanOrEqual(2);
    await expect.poll(async () => (await Promise.all(ids.map(now))).map(({ done }) => done)).toEqual([true, true]);
  });

  test("that ended its process three times is set aside, the operator is told, and the others go on", async () => {
    const read: string[] = [];
    const plugins = called("deadly", (bytes) => (read.push(new TextDecoder().decode(bytes)), nothing()));
    const before = await countSetAside();
    const [deadly, doubtful] = [
      await body("deadly", { deaths: 3, text: "deadly" }),
      await body("deadly", { deaths: 2, text: "doubtful" }),
    ];
    await sweepRaw(plugins);
    expect(read).toEqual(["doubtful"]);
    expect(await now(deadly)).toMatchObject({ done: false, aside: true });
    await expect.poll(() => now(doubtful)).toMatchObject({ done: true, aside: false });
    expect((await countSetAside()).bodies).toBe(before.bodies + 1);
  });

  test("that failed for a day is set aside too", async () => {
    const id = await body("failing", { attempts: 15 });
    await sweepRaw(called("failing", nothing));
    expect(await now(id)).toMatchObject({ done: false, aside: true });
  });

  test("waits twice as long after each failure, counted from the last try, however old it is", async () => {
    const plugins = called("never", () => {
      throw new TypeError("never");
    });
    const id = await body("never", { attempts: 3 });
    const wait = async () => {
      const [row] = await platform()<{ s: number }[]>`
        select extract(epoch from try_at - now())::float8 as s from app.inbound_raw where id = ${id}`;
      return Math.round(row!.s / 10) * 10;
    };
    await sweepRaw(plugins);
    await sweepRaw(plugins);
    await expect.poll(() => now(id)).toMatchObject({ attempts: 4, failure: "TypeError", aside: false });
    expect(await wait()).toBe(40);
    await platform()`update app.inbound_raw set try_at = now() where id = ${id}`;
    await sweepRaw(plugins);
    await expect.poll(() => now(id)).toMatchObject({ attempts: 5 });
    expect(await wait()).toBe(80);
  });

  test("that another living process is at is left to it, until it must have lost it", async () => {
    const other = crypto.randomUUID();
    const id = await body("elsewhere");
    const at = (ago: string) =>
      platform()`update app.inbound_raw set taken_by = ${[
        other,
      ]}::uuid[], try_at = now() - ${ago}::text::interval where id = ${id}`;
    await at("10 seconds");
    await sweepRaw(called("elsewhere", nothing));
    expect(await now(id)).toMatchObject({ done: false, attempts: 0 });
    await at("2 minutes");
    await sweepRaw(called("elsewhere", nothing));
    await expect.poll(() => now(id)).toMatchObject({ done: true });
  });

  test("of a process that could not write down how it went is taken up by it again", async () => {
    const id = await body("forgotten");
    await platform()`update app.inbound_raw set taken_by = ${[PROCESS_ID]}::uuid[] where id = ${id}`;
    await sweepRaw(called("forgotten", nothing));
    await expect.poll(() => now(id)).toMatchObject({ done: true });
  });

  test("that cannot be read any more fails alone", async () => {
    const plugins = called("odd", (bytes) => {
      if (new TextDecoder().decode(bytes) === "odd") throw new TypeError("odd");
      return nothing();
    });
    const [odd, good] = [await body("odd", { text: "odd" }), await body("odd")];
    await sweepRaw(plugins);
    await expect.poll(() => now(good)).toMatchObject({ done: true });
    expect(await now(odd)).toMatchObject({ done: false, aside: false, attempts: 1, failure: "TypeError" });
  });
});
