// Recordings as devices and API clients hand them in: Opus packets of a known length in one container or another.
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  MkvOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

const formats = {
  webm: () => new WebMOutputFormat({ appendOnly: true }),
  mkv: () => new MkvOutputFormat(),
  ogg: () => new OggOutputFormat(),
  mp4: () => new Mp4OutputFormat(),
};
const PACKET_S = 0.02;

/** Packets of 20 ms; the middle of it is louder. */
export function packets(seconds: number): Uint8Array[] {
  const count = Math.round(seconds / PACKET_S);
  return Array.from({ length: count }, (_, index) => {
    const loud = index > count / 3 && index < 2 * count / 3;
    const bytes = new Uint8Array(loud ? 120 : 30).fill(index & 255);
    // CELT, 20 ms, one frame.
    bytes[0] = 0xf8;
    return bytes;
  });
}

export async function recording(
  container: keyof typeof formats,
  seconds: number,
  numberOfChannels = 1,
  codec: "opus" | "aac" = "opus",
): Promise<Blob> {
  const description = new Uint8Array(19);
  new TextEncoder().encodeInto("OpusHead", description);
  description.set([1, numberOfChannels, 56, 1, 0x80, 0xbb, 0, 0], 8);
  const aac = { codec: "mp4a.40.2", description: Uint8Array.of(0x11, 0x88) };
  const config = codec === "opus" ? { codec, description } : aac;
  const decoderConfig = { sampleRate: 48_000, numberOfChannels, ...config };
  const sound = new EncodedAudioPacketSource(codec);
  const target = new BufferTarget();
  const output = new Output({ format: formats[container](), target });
  output.addAudioTrack(sound);
  await output.start();
  for (const [index, data] of packets(seconds).entries()) {
    await sound.add(new EncodedPacket(data, "key", index * PACKET_S, PACKET_S), { decoderConfig });
  }
  await output.finalize();
  return new Blob([target.buffer!]);
}
