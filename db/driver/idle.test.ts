import { expect, test } from "vitest";
import { ownDatabase } from "../../api/core/testing/own-database.ts";
import { asStack, type Queue } from "./idle.ts";
import { asPlatform, platform, withTenant } from "../tenant.ts";

await ownDatabase();

/** Which of the server's processes answered so many times, one after the other. */
async function answeredBy(times: number, ask: () => Promise<{ pid: number }[]>): Promise<number> {
  const pids = new Set<number>();
  for (let n = 0; n < times; n++) pids.add((await ask())[0]!.pid);
  return pids.size;
}

test("one who asks at a time is given the connection of a company that was used last, whatever others were opened", async () => {
  const work = (seconds: number) =>
    withTenant(
      { companyId: 1 },
      async (tx) => await tx<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(${seconds})`,
    );
  const many = await Promise.all(Array.from({ length: 5 }, () => work(0.2)));
  expect(new Set(many.map(([row]) => row!.pid)).size).toBe(5);
  expect(await answeredBy(12, () => work(0))).toBe(1);
});

test("the owner's connections are given the same way once they were used", async () => {
  const ask = (seconds: number) =>
    platform()<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(${seconds})`.execute();
  await Promise.all(Array.from({ length: 4 }, () => ask(0.2)));
  // The first to look for the idle ones finds none.
  const busy = Array.from({ length: 30 }, () => ask(0.1));
  await asPlatform((tx) => tx`select 1`);
  await Promise.all(busy);
  await expect.poll(async () => {
    await asPlatform((tx) => tx`select 1`);
    return await answeredBy(6, () => ask(0));
  }).toBe(1);
});

test("a stack holds what the queue held, gives the newest first, and forgets what is taken out of its middle", () => {
  const held = ["oldest", "middle", "newest"] as unknown[];
  const queue: Queue = {
    get length() {
      return held.length;
    },
    push: (one) => held.push(one),
    shift: () => held.shift(),
    remove: () => null,
  };
  asStack(queue);
  asStack(queue);
  queue.push("later");
  expect([queue.length, queue.remove("middle"), queue.remove("nobody")]).toEqual([4, "middle", null]);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.length])
    .toEqual(["later", "newest", "oldest", undefined, 0]);
});
