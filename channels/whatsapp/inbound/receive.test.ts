// Everything a contact or the own phone can write, from the simulator through an unmodified Baileys to the host.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Content } from "../../sdk/mod.ts";
import type { Inputs } from "../simulator/commands.ts";
import { Simulator } from "../simulator/simulator.ts";
import { until } from "../simulator/testing/client.ts";
import { decodePayload } from "../wire/payload.ts";
import { allReceived } from "./receive.ts";
import { Device } from "../testing/receiver.ts";

const PN = "5511999990104";
const ANA = "5511988880104";
const BIA = "5511988880105";
/** As WhatsApp has old Brazilian numbers: without the ninth digit. */
const OLD = "551188880106";
const bytes = new Uint8Array([1, 2, 3, 4]);
let simulator: Simulator;
let device: Device;
let anaLid: string;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  anaLid = simulator.person({ pn: ANA, name: "Ana" }).lid;
  device = new Device(simulator, PN);
  await device.link(PN);
});
afterAll(async () => {
  expect(simulator.state().complaints).toEqual([]);
  await device.end();
  await simulator.stop();
});

type Said = Inputs["say"]["content"];
async function received(content: Said, more: Partial<Inputs["say"]> = {}) {
  const { id } = await device.say(ANA, content, more);
  return await device.message(id);
}
const raw = (message: Record<string, unknown>): Said => ({ kind: "raw", message });
const file = { bytes, mimeType: "image/jpeg" };
const media = (kind: string, more = {}) =>
  expect.objectContaining({ kind, keep: true, bytes: 4, ref: expect.any(String), ...more });

describe("a vote on a poll", () => {
  const poll: Said = { kind: "poll", question: "Quando?", options: ["Seg", "Ter", "Qua"], choices: 2 };
  const voted = async (options: string[], naming: "pn" | "lid" | "hidden") => {
    const { externalId: id } = await received(poll, { naming });
    const answer = await received({ kind: "vote", target: { id, fromMe: true }, options }, { naming });
    return { ...answer, ofPoll: answer.quotedId === id };
  };
  test.each(["pn", "lid", "hidden"] as const)("says what was chosen, as an answer to it: %s", async (naming) => {
    expect(await voted(["Seg", "Qua"], naming)).toMatchObject({
      content: { type: "choice", title: "☑ Seg, Qua" },
      ofPoll: true,
    });
  });
  test("that takes the choice back says so", async () => {
    expect(await voted([], "pn")).toMatchObject({ content: { type: "choice", title: "☐" }, ofPoll: true });
  });
  test("on a poll that never came, or that is forged, is shown as what it is", async () => {
    const { externalId: id } = await received(poll);
    for (const one of [id, "3AFFFFFFFFFFFFFFFFFF"]) {
      const key = { id: one, remoteJid: `${ANA}@s.whatsapp.net` };
      const vote = { encPayload: btoa("x".repeat(40)), encIv: btoa("y".repeat(12)) };
      const { content } = await received(raw({ pollUpdateMessage: { pollCreationMessageKey: key, vote } }));
      expect(content).toEqual({ type: "other", what: "pollUpdate" });
    }
  });
});

describe("kinds", () => {
  test.each<[string, Said, Content]>([
    ["text", { kind: "text", text: "oi" }, { type: "text", text: "oi" }],
    ["emoji", { kind: "text", text: "👨‍👩‍👧‍👦" }, { type: "text", text: "👨‍👩‍👧‍👦" }],
    ["1 MB of text", { kind: "text", text: "x".repeat(1 << 20) }, { type: "text", text: "x".repeat(1 << 20) }],
    ["a NUL is not text", { kind: "text", text: "a\0b" }, { type: "text", text: "ab" }],
    [
      "a link with its preview",
      raw({
        extendedTextMessage: { text: "https://a.example/x", matchedText: "https://a.example/x", title: "A page" },
      }),
      { type: "link", url: "https://a.example/x", title: "A page" },
    ],
    [
      "text around a link",
      raw({
        extendedTextMessage: { text: "see https://a.example/x", matchedText: "https://a.example/x", title: "A page" },
      }),
      { type: "text", text: "see https://a.example/x" },
    ],
    ["image", { kind: "image", ...file, caption: "c" }, {
      type: "media",
      media: media("image", { mimeType: "image/jpeg" }),
      caption: "c",
    }],
    ["video", { kind: "video", bytes, mimeType: "video/mp4" }, { type: "media", media: media("video") }],
    ["gif", { kind: "video", bytes, mimeType: "video/mp4", gif: true }, { type: "media", media: media("video") }],
    ["audio", { kind: "audio", bytes, mimeType: "audio/mp4" }, { type: "media", media: media("audio") }],
    ["voice note", { kind: "voice", bytes, mimeType: "audio/ogg; codecs=opus", seconds: 3 }, {
      type: "media",
      media: media("voice", { mimeType: "audio/ogg; codecs=opus" }),
    }],
    ["sticker", { kind: "sticker", bytes, mimeType: "image/webp" }, { type: "media", media: media("sticker") }],
    ["document", { kind: "document", bytes, mimeType: "application/pdf", fileName: "a.pdf" }, {
      type: "media",
      media: media("document", { fileName: "a.pdf" }),
    }],
    ["document with caption", { kind: "document", bytes, mimeType: "text/plain", fileName: "a", caption: "see" }, {
      type: "media",
      media: media("document", { fileName: "a" }),
      caption: "see",
    }],
    ["location", { kind: "location", latitude: -23.5, longitude: -46.6, name: "Sé", address: "Centro" }, {
      type: "location",
      latitude: -23.5,
      longitude: -46.6,
      name: "Sé",
      address: "Centro",
    }],
    ["live location", { kind: "location", latitude: 1, longitude: 2, live: true }, {
      type: "location",
      latitude: 1,
      longitude: 2,
      live: true,
    }],
    ["contact card", { kind: "contacts", cards: [{ name: "Bia", phone: BIA }] }, {
      type: "contacts",
      contacts: [{ name: "Bia", phones: [BIA] }],
    }],
    ["contact cards", { kind: "contacts", cards: [{ name: "B", phone: BIA }, { name: "O", phone: OLD }] }, {
      type: "contacts",
      contacts: [{ name: "B", phones: [BIA] }, { name: "O", phones: ["5511988880106"] }],
    }],
    ["poll", { kind: "poll", question: "?", options: ["a", "b"] }, {
      type: "poll",
      question: "?",
      options: ["a", "b"],
    }],
    ["button", { kind: "button", id: "1", text: "Sim" }, { type: "choice", title: "Sim", payload: "1" }],
    ["list", { kind: "list", id: "r", title: "T" }, { type: "choice", title: "T", payload: "r" }],
    ["template", { kind: "template", id: "x", text: "X" }, { type: "choice", title: "X", payload: "x" }],
    [
      "interactive answer",
      raw({
        interactiveResponseMessage: {
          body: { text: "Terça" },
          nativeFlowResponseMessage: { name: "flow", paramsJson: '{"day":2}' },
        },
      }),
      { type: "choice", title: "Terça", payload: '{"day":2}' },
    ],
    ["group invite", raw({ groupInviteMessage: { groupName: "G", caption: "come" } }), {
      type: "other",
      what: "groupInvite",
      text: "G\ncome",
    }],
    ["event", raw({ eventMessage: { name: "Feira", description: "at noon" } }), {
      type: "other",
      what: "event",
      text: "Feira\nat noon",
    }],
    ["disappearing", raw({ ephemeralMessage: { message: { conversation: "soon gone" } } }), {
      type: "text",
      text: "soon gone",
    }],
    ["a kind nobody knows here", raw({ paymentInviteMessage: { serviceType: 1 } }), {
      type: "other",
      what: "paymentInvite",
    }],
  ])("%s", async (_, content, expected) => {
    const event = await received(content);
    expect(event).toMatchObject({ fromMe: false, peer: { name: "Ana" } });
    expect(event.content).toEqual(expected);
    expect(decodePayload(event.payload!)?.key).toMatchObject({ id: event.externalId, fromMe: false });
  });

  test("quotes, what was forwarded, and where somebody came from", async () => {
    expect(await received({ kind: "text", text: "re", quoted: { id: "AAAA", text: "before" } })).toMatchObject({
      content: { text: "re" },
      quotedId: "AAAA",
    });
    expect(await received({ kind: "text", text: "fw", forwarded: true })).toMatchObject({ forwarded: true });
    const ad = { sourceType: "ad", sourceId: "1", title: "Promoção", sourceUrl: "https://fb.me/x" };
    expect(await received(raw({ extendedTextMessage: { text: "oi", contextInfo: { externalAdReply: ad } } })))
      .toMatchObject({ origin: "ad · Promoção · https://fb.me/x" });
  });

  test("view once is marked, wrapped or not, and when linked devices never get it", async () => {
    const { id } = await device.say(ANA, { kind: "image", ...file, viewOnce: true });
    expect(await device.message(id)).toMatchObject({ viewOnce: true, content: { media: { kind: "image" } } });
    const wrapped = raw({ viewOnceMessageV2: { message: { conversation: "psst" } } });
    expect(await received(wrapped)).toMatchObject({ viewOnce: true, content: { text: "psst" } });
    expect(await received({ kind: "text", text: "secret" }, { where: "view-once" })).toMatchObject({
      viewOnce: true,
      placeholder: true,
      content: { type: "other", what: "viewOnce" },
    });
  });
});

describe("changes", () => {
  test("reaction, edit and deletion", async () => {
    const { externalId: id } = await received({ kind: "text", text: "teh" });
    await device.say(ANA, { kind: "reaction", target: { id, fromMe: true }, emoji: "👍" });
    expect(await device.told("reaction", ({ targetId }) => targetId === id)).toMatchObject({
      emoji: "👍",
      fromMe: false,
      peer: { identities: [{ kind: "lid", value: anaLid }, { kind: "phone", value: ANA }] },
    });
    await device.say(ANA, { kind: "reaction", target: { id, fromMe: true }, emoji: "" });
    await device.told("reaction", ({ targetId, emoji }) => targetId === id && emoji === null);
    await device.say(ANA, { kind: "edit", target: { id }, text: "the" });
    expect(await device.told("edit", ({ targetId }) => targetId === id)).toMatchObject({ text: "the" });
    await device.say(ANA, { kind: "delete", target: { id } });
    await device.told("remove", ({ targetId }) => targetId === id);
  });

  test("nobody edits or deletes what others wrote", async () => {
    const { externalId: anas } = await received({ kind: "text", text: "mine" });
    const { id: ours } = await simulator.sayFromPhone({
      account: PN,
      to: BIA,
      content: { kind: "text", text: "ours" },
    });
    await device.message(ours);
    for (const id of [anas, ours]) {
      await device.say(BIA, { kind: "edit", target: { id }, text: "forged" });
      await device.say(BIA, { kind: "delete", target: { id } });
    }
    const { id: last } = await device.say(BIA, { kind: "text", text: "after" });
    await device.message(last);
    await allReceived(device.host);
    // Of what is in her own conversation nothing is told; of a message that is not there the host finds none in it.
    const changes = [...device.all("edit"), ...device.all("remove")].filter(({ targetId }) =>
      targetId === anas || targetId === ours
    );
    expect(changes.map(({ kind, targetId, peer, by }) => ({ kind, targetId, who: peer?.identities.at(-1), by })))
      .toEqual(
        ["edit", "remove"].map((kind) => ({ kind, targetId: anas, who: { kind: "phone", value: BIA }, by: {} })),
      );
  });

  test("the own phone edits what it wrote", async () => {
    const { id } = await simulator.sayFromPhone({ account: PN, to: ANA, content: { kind: "text", text: "a" } });
    await device.message(id);
    await simulator.sayFromPhone({ account: PN, to: ANA, content: { kind: "edit", target: { id }, text: "b" } });
    expect(await device.told("edit", ({ targetId }) => targetId === id)).toMatchObject({ text: "b" });
  });
});

describe("the owners of messages", () => {
  test("by number and by hidden id, one person; the pair is told once", async () => {
    const both = [{ kind: "lid", value: anaLid }, { kind: "phone", value: ANA }];
    for (const naming of ["pn", "lid"] as const) {
      expect((await received({ kind: "text", text: naming }, { naming })).peer.identities).toEqual(both);
    }
    expect(device.all("identity").filter(({ from }) => from.value === anaLid)).toMatchObject([{ to: both[1] }]);
  });

  test("a hidden number stays hidden, and is told when it becomes known", async () => {
    const eva = "5511977770104";
    const { lid } = simulator.person({ pn: eva, name: "Eva" });
    const { id } = await device.say(eva, { kind: "text", text: "1" }, { naming: "hidden" });
    expect((await device.message(id)).peer).toEqual({ name: "Eva", identities: [{ kind: "lid", value: lid }] });
    expect(device.all("identity").filter(({ from }) => from.value === lid)).toEqual([]);
    const later = await device.say(eva, { kind: "text", text: "2" }, { naming: "lid" });
    const { peer } = await device.message(later.id);
    expect(peer.identities).toEqual([{ kind: "lid", value: lid }, { kind: "phone", value: eva }]);
    expect(device.all("identity").filter(({ from }) => from.value === lid)).toMatchObject([
      { from: { kind: "lid" }, to: { kind: "phone", value: eva } },
    ]);
  });

  test("an old Brazilian number is the new one, written to as WhatsApp has it", async () => {
    const { id } = await device.say(OLD, { kind: "text", text: "1" });
    expect((await device.message(id)).peer.identities[1]).toEqual({
      kind: "phone",
      value: "5511988880106",
      address: OLD,
    });
  });

  test("names: none, only of emoji, only of spaces", async () => {
    const says = async (name: string | null) => {
      const { id } = await device.say(BIA, { kind: "text", text: "1" }, { name });
      return (await device.message(id)).peer.name;
    };
    expect(await says(null)).toBeUndefined();
    expect(await says("🌸🌸")).toBe("🌸🌸");
    expect(await says(" \u200b\u3164 ")).toBeUndefined();
  });

  test.each(["pn", "lid"] as const)(
    "the account's own phone, by %s: the contact is not named as we are",
    async (naming) => {
      const { id } = await simulator.sayFromPhone({
        account: PN,
        to: ANA,
        naming,
        content: { kind: "text", text: "by hand" },
      });
      const event = await device.message(id);
      expect(event).toMatchObject({ fromMe: true, content: { text: "by hand" } });
      expect(event.peer).toEqual({ identities: [{ kind: "lid", value: anaLid }, { kind: "phone", value: ANA }] });
    },
  );

  test("notes to oneself, stories and channels are nobody's conversation", async () => {
    const notes = await simulator.sayFromPhone({ account: PN, to: PN, content: { kind: "text", text: "milk" } });
    const story = await device.say(ANA, { kind: "text", text: "look" }, { where: "story" });
    const post = simulator.post({ account: PN, content: { kind: "text", text: "news" } });
    for (const { id } of [notes, story, post]) await device.upsert(id);
    await received({ kind: "text", text: "after" });
    await allReceived(device.host);
    for (const { id } of [notes, story, post]) expect(device.messages(id)).toEqual([]);
  });
});

test("a burst keeps its order", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push((await device.say(ANA, { kind: "text", text: `n${n}` })).id);
  await device.message(ids.at(-1)!);
  expect(device.all("message").map(({ externalId }) => externalId).filter((id) => ids.includes(id))).toEqual(ids);
});

describe("around messages", () => {
  test("a contact's picture changes and goes: it is to be looked up", async () => {
    for (const [index, picture] of [btoa("new"), null].entries()) {
      simulator.newPicture({ account: PN, pn: ANA, picture });
      await until(() => device.all("profile").length === index + 1, "the profile");
    }
    expect(device.all("profile")[0]).toMatchObject({ lookup: true, peer: { identities: [{ value: anaLid }, {}] } });
  });

  test("typing and its end, of those who wrote", async () => {
    await received({ kind: "text", text: "hi" });
    await until(
      () => simulator.state().signals.some(({ tag, type }) => tag === "presence" && type === "subscribe"),
      "us",
    );
    simulator.typing({ account: PN, from: ANA });
    expect(await device.told("typing", ({ on }) => on)).toMatchObject({
      peer: { identities: [{ value: anaLid }, {}] },
    });
    simulator.typing({ account: PN, from: ANA, state: "paused" });
    await device.told("typing", ({ on }) => !on);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    simulator.typing({ account: PN, from: ANA, state: "recording" });
    await until(() => device.all("typing").filter(({ on }) => on).length === 2, "recording");
    // A phone that says it without pause is heard now and then, and what was typed and sent is no sign any more.
    for (let n = 0; n < 20; n++) simulator.typing({ account: PN, from: ANA });
    await received({ kind: "text", text: "sent" });
    await until(() => device.all("typing").at(-1)?.on === false, "the end");
    expect(device.all("typing").map(({ on }) => on)).toEqual([true, false, true, false]);
  });

  test("a call rings and is missed, whatever it ends with; one that was answered is not", async () => {
    const call = (id: string) =>
      device.all("call").filter(({ externalId }) => externalId === id).map(({ state }) => state);
    for (const reason of ["timeout", undefined]) {
      const { id } = simulator.call({ account: PN, from: ANA, video: true });
      expect(await device.told("call", ({ externalId }) => externalId === id)).toMatchObject({
        state: "ringing",
        video: true,
        peer: { identities: [{ value: anaLid }, { value: ANA }] },
      });
      simulator.endCall({ account: PN, from: ANA, id, reason });
      await until(() => call(id).length === 2, "the end");
      simulator.endCall({ account: PN, from: ANA, id });
      await simulator.settled({ account: PN });
      expect(call(id)).toEqual(["ringing", "missed"]);
    }
  });
});
