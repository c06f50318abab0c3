// Order within a conversation, none among them.
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { Queues } from "./queue.ts";

test("each conversation in its order, several at once, and a long one lets others have their turns", async () => {
  const queues = new Queues(2, () => {});
  const done: string[] = [];
  let [running, most] = [0, 0];
  const work = (name: string) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 0));
    done.push(name);
    running--;
  };
  for (let n = 0; n < 20; n++) queues.add("a", work(`a${n}`));
  for (const key of ["b", "c", "d"]) for (let n = 0; n < 3; n++) queues.add(key, work(`${key}${n}`));
  await queues.idle();
  expect(most).toBe(2);
  for (const key of ["a", "b", "c", "d"]) {
    const mine = done.filter((name) => name.startsWith(key));
    expect(mine).toEqual(mine.map((_, n) => `${key}${n}`));
  }
  expect(done).toHaveLength(29);
  expect(done.indexOf("d2")).toBeLessThan(done.indexOf("a10"));
});

test("an event that fails stops no other", async () => {
  const failed: unknown[] = [];
  const queues = new Queues(1, (error) => failed.push(error));
  const done: string[] = [];
  queues.add("a", () => Promise.reject(new Error("first")));
  queues.add("a", () => Promise.resolve(void done.push("second")));
  await queues.idle();
  expect(failed).toHaveLength(1);
  expect(done).toEqual(["second"]);
  await queues.idle();
});

test("work belongs to nobody's transaction", async () => {
  const transaction = new AsyncLocalStorage<string>();
  const queues = new Queues(1, () => {});
  const seen: (string | undefined)[] = [];
  const look = () => Promise.resolve(void seen.push(transaction.getStore()));
  transaction.run("mine", () => queues.add("a", look));
  queues.add("b", look);
  await queues.idle();
  expect(seen).toEqual([undefined, undefined]);
});
