// The awkward cases: twice the same, what cannot be read yet, what came while we were away, garbage. Nothing is lost or doubled.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  type UserFacingSocketConfig,
} from "@whiskeysockets/baileys";
import { realClock } from "../sdk/memory-host.ts";
import { Simulator } from "./simulator/simulator.ts";
import { until } from "./simulator/testing/client.ts";
import { withTransactionsOf } from "./wire/before-receipt.ts";
import { allReceived } from "./inbound/receive.ts";
import { Device } from "./testing/receiver.ts";

const PN = "5511999990120";
const ANA = "5511988880120";
const ANA_JID = `${ANA}@s.whatsapp.net`;
let simulator: Simulator;
let device: Device;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
});
afterAll(() => simulator.stop());
beforeEach(async () => {
  device = new Device(simulator, PN);
  await device.link(PN);
});
afterEach(async () => {
  await device.end();
  simulator.fault({});
  simulator.remove({ account: PN });
});
const say = (text: string, more = {}) => device.say(ANA, { kind: "text", text }, more);
const readable = ({ placeholder }: { placeholder?: true }) => !placeholder;
async function read(text: string, more = {}) {
  const { id } = await say(text, more);
  return await device.message(id, readable);
}
/** A conversation in which both sides wrote: messages need no prekeys any more. */
async function running() {
  await read("first");
  const sent = await device.socket.sendMessage(ANA_JID, { text: "answer" });
  await until(() => simulator.state().accepted.find(({ id, message }) => id === sent!.key.id && message), "the answer");
}

describe("the same again", () => {
  test("same bytes, running session: the stub does not take the content away", async () => {
    await running();
    const { externalId: id } = await read("again");
    simulator.redeliver({ account: PN, id });
    await until(() => device.messages(id).length === 2, "the content again");
    expect(device.messages(id).map(({ content, placeholder }) => [content, placeholder])).toEqual([
      [{ type: "text", text: "again" }, undefined],
      [{ type: "text", text: "again" }, undefined],
    ]);
  });
  test("same id, sealed anew: the same event under the same id", async () => {
    const { externalId: id } = await read("one");
    await say("one", { id });
    await until(() => device.messages(id).length === 2, "the second");
    const [first, second] = device.messages(id);
    expect(second).toMatchObject({ content: first!.content, peer: first!.peer });
  });
});

describe("cannot be read yet", () => {
  test("a placeholder, then the content under the same id", async () => {
    await running();
    const { id } = await say("broken", { broken: true });
    expect((await device.message(id, readable)).content).toEqual({ type: "text", text: "broken" });
    expect(device.messages(id)[0]).toMatchObject({ placeholder: true, content: { type: "other", what: "waiting" } });
    expect(device.messages(id)[0]!.peer).toEqual(device.messages(id)[1]!.peer);
    expect((await read("after")).content).toMatchObject({ text: "after" });
  });
  test("content that linked devices have to ask for is filled by the own phone", async () => {
    const { id } = await say("from an ad", { where: "placeholder" });
    expect((await device.message(id)).placeholder).toBe(true);
    const filled = await device.message(id, readable);
    expect(filled).toMatchObject({ content: { text: "from an ad" }, peer: { name: "Ana" }, fromMe: false });
    expect(filled.peer).toEqual(device.messages(id)[0]!.peer);
  });
});

test("messages and calls of an absence are told once, in order, with their time", async () => {
  await read("before");
  await device.end();
  const at = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
  const ids: string[] = [];
  for (let n = 0; n < 50; n++) ids.push((await say(`n${n}`, { at: at + n * 1000 })).id);
  const { id: call } = simulator.call({ account: PN, from: ANA });
  await device.login();
  await until(() => ids.every((id) => device.messages(id).length === 1), "the backlog");
  const told = device.all("message").filter(({ externalId }) => ids.includes(externalId));
  expect(told.map(({ externalId }) => externalId)).toEqual(ids);
  expect(told.map((event) => event.at)).toEqual(ids.map((_, n) => at + n * 1000));
  expect(device.upserts.find(({ message }) => message.key.id === ids[0])?.type).toBe("append");
  expect((await device.told("call", ({ externalId }) => externalId === call)).state).toBe("missed");
});

test("messages edited and deleted in an absence end in their last state", async () => {
  await read("before");
  await device.end();
  const { id } = await say("teh");
  await device.say(ANA, { kind: "edit", target: { id }, text: "the" });
  await device.login();
  await until(() => device.messages(id).length === 1, "the message");
  await until(() => {
    const text = device.all("edit").find(({ targetId }) => targetId === id)?.text;
    return (text ?? JSON.stringify(device.messages(id)[0]!.content)).includes("the");
  }, "the edit");
});

describe("nothing is confirmed before the host has it", () => {
  const confirmed = (id: string) =>
    simulator.state({ account: PN }).receipts.some(({ ids, type }) => ids.includes(id) && type === "delivered");
  /** The host cannot store messages until it is let. */
  function hold() {
    const receive = device.host.receive.bind(device.host);
    const { promise: free, resolve: release } = Promise.withResolvers<void>();
    const asked: string[] = [];
    device.host.receive = async (event) => {
      if (event.kind === "message") {
        asked.push(event.externalId);
        await free;
      }
      await receive(event);
    };
    return { asked, release };
  }

  test("live", async () => {
    await read("before");
    const { asked, release } = hold();
    const { id } = await say("slow");
    await until(() => asked.includes(id), "the host to be asked");
    expect(confirmed(id)).toBe(false);
    release();
    await until(() => confirmed(id), "the confirmation");
    expect(device.messages(id)).toHaveLength(1);
  });

  /** Seals and opens with transactions apart from the socket's. */
  const apart: Partial<UserFacingSocketConfig> = {
    makeSignalRepository({ creds }, logger, lidsOf) {
      const keys = addTransactionCapability(device.auth.keys, logger, { maxCommitRetries: 1, delayBetweenTriesMs: 1 });
      return withTransactionsOf(keys, DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, logger, lidsOf));
    },
  };
  test.each([
    ["in a running conversation", true, {}],
    ["with somebody's very first message", false, {}],
    ["with transactions apart", false, apart],
  ])(
    "a process that dies before it stored, %s: WhatsApp gives it again, and it is opened again",
    async (_, old, config) => {
      await device.end();
      Object.assign(device.config, config);
      await device.login();
      if (old) await running();
      const from = old ? ANA : config === apart ? "5511988880126" : "5511988880125";
      const { asked } = hold();
      const { id } = await device.say(from, { kind: "text", text: "precious" });
      await until(() => asked.includes(id), "the host to be asked");
      simulator.kick({ account: PN, how: "drop" });
      await device.closed();
      const next = new Device(simulator, PN);
      next.auth = device.auth;
      await next.login();
      expect((await next.message(id)).content).toEqual({ type: "text", text: "precious" });
      await next.end();
    },
  );

  test("a message that could not be stored while the connection ended is not confirmed, and asked for again", async () => {
    await running();
    const receive = device.host.receive.bind(device.host);
    let refusals = 1;
    device.host.receive = (event) =>
      event.kind === "message" && refusals-- > 0 ? Promise.reject(new Error("no")) : receive(event);
    device.host.end();
    const { id } = await say("at the last moment");
    expect((await device.message(id, readable)).content).toEqual({ type: "text", text: "at the last moment" });
    await until(() => confirmed(id), "the confirmation");
    const types = simulator.state({ account: PN }).receipts.filter(({ ids }) => ids.includes(id)).map(({ type }) =>
      type
    );
    expect(types[0]).toBe("retry");
  });

  test("a backlog is stored message by message, not at its end", async () => {
    await read("before");
    await device.end();
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await say(`n${n}`)).id);
    const { asked, release } = hold();
    const login = device.login();
    await until(() => asked.length === 1, "the first");
    await simulator.connected({ account: PN });
    expect(ids.filter(confirmed)).toEqual([]);
    expect(asked).toEqual([ids[0]]);
    release();
    await login;
    await until(() => ids.every((id) => device.messages(id).length === 1), "the backlog");
  });
});

test("a new phone, and a reinstallation", async () => {
  await running();
  simulator.newPhone({ pn: ANA });
  expect((await read("new phone")).content).toMatchObject({ text: "new phone" });
  expect((await read("back", { freshSession: true })).content).toMatchObject({ text: "back" });
});

test.each(["unknown-stanza", "forged-sender", "message-without-id", "garbage-node"] as const)(
  "%s stops nothing and is nobody's message",
  async (what) => {
    device.guard();
    const before = device.all("message").length;
    simulator.disturb({ account: PN, what });
    expect((await read("still here")).content).toMatchObject({ text: "still here" });
    expect(device.all("message")).toHaveLength(before + 1);
  },
);

test("a message the host cannot store is tried again for as long as it takes, and confirmed only then; the next one comes after it", async () => {
  const shop = "5511999990122";
  simulator.person({ pn: shop, name: "Outra", business: "Outra" });
  const sleep = (ms: number, signal?: AbortSignal) => realClock.sleep(ms / 20, signal);
  const hasty = new Device(simulator, shop, { clock: { now: realClock.now, sleep } });
  await hasty.link(shop);
  const receive = hasty.host.receive.bind(hasty.host);
  const stuck = "3AAAAAAAAAAAAAAAAAAA";
  let refuses = true;
  let tries = 0;
  hasty.host.receive = (event) => {
    const refused = event.kind === "message" && event.externalId === stuck && refuses;
    if (refused) tries++;
    return refused ? Promise.reject(new Error("no")) : receive(event);
  };
  await hasty.say(ANA, { kind: "text", text: "stuck" }, { id: stuck });
  const { id } = await hasty.say("5511988880121", { kind: "text", text: "goes on" });
  await until(() => tries > 3, "some tries");
  const confirmed = () =>
    simulator.state({ account: shop }).receipts.some(({ ids, type }) => ids.includes(stuck) && type === "delivered");
  expect([hasty.messages(stuck), hasty.messages(id), confirmed()]).toEqual([[], [], false]);
  refuses = false;
  await hasty.message(id);
  expect((await hasty.message(stuck)).content).toEqual({ type: "text", text: "stuck" });
  await allReceived(hasty.host);
  expect(hasty.messages(stuck)).toHaveLength(1);
  await hasty.end();
});

test("a message that can never be stored as it is becomes one that says so", async () => {
  const shop = "5511999990123";
  simulator.person({ pn: shop, name: "Outra", business: "Outra" });
  const hasty = new Device(simulator, shop, { clock: { now: realClock.now, sleep: () => Promise.resolve() } });
  await hasty.link(shop);
  const receive = hasty.host.receive.bind(hasty.host);
  hasty.host.receive = (event) =>
    event.kind === "message" && event.content.type === "text" ? Promise.reject(new Error("no")) : receive(event);
  const { id } = await hasty.say(ANA, { kind: "text", text: "odd" });
  expect((await hasty.message(id)).content).toEqual({ type: "other", what: "unreadable" });
  await hasty.end();
});

describe("fates of our messages", () => {
  const fates = (id: string) =>
    device.all("status").filter(({ externalId }) => externalId === id).map(({ ack, error }) => ack ?? error);
  async function send(text: string) {
    const sent = await device.socket.sendMessage(ANA_JID, { text });
    const id = sent!.key.id!;
    await until(() => simulator.state().accepted.find((one) => one.id === id && one.readBy[ANA]), "the message");
    return id;
  }

  test("delivered, read and played, on our scale; what we wrote ourselves is no message", async () => {
    simulator.settings({ receipts: "none" });
    const id = await send("hello");
    for (const [type, ack] of [["delivered", 2], ["read", 3], ["played", 4]] as const) {
      simulator.tick({ account: PN, from: ANA, ids: [id], type });
      await until(() => fates(id).includes(ack), type);
    }
    expect([...new Set(fates(id))]).toEqual([2, 3, 4]);
    expect(device.messages(id)).toEqual([]);
    simulator.settings({ receipts: "delivered" });
  });
  test("in an absence, in whatever order: the furthest counts", async () => {
    simulator.settings({ receipts: "none" });
    const id = await send("voice note");
    await device.end();
    for (const type of ["played", "read", "delivered"] as const) {
      simulator.tick({ account: PN, from: ANA, ids: [id], type });
    }
    await device.login();
    await until(() => [2, 3, 4].every((ack) => fates(id).includes(ack as 2)), "all of them");
    simulator.settings({ receipts: "delivered" });
  });
  test("by the account's own phone: what it read of theirs", async () => {
    const ids = [(await read("1")).externalId, (await read("2")).externalId];
    simulator.readOnPhone({ account: PN, from: ANA, ids });
    await until(() => device.all("seen").length === 2, "both");
    expect(device.all("seen").map(({ externalId }) => externalId)).toEqual(ids);
    expect(ids.flatMap(fates)).toEqual([]);
  });
  test("within milliseconds", async () => {
    simulator.settings({ receipts: "read" });
    const id = await send("quick");
    await until(() => fates(id).includes(3), "read");
    simulator.settings({ receipts: "delivered" });
  });
  test.each([["463", "ERR_WAPP_RESTRICTED"], ["479", "ERR_PROVIDER_REFUSED"], ["404", "ERR_WAPP_INVALID_CONTACT"]])(
    "refused with %s: %s",
    async (code, reason) => {
      await read("hi");
      simulator.fault({ account: PN, refuseSends: code });
      const sent = await device.socket.sendMessage(ANA_JID, { text: "no" });
      await until(() => fates(sent!.key.id!).length === 1, "the refusal");
      expect(fates(sent!.key.id!)).toEqual([{ reason, detail: `refused with ${code}` }]);
      simulator.fault({ account: PN });
    },
  );
});

describe("the account's standing", () => {
  const notices = () => device.all("notice").map(({ what, detail }) => [what, detail]);
  test("a restriction, its end and its lifting, and the quota of new conversations", async () => {
    const ends = Math.floor(Date.now() / 1000) + 3600;
    simulator.person({ pn: PN, standing: { restrictedUntil: ends, capping: "SECOND_WARNING" } });
    await until(() => notices().length >= 2, "what WhatsApp thinks");
    expect(notices()).toEqual([["restricted", String(ends * 1000)], ["capped", "SECOND_WARNING"]]);
    simulator.person({ pn: PN, standing: { restrictedUntil: 0, capping: "NONE" } });
    await until(() => notices().length >= 4, "that it thinks better");
    expect(notices().slice(2)).toEqual([["restricted", "0"], ["capped", "NONE"]]);
  });
});
