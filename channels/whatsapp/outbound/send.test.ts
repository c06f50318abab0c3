// What is sent, as contacts' phones read it: words, places, cards, quotes, what is passed on, groups.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proto } from "@whiskeysockets/baileys";
import { externalIdOf } from "./message-id.ts";
import { encodePayload, getMessageOf } from "../wire/payload.ts";
import { send } from "./send.ts";
import { Simulator } from "../simulator/simulator.ts";
import { Account, group, hidden, message, person } from "../testing/line.ts";

const PN = "5511999990301";
const ANA = "5511988880301";
const BIA = "5511988880302";
let simulator: Simulator;
let account: Account;
let lid: string;

beforeAll(async () => {
  simulator = new Simulator({ receipts: "none" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  ({ lid } = simulator.person({ pn: ANA, name: "Ana" }));
  simulator.person({ pn: BIA, name: "Bia" });
  account = new Account(simulator, PN);
  await account.client.link(PN);
});
beforeEach(() => simulator.fault({ account: PN }));
afterAll(async () => {
  expect(simulator.state().complaints.filter((one) => !one.includes("told not to"))).toEqual([]);
  await account.client.end();
  await simulator.stop();
});

const sent = async (rest: Parameters<typeof message>[1], to = person(ANA)) => {
  const { externalId } = await send(account.line, message(to, rest));
  return await account.read(externalId);
};
/** Keeps a message as if it had arrived, or been sent, earlier. */
async function kept(key: proto.IMessageKey, content: proto.IMessage, peer = person(ANA)) {
  await account.host.keepPayload(peer, key.id!, encodePayload({ key, message: content, messageTimestamp: 1 }));
}
const queries = (what: string) => simulator.world.queries.filter((one) => one.startsWith(what)).length;

describe("ids", () => {
  test("a key has one id, as WhatsApp's own web client writes them", () => {
    expect(externalIdOf("a")).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect(externalIdOf("a")).toBe(externalIdOf("a"));
    expect(externalIdOf("a")).not.toBe(externalIdOf("b"));
  });

  test("a text is taken when WhatsApp says so, to the hidden id, once, with a copy for the own phone", async () => {
    const one = message(person(ANA), { text: "*oi*\nhttps://example.com/" });
    const { externalId, ack } = await send(account.line, one);
    expect({ externalId, ack }).toEqual({ externalId: externalIdOf(one.key), ack: 1 });
    const read = await account.read(externalId);
    expect(read).toMatchObject({ to: `${lid}@lid`, sends: 1, readBy: { [ANA]: expect.any(String) }, ownCopy: true });
    // As it is, and nothing was looked up behind the address.
    expect(read.message.extendedTextMessage).toMatchObject({ text: "*oi*\nhttps://example.com/" });
    expect(read.message.extendedTextMessage?.title ?? "").toBe("");
    expect(account.client.upserts.filter(({ message: { key } }) => key.id === externalId)).toEqual([]);
  });

  test("a message is stored before it is sent, and not sent when it cannot be stored", async () => {
    const one = message(person(ANA), { text: "guardado" });
    const before = simulator.state().next;
    const { keepPayload } = account.host;
    let atThatTime = -1;
    account.host.keepPayload = () => {
      atThatTime = simulator.state().next;
      return Promise.reject(new Error("no database"));
    };
    await expect(send(account.line, one)).rejects.toMatchObject({ code: "unreachable", maybeSent: false });
    account.host.keepPayload = keepPayload;
    expect([atThatTime, simulator.state().next]).toEqual([before, before]);
    const { externalId } = await send(account.line, one);
    const get = getMessageOf(account.host, account.names);
    expect(await get({ id: externalId, remoteJid: `${lid}@lid` })).toMatchObject({
      extendedTextMessage: { text: "guardado" },
    });
  });

  test("nothing is given for what is not known, and never an empty body", async () => {
    const get = getMessageOf(account.host, account.names);
    expect(await get({ id: "UNKNOWN", remoteJid: `${lid}@lid` })).toBeUndefined();
    await kept({ id: "EMPTY", remoteJid: `${lid}@lid`, fromMe: true }, { conversation: "" });
    expect(await get({ id: "EMPTY", remoteJid: `${lid}@lid` })).toBeUndefined();
    await kept({ id: "EMPTY2", remoteJid: `${lid}@lid`, fromMe: true }, { messageContextInfo: {} });
    expect(await get({ id: "EMPTY2", remoteJid: `${lid}@lid` })).toBeUndefined();
    await account.host.keepPayload(person(ANA), "BROKEN", Uint8Array.of(255, 255, 255));
    expect(await get({ id: "BROKEN", remoteJid: `${lid}@lid` })).toBeUndefined();
  });
});

describe("kinds", () => {
  test("a place", async () => {
    const { message: read } = await sent({
      location: { latitude: -23.5, longitude: -46.6, name: "Sé", address: "Praça" },
    });
    expect(read.locationMessage).toMatchObject({
      degreesLatitude: -23.5,
      degreesLongitude: -46.6,
      name: "Sé",
      address: "Praça",
    });
  });

  test("a card, and several", async () => {
    const card = { name: "Bia; da Loja", phones: ["+55 11 98888-0302"] };
    const { message: one } = await sent({ contacts: [card] });
    expect(one.contactMessage).toMatchObject({ displayName: "Bia; da Loja" });
    expect(one.contactMessage?.vcard).toContain("FN:Bia\\; da Loja\n");
    expect(one.contactMessage?.vcard).toContain("waid=5511988880302:+5511988880302\n");
    const { message: two } = await sent({ contacts: [card, { name: "Eva", phones: ["1"] }] });
    expect(two.contactsArrayMessage?.contacts).toHaveLength(2);
  });

  test("too long a text is refused before anything is sent", async () => {
    const before = simulator.state().next;
    await expect(send(account.line, message(person(ANA), { text: "a".repeat(65_537) })))
      .rejects.toMatchObject({ code: "rejected", reason: "ERR_TEXT_TOO_LONG" });
    expect(simulator.state().next).toBe(before);
  });
});

describe("quotes", () => {
  test("of the customer's message, from what was kept with it", async () => {
    const said = { extendedTextMessage: { text: "quanto custa?", contextInfo: { stanzaId: "OLDER" } } };
    await kept({ id: "Q1", remoteJid: `${ANA}@s.whatsapp.net`, fromMe: false }, said);
    const { message: read } = await sent({ text: "dez", quoted: { externalId: "Q1", fromMe: false } });
    const { stanzaId, participant, quotedMessage } = read.extendedTextMessage!.contextInfo!;
    expect({ stanzaId, participant }).toEqual({ stanzaId: "Q1", participant: `${lid}@lid` });
    expect(quotedMessage?.extendedTextMessage?.text).toBe("quanto custa?");
    expect(quotedMessage?.extendedTextMessage?.contextInfo).toBeNull();
  });

  test("of an own one, and of one that is not known any more: it is named all the same", async () => {
    const me = simulator.person({ pn: PN });
    const { message: own } = await sent({ text: "isto", quoted: { externalId: "GONE", fromMe: true } });
    expect(own.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: "GONE", participant: `${me.lid}@lid` });
    const { message: theirs } = await sent({ text: "isso", quoted: { externalId: "GONE2", fromMe: false } });
    expect(theirs.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: "GONE2", participant: `${lid}@lid` });
  });
});

describe("passing on", () => {
  const key = (id: string) => ({ id, remoteJid: `${BIA}@s.whatsapp.net`, fromMe: false });
  const original = (externalId: string) => ({ externalId, from: person(BIA) });

  test("as it was, marked", async () => {
    await kept(
      key("F1"),
      { imageMessage: { url: "https://x/", caption: "foto", mediaKey: Uint8Array.of(1) } },
      person(BIA),
    );
    const { message: read } = await sent({ forwardOf: original("F1"), text: "foto" });
    expect(read.imageMessage).toMatchObject({
      caption: "foto",
      contextInfo: { isForwarded: true, forwardingScore: 1 },
    });
    await kept(key("F2"), { conversation: "texto" }, person(BIA));
    const { message: text } = await sent({ forwardOf: original("F2") });
    expect(text.extendedTextMessage).toMatchObject({ text: "texto", contextInfo: { isForwarded: true } });
  });

  test("a message that is no longer known is forwarded as it is given, marked too", async () => {
    const { message: read } = await sent({ forwardOf: original("NEVER"), text: "texto" });
    expect(read.extendedTextMessage).toMatchObject({ text: "texto", contextInfo: { isForwarded: true } });
  });

  test.each([
    ["in a wrapper", { viewOnceMessageV2: { message: { imageMessage: { url: "https://x/", caption: "segredo" } } } }],
    ["marked itself", { imageMessage: { url: "https://x/", caption: "segredo", viewOnce: true } }],
  ])("what was to be seen once is not passed on (%s)", async (name, content) => {
    await kept(key(`ONCE-${name}`), content, person(BIA));
    const { message: read } = await sent({ forwardOf: original(`ONCE-${name}`), text: "só isto" });
    expect(read.imageMessage).toBeNull();
    expect(read.extendedTextMessage?.text).toBe("só isto");
  });
});

describe("addresses", () => {
  test("the hidden id where it is known: nobody is asked", async () => {
    const before = queries("usync");
    await sent({ text: "de novo" }, hidden(lid));
    await sent({ text: "e de novo" }, { identities: [{ kind: "phone", value: ANA }, { kind: "lid", value: lid }] });
    expect(queries("usync")).toBe(before);
  });

  test("so it is where only the names know it", async () => {
    // WhatsApp would say that nobody has this number.
    const { lid: moved } = simulator.person({ pn: "4915111111111", name: "Ida" });
    simulator.person({ pn: "4915122222222", exists: false });
    account.pairs.set("4915122222222", moved);
    expect((await sent({ text: "oi" }, person("4915122222222"))).to).toBe(`${moved}@lid`);
  });

  test("a number is asked for once, and paired with its hidden id", async () => {
    const EVA = "4915112345678";
    const { lid: eva } = simulator.person({ pn: EVA, name: "Eva" });
    expect((await sent({ text: "1" }, person(EVA))).to).toBe(`${eva}@lid`);
    expect(account.pairs.get(EVA)).toBe(eva);
    account.pairs.clear();
    const before = queries("usync");
    await sent({ text: "2" }, person(EVA));
    expect(queries("usync")).toBe(before);
  });

  test("a number nobody has is refused for good, and not asked for again", async () => {
    const NOBODY = "4915100000000";
    simulator.person({ pn: NOBODY, exists: false });
    const before = simulator.state().next;
    const attempt = () => send(account.line, message(person(NOBODY), { text: "oi?" }));
    await expect(attempt()).rejects.toMatchObject({ code: "rejected", reason: "ERR_WAPP_INVALID_CONTACT" });
    const asked = queries("usync");
    await expect(attempt()).rejects.toMatchObject({ reason: "ERR_WAPP_INVALID_CONTACT" });
    expect([simulator.state().next, queries("usync")]).toEqual([before, asked]);
  });

  test.each([
    ["without", "551187776655", "5511987776655"],
    ["with", "5511987776644", "551187776644"],
  ])(
    "a Brazilian mobile registered %s the ninth digit is found under the number people know",
    async (_, there, not) => {
      const { lid: found } = simulator.person({ pn: there, name: "Zé" });
      simulator.person({ pn: not, exists: false });
      for (const number of [there, not]) {
        const read = await sent({ text: "oi" }, { identities: [{ kind: "phone", value: number }] });
        expect(read).toMatchObject({ to: `${found}@lid`, chat: there });
      }
    },
  );
});

describe.each(["lid", "pn"] as const)("a group that names people by %s", (naming) => {
  let jid: string;
  const name = (pn: string) => naming === "pn" ? `${pn}@s.whatsapp.net` : `${simulator.person({ pn }).lid}@lid`;
  beforeAll(async () => {
    ({ id: jid } = simulator.newGroup({ creator: ANA, subject: "Família", members: [PN, BIA], naming }));
    await account.groups.of(jid);
  });

  test("everybody reads it, and who is in it is not asked for each time", async () => {
    await sent({ text: "primeira" }, group(jid));
    const before = queries("w:g2");
    const read = await account.read((await send(account.line, message(group(jid), { text: "segunda" }))).externalId, 2);
    expect(read).toMatchObject({ to: jid, readBy: { [ANA]: "skmsg", [BIA]: "skmsg" }, sends: 1 });
    expect(queries("w:g2")).toBe(before);
  });

  test("a member's number becomes a mention, a stranger's stays text", async () => {
    const { message: read } = await sent({ text: `oi @${BIA} e @551130001000` }, group(jid));
    const user = name(BIA).split("@")[0];
    expect(read.extendedTextMessage?.text).toBe(`oi @${user} e @551130001000`);
    expect(read.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([name(BIA)]);
  });

  test("where messages vanish ours do too", async () => {
    const metadata = (await account.groups.of(jid))!;
    account.metadata.set(jid, { ...metadata, ephemeralDuration: 86_400 });
    const { message: read, attrs } = await sent({ text: "por um dia" }, group(jid));
    expect(read.extendedTextMessage?.contextInfo?.expiration).toBe(86_400);
    expect(attrs.expiration).toBe("86400");
    account.metadata.set(jid, metadata);
  });

  test("a quote names the member who wrote it", async () => {
    const id = `G-${naming}`;
    await kept({ id, remoteJid: jid, fromMe: false, participant: name(BIA) }, { conversation: "eu" }, group(jid));
    const { message: read } = await sent({ text: "tu", quoted: { externalId: id, fromMe: false } }, group(jid));
    expect(read.extendedTextMessage?.contextInfo).toMatchObject({ stanzaId: id, participant: name(BIA) });
  });

  test("a quote of what is not kept any more has its words and its author from who asked for it", async () => {
    const sender = { identities: [...hidden(simulator.person({ pn: BIA }).lid).identities, ...person(BIA).identities] };
    const quoted = { externalId: "GONE#1", fromMe: false, text: "eu", sender };
    const { message: read } = await sent({ text: "tu", quoted }, group(jid));
    expect(read.extendedTextMessage?.contextInfo).toMatchObject({
      stanzaId: "GONE",
      participant: name(BIA),
      quotedMessage: { conversation: "eu" },
    });
  });
});

test("a group the account is not in is refused for good", async () => {
  const { id } = simulator.newGroup({ creator: ANA, subject: "Outros", members: [BIA] });
  await expect(send(account.line, message(group(id), { text: "oi" })))
    .rejects.toMatchObject({ code: "rejected", reason: "ERR_RECIPIENT_UNAVAILABLE" });
});
