import { expect, test } from "vitest";
import { manifest as instagram } from "../../../channels/instagram/manifest.ts";
import { manifest as webchat } from "../../../channels/webchat/manifest.ts";
import { manifest as whatsapp } from "../../../channels/whatsappapi/manifest.ts";
import { inspect, mediaHeaders } from "../../core/media/media.ts";
import { carriedAs } from "./carried-as.ts";

/** The first page of an Ogg file with Opus in it. */
const ogg = new Uint8Array(64);
ogg.set(new TextEncoder().encode("OggS"));
ogg.set([0, 2], 4);
ogg[26] = 1;
ogg[27] = 19;
ogg.set(new TextEncoder().encode("OpusHead"), 28);
const mp4 = new Uint8Array(64);
mp4.set([0, 0, 0, 32, ...new TextEncoder().encode("ftypM4A isom")]);

test("a voice note stays a voice note when the channel takes Ogg, and is shown as sound", async () => {
  const facts = await inspect(ogg, { fileName: "voice-1.ogg" });
  expect(facts).toMatchObject({ kind: "audio", mimeType: "audio/ogg; codecs=opus" });
  const voice = { ...facts, kind: "voice" } as const;
  expect(carriedAs(whatsapp.media, voice)).toBe("voice");
  expect(carriedAs(webchat.media, voice)).toBe("voice");
  expect(carriedAs(instagram.media, voice)).toBeNull();
  const headers = mediaHeaders({ mime_type: facts.mimeType, file_name: "voice-1.ogg", bytes: 64 });
  expect(headers.get("content-type")).toBe("audio/ogg; codecs=opus");
  expect(headers.get("content-disposition")).toMatch(/^inline/);
});

test("a recording of older Safari is sent as sound on every channel", async () => {
  const facts = await inspect(mp4, { fileName: "audio-1.m4a" });
  expect(facts).toMatchObject({ kind: "audio", mimeType: "audio/mp4" });
  for (const { media } of [whatsapp, webchat, instagram]) expect(carriedAs(media, facts)).toBe("audio");
});

test("a file is sent as a document when the channel does not know its kind, and refused when it is too large", () => {
  const pdf = { kind: "document", mimeType: "application/pdf", bytes: 10 } as const;
  expect(carriedAs(whatsapp.media, pdf)).toBe("document");
  expect(carriedAs(whatsapp.media, { ...pdf, bytes: 10 ** 12 })).toBeNull();
});
