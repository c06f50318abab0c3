// Files as they reach a contact: the very same bytes, as what they are; and uploads that fail.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { MediaKind, OutboundMedia } from "../sdk/mod.ts";
import { send } from "./outbound/send.ts";
import { Simulator } from "./simulator/simulator.ts";
import { Account, message, person } from "./testing/line.ts";
import { recording } from "./testing/opus.ts";
import { thumbnailOf } from "./outbound/thumbnail.ts";

const PN = "5511999990321";
const ANA = "5511988880321";
const MB = 1024 * 1024;
let simulator: Simulator;
let account: Account;
let trusting: Deno.HttpClient;
const temporary = await Deno.makeTempDir();
const names = () => [...Deno.readDirSync(temporary)].map(({ name }) => name);
/** Of temporary files, seen when one went up. */
let most = 0;

beforeAll(async () => {
  vi.stubEnv("TMPDIR", temporary);
  simulator = new Simulator({ receipts: "none" });
  await simulator.start();
  simulator.person({ pn: PN, name: "Loja", business: "Loja" });
  simulator.person({ pn: ANA, name: "Ana" });
  trusting = Deno.createHttpClient({ caCerts: [simulator.mediaAuthority] });
  const plain = globalThis.fetch;
  vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
    most = Math.max(most, names().length);
    return plain(input, { ...init, client: trusting } as RequestInit);
  });
  account = new Account(simulator, PN);
  await account.client.link(PN);
});
beforeEach(() => simulator.fault({ account: "*" }));
afterEach(() => {
  expect(names()).toEqual([]);
});
afterAll(async () => {
  expect(simulator.state().complaints).toEqual([]);
  await account.client.end();
  await simulator.stop();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  trusting.close();
  await Deno.remove(temporary, { recursive: true });
});

const bytes = (count: number) => Uint8Array.from({ length: count }, (_, index) => (index * 7) & 255);
function file(
  kind: MediaKind,
  mimeType: string,
  content: Blob | Uint8Array,
  more: Partial<OutboundMedia> = {},
): OutboundMedia {
  const blob = content instanceof Blob ? content : new Blob([content as BlobPart]);
  return { kind, mimeType, fileName: "arquivo.bin", bytes: blob.size, open: () => Promise.resolve(blob), ...more };
}
async function sent(media: OutboundMedia, text?: string) {
  const { externalId } = await send(account.line, message(person(ANA), { media, text }));
  const { message: read } = await account.read(externalId);
  return { read, found: simulator.file({ id: externalId }) };
}
const same = async (found: Uint8Array, media: OutboundMedia) =>
  expect(Buffer.from(found).equals(Buffer.from(await (await media.open()).arrayBuffer()))).toBe(true);
/** A PNG's head: 640 by 480. */
const png = Uint8Array.of(
  0x89,
  0x50,
  0x4e,
  0x47,
  13,
  10,
  26,
  10,
  0,
  0,
  0,
  13,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
  0,
  2,
  128,
  0,
  0,
  1,
  224,
  8,
  2,
  0,
  0,
  0,
);

/** A JPEG whose camera put a small one into it. */
function photo(inner: Uint8Array): Uint8Array {
  const tiff = new Uint8Array(44 + inner.length);
  const view = new DataView(tiff.buffer);
  view.setUint32(0, 0x49492a00);
  view.setUint32(4, 8, true);
  // No entry in the first directory; the second is at 14.
  view.setUint32(10, 14, true);
  view.setUint16(14, 2, true);
  for (const [index, [tag, value]] of [[0x0201, 44], [0x0202, inner.length]].entries()) {
    view.setUint16(16 + 12 * index, tag!, true);
    view.setUint16(18 + 12 * index, 4, true);
    view.setUint32(20 + 12 * index, 1, true);
    view.setUint32(24 + 12 * index, value!, true);
  }
  tiff.set(inner, 44);
  const head = new Uint8Array(12);
  head.set([0xff, 0xd8, 0xff, 0xe1, (tiff.length + 8) >> 8, (tiff.length + 8) & 255]);
  new TextEncoder().encodeInto("Exif\0\0", head.subarray(6));
  return Uint8Array.from([...head, ...tiff, 0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]);
}

describe("kinds", () => {
  test("an image, with its size and caption", async () => {
    const media = file("image", "image/png", Uint8Array.from([...png, ...bytes(3000)]));
    const { read, found } = await sent(media, "a foto");
    await same(found.bytes, media);
    expect(read.imageMessage).toMatchObject({ caption: "a foto", mimetype: "image/png", width: 640, height: 480 });
  });

  test("a photo, with the small one its camera made", async () => {
    const small = Uint8Array.of(0xff, 0xd8, 1, 2, 3, 0xff, 0xd9);
    const { read } = await sent(file("image", "image/jpeg", photo(small)));
    expect([...read.imageMessage!.jpegThumbnail!]).toEqual([...small]);
    expect(await thumbnailOf(new Blob([photo(small).slice(0, 40) as BlobPart]))).toBeUndefined();
    expect(await thumbnailOf(new Blob(["no picture"]))).toBeUndefined();
    expect(await thumbnailOf(new Blob([photo(new Uint8Array(30_000).fill(0xff)) as BlobPart]))).toBeUndefined();
  });

  test("a video", async () => {
    const media = file("video", "video/mp4", bytes(70_000));
    const { read, found } = await sent(media, "o vídeo");
    await same(found.bytes, media);
    expect(read.videoMessage).toMatchObject({ caption: "o vídeo", mimetype: "video/mp4" });
  });

  test("a document, with its name and caption", async () => {
    const media = file("document", "application/pdf", bytes(6 * MB), { fileName: "nota 1.pdf" });
    const { read, found } = await sent(media, "a nota");
    await same(found.bytes, media);
    expect(found).toMatchObject({ mimeType: "application/pdf", fileName: "nota 1.pdf" });
    expect(read.documentWithCaptionMessage?.message?.documentMessage?.caption).toBe("a nota");
    const { read: without } = await sent(file("document", "text/plain", bytes(10)));
    expect(without.documentMessage).toMatchObject({ fileName: "arquivo.bin" });
  });

  test("a sticker", async () => {
    const media = file("sticker", "image/webp", bytes(900));
    const { read, found } = await sent(media);
    await same(found.bytes, media);
    expect(read.stickerMessage?.mimetype).toBe("image/webp");
  });

  test("a piece of music stays a file", async () => {
    const media = file("audio", "audio/mpeg", bytes(5000));
    const { read, found } = await sent(media);
    await same(found.bytes, media);
    expect(read.audioMessage).toMatchObject({ mimetype: "audio/mpeg", ptt: false });
  });
});

describe("voice notes", () => {
  test("as the device recorded it, with the bars it drew", async () => {
    const waveform = Array.from({ length: 64 }, (_, bar) => bar);
    const media = file("voice", "audio/ogg", await recording("ogg", 4), { voice: { seconds: 4.2, waveform } });
    const { read, found } = await sent(media);
    await same(found.bytes, media);
    expect(read.audioMessage).toMatchObject({ ptt: true, seconds: 4, mimetype: "audio/ogg; codecs=opus" });
    expect([...read.audioMessage!.waveform!]).toEqual(waveform);
  });

  test("WebM of an API client arrives as Ogg, its length and bars known", async () => {
    const { read, found } = await sent(file("voice", "audio/webm", await recording("webm", 5)));
    expect(found.bytes.subarray(0, 4).toString()).toBe("OggS");
    expect(read.audioMessage).toMatchObject({ ptt: true, seconds: 5 });
    expect(read.audioMessage?.waveform).toHaveLength(64);
  });

  test("a recording that would have to be encoded anew is an ordinary audio file", async () => {
    const media = file("voice", "audio/mp4", await recording("mp4", 2, 1, "aac"));
    const { read, found } = await sent(media);
    await same(found.bytes, media);
    expect(read.audioMessage).toMatchObject({ ptt: false, mimetype: "audio/mp4" });
  });
});

describe("refused and failed", () => {
  test("a file over the limit is not opened", async () => {
    const media = file("image", "image/jpeg", bytes(10), {
      bytes: 17 * MB,
      open: () => Promise.reject(new Error("opened")),
    });
    await expect(sent(media)).rejects.toMatchObject({ code: "rejected", reason: "ERR_MEDIA_REFUSED" });
  });

  test("the media host is in trouble: the message has not been sent, and goes out later", async () => {
    const one = message(person(ANA), { media: file("document", "text/plain", bytes(100)) });
    const before = simulator.state().next;
    simulator.fault({ account: "*", failUploads: 503 });
    await expect(send(account.line, one)).rejects.toMatchObject({ code: "unreachable", maybeSent: false });
    expect(simulator.state().next).toBe(before);
    simulator.fault({ account: "*" });
    await account.read((await send(account.line, one)).externalId);
  });

  test("a message sent again does not bring its file up again", async () => {
    const one = message(person(ANA), { media: file("document", "text/plain", bytes(100)) });
    simulator.fault({ account: PN, swallowSends: true });
    await expect(send(account.line, one)).rejects.toMatchObject({ maybeSent: true });
    const { uploads } = simulator.state();
    simulator.fault({ account: PN });
    const { externalId } = await send(account.line, one);
    await account.read(externalId);
    expect(simulator.file({ id: externalId }).bytes.length).toBe(100);
    expect(simulator.state().uploads).toBe(uploads);
    // Files go through temporary ones, and none of them stays.
    expect(most).toBeGreaterThan(0);
  });
});
