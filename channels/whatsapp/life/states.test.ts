// What the host hears of a line's state.
import { expect, test } from "vitest";
import { MemoryHost, realClock } from "../../sdk/memory-host.ts";
import { States } from "./states.ts";

/** A host that takes a moment for each status. */
function slowHost(clock = realClock) {
  const host = new MemoryHost({ clock });
  const told: string[] = [];
  host.status = async (status, detail) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    told.push(detail?.reason ? `${status} ${detail.reason}` : status);
  };
  const states = new States(host);
  return {
    host,
    states,
    told,
    all: () => new Promise<void>((resolve) => states.after(() => Promise.resolve(resolve()))),
  };
}

test("states come in order, one after the other, and none twice", async () => {
  const { states, told, all } = slowHost();
  states.tell("OPENING");
  states.tell("OPENING");
  states.tell("CONNECTED");
  states.after(() => Promise.resolve(void told.push("caught up")));
  states.tell("DISCONNECTED", { reason: "lost" });
  states.tell("DISCONNECTED", { reason: "unavailable" });
  await all();
  expect(told).toEqual(["OPENING", "CONNECTED", "caught up", "DISCONNECTED lost", "DISCONNECTED unavailable"]);
});
test("nothing is told of a line that was closed, what was under way included only", async () => {
  const { states, told } = slowHost();
  states.tell("OPENING");
  await Promise.resolve();
  states.tell("CONNECTED");
  await states.close();
  states.tell("DISCONNECTED");
  await states.close();
  expect(told).toEqual(["OPENING"]);
});
test("nor after the host ended it", async () => {
  const { host, states, told } = slowHost();
  host.end();
  states.tell("CONNECTED");
  await states.close();
  expect(told).toEqual([]);
});
test("a host that cannot write hears it later; what is no longer meant it need not hear", async () => {
  const { host, states, told, all } = slowHost({ ...realClock, sleep: () => Promise.resolve() });
  const tell = host.status;
  let away = 3;
  host.status = (status, detail) =>
    away-- > 0 ? Promise.reject(new Error("the database is away")) : tell(status, detail);
  states.tell("CONNECTED");
  await all();
  expect(told).toEqual(["CONNECTED"]);
  away = 1;
  states.tell("TIMEOUT");
  states.tell("DISCONNECTED");
  await all();
  expect(told).toEqual(["CONNECTED", "DISCONNECTED"]);
});
