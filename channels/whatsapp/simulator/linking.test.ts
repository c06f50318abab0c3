// How a client comes to be linked: the phone scans a QR or gets a code, the client comes back and logs in.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, memoryAuth, until } from "./testing/client.ts";

const PN = "5511999990001";
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
});
afterAll(() => simulator.stop());
beforeEach(() => void (client = new Client(simulator)));
afterEach(() => client.end());

const qrOf = async () => (await client.update(({ qr }) => qr !== undefined, "a QR")).qr!;
const device = () => simulator.state({ account: PN }).accounts[0]?.devices.at(-1);

describe("by QR", () => {
  test("the phone scans, the client is told to come again and logs in", async () => {
    client.connect();
    const { device: number } = await simulator.scan({ pn: PN, qr: await qrOf() });
    expect(await client.closed()).toBe(515);
    await client.login();
    const { lid } = simulator.person({ pn: PN });
    const me = { id: `${PN}:${number}@s.whatsapp.net`, lid: `${lid}:${number}@lid`, name: "Loja" };
    expect(client.auth.creds.me).toEqual(me);
    expect(simulator.state().complaints).toEqual([]);
    expect(device()).toMatchObject({ active: true, uploaded: 812, preKeys: 811 });
  });

  test("the older form of the text does too", async () => {
    client.connect();
    const qr = (await qrOf()).split("#")[1]!.split(",").slice(0, 4).join(",");
    await simulator.scan({ pn: PN, qr });
    expect(await client.closed()).toBe(515);
  });

  test("a text that shows another client's keys is refused", async () => {
    client.connect();
    const parts = (await qrOf()).split(",");
    parts[2] = Buffer.alloc(32, 7).toString("base64");
    await expect(simulator.scan({ pn: PN, qr: parts.join(",") })).rejects.toThrow("other keys");
    await expect(simulator.scan({ pn: PN, qr: `x#${parts.with(0, "2@no").join(",")}` })).rejects.toThrow("no client");
    await expect(simulator.scan({ pn: PN, qr: "hello" })).rejects.toThrow("no QR");
  });

  test("a phone that signs with the wrong secret is not believed", async () => {
    client.connect();
    const parts = (await qrOf()).split(",");
    parts[3] = Buffer.alloc(32, 7).toString("base64");
    simulator.scan({ pn: PN, qr: parts.join(",") }).catch(() => undefined);
    await client.closed();
    expect(client.auth.creds.me).toBeUndefined();
  });

  test("six texts, then the client gives up", async () => {
    client = new Client(simulator, { qrTimeout: 20 });
    client.connect();
    expect(await client.closed()).toBe(408);
    expect(new Set(client.updates.flatMap(({ qr }) => qr ?? [])).size).toBe(6);
  });
});

describe("by code", () => {
  test("the code typed on the phone links", async () => {
    client.connect();
    await qrOf();
    const code = await client.socket.requestPairingCode(PN);
    expect(code).toMatch(/^[0-9A-Z]{8}$/);
    const { device: number } = await simulator.typeCode({ pn: PN, code });
    expect(await client.closed()).toBe(515);
    await client.login();
    expect(client.auth.creds.me?.id).toBe(`${PN}:${number}@s.whatsapp.net`);
    expect(client.auth.creds.registered).toBe(true);
  });

  test("a wrong one does not", async () => {
    client.connect();
    await qrOf();
    await client.socket.requestPairingCode(PN, "ABCD1234");
    await expect(simulator.typeCode({ pn: PN, code: "ABCD1235" })).rejects.toThrow("not the client's");
    expect(client.auth.creds.account).toBeUndefined();
  });
});

describe("login", () => {
  test("of a device nobody linked is refused", async () => {
    client.auth.creds.me = { id: `${PN}:77@s.whatsapp.net`, name: "x" };
    client.connect();
    expect(await client.closed()).toBe(401);
  });

  test("with another client's number but not its key is refused", async () => {
    await client.link(PN);
    const thief = new Client(simulator);
    thief.auth = memoryAuth();
    thief.auth.creds.me = { ...client.auth.creds.me! };
    thief.connect();
    expect(await thief.closed()).toBe(401);
    expect(device()).toMatchObject({ active: true });
  });

  test("refused for a while, then taken", async () => {
    await client.link(PN);
    await client.end();
    simulator.fault({ account: PN, refuseLogins: "503" });
    client.connect();
    expect(await client.closed()).toBe(503);
    simulator.fault({ account: PN });
    await client.login();
    await client.end();
  });

  test("routing from an earlier session comes back and does no harm", async () => {
    await client.link(PN);
    const routing = await until(() => client.auth.creds.routingInfo, "routing");
    await client.end();
    await client.login();
    const [line] = [...simulator.hub.lines];
    expect(line?.routing).toEqual(routing);
  });

  test("an account that logs out is gone", async () => {
    await client.link(PN);
    const before = simulator.state({ account: PN }).accounts[0]!.devices.length;
    await client.socket.logout();
    expect(await client.closed()).toBe(401);
    await until(() => simulator.state({ account: PN }).accounts[0]!.devices.length === before - 1, "the removal");
    client.connect();
    expect(await client.closed()).toBe(401);
  });
});

test("keys are filled up when the server says they run low", async () => {
  await client.link(PN);
  simulator.takePreKeys({ account: PN, leave: 3 });
  await until(() => device()?.preKeys === 8, "five more keys");
});

test("hidden ids are the same for the same seed, whoever comes first", () => {
  const [a, b] = [new Simulator({ seed: "s" }), new Simulator({ seed: "s" })];
  b.person({ pn: "5511911111111" });
  expect(a.person({ pn: PN }).lid).toBe(b.person({ pn: PN }).lid);
  expect(a.person({ pn: PN }).lid).not.toBe(new Simulator({ seed: "t" }).person({ pn: PN }).lid);
});

test("the same seed and clock give the same ids", async () => {
  const ids = async (seed: string) => {
    const one = new Simulator({ seed, clock: () => 1_700_000_000_000 });
    await one.start();
    const { id: group } = one.newGroup({ creator: PN, subject: "G", members: [] });
    const { id } = await one.say({ account: PN, from: "5511988880001", content: { kind: "text", text: "oi" } });
    await one.stop();
    return { group, id };
  };
  expect(await ids("s")).toEqual(await ids("s"));
  expect(await ids("s")).not.toEqual(await ids("t"));
});
