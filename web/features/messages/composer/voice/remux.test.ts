import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from "mediabunny";
import fc from "fast-check";
import { expect, test } from "vitest";
import { remux, samplesOf } from "./remux.ts";

const PRE_SKIP = 312;
const HEAD = new Uint8Array(19);
new TextEncoder().encodeInto("OpusHead", HEAD);
HEAD.set([1, 1, PRE_SKIP & 255, PRE_SKIP >> 8, 0x80, 0xbb, 0, 0], 8);

/** First bytes of packets as recorders make them: SILK, hybrid and CELT, 2.5 to 60 ms, one and more frames. */
const heads = [0x08, 0x18, 0x78, 0x79, 0xe0, 0xf8, 0xfa, 0xfb];
const packet = fc.tuple(
  fc.constantFrom(...heads),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 2, max: 400 }),
  fc.nat(255),
)
  .map(([head, frames, length, fill]) => {
    const bytes = new Uint8Array(length).fill(fill);
    bytes[0] = head;
    bytes[1] = frames;
    return bytes;
  });
const recording = fc.array(packet, { minLength: 1, maxLength: 300, size: "max" });

/** As a recorder writes it: live, clusters of a second, times rounded to milliseconds, a pause now and then. */
async function record(packets: readonly Uint8Array[], pauseAfter = -1): Promise<Uint8Array> {
  const sound = new EncodedAudioPacketSource("opus");
  const target = new BufferTarget();
  const output = new Output({
    format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 0.3 }),
    target,
  });
  output.addAudioTrack(sound);
  await output.start();
  const decoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1, description: HEAD };
  let at = 0;
  for (const [index, data] of packets.entries()) {
    const seconds = samplesOf(data) / 48_000;
    await sound.add(new EncodedPacket(data, "key", Math.round(at * 1000) / 1000, seconds), { decoderConfig });
    at += seconds + (index === pauseAfter ? 2 : 0);
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

/** Ogg's CRC-32, bit by bit: polynomial 0x04c11db7, nothing reflected. */
function crc(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

interface Page {
  flags: number;
  granule: number;
  serial: number;
  sequence: number;
  /** Packets that end on this page. */
  ended: number;
}
/** Reads Ogg by the book (RFC 3533), and checks each page's sum. */
function parse(file: Uint8Array): { pages: Page[]; packets: Uint8Array[] } {
  const pages: Page[] = [];
  const packets: Uint8Array[] = [];
  let open: number[] = [];
  for (let at = 0; at < file.length;) {
    expect(new TextDecoder().decode(file.subarray(at, at + 4))).toBe("OggS");
    const view = new DataView(file.buffer, file.byteOffset + at);
    const segments = file.subarray(at + 27, at + 27 + (file[at + 26] ?? 0));
    const size = 27 + segments.length + segments.reduce((sum, length) => sum + length, 0);
    const page = file.slice(at, at + size);
    page.fill(0, 22, 26);
    expect(crc(page)).toBe(view.getUint32(22, true));
    let body = at + 27 + segments.length;
    let ended = 0;
    for (const length of segments) {
      open.push(...file.subarray(body, body + length));
      body += length;
      if (length === 255) continue;
      packets.push(Uint8Array.from(open));
      open = [];
      ended++;
    }
    pages.push({
      flags: file[at + 5] ?? 0,
      granule: Number(view.getBigInt64(6, true)),
      serial: view.getUint32(14, true),
      sequence: view.getUint32(18, true),
      ended,
    });
    at += size;
  }
  expect(open).toEqual([]);
  return { pages, packets };
}

function expectOgg(file: ArrayBuffer, sent: readonly Uint8Array[]) {
  const { pages, packets: [head, tags, ...packets] } = parse(new Uint8Array(file));
  expect(head).toEqual(HEAD);
  expect(head?.[9]).toBe(1);
  expect(new TextDecoder().decode(tags?.subarray(0, 8))).toBe("OpusTags");
  expect(packets.length).toBe(sent.length);
  for (const [index, bytes] of packets.entries()) expect(bytes).toEqual(sent[index]);
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index));
  expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
  expect([pages[0]?.flags, pages.at(-1)!.flags & 4]).toEqual([2, 4]);
  expect(pages.slice(0, 2).map(({ granule }) => granule)).toEqual([0, 0]);
  let done = 0;
  for (const page of pages.slice(2)) {
    const before = done;
    done += page.ended;
    const samples = sent.slice(0, done).reduce((sum, bytes) => sum + samplesOf(bytes), 0);
    expect(page.granule).toBe(page.ended === 0 && done === before ? -1 : samples);
  }
}

test("a packet's samples are read from its first bytes", () => {
  expect([0x08, 0x18, 0x78, 0x79, 0xe0, 0xf8].map((head) => samplesOf(Uint8Array.of(head)))).toEqual(
    [960, 2880, 960, 1920, 120, 960],
  );
  expect(samplesOf(Uint8Array.of(0xfb, 3))).toBe(2880);
  expect(samplesOf(new Uint8Array())).toBe(0);
});

test("a recording of any length keeps every packet, counts its samples and is mono", async () => {
  await fc.assert(
    fc.asyncProperty(recording, fc.integer({ min: -1, max: 20 }), async (packets, pauseAfter) => {
      expectOgg(await remux((await record(packets, pauseAfter)).slice().buffer), packets);
    }),
    { numRuns: 120 },
  );
});

test("a recording that was broken off gives what had arrived, in order", async () => {
  await fc.assert(
    fc.asyncProperty(recording, fc.double({ min: 0, max: 1, noNaN: true }), async (packets, share) => {
      const whole = await record(packets);
      const cut = whole.slice(0, Math.floor(whole.length * share));
      let ogg: ArrayBuffer;
      try {
        ogg = await remux(cut.buffer);
      } catch {
        // Only where it was broken off at the very beginning: before the first two packets were whole.
        const two = packets.slice(0, 2).reduce((sum, bytes) => sum + bytes.length, 0);
        expect(cut.length).toBeLessThanOrEqual(600 + two);
        return;
      }
      const there = parse(new Uint8Array(ogg)).packets.length - 2;
      expect(there).toBeGreaterThan(0);
      expectOgg(ogg, packets.slice(0, there));
      // What is missing was not in the bytes.
      const held = packets.slice(0, there + 1).reduce((sum, bytes) => sum + bytes.length, 0);
      if (there < packets.length) expect(held + 24 * (there + 1)).toBeGreaterThan(cut.length - 500);
    }),
    { numRuns: 120 },
  );
});
