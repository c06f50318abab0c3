// Every way the service lets go of a client, and what Baileys says of it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990003";
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  client = new Client(simulator);
  await client.link(PN);
});
afterEach(async () => {
  await client.end();
  simulator.remove({ account: PN });
});

test.each(
  [
    ["restart", 515],
    ["removed", 401],
    ["banned", 403],
    ["replaced", 440],
    ["unavailable", 503],
    ["failure-unavailable", 503],
    ["no-code", 500],
    ["code-500", 500],
    ["downgrade", 411],
    ["stream-end", 428],
    ["close", 428],
    ["drop", 428],
  ] as const,
)("%s: %i", async (how, code) => {
  simulator.kick({ account: PN, how });
  expect(await client.closed()).toBe(code);
  await until(() => simulator.hub.sockets(PN).now === 0, "the socket to be gone");
  if (how === "removed") return;
  await client.login();
});

test("a line that went dead is noticed: 408", async () => {
  await client.end();
  client = new Client(simulator, { ...client.config, keepAliveIntervalMs: 300 });
  await client.link(PN);
  simulator.kick({ account: PN, how: "freeze" });
  // Baileys gives up after 5.3 s, then waits up to 30 s for a goodbye that a dead line never says.
  await new Promise((resolve) => setTimeout(resolve, 6500));
  expect(client.updates.some(({ connection }) => connection === "close")).toBe(false);
  for (const line of simulator.hub.lines) line.drop();
  expect(await client.closed()).toBe(408);
});

test("nobody listens: 428, 408 or 500, and nothing is lost", async () => {
  simulator.reachable({ reachable: false });
  expect(await client.closed()).toBe(428);
  client.connect();
  expect([428, 408, 500]).toContain(await client.closed());
  const { id } = await simulator.say({ account: PN, from: "5511988880003", content: { kind: "text", text: "oi" } });
  simulator.reachable({ reachable: true });
  await client.login();
  expect((await client.upsert(id)).type).toBe("append");
});

test("a second socket with the same keys throws the first one out, and both are counted", async () => {
  const other = new Client(simulator);
  other.auth = client.auth;
  await other.login();
  expect(await client.closed()).toBe(440);
  await until(() => simulator.hub.sockets(PN).now === 1, "one socket");
  expect(simulator.hub.sockets(PN)).toMatchObject({ most: 1, mostConnected: 2, replaced: 1 });
  await other.end();
});
