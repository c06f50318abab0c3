import { expect, test } from "vitest";
import { ChannelError, type Host } from "../sdk/mod.ts";
import { Line } from "./line.ts";

/** A host whose database takes a status only from the `from`th time on; waits are over at once, and counted. */
function hostThatStores(from: number) {
  const stored: string[] = [];
  let asked = 0;
  let waits = 0;
  const quiet = () => {};
  const host = {
    signal: new AbortController().signal,
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    clock: { now: () => 0, sleep: () => (waits++, Promise.resolve()) },
    account: () => Promise.resolve(true),
    status: (status: string) => {
      if (status !== "OPENING" && ++asked < from) return Promise.reject(new Error("deadlock detected"));
      stored.push(status);
      return Promise.resolve();
    },
  } as unknown as Host;
  return { host, stored, waited: () => waits };
}

test.each([
  ["that works", () => Promise.resolve(), "CONNECTED"],
  [
    "whose token is refused",
    () => Promise.reject(new ChannelError("not-connected", { reason: "ERR_PROVIDER_AUTH" })),
    "DISCONNECTED",
  ],
])("a line %s is shown so as soon as the database takes it, not an hour later", async (_what, check, shown) => {
  const { host, stored, waited } = hostThatStores(3);
  new Line(host, "1", check).open();
  await expect.poll(() => stored).toEqual(["OPENING", shown]);
  expect(waited()).toBe(2);
});

test("a line whose status is stored is not checked again by itself", async () => {
  const { host, stored, waited } = hostThatStores(1);
  new Line(host, "1", () => Promise.resolve()).open();
  await expect.poll(() => stored).toEqual(["OPENING", "CONNECTED"]);
  expect(waited()).toBe(0);
});
