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

/**
 * Ogg with the Opus packets of a WebM file. What is broken off at the end is left out. Times are counted from the packets
 * themselves: a recorder rounds them to milliseconds and leaves gaps where it was paused. Throws when there is no sound in it.
 */
export async function remux(webm: ArrayBuffer): Promise<ArrayBuffer> {
  const input = new Input({ source: new BufferSource(webm), formats: [WEBM] });
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
