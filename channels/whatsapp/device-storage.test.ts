// Keys and credentials: kept before anything leaves, by one owner, and never of a line that has ended.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OutboundMessage } from "../sdk/mod.ts";
import { isMessage } from "../sdk/memory-host.ts";
import { externalIdOf } from "./outbound/message-id.ts";
import { Simulator } from "./simulator/simulator.ts";
import { back, linkBy, openDevice, type Opened, until } from "./testing/life.ts";

const PN = "5511999990102";
const ANA = "5511988880102";
let simulator: Simulator;
let opened: Opened;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
});
afterAll(() => simulator.stop());
afterEach(async () => {
  opened.storage.hold = () => Promise.resolve();
  await opened.device.close();
  simulator.remove({ account: PN });
  await until(() => simulator.hub.sockets(PN).now === 0, "all sockets to be gone");
});

const linked = () => linkBy(opened = openDevice(simulator), simulator, PN);
const text = (said: string): OutboundMessage => ({
  key: crypto.randomUUID(),
  to: { identities: [{ kind: "phone", value: ANA }] },
  text: said,
  human: true,
});
const accepted = (id: string) => simulator.world.accepted(id) !== undefined;

test("a message leaves only when the keys it moved are kept", async () => {
  await linked();
  const { externalId: first } = await opened.connection.send(text("um"));
  await until(() => accepted(first), "the first message");
  const writes = opened.storage.writes.length;
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  opened.storage.hold = () => (waiting++, promise);
  const message = text("dois");
  const id = externalIdOf(message.key);
  const sent = opened.connection.send(message);
  try {
    await until(() => waiting > 0, "the keys to be written");
    await new Promise((next) => setTimeout(next, 200));
    expect(accepted(id)).toBe(false);
  } finally {
    resolve();
    await sent;
  }
  await until(() => accepted(id), "the message");
  expect(opened.storage.writes.slice(writes).flat().some((name) => name.startsWith("session/"))).toBe(true);
});

test("one-time keys and what counts them are kept together", async () => {
  await linked();
  const withKeys = opened.storage.writes.filter((names) => names.some((name) => name.startsWith("pre-key/")));
  expect(withKeys[0]).toHaveLength(813);
  expect(withKeys[0]).toContain("creds");
});

test("an owner that lost the session ends its socket at once, for good, and says nothing more", async () => {
  await linked();
  const told = opened.host.statuses.length;
  opened.storage.owner = null;
  const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "oi" } });
  await until(() => simulator.hub.sockets(PN).now === 0, "the socket to end");
  await new Promise((next) => setTimeout(next, 300));
  expect(simulator.hub.sockets(PN).now).toBe(0);
  expect(opened.host.statuses).toHaveLength(told);
  await expect(opened.connection.send(text("?"))).rejects.toMatchObject({ code: "not-connected" });
  // Not confirmed, so the owner gets it.
  opened = openDevice(simulator, opened.storage);
  await back(opened);
  await until(() => opened.host.events.find((event) => isMessage(event) && event.externalId === id), "the message");
});

test("a new link is refused to who no longer owns the session, and ends nothing", async () => {
  await linked();
  opened.storage.owner = null;
  await expect(opened.connection.link?.({})).rejects.toMatchObject({ code: "not-connected" });
  expect(opened.storage.values.has("creds")).toBe(true);
  expect(simulator.state({ account: PN }).accounts[0]?.devices).toHaveLength(1);
});

test("storage that fails once is tried again; one that stays away ends the line, which comes back", async () => {
  await linked();
  opened.storage.failures = 1;
  await opened.connection.send(text("um"));
  expect(opened.host.told().at(-1)).toBe("CONNECTED");
  opened.storage.failures = 3;
  const sent = opened.connection.send(text("dois"));
  await expect(sent).rejects.toThrow();
  await back(opened, 2);
  await opened.connection.send(text("três"));
});

test("a line that ended cannot write keys any more", async () => {
  await linked();
  const { storage } = opened;
  await opened.device.close();
  const kept = new Map(storage.values);
  const writes = storage.writes.length;
  await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "tarde" } });
  await new Promise((next) => setTimeout(next, 200));
  expect(storage.writes).toHaveLength(writes);
  expect(storage.values).toEqual(kept);
});

test("a socket that ended acts on nothing: its late words change neither state nor keys", async () => {
  await linked();
  const old = opened.device.openSocket!;
  simulator.kick({ account: PN, how: "drop" });
  await back(opened, 2);
  const told = opened.host.statuses.length;
  const beats = opened.host.caught.length;
  const { ev } = old.socket;
  ev.emit("connection.update", { connection: "open" });
  ev.emit("connection.update", { qr: "late" });
  ev.emit("connection.update", { receivedPendingNotifications: true });
  ev.emit("creds.update", { registrationId: 1 });
  ev.emit("connection.update", { connection: "close", lastDisconnect: { error: new Error("late"), date: new Date() } });
  await expect(old.socket.authState.keys.set({ "lid-mapping": { late: "1" } })).rejects.toThrow();
  await opened.connection.send(text("ainda aqui"));
  expect(opened.host.statuses).toHaveLength(told);
  expect(opened.host.caught).toHaveLength(beats);
  const creds = JSON.parse(new TextDecoder().decode(opened.storage.values.get("creds")));
  expect(creds.registrationId).not.toBe(1);
  expect(opened.storage.values.has("lid-mapping/late")).toBe(false);
});
