// Odd protobufs: what a phone of another version, or somebody who means harm, may send. Nothing throws, nothing disappears.
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import { describe, expect, test } from "vitest";
import { MemoryHost } from "../../sdk/memory-host.ts";
import { readCard } from "./cards.ts";
import { read } from "./content.ts";
import { GroupBook } from "../people/groups.ts";
import { eventOf, type InboundLine, isWanted, unreadable } from "./message-event.ts";
import { People, readableName } from "../people/names.ts";
import { decodePayload } from "../wire/payload.ts";

const content = (message: proto.IMessage) => read(message, () => "ref");
const key = new Uint8Array(32);

describe("envelopes", () => {
  const inside = { conversation: "in" };
  test.each<[string, proto.IMessage, unknown]>([
    ["three deep", {
      ephemeralMessage: {
        message: { viewOnceMessage: { message: { viewOnceMessageV2Extension: { message: inside } } } },
      },
    }, { content: { type: "text", text: "in" }, viewOnce: true }],
    ["a copy from the own phone", { deviceSentMessage: { message: inside } }, {
      content: { type: "text", text: "in" },
    }],
    ["an edit folded into its message", { editedMessage: { message: { extendedTextMessage: { text: "new" } } } }, {
      content: { type: "text", text: "new" },
    }],
    ["an edited caption", {
      protocolMessage: { type: 14, key: { id: "A" }, editedMessage: { imageMessage: { caption: "c" } } },
    }, { change: "edit", target: { id: "A" }, text: "c" }],
    ["an empty envelope", { viewOnceMessage: { message: null } }, { content: { type: "other", what: "viewOnce" } }],
  ])("%s", (_, message, expected) => expect(content(message)).toMatchObject(expected as object));

  test("one in another without end", () => {
    let message: proto.IMessage = inside;
    for (let depth = 0; depth < 500; depth++) message = { ephemeralMessage: { message } };
    expect(content(message)).toMatchObject({ content: { type: "other", what: "ephemeral" } });
  });
});

test.each<[string, proto.IMessage]>([
  ["keys of a group", { senderKeyDistributionMessage: { groupId: "1@g.us" } }],
  ["history", { protocolMessage: { type: 5, historySyncNotification: {} } }],
  ["a timer for disappearing messages", { protocolMessage: { type: 3, ephemeralExpiration: 1 } }],
  ["a pin", { pinInChatMessage: { key: { id: "A" } } }],
  ["a missed call, which is told as a call", { callLogMesssage: { callOutcome: 1 } }],
  ["the key of a call", { call: { callKey: key } }],
])("%s is no message", (_, message) => expect(content(message)).toBeNull());

test.each<[string, proto.IMessage, unknown]>([
  ["nothing at all: a kind newer than we are", {}, { type: "other", what: "unknown" }],
  ["a place that is nowhere", { locationMessage: { degreesLatitude: 1000, degreesLongitude: 0 } }, {
    type: "other",
    what: "location",
  }],
  ["a place without degrees", { locationMessage: {} }, { type: "other", what: "location" }],
  ["an image without its key", { imageMessage: { url: "https://x", caption: "look" } }, {
    type: "other",
    what: "image",
    text: "look",
  }],
  ["a card without a card", { contactMessage: {} }, { type: "contacts", contacts: [{ name: "?", phones: [] }] }],
  ["no cards", { contactsArrayMessage: { contacts: [] } }, { type: "other", what: "contactsArray" }],
  ["a poll without options", { pollCreationMessage: {} }, { type: "poll", question: "", options: [] }],
  ["a vote", { pollUpdateMessage: { vote: {} } }, { type: "other", what: "pollUpdate" }],
  ["an answered call", { callLogMesssage: { callOutcome: 0, isVideo: true } }, {
    type: "call",
    missed: false,
    video: true,
  }],
  ["half a character", { conversation: "a\ud800b" }, { type: "text", text: "a\ufffdb" }],
])("%s", (_, message, expected) => expect(content(message)).toEqual({ content: expected }));

test("a link's preview is no ad", () => {
  const preview = { extendedTextMessage: { text: "x", contextInfo: { externalAdReply: { title: "A page" } } } };
  expect(content(preview)).not.toHaveProperty("origin");
});

describe("cards", () => {
  test("of several phones, folded lines, escapes and other alphabets", () => {
    const lines = [
      "BEGIN:VCARD",
      "VERSION:2.1",
      "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;Jo=C3=A3o;;;",
      "item1.TEL;type=CELL;waid=551188880001:+55 11 8888-0001",
      "TEL;TYPE=WORK:+1 (555) ",
      " 010",
      "EMAIL;INTERNET:a@b.example",
      "EMAIL:a@b.example",
      "ORG:x\\, y",
      "nonsense",
      "END:VCARD",
    ];
    expect(readCard(lines.join("\r\n"))).toEqual({
      name: "João",
      phones: ["5511988880001", "+1 (555) 010"],
      emails: ["a@b.example"],
    });
  });
  test("the name people see wins, and one is always there", () => {
    expect(readCard("FN:Ana\\, Bia", "").name).toBe("Ana, Bia");
    expect(readCard("FN:Ana", "A.").name).toBe("A.");
    expect(readCard("TEL;waid=5511988880001:+55").name).toBe("5511988880001");
    expect(readCard("")).toEqual({ name: "?", phones: [] });
  });
});

test.each([
  ["Ana", "Ana"],
  ["🌸🌸", "🌸🌸"],
  ["", undefined],
  [" \n\u200b", undefined],
  ["\u3164\u2800\ufe0f", undefined],
  ["a\u202eb", "a b"],
  ["\ud83c", "\ufffd"],
])("the name %j is shown as %j", (name, shown) => expect(readableName(name)).toBe(shown));

/** Same numbers in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}
function line(): InboundLine {
  const host = new MemoryHost();
  const people = new People(host, () => undefined);
  const groups = new GroupBook(host, () => undefined, people);
  const me = () => ({ pn: "1@s.whatsapp.net", lid: "2@lid" });
  return { host, socket: {} as InboundLine["socket"], names: people, groups, me };
}
const samples: proto.IMessage[] = [
  { conversation: "text" },
  { extendedTextMessage: { text: "t", matchedText: "m", contextInfo: { stanzaId: "A", isForwarded: true } } },
  {
    imageMessage: {
      url: "https://mmg.whatsapp.net/a",
      directPath: "/a",
      mediaKey: key,
      fileLength: 4,
      mimetype: "i/j",
    },
  },
  { audioMessage: { ptt: true, mediaKey: key, directPath: "/a", fileSha256: key } },
  { documentWithCaptionMessage: { message: { documentMessage: { fileName: "f", mediaKey: key, directPath: "/a" } } } },
  { contactMessage: { displayName: "A", vcard: "TEL;waid=5511988880001:+55\nFN:x" } },
  { contactsArrayMessage: { contacts: [{ vcard: "FN:x" }] } },
  { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: "n" } },
  { protocolMessage: { type: 14, key: { id: "A" }, editedMessage: { conversation: "e" }, timestampMs: 1 } },
  { protocolMessage: { type: 0, key: { id: "A" } } },
  { reactionMessage: { key: { id: "A" }, text: "x" } },
  { pollCreationMessageV3: { name: "?", options: [{ optionName: "o" }] } },
  { listResponseMessage: { title: "t", singleSelectReply: { selectedRowId: "r" } } },
  { templateMessage: { hydratedTemplate: { hydratedContentText: "t" } } },
  { viewOnceMessageV2: { message: { videoMessage: { mediaKey: key, directPath: "/a" } } } },
];

test("hundreds of damaged messages: each is read as something, or as nothing, and none throws", async () => {
  const random = numbers(7);
  const chance = () => random.next().value as number;
  const target = line();
  const odd = [null, undefined, "", "\0", "\ud800", 0, -1, NaN, 2 ** 60, true, [], {}, [null], key, "x".repeat(5000)];
  const damage = (value: unknown, depth = 0): unknown => {
    if (chance() < 0.12) return odd[Math.floor(chance() * odd.length)];
    if (depth > 8 || typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
    if (Array.isArray(value)) return value.map((one) => damage(one, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, damage(one, depth + 1)]));
  };
  let read = 0;
  for (let round = 0; round < 1500; round++) {
    const sample = samples[round % samples.length]!;
    const damaged = damage({
      key: { remoteJid: "5511988880001@s.whatsapp.net", remoteJidAlt: "9@lid", id: `ID${round}`, fromMe: false },
      message: sample,
      messageTimestamp: 1_700_000_000,
      pushName: "Ana",
    }) as WAMessage;
    if (!damaged?.key || typeof damaged.key !== "object" || !isWanted(target, damaged)) continue;
    const event = await eventOf(target, damaged).catch(() => unreadable(target, damaged));
    if (event?.kind === "message") {
      read++;
      expect(typeof event.at).toBe("number");
      expect(JSON.stringify(event.content)).not.toMatch(/\\u0000|\\ud8/);
      expect(event.peer.identities.length).toBeGreaterThan(0);
    }
  }
  expect(read).toBeGreaterThan(300);
});

test("hundreds of damaged bytes: what decodes is read without throwing", async () => {
  const random = numbers(11);
  const target = line();
  let decoded = 0;
  for (let round = 0; round < 1500; round++) {
    const bytes = proto.Message.encode(proto.Message.create(samples[round % samples.length])).finish().slice();
    for (let hits = 0; hits < 3; hits++) {
      const [place, byte] = [random.next().value as number, random.next().value as number];
      bytes[Math.floor(place * bytes.length)] = Math.floor(byte * 256);
    }
    let message: proto.IMessage;
    try {
      message = proto.Message.decode(bytes);
    } catch {
      continue;
    }
    decoded++;
    const whole = {
      key: { remoteJid: "9@lid", id: `B${round}`, fromMe: false },
      message,
      messageTimestamp: 1_700_000_000,
    };
    const event = await eventOf(target, whole);
    if (event?.kind === "message" && event.payload) expect(decodePayload(event.payload)?.key?.id).toBe(whole.key.id);
  }
  expect(decoded).toBeGreaterThan(200);
});
