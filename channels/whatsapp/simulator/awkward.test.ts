// The awkward cases of the protocol, and what Baileys makes of each: whoever uses it has to live with these.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990020";
const ANA = "5511988880020";
const ANA_JID = `${ANA}@s.whatsapp.net`;
const CIPHERTEXT = 2;
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
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
const say = (text: string, more = {}) =>
  simulator.say({ account: PN, from: ANA, content: { kind: "text", text }, ...more });
const read = async (text: string, more = {}) => {
  const { id } = await say(text, more);
  return { id, ...await client.upsert(id) };
};
const receipts = (id: string) => simulator.state({ account: PN }).receipts.filter(({ ids }) => ids.includes(id));
const upserts = (id: string) => client.upserts.filter(({ message }) => message.key.id === id);
/** A conversation in which both sides wrote: messages need no prekeys any more. */
async function running() {
  await read("first");
  const sent = await client.socket.sendMessage(ANA_JID, { text: "answer" });
  await until(() => simulator.state().accepted.find(({ id, message }) => id === sent!.key.id && message), "the answer");
}

describe("the same again", () => {
  test("same bytes, running session: a stub, a retry, then the content under the same id", async () => {
    await running();
    const { id } = await read("again");
    simulator.redeliver({ account: PN, id });
    await until(() => upserts(id).length >= 3, "stub and content");
    expect(upserts(id).map(({ message }) => message.message?.conversation ?? message.messageStubType)).toEqual([
      "again",
      CIPHERTEXT,
      "again",
    ]);
    await until(() => receipts(id).length === 4, "all receipts");
    expect(receipts(id).map(({ type, error }) => error ?? type)).toEqual(["delivered", "retry", "500", "delivered"]);
    expect(simulator.state({ account: PN }).accounts[0]?.devices[0]?.waiting).toBe(0);
  });

  test("same bytes, first message: refused with 487, no event", async () => {
    const { id } = await read("first ever", { from: "5511988880021" });
    simulator.redeliver({ account: PN, id });
    await until(() => receipts(id).some(({ error }) => error === "487"), "the refusal");
    expect(upserts(id)).toHaveLength(1);
  });

  test("same id, sealed anew: a second upsert", async () => {
    const { id } = await read("one");
    await say("one", { id });
    await until(() => upserts(id).length === 2, "the second");
  });
});

describe("cannot be read", () => {
  test("by the client: a stub, a retry, then the content under the same id", async () => {
    await running();
    const { id } = await say("broken", { broken: true });
    const { message } = await client.upsert(id);
    expect(message.message?.conversation).toBe("broken");
    expect(upserts(id)[0]?.message).toMatchObject({ messageStubType: CIPHERTEXT });
    await simulator.settled({ account: PN });
    expect((await read("after")).message.message?.conversation).toBe("after");
  });

  test("by the contact: the client sends again from memory", async () => {
    simulator.blind({ pn: ANA });
    const sent = await client.socket.sendMessage(ANA_JID, { text: "twice" });
    const accepted = await until(
      () => simulator.state().accepted.find(({ id, readBy }) => id === sent!.key.id && readBy[ANA]),
      "the second try",
    );
    expect(accepted.sends).toBe(2);
  });

  test("by the contact, after a restart: only getMessage knows it", async () => {
    simulator.fault({ account: PN });
    simulator.person({ pn: ANA });
    const sent = await client.socket.sendMessage(ANA_JID, { text: "from the store" });
    await until(
      () => simulator.state().accepted.find(({ id, message }) => id === sent!.key.id && message),
      "the message",
    );
    await client.end();
    const asked: string[] = [];
    client.config.getMessage = (key) => {
      asked.push(key.id!);
      return Promise.resolve({ conversation: "from the store" });
    };
    await client.login();
    simulator.askAgain({ account: PN, from: ANA, id: sent!.key.id! });
    await until(() => simulator.state().accepted.find(({ id, sends }) => id === sent!.key.id && sends === 2), "again");
    expect(asked).toContain(sent!.key.id);
  });
});

test("a placeholder is filled by the own phone, under the same id", async () => {
  const { id } = await say("from an ad", { where: "placeholder" });
  expect((await client.upsert(id)).message.message?.conversation).toBe("from an ad");
  expect(upserts(id)[0]?.message).toMatchObject({
    messageStubType: CIPHERTEXT,
    messageStubParameters: expect.arrayContaining(["Message absent from node"]),
  });
});

test("a contact's new phone is accepted without a word", async () => {
  await running();
  simulator.newPhone({ pn: ANA });
  expect((await read("new phone")).message.message?.conversation).toBe("new phone");
  const sent = await client.socket.sendMessage(ANA_JID, { text: "to the new one" });
  await until(
    () => simulator.state().accepted.find(({ id, readBy }) => id === sent!.key.id && readBy[ANA]),
    "the message at the new phone",
  );
});

test("a contact that reinstalled starts a new session", async () => {
  await running();
  expect((await read("back", { freshSession: true })).message.message?.conversation).toBe("back");
});

test("a number without WhatsApp: no error, and nobody but the own phone gets it", async () => {
  simulator.person({ pn: "5511900000009", exists: false });
  const sent = await client.socket.sendMessage("5511900000009@s.whatsapp.net", { text: "?" });
  const accepted = await until(
    () => simulator.state().accepted.find(({ id, ownCopy }) => id === sent!.key.id && ownCopy),
    "the copy",
  );
  expect(accepted.readBy).toEqual({});
  expect(client.fates(sent!.key.id!).every(({ status }) => status === 1)).toBe(true);
});

describe("garbage", () => {
  test.each(["unknown-stanza", "forged-sender", "message-without-id", "garbage-node"] as const)(
    "%s does not stop the stream",
    async (what) => {
      client.guard();
      simulator.disturb({ account: PN, what });
      expect((await read("still here")).message.message?.conversation).toBe("still here");
      expect(client.broken).toHaveLength(what === "garbage-node" ? 1 : 0);
    },
  );

  test("a frame nobody can open: the client is deaf until it comes again", async () => {
    client.guard();
    simulator.disturb({ account: PN, what: "garbage-frame" });
    const { id } = await say("behind it");
    await until(() => client.broken.length === 2, "two frames that were not opened");
    simulator.kick({ account: PN, how: "drop" });
    await client.closed();
    await client.login();
    expect((await client.upsert(id)).message.message?.conversation).toBe("behind it");
  });
});

test("two devices of one account, and two accounts that write to each other", async () => {
  const other = new Client(simulator);
  const phone = "5511999990021";
  simulator.person({ pn: phone, name: "Outra", business: "Outra" });
  const second = new Client(simulator);
  await second.link(PN);
  await other.link(phone);
  const sent = await client.socket.sendMessage(`${phone}@s.whatsapp.net`, { text: "between us" });
  const id = sent!.key.id!;
  const there = (await other.upsert(id)).message;
  expect(there.message?.extendedTextMessage?.text).toBe("between us");
  expect(there.key).toMatchObject({ fromMe: false });
  const copy = (await second.upsert(id)).message;
  expect(copy.key).toMatchObject({ fromMe: true, remoteJid: `${phone}@s.whatsapp.net` });
  await Promise.all([second.end(), other.end()]);
});
