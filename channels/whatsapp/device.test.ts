// A linked device's life against the simulated service: pairing, coming back, every way the service lets go.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { OutboundMessage } from "../sdk/mod.ts";
import { isMessage } from "../sdk/memory-host.ts";
import { Simulator } from "./simulator/simulator.ts";
import { back, linkBy, openDevice, type Opened, qrOf, Storage, until } from "./testing/life.ts";

const PN = "5511999990101";
const ANA = "5511988880101";
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
  opened.host.end();
  simulator.reachable({ reachable: true });
  simulator.fault({ account: PN });
  simulator.remove({ account: PN });
  await until(() => simulator.hub.sockets(PN).now === 0 && simulator.hub.unlinked.size === 0, "all sockets to be gone");
});

const devices = () => simulator.state({ account: PN }).accounts[0]?.devices ?? [];
const sockets = () => simulator.hub.sockets(PN);
const linked = () => linkBy(opened = openDevice(simulator), simulator, PN);
const text = (to: string, said: string): OutboundMessage => ({
  key: crypto.randomUUID(),
  to: { identities: [{ kind: "phone", value: to }] },
  text: said,
  human: true,
});
/** A message of Ana that arrives shows that the line hears. */
async function hears(said = "oi"): Promise<void> {
  const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: said } });
  await until(() => opened.host.events.find((event) => isMessage(event) && event.externalId === id), `“${said}”`);
}

describe("pairing", () => {
  test("a QR is shown, scanned, and the device comes back connected", async () => {
    opened = openDevice(simulator);
    await simulator.scan({ pn: PN, qr: await qrOf(opened) });
    await back(opened);
    const { host, storage } = opened;
    expect(host.told()).toEqual(["OPENING", "qrcode", "OPENING", "CONNECTED"]);
    expect(host.accounts).toEqual([PN]);
    // What was before a device is linked never comes: nobody can say that nothing was missed.
    expect(host.caught).toEqual(["unknown"]);
    expect(devices().at(-1)).toMatchObject({ active: true, uploaded: 812 });
    expect([...storage.values.keys()].filter((name) => name.startsWith("pre-key/"))).toHaveLength(812);
    await hears();
  });

  test("the number is claimed in its canonical form", async () => {
    const short = "551188887777";
    simulator.person({ pn: short, name: "Loja" });
    opened = await linkBy(openDevice(simulator), simulator, short);
    expect(opened.host.accounts).toEqual(["5511988887777"]);
    simulator.remove({ account: short });
  });

  test("a code is typed on the phone", async () => {
    opened = openDevice(simulator);
    await qrOf(opened);
    await opened.connection.link?.({ number: PN });
    const shown = await until(
      () => opened.host.statuses.find(({ status }) => status === "PAIRING")?.qrcode,
      "a code",
    );
    expect(shown).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(opened.storage.values.size).toBe(0);
    await simulator.typeCode({ pn: PN, code: shown.replace("-", "") });
    await back(opened);
    await hears();
  });

  test("a line lost while a code waits shows a new code, and logs in as nobody", async () => {
    opened = openDevice(simulator);
    await qrOf(opened);
    await opened.connection.link?.({ number: PN });
    const codes = () => opened.host.statuses.filter(({ status }) => status === "PAIRING").map(({ qrcode }) => qrcode);
    await until(() => codes().length === 1, "a code");
    for (const line of [...simulator.hub.lines]) line.drop();
    await until(() => codes().length === 2, "another code");
    expect(opened.storage.values.size).toBe(0);
    expect(opened.host.told().join()).not.toContain("logged-out");
    await simulator.typeCode({ pn: PN, code: codes()[1]!.replace("-", "") });
    await back(opened);
  });

  test("codes that nobody scans run out and wait for a person", async () => {
    opened = openDevice(simulator, new Storage(), { qrMs: 30 });
    await until(() => opened.host.told().at(-1) === "DISCONNECTED code-expired", "the end of the codes");
    expect(new Set(opened.host.statuses.flatMap(({ qrcode }) => qrcode ?? [])).size).toBe(6);
    expect(simulator.hub.unlinked.size).toBe(0);
    const from = opened.host.statuses.length;
    await opened.connection.link?.({});
    await qrOf(opened, from);
  });

  test("without a link that anybody asked for, WhatsApp is not spoken to until a person wants a code", async () => {
    const storage = new Storage();
    opened = openDevice(simulator, storage, {}, { asked: false });
    await until(() => storage.reads > 0, "a look at the keys");
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened.host.told()).toEqual([]);
    await opened.connection.link?.({});
    await simulator.scan({ pn: PN, qr: await qrOf(opened) });
    await back(opened);
    expect(opened.host.told()).toEqual(["OPENING", "qrcode", "OPENING", "CONNECTED"]);
  });

  test("a linked device needs nobody to ask", async () => {
    await linked();
    const { storage } = opened;
    await opened.device.close();
    opened = openDevice(simulator, storage, {}, { asked: false });
    await back(opened);
  });

  test("a new QR unlinks the device there was, at the phone too, and sets its keys aside", async () => {
    await linked();
    const [before] = devices();
    const from = opened.host.statuses.length;
    await opened.connection.link?.({});
    await until(() => !devices().some(({ device }) => device === before?.device), "the device to be unlinked");
    expect(opened.storage.asides[0]?.names).toContain("creds");
    await simulator.scan({ pn: PN, qr: await qrOf(opened, from) });
    await back(opened, 2);
    expect(opened.host.caught).toEqual(["unknown", "unknown"]);
    await hears();
  });

  test("an account of another connection is given back at once and says nothing", async () => {
    opened = openDevice(simulator);
    opened.host.free = false;
    await simulator.scan({ pn: PN, qr: await qrOf(opened) });
    await until(
      () => opened.host.told().at(-1) === "DISCONNECTED ERR_CHANNEL_ALREADY_CONNECTED",
      `the refusal; told ${opened.host.told()}`,
    );
    expect(opened.host.told()).not.toContain("CONNECTED");
    expect(devices()).toEqual([]);
    expect(opened.storage.values.size).toBe(0);
    expect(opened.host.events).toEqual([]);
  });

  test("a deleted connection leaves no device on the phone", async () => {
    await linked();
    await opened.connection.unlink?.();
    await until(() => devices().length === 0, "the device to be unlinked");
  });
});

describe("coming back", () => {
  test("a new process logs in with the kept keys and hears what it missed", async () => {
    const { storage } = await linked();
    await hears("antes");
    await opened.device.close();
    const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "perdida" } });
    opened = openDevice(simulator, storage);
    await back(opened);
    expect(opened.host.told()).toEqual(["OPENING", "CONNECTED"]);
    expect(opened.host.caught).toEqual(["replayed"]);
    await until(() => opened.host.events.find((event) => isMessage(event) && event.externalId === id), "the message");
    await opened.connection.send(text(ANA, "voltei"));
    expect(devices()).toHaveLength(1);
  });

  test.each(
    [
      ["restart", "OPENING"],
      ["stream-end", "DISCONNECTED lost"],
      ["close", "DISCONNECTED lost"],
      ["drop", "DISCONNECTED lost"],
      ["no-code", "DISCONNECTED lost"],
      ["code-500", "DISCONNECTED lost"],
      ["unavailable", "DISCONNECTED unavailable"],
      ["failure-unavailable", "DISCONNECTED unavailable"],
    ] as const,
  )("after %s it is %s and then connected again", async (how, status) => {
    await linked();
    const from = opened.host.statuses.length;
    simulator.kick({ account: PN, how });
    await back(opened, 2);
    expect(opened.host.told(from)).toEqual(
      status === "OPENING" ? ["OPENING", "CONNECTED"] : [status, "OPENING", "CONNECTED"],
    );
    expect(opened.host.caught).toEqual(["unknown", "replayed"]);
    expect(sockets()).toMatchObject({ now: 1, most: 1 });
    await hears();
  });

  test("a line that went dead is noticed, cut, and told as a time-out", async () => {
    await linked();
    const from = opened.host.statuses.length;
    simulator.kick({ account: PN, how: "freeze" });
    await back(opened, 2);
    expect(opened.host.told(from)).toEqual(["TIMEOUT lost", "OPENING", "CONNECTED"]);
    await hears();
  });

  test("a service that is away is tried until it is back", async () => {
    await linked();
    simulator.reachable({ reachable: false });
    await until(() => opened.host.told().filter((one) => one === "OPENING").length >= 4, "some tries");
    await expect(opened.connection.send(text(ANA, "?"))).rejects.toMatchObject({ code: "not-connected" });
    simulator.reachable({ reachable: true });
    await back(opened, 2);
    await hears();
  });
});

describe("waiting for a person", () => {
  const stopped = async (reason: string) => {
    await until(() => opened.host.told().at(-1) === `DISCONNECTED ${reason}`, `${reason}; told ${opened.host.told()}`);
    const { logins } = sockets();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(opened.host.told().at(-1)).toBe(`DISCONNECTED ${reason}`);
    expect(sockets()).toMatchObject({ now: 0, logins });
  };

  test("removed on the phone: the keys are set aside, and a new QR links again", async () => {
    await linked();
    simulator.kick({ account: PN, how: "removed" });
    await stopped("logged-out");
    expect(opened.storage.asides).toMatchObject([{ why: "logged-out" }]);
    expect(opened.storage.values.size).toBe(0);
    const from = opened.host.statuses.length;
    await opened.connection.link?.({});
    await simulator.scan({ pn: PN, qr: await qrOf(opened, from) });
    await back(opened, 2);
  });

  test.each([["banned", "banned"], ["downgrade", "old-mode"]] as const)("%s stops, keys kept", async (how, reason) => {
    await linked();
    simulator.kick({ account: PN, how });
    await stopped(reason);
    expect(opened.storage.asides).toEqual([]);
    expect(opened.storage.values.has("creds")).toBe(true);
  });

  test.each([["405", "refused"], ["409", "refused"], ["419", "refused"], ["403", "banned"]] as const)(
    "a login refused with %s stops, keys kept",
    async (code, reason) => {
      await linked();
      simulator.fault({ account: PN, refuseLogins: code });
      simulator.kick({ account: PN, how: "drop" });
      await stopped(reason);
      expect(opened.storage.values.has("creds")).toBe(true);
    },
  );

  test("a login refused with 401 sets the keys aside", async () => {
    await linked();
    simulator.fault({ account: PN, refuseLogins: "401" });
    simulator.kick({ account: PN, how: "drop" });
    await stopped("logged-out");
    expect(opened.storage.asides).toMatchObject([{ why: "logged-out" }]);
  });

  test("five bad sessions in a row ask for a new pairing, keys kept", async () => {
    await linked();
    simulator.fault({ account: PN, refuseLogins: "500" });
    simulator.kick({ account: PN, how: "code-500" });
    await stopped("bad-session");
    expect(opened.storage.values.has("creds")).toBe(true);
  });

  test("replaced while the session is still ours: one try, then it is left alone", async () => {
    await linked();
    const from = opened.host.statuses.length;
    simulator.kick({ account: PN, how: "replaced" });
    await back(opened, 2);
    expect(opened.host.told(from)).toEqual(["DISCONNECTED replaced", "OPENING", "CONNECTED"]);
    simulator.kick({ account: PN, how: "replaced" });
    await stopped("replaced");
  });

  test("replaced by the process that owns the session now: not a word more", async () => {
    await linked();
    const before = opened.host.statuses.length;
    const old = opened;
    opened = openDevice(simulator, old.storage);
    await back(opened);
    await until(() => sockets().now === 1, "the old socket to be gone");
    await hears();
    expect(old.host.statuses).toHaveLength(before);
    expect(opened.host.told()).toEqual(["OPENING", "CONNECTED"]);
    await old.device.close();
  });
});
