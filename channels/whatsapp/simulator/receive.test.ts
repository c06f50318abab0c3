// Everything a contact or the own phone can write, as a real client reads it.
import type { proto } from "@whiskeysockets/baileys";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Inputs } from "./commands.ts";
import { Simulator } from "./simulator.ts";
import { Client, until } from "./testing/client.ts";

const PN = "5511999990004";
const ANA = "5511988880004";
const BIA = "5511988880005";
const ANA_JID = `${ANA}@s.whatsapp.net`;
const bytes = new Uint8Array([1, 2, 3, 4]);
let simulator: Simulator;
let client: Client;
let anaLid: string;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  anaLid = `${simulator.person({ pn: ANA, name: "Ana" }).lid}@lid`;
  client = new Client(simulator);
  await client.link(PN);
});
afterAll(async () => {
  expect(simulator.state().complaints).toEqual([]);
  await client.end();
  await simulator.stop();
});

type Content = Inputs["say"]["content"];
const say = (content: Content, more: Partial<Inputs["say"]> = {}) =>
  simulator.say({ account: PN, from: ANA, content, ...more });
async function received(content: Content, more: Partial<Inputs["say"]> = {}): Promise<proto.IMessage> {
  const { id } = await say(content, more);
  return (await client.upsert(id)).message.message!;
}

describe("kinds", () => {
  const file = { bytes, mimeType: "image/jpeg" };
  const quoted = { id: "AAAA", text: "before" };
  test.each<[string, Content, unknown]>([
    ["text", { kind: "text", text: "oi" }, { conversation: "oi" }],
    ["emoji", { kind: "text", text: "👨‍👩‍👧‍👦" }, { conversation: "👨‍👩‍👧‍👦" }],
    ["1 MB of text", { kind: "text", text: "x".repeat(1 << 20) }, { conversation: "x".repeat(1 << 20) }],
    ["quote", { kind: "text", text: "re", quoted }, {
      extendedTextMessage: { text: "re", contextInfo: { stanzaId: "AAAA", quotedMessage: { conversation: "before" } } },
    }],
    ["mention", { kind: "text", text: "@x", mentions: [BIA] }, {
      extendedTextMessage: { contextInfo: { mentionedJid: [`${BIA}@s.whatsapp.net`] } },
    }],
    ["forwarded", { kind: "text", text: "fw", forwarded: true }, {
      extendedTextMessage: { contextInfo: { isForwarded: true, forwardingScore: 1 } },
    }],
    ["image", { kind: "image", ...file, caption: "c" }, { imageMessage: { caption: "c", mimetype: "image/jpeg" } }],
    ["view once", { kind: "image", ...file, viewOnce: true }, { imageMessage: { viewOnce: true } }],
    ["video", { kind: "video", bytes, mimeType: "video/mp4", gif: true }, { videoMessage: { gifPlayback: true } }],
    ["audio", { kind: "audio", bytes, mimeType: "audio/mp4" }, { audioMessage: { ptt: false, mimetype: "audio/mp4" } }],
    ["voice", { kind: "voice", bytes, mimeType: "audio/ogg; codecs=opus", seconds: 3 }, {
      audioMessage: { ptt: true, seconds: 3 },
    }],
    ["sticker", { kind: "sticker", bytes, mimeType: "image/webp" }, { stickerMessage: { mimetype: "image/webp" } }],
    ["document", { kind: "document", bytes, mimeType: "application/pdf", fileName: "a.pdf" }, {
      documentMessage: { fileName: "a.pdf" },
    }],
    ["document with caption", { kind: "document", bytes, mimeType: "text/plain", fileName: "a", caption: "see" }, {
      documentWithCaptionMessage: { message: { documentMessage: { caption: "see" } } },
    }],
    ["location", { kind: "location", latitude: -23.5, longitude: -46.6, name: "Sé" }, {
      locationMessage: { degreesLatitude: -23.5, degreesLongitude: -46.6, name: "Sé" },
    }],
    ["live location", { kind: "location", latitude: 1, longitude: 2, live: true }, {
      liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 },
    }],
    ["contact card", { kind: "contacts", cards: [{ name: "Bia", phone: BIA }] }, {
      contactMessage: { displayName: "Bia", vcard: expect.stringContaining(`waid=${BIA}`) },
    }],
    ["contact cards", { kind: "contacts", cards: [{ name: "B", phone: BIA }, { name: "A", phone: ANA }] }, {
      contactsArrayMessage: { contacts: [{ displayName: "B" }, { displayName: "A" }] },
    }],
    ["poll", { kind: "poll", question: "?", options: ["a", "b"] }, {
      pollCreationMessageV3: { name: "?", options: [{ optionName: "a" }, { optionName: "b" }] },
    }],
    ["button answered", { kind: "button", id: "1", text: "Sim" }, {
      buttonsResponseMessage: { selectedButtonId: "1", selectedDisplayText: "Sim" },
    }],
    ["list answered", { kind: "list", id: "r", title: "T" }, {
      listResponseMessage: { title: "T", singleSelectReply: { selectedRowId: "r" } },
    }],
    ["template answered", { kind: "template", id: "x", text: "X" }, {
      templateButtonReplyMessage: { selectedId: "x" },
    }],
    ["raw", { kind: "raw", message: { groupInviteMessage: { groupName: "g" } } }, {
      groupInviteMessage: { groupName: "g" },
    }],
  ])("%s", async (_, content, expected) => {
    expect(await received(content)).toMatchObject(expected as object);
  });

  test("reaction", async () => {
    const sent = await client.socket.sendMessage(ANA_JID, { text: "nice?" });
    const { id } = await say({ kind: "reaction", target: { id: sent!.key.id!, fromMe: false }, emoji: "👍" });
    await client.upsert(id);
    const { key, reaction } = await client.event("messages.reaction", ({ key }) => key.id === sent!.key.id);
    expect(key.fromMe).toBe(true);
    expect(reaction.text).toBe("👍");
  });

  test("edit and deletion", async () => {
    const { id } = await say({ kind: "text", text: "teh" });
    await client.upsert(id);
    await say({ kind: "edit", target: { id }, text: "the" });
    const edited = await client.event("messages.update", ({ key, update }) => key.id === id && update.message);
    expect(edited.update.message?.editedMessage?.message?.conversation).toBe("the");
    await say({ kind: "delete", target: { id } });
    await client.event("messages.update", ({ key, update }) => key.id === id && update.message === null);
  });

  test("view once that linked devices never get", async () => {
    const { id } = await say({ kind: "text", text: "secret" }, { where: "view-once" });
    const { message } = await client.upsert(id, () => true);
    expect(message.message).toBeFalsy();
    expect(message.key).toMatchObject({ id, isViewOnce: true });
  });

  test("vote on the client's poll", async () => {
    const poll = await client.socket.sendMessage(ANA_JID, {
      poll: { name: "?", values: ["a", "b"], selectableCount: 1 },
    });
    await until(() => simulator.state().accepted.some(({ id, message }) => id === poll!.key.id && message), "the poll");
    const message = await received({ kind: "vote", target: { id: poll!.key.id! }, options: ["b"] });
    expect(message.pollUpdateMessage?.pollCreationMessageKey?.id).toBe(poll!.key.id);
  });
});

describe("senders", () => {
  test("by hidden id, with and without the number", async () => {
    const { id } = await say({ kind: "text", text: "1" }, { naming: "lid" });
    expect((await client.upsert(id)).message.key).toMatchObject({ remoteJid: anaLid, remoteJidAlt: ANA_JID });
    const hidden = await say({ kind: "text", text: "2" }, { from: "5511977770000", naming: "hidden" });
    const { key } = (await client.upsert(hidden.id)).message;
    expect(key.remoteJid).toMatch(/@lid$/);
    expect(key.remoteJidAlt).toBeUndefined();
  });

  test("without a name, or with one of emoji", async () => {
    const { id } = await say({ kind: "text", text: "1" }, { from: BIA });
    expect((await client.upsert(id)).message.pushName).toBeFalsy();
    const emoji = await say({ kind: "text", text: "1" }, { from: BIA, name: "🌸🌸" });
    expect((await client.upsert(emoji.id)).message.pushName).toBe("🌸🌸");
  });

  test("the account's own phone", async () => {
    const { id } = await simulator.sayFromPhone({ account: PN, to: ANA, content: { kind: "text", text: "by hand" } });
    const { message } = await client.upsert(id);
    expect(message.key).toMatchObject({ fromMe: true, remoteJid: ANA_JID });
    expect(message.message?.conversation).toBe("by hand");
    const { receipts } = simulator.state({ account: PN });
    await until(
      () =>
        receipts.concat(simulator.state({ account: PN }).receipts).some((one) =>
          one.type === "sender" && one.ids.includes(id)
        ),
      "its receipt",
    );
  });

  test("stories and channels", async () => {
    const story = await say({ kind: "text", text: "look" }, { where: "story" });
    expect((await client.upsert(story.id)).message.key.remoteJid).toBe("status@broadcast");
    const post = simulator.post({ account: PN, content: { kind: "text", text: "news" } });
    expect((await client.upsert(post.id)).message.key.remoteJid).toMatch(/@newsletter$/);
  });

  test("many, in order", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 40; n++) ids.push((await say({ kind: "text", text: `n${n}` })).id);
    await client.upsert(ids.at(-1)!);
    expect(client.upserts.map(({ message }) => message.key.id).filter((id) => ids.includes(id!))).toEqual(ids);
  });
});

describe("around messages", () => {
  test("read on the own phone", async () => {
    const ids = [(await say({ kind: "text", text: "1" })).id, (await say({ kind: "text", text: "2" })).id];
    for (const id of ids) await client.upsert(id);
    simulator.readOnPhone({ account: PN, from: ANA, ids });
    for (const id of ids) await until(() => client.fates(id).some(({ status }) => status === 4), id);
  });

  test("a contact's picture changes and goes", async () => {
    for (const [picture, imgUrl] of [[btoa("new"), "changed"], [null, "removed"]] as const) {
      simulator.newPicture({ account: PN, pn: ANA, picture });
      await client.event("contacts.update", (contact) => contact.id === ANA_JID && contact.imgUrl === imgUrl);
    }
    await simulator.settled({ account: PN });
  });
});

describe("messages that are not stored", () => {
  test("typing, recording and presence", async () => {
    const last = () =>
      client.events.filter(({ name }) => name === "presence.update").map(({ data }) => JSON.stringify(data)).at(-1);
    simulator.typing({ account: PN, from: ANA });
    await until(() => last()?.includes("composing"), "typing");
    simulator.typing({ account: PN, from: ANA, state: "recording" });
    await until(() => last()?.includes("recording"), "recording");
    simulator.presence({ account: PN, from: ANA, online: false });
    await until(() => last()?.includes("unavailable"), "presence");
  });

  test("a call that is offered, then missed", async () => {
    const { id } = simulator.call({ account: PN, from: ANA, video: true });
    const offer = await client.event("call", (call) => call.id === id && call.status === "offer");
    expect(offer).toMatchObject({ isVideo: true, callerPn: ANA_JID, chatId: anaLid });
    simulator.endCall({ account: PN, from: ANA, id, reason: "timeout" });
    await client.event("call", (call) => call.id === id && call.status === "timeout");
    await client.socket.rejectCall(id, anaLid);
    await until(
      () => simulator.state().signals.some(({ tag, type }) => tag === "call" && type === "reject"),
      "the refusal",
    );
  });
});
