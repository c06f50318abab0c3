// From WebM to Ogg: the same Opus packets in another container, nothing is encoded anew. Runs in a worker.
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from "mediabunny";

const RATE = 48_000;
/** Samples of one frame at 48 kHz by the packet's configuration (RFC 6716 §3.1). */
const FRAME = [480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 480, 960];
const SHORT_FRAME = [120, 240, 480, 960];

/** How many samples a packet holds, at 48 kHz; 0 for what is no packet. */
export function samplesOf(packet: Uint8Array): number {
  const [head, count] = packet;
  if (head === undefined) return 0;
  const configuration = head >> 3;
  const frame = FRAME[configuration] ?? SHORT_FRAME[configuration & 3] ?? 0;
  const code = head & 3;
  return frame * (code === 0 ? 1 : code === 3 ? (count ?? 0) & 63 : 2);
}

const CLUSTER = [0x1f, 0x43, 0xb6, 0x75];

/** How many bytes a number of EBML takes, by its first one (RFC 8794 §4). */
const lengthOf = (first = 0) => Math.clz32(first) - 23;

/**
 * The file up to its last whole block. A reader refuses a whole cluster that was broken off, up to a second of sound that did
 * arrive: what is left of it gets an unknown size (RFC 8794 §6.2) instead.
 */
function withoutBrokenEnd(webm: ArrayBuffer): Uint8Array {
  const file = new Uint8Array(webm.slice());
  let at = file.length - CLUSTER.length;
  while (at >= 0 && !CLUSTER.every((byte, index) => file[at + index] === byte)) at--;
  const start = at + CLUSTER.length;
  if (at < 0 || start === file.length) return file;
  const width = lengthOf(file[start]);
  let end = start + width;
  for (let next = end; next <= file.length;) {
    end = next;
    const size = next + lengthOf(file[next]);
    const data = size + lengthOf(file[size]);
    if (data >= file.length) break;
    const marker = (file[size] ?? 0) & (0xff >> (data - size));
    next = data + file.subarray(size + 1, data).reduce((sum, byte) => sum * 256 + byte, marker);
  }
  if (end === file.length) return file;
  file.fill(0xff, start, start + width);
  file[start] = 0xff >> (width - 1);
  return file.slice(0, end);
}

/**
 * Ogg with the Opus packets of a WebM file. What is broken off at the end is left out. Times are counted from the packets
 * themselves: a recorder rounds them to milliseconds and leaves gaps where it was paused. Throws when there is no sound in it.
 */
export async function remux(webm: ArrayBuffer): Promise<ArrayBuffer> {
  const input = new Input({ source: new BufferSource(withoutBrokenEnd(webm)), formats: [WEBM] });
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || track.codec !== "opus" || !decoderConfig) throw new Error("no Opus in this file");
  const sound = new EncodedAudioPacketSource("opus");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  output.addAudioTrack(sound);
  await output.start();
  let at = 0;
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    const samples = samplesOf(data);
    if (samples === 0) continue;
    await sound.add(new EncodedPacket(data, "key", at / RATE, samples / RATE), { decoderConfig });
    at += samples;
  }
  if (at === 0) throw new Error("no packet in this file");
  await output.finalize();
  if (!target.buffer) throw new Error("nothing was written");
  return target.buffer;
}
