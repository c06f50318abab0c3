// What is done to messages, chats, calls and numbers, as the other side sees it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { proto } from "@whiskeysockets/baileys";
import { checkNumbers, edit, lookup, markRead, react, refuseCall, remove, typing } from "./deeds.ts";
import { encodePayload, getMessageOf } from "../wire/payload.ts";
import { send } from "./send.ts";
import { Simulator } from "../simulator/simulator.ts";
import { until } from "../simulator/testing/client.ts";
import { Account, group, hidden, message, person } from "../testing/line.ts";
import { keepUnread } from "../people/unread.ts";

const PN = "5511999990331";
const ANA = "5511988880331";
const BIA = "5511988880332";
let simulator: Simulator;
let account: Account;
let ana: string;
let family: string;

beforeAll(async () => {
  simulator = new Simulator({ receipts: "none" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  ({ lid: ana } = simulator.person({ pn: ANA, name: "Ana", picture: btoa("jpeg") }));
  simulator.person({ pn: BIA, name: "Bia" });
  account = new Account(simulator, PN);
  await account.client.link(PN);
  keepUnread(account.line);
  ({ id: family } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN, BIA] }));
});
beforeEach(() => simulator.fault({ account: PN }));
afterAll(async () => {
  expect(simulator.state().complaints.filter((one) => !one.includes("told not to"))).toEqual([]);
  await account.client.end();
  await simulator.stop();
});

/** What comes of a deed: the one message it sends, as it is read. */
async function deed(act: () => Promise<void>) {
  const { next } = simulator.state();
  await act();
  const look = () => simulator.state({ after: next }).accepted.find((one) => one.message);
  const { message, attrs, to } = await until(look, "the deed to be read");
  return { message: message!, edit: attrs.edit, to };
}
const written = async (text = "original", to = person(ANA)) =>
  (await send(account.line, message(to, { text }))).externalId;
/** Somebody writes, and it is kept as what receives keeps it. */
async function said(text: string, more: { group?: string; from?: string } = {}) {
  const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text }, ...more });
  const { message: one } = await account.client.upsert(id);
  const peer = more.group ? group(more.group) : person(more.from ?? ANA);
  await account.host.keepPayload(peer, id, encodePayload(one as proto.IWebMessageInfo));
  return id;
}

describe("to an own message", () => {
  test("a new text, which is what is given to whoever asks again", async () => {
    const id = await written();
    const { message: read, edit: mark, to } = await deed(() => edit(account.line, person(ANA), id, "corrigido"));
    expect([mark, to]).toEqual(["1", `${ana}@lid`]);
    expect(read.protocolMessage).toMatchObject({ type: 14, key: { id, fromMe: true } });
    expect(read.protocolMessage?.editedMessage?.extendedTextMessage?.text).toBe("corrigido");
    expect(await getMessageOf(account.host, account.names)({ id, remoteJid: `${ana}@lid` })).toMatchObject({
      extendedTextMessage: { text: "corrigido" },
    });
  });

  test("the same text once more is another edit", async () => {
    const id = await written();
    for (const text of ["b", "a", "b"]) {
      const { message: read } = await deed(() => edit(account.line, person(ANA), id, text));
      expect(read.protocolMessage?.editedMessage?.extendedTextMessage?.text).toBe(text);
    }
  });

  test("a new caption leaves the file", async () => {
    const key = { id: "CAPTION", remoteJid: `${ana}@lid`, fromMe: true };
    await account.host.keepPayload(
      person(ANA),
      "CAPTION",
      encodePayload({ key, message: { imageMessage: { url: "https://x/", caption: "velha" } } }),
    );
    const { message: read } = await deed(() => edit(account.line, person(ANA), "CAPTION", "nova"));
    expect(read.protocolMessage?.editedMessage?.imageMessage).toMatchObject({ url: "https://x/", caption: "nova" });
  });

  test("deleted for all", async () => {
    const id = await written();
    const { message: read, edit: mark } = await deed(() => remove(account.line, person(ANA), id));
    expect(mark).toBe("7");
    expect(read.protocolMessage).toMatchObject({ type: 0, key: { id, fromMe: true } });
  });

  test("a refusal is an error", async () => {
    const id = await written();
    simulator.fault({ account: PN, refuseSends: "479" });
    await expect(remove(account.line, person(ANA), id)).rejects.toMatchObject({ code: "rejected" });
  });
});

describe("to another's", () => {
  test("a reaction, taken away again", async () => {
    const id = await said("viva");
    const { message: read, to } = await deed(() => react(account.line, person(ANA), id, "❤️"));
    expect(to).toBe(`${ana}@lid`);
    expect(read.reactionMessage).toMatchObject({ text: "❤️", key: { id, fromMe: false, remoteJid: `${ana}@lid` } });
    const { message: gone } = await deed(() => react(account.line, person(ANA), id, null));
    expect(gone.reactionMessage).toMatchObject({ text: "", key: { id } });
  });

  test("in a group the reaction names who wrote it", async () => {
    const id = await said("viva", { group: family, from: BIA });
    const { message: read } = await deed(() => react(account.line, group(family), id, "👍"));
    const participant = `${simulator.person({ pn: BIA }).lid}@lid`;
    expect(read.reactionMessage?.key).toMatchObject({ id, remoteJid: family, participant, fromMe: false });
    await expect(react(account.line, group(family), "UNKNOWN", "👍")).rejects.toMatchObject({ code: "rejected" });
  });

  test("an admin takes a member's message away", async () => {
    const id = await said("spam", { group: family, from: BIA });
    const { edit: mark, message: read } = await deed(() => remove(account.line, group(family), id));
    expect(mark).toBe("8");
    expect(read.protocolMessage?.key).toMatchObject({ id, fromMe: false });
  });
});

describe("reading", () => {
  const told = () =>
    simulator.state({ account: PN }).receipts.filter(({ type }) => type === "read").flatMap(({ ids }) => ids);

  test("this message and all before it, not those after it, and none twice", async () => {
    const [one, two, three] = [await said("1"), await said("2"), await said("3")];
    await markRead(account.line, person(ANA), two);
    await until(() => told().includes(two), "the receipt");
    expect(told().filter((id) => [one, two, three].includes(id))).toEqual([one, two]);
    await markRead(account.line, hidden(ana), three);
    await until(() => told().includes(three), "the second receipt");
    expect(told().filter((id) => [one, two, three].includes(id))).toEqual([one, two, three]);
  });

  test("one that is not known any more is told alone; in a group with its author", async () => {
    const id = await said("antes", { group: family, from: BIA });
    const later = new Account(simulator, PN);
    const line = { ...account.line, names: later.names };
    await markRead(line, group(family), id);
    await until(() => told().includes(id), "the receipt");
    const receipt = simulator.state({ account: PN }).receipts.find(({ type, ids }) =>
      type === "read" && ids.includes(id)
    );
    expect(receipt).toMatchObject({ to: family, participant: `${simulator.person({ pn: BIA }).lid}@lid` });
  });
});

test("typing begins and ends", async () => {
  await typing(account.line, person(ANA), true);
  await typing(account.line, person(ANA), false);
  const types = () => simulator.state({ account: PN }).signals.filter(({ tag }) => tag === "chatstate");
  await until(() => types().length === 2, "both");
  expect(types().map(({ type, to }) => [type, to])).toEqual([["composing", `${ana}@lid`], ["paused", `${ana}@lid`]]);
});

test("a call is refused", async () => {
  const { id } = simulator.call({ account: PN, from: ANA });
  await account.client.event("call", (call) => call.id === id);
  await refuseCall(account.line, hidden(ana), id);
  await until(() => simulator.state({ account: PN }).signals.some(({ type }) => type === "reject"), "the refusal");
});

describe("looking up", () => {
  test("a picture; of somebody without one nothing; of a number nobody has null", async () => {
    expect((await lookup(account.line, person(ANA)))?.pictureUrl).toMatch(/^https:\/\/127\.0\.0\.1:/);
    expect(await lookup(account.line, person(BIA))).toEqual({ name: undefined, pictureUrl: undefined });
    simulator.person({ pn: "4915100000001", exists: false });
    expect(await lookup(account.line, person("4915100000001"))).toBeNull();
  });

  test("a group's subject", async () => {
    expect(await lookup(account.line, group(family))).toMatchObject({ name: "Família" });
  });

  test("trouble on the line is no answer", async () => {
    simulator.fault({ account: PN, failQueries: { "w:profile:picture": "503" } });
    await expect(lookup(account.line, person(ANA))).rejects.toMatchObject({ code: "unreachable" });
  });
});

describe("people who can be written to", () => {
  test("many numbers in one question, in either Brazilian form, hidden ids too", async () => {
    const old = simulator.person({ pn: "551187770001", name: "Zé" });
    simulator.person({ pn: "5511987770001", exists: false });
    simulator.person({ pn: "4915100000002", exists: false });
    const asked = () => simulator.world.queries.filter((one) => one.startsWith("usync")).length;
    const before = asked();
    const numbers = ["5511987770001", "4915100000002", "4915100000003"];
    const found = await checkNumbers(account.line, numbers);
    expect(found).toEqual({
      "5511987770001": [
        { kind: "lid", value: old.lid },
        { kind: "phone", value: "5511987770001", address: "551187770001" },
      ],
      "4915100000002": null,
      "4915100000003": [
        { kind: "lid", value: simulator.person({ pn: "4915100000003" }).lid },
        { kind: "phone", value: "4915100000003" },
      ],
    });
    expect(asked() - before).toBe(2);
    expect(await checkNumbers(account.line, numbers)).toEqual(found);
    expect(asked() - before).toBe(2);
  });

  test("a question that fails says nothing of anybody", async () => {
    simulator.fault({ account: PN, failQueries: { usync: "500" } });
    await expect(checkNumbers(account.line, ["4915100000009"])).rejects.toMatchObject({ code: "unreachable" });
    simulator.fault({ account: PN });
    expect(await checkNumbers(account.line, ["4915100000009"])).toMatchObject({
      "4915100000009": [{ kind: "lid" }, {}],
    });
  });
});
