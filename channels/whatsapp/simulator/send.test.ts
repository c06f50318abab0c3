// Everything a client sends, as contacts' phones read it; and what they answer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AnyMessageContent } from "@whiskeysockets/baileys";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990006";
const ANA = "5511988880006";
const ANA_JID = `${ANA}@s.whatsapp.net`;
let simulator: Simulator;
let client: Client;

beforeAll(async () => {
  simulator = new Simulator({ receipts: "none" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana", about: "at work", picture: Buffer.from("jpeg").toString("base64") });
  client = new Client(simulator);
  await client.link(PN);
});
beforeEach(() => simulator.fault({ account: PN }));
afterAll(async () => {
  expect(simulator.state().complaints.filter((one) => !one.includes("told not to"))).toEqual([]);
  await client.end();
  await simulator.stop();
});

const accepted = (id: string) =>
  until(() => simulator.state().accepted.find((one) => one.id === id && one.message && one.ownCopy), `${id} to arrive`);
async function send(content: AnyMessageContent, to = ANA_JID) {
  const { key } = (await client.socket.sendMessage(to, content))!;
  return key;
}
const codes = (id: string) => client.fates(id).flatMap(({ code }) => code ?? []);

describe("kinds", () => {
  const key = { remoteJid: ANA_JID, id: "ABCD", fromMe: false };
  test.each<[string, AnyMessageContent, object]>([
    ["text", { text: "*oi*" }, { extendedTextMessage: { text: "*oi*" } }],
    ["location", { location: { degreesLatitude: 1.5, degreesLongitude: 2.5, name: "x" } }, {
      locationMessage: { degreesLatitude: 1.5, name: "x" },
    }],
    ["contact", { contacts: { displayName: "B", contacts: [{ displayName: "B", vcard: "BEGIN:VCARD" }] } }, {
      contactMessage: { vcard: "BEGIN:VCARD" },
    }],
    ["reaction", { react: { text: "❤️", key } }, { reactionMessage: { text: "❤️", key: { id: "ABCD" } } }],
    ["edit", { text: "new", edit: { ...key, fromMe: true } }, {
      protocolMessage: { type: 14, key: { id: "ABCD" }, editedMessage: { extendedTextMessage: { text: "new" } } },
    }],
    ["deletion", { delete: { ...key, fromMe: true } }, { protocolMessage: { key: { id: "ABCD" } } }],
    ["poll", { poll: { name: "?", values: ["a", "b"], selectableCount: 1 } }, {
      pollCreationMessageV3: { name: "?", options: [{ optionName: "a" }, { optionName: "b" }] },
    }],
    ["forward", { forward: { key, message: { conversation: "old" } } }, {
      extendedTextMessage: { text: "old", contextInfo: { isForwarded: true } },
    }],
  ])("%s", async (name, content, expected) => {
    const { id } = await send(content);
    const { message, attrs, readBy } = await accepted(id!);
    const found = message?.editedMessage?.message ?? message;
    expect(JSON.parse(JSON.stringify(found))).toMatchObject(
      name === "edit" ? { protocolMessage: { key: { id: "ABCD" } } } : expected,
    );
    expect(Object.keys(readBy)).toEqual([ANA]);
    if (name === "edit") expect(attrs.edit).toBe("1");
    if (name === "deletion") expect(attrs.edit).toBe("7");
  });

  test("quote", async () => {
    const { id: first } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "?" } });
    const quoted = (await client.upsert(first)).message;
    const sent = await client.socket.sendMessage(ANA_JID, { text: "!" }, { quoted });
    const { message } = await accepted(sent!.key.id!);
    expect(message?.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: first,
      quotedMessage: { conversation: "?" },
    });
  });

  test("to a hidden id", async () => {
    const { lid } = simulator.person({ pn: ANA });
    const { id } = await send({ text: "to lid" }, `${lid}@lid`);
    expect(await accepted(id!)).toMatchObject({ chat: ANA, to: `${lid}@lid` });
  });

  test("to a number that is not on WhatsApp: only the own phone gets it", async () => {
    simulator.person({ pn: "5511900000000", exists: false });
    const { id } = await send({ text: "hello?" }, "5511900000000@s.whatsapp.net");
    expect((await accepted(id!)).readBy).toEqual({});
  });

  test("a running conversation needs no new session", async () => {
    const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "1" } });
    await client.upsert(id);
    await send({ text: "2" });
    const { id: third } = await send({ text: "3" });
    expect((await accepted(third!)).readBy[ANA]).toBe("msg");
  });
});

describe("ticks", () => {
  test("delivered, read, played", async () => {
    const { id } = await send({ text: "tick" });
    await accepted(id!);
    for (const [type, status] of [["delivered", 3], ["read", 4], ["played", 5]] as const) {
      simulator.tick({ account: PN, from: ANA, ids: [id!], type });
      await until(() => client.fates(id!).some((fate) => fate.status === status), type);
    }
    await simulator.settled({ account: PN });
  });

  test("several at once", async () => {
    const ids = [(await send({ text: "a" })).id!, (await send({ text: "b" })).id!];
    for (const id of ids) await accepted(id);
    simulator.tick({ account: PN, from: ANA, ids, type: "read" });
    for (const id of ids) await until(() => client.fates(id).some(({ status }) => status === 4), id);
  });

  test("the client's own", async () => {
    const { id } = await simulator.say({ account: PN, from: ANA, content: { kind: "text", text: "read me" } });
    await client.upsert(id);
    await client.socket.readMessages([{ remoteJid: ANA_JID, id, fromMe: false }]);
    const seen = () =>
      simulator.state({ account: PN }).receipts.filter(({ ids }) => ids.includes(id)).map(({ type }) => type);
    await until(() => seen().includes("read"), "the receipt");
  });
});

describe("refusals", () => {
  test("a code in the acknowledgement, at once and late", async () => {
    simulator.fault({ account: PN, refuseSends: "463" });
    const { id } = await send({ text: "no" });
    expect(await until(() => codes(id!)[0], "the refusal")).toBe("463");
    simulator.fault({ account: PN, refuseSends: "479", ackDelayMs: 300 });
    const { id: late } = await send({ text: "later no" });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(codes(late!)).toEqual([]);
    expect(await until(() => codes(late!)[0], "the late refusal")).toBe("479");
    expect(simulator.state().accepted.find((one) => one.id === late)).toMatchObject({ error: "479", readBy: {} });
  });

  test("no acknowledgement at all", async () => {
    simulator.fault({ account: PN, swallowSends: true });
    const { id } = await send({ text: "into nothing" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(client.fates(id!)).toEqual([{ status: 1, code: undefined }]);
    expect(simulator.state().accepted.some((one) => one.id === id)).toBe(false);
  });

  test.each(["before", "after"] as const)("the line breaks at a send, %s it was taken", async (dropAtSend) => {
    simulator.fault({ account: PN, dropAtSend });
    const { id } = await send({ text: dropAtSend });
    expect(await client.closed()).toBe(428);
    expect(simulator.state().accepted.some((one) => one.id === id)).toBe(dropAtSend === "after");
    simulator.fault({ account: PN });
    await client.login();
  });

  test("a slow service", async () => {
    simulator.fault({ account: PN, slowMs: 300 });
    const begin = performance.now();
    await client.socket.fetchBlocklist();
    expect(performance.now() - begin).toBeGreaterThan(290);
  });

  test("a query that fails", async () => {
    simulator.fault({ account: PN, failQueries: { blocklist: "500" } });
    await expect(client.socket.fetchBlocklist()).rejects.toThrow();
  });
});

describe("questions", () => {
  test("numbers on WhatsApp", async () => {
    simulator.person({ pn: "5511900000001", exists: false });
    expect(await client.socket.onWhatsApp(ANA, "5511900000001")).toEqual([{ jid: ANA_JID, exists: true }]);
  });

  test("pictures, about, blocked people, privacy", async () => {
    expect(await client.socket.profilePictureUrl(ANA_JID, "image")).toMatch(/^https:\/\/127\.0\.0\.1:/);
    await expect(client.socket.profilePictureUrl("5511900000002@s.whatsapp.net")).rejects.toThrow();
    expect(JSON.stringify(await client.socket.fetchStatus(ANA_JID))).toContain("at work");
    await client.socket.updateBlockStatus(ANA_JID, "block");
    const { lid } = simulator.person({ pn: ANA });
    expect(await client.socket.fetchBlocklist()).toEqual([`${lid}@lid`]);
    await client.socket.updateBlockStatus(ANA_JID, "unblock");
    expect(await client.socket.fetchBlocklist()).toEqual([]);
    await client.socket.updateReadReceiptsPrivacy("none");
    expect((await client.socket.fetchPrivacySettings(true)).readreceipts).toBe("none");
    await client.socket.updateReadReceiptsPrivacy("all");
  });

  test("typing is seen", async () => {
    await client.socket.sendPresenceUpdate("composing", ANA_JID);
    await until(
      () => simulator.state().signals.some(({ tag, type }) => tag === "chatstate" && type === "composing"),
      "typing",
    );
  });

  test("limits and standing of the account", async () => {
    expect((await client.socket.fetchAccountReachoutTimelock()).isActive).toBe(false);
    simulator.person({ pn: PN, standing: { restrictedUntil: 2_000_000_000 } });
    expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({
      isActive: true,
      timeEnforcementEnds: new Date(2_000_000_000_000),
    });
    expect(await client.socket.fetchNewChatMessageCap()).toMatchObject({ capping_status: "NONE" });
  });

  test("nothing was asked that the simulator does not know", () => {
    expect(simulator.world.unknownQueries).toEqual([]);
  });
});
