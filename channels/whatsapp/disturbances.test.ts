// What a service, a network or a stranger may throw at a line. It hears on, or comes back hearing.
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { isMessage } from "../sdk/memory-host.ts";
import { Simulator } from "./simulator/simulator.ts";
import { back, linkBy, openDevice, type Opened, until } from "./testing/life.ts";

const PN = "5511999990103";
const ANA = "5511988880103";
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
  await opened.device.close();
  simulator.remove({ account: PN });
  await until(() => simulator.hub.sockets(PN).now === 0, "all sockets to be gone");
});

const linked = () => linkBy(opened = openDevice(simulator), simulator, PN);
const arrived = (id: string) =>
  until(() => opened.host.events.find((event) => isMessage(event) && event.externalId === id), `the message ${id}`);
const said = async (words: string, rest: { broken?: boolean } = {}) =>
  (await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: words }, ...rest })).id;

test.each(["garbage-frame", "garbage-node"] as const)(
  "after a %s the line is made anew and hears again",
  async (what) => {
    await linked();
    const from = opened.host.statuses.length;
    simulator.disturb({ account: PN, what });
    await back(opened, 2);
    expect(opened.host.told(from)).toEqual(["DISCONNECTED lost", "OPENING", "CONNECTED"]);
    await arrived(await said("ainda aí?"));
    expect(simulator.hub.sockets(PN)).toMatchObject({ now: 1, most: 1 });
  },
);

test.each(["unknown-stanza", "forged-sender", "message-without-id"] as const)("a %s changes nothing", async (what) => {
  await linked();
  const from = opened.host.statuses.length;
  simulator.disturb({ account: PN, what });
  await arrived(await said("depois"));
  expect(opened.host.told(from)).toEqual([]);
});

test("a message that cannot be read is asked for again and comes", async () => {
  await linked();
  await arrived(await said("primeira"));
  const id = await said("quebrada", { broken: true });
  await until(
    () =>
      opened.host.events.find((event) =>
        isMessage(event) && event.externalId === id && event.content.type === "text" &&
        event.content.text === "quebrada"
      ),
    "the message",
  );
  expect(opened.host.told().at(-1)).toBe("CONNECTED");
});

test("what is written while the missed is still being read comes after it, in the same second too", async () => {
  await linked();
  await arrived(await said("antes"));
  simulator.fault({ account: PN, refuseLogins: "503" });
  simulator.kick({ account: PN, how: "drop" });
  const at = Math.floor(Date.now() / 1000) * 1000;
  const write = async (n: number) =>
    (await simulator.say({ account: PN, from: ANA, at, content: { kind: "text", text: `${n}` } })).id;
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) ids.push(await write(n));
  simulator.fault({ account: PN });
  await simulator.connected({ account: PN, ms: 30_000 });
  for (let n = 25; n < 30; n++) ids.push(await write(n));
  const told = () =>
    opened.host.events.flatMap((event) => isMessage(event) && ids.includes(event.externalId) ? event.externalId : []);
  await until(() => new Set(told()).size === ids.length, "all of them");
  expect([...new Set(told())]).toEqual(ids);
});

test("while WhatsApp answers, life is told; a silent line tells none", async () => {
  await linked();
  const beats = opened.host.beats;
  await until(() => opened.host.beats >= beats + 2, "two beats");
  simulator.kick({ account: PN, how: "freeze" });
  const last = opened.host.beats;
  await until(() => opened.host.told().includes("TIMEOUT lost"), "the silence to be noticed");
  expect(opened.host.beats).toBe(last);
});

test("nothing after the host ended the line: no status, no second socket", async () => {
  await linked();
  opened.host.end();
  await until(() => simulator.hub.sockets(PN).now === 0, "the socket to end");
  const told = opened.host.statuses.length;
  const { logins } = simulator.hub.sockets(PN);
  await new Promise((next) => setTimeout(next, 200));
  expect(opened.host.statuses).toHaveLength(told);
  expect(simulator.hub.sockets(PN).logins).toBe(logins);
  expect(opened.host.told().at(-1)).toBe("CONNECTED");
});

test("the host's log hears no number, address or key", async () => {
  const lines: string[] = [];
  const write = (level: string) => (what: string, fields?: unknown) =>
    void lines.push(JSON.stringify([level, what, fields]));
  const log = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  opened = openDevice(simulator, undefined, {}, { log });
  const printed = vi.spyOn(console, "log");
  await linkBy(opened, simulator, PN);
  await arrived(await said("segredo"));
  await said("segredo", { broken: true });
  simulator.disturb({ account: PN, what: "garbage-frame" });
  await back(opened, 2);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(line).not.toMatch(/\d{6,}|segredo|@s\.whatsapp|@lid|[A-Za-z0-9+/]{32,}/);
  expect(printed).not.toHaveBeenCalled();
});
