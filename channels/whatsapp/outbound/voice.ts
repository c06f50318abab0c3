// What a voice note has to be: Ogg with Opus, one channel. Another container is changed without encoding anew; what would have
// to be encoded anew is an ordinary audio file, which every phone plays.
import {
  ALL_FORMATS,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  OGG,
  OggOutputFormat,
  Output,
} from "mediabunny";

export interface VoiceNote {
  file: Blob;
  seconds: number;
  /** 64 bars of 0–100. */
  waveform: number[];
}
const RATE = 48_000;
const BARS = 64;
/** Samples of one frame at 48 kHz by the packet's configuration (RFC 6716 §3.1). */
const FRAME = [480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 480, 960];
const SHORT_FRAME = [120, 240, 480, 960];

/** How many samples an Opus packet holds, at 48 kHz; 0 for what is no packet. */
function samplesOf([head, count]: Uint8Array): number {
  if (head === undefined) return 0;
  const configuration = head >> 3;
  const frame = FRAME[configuration] ?? SHORT_FRAME[configuration & 3] ?? 0;
  const code = head & 3;
  return frame * (code === 0 ? 1 : code === 3 ? (count ?? 0) & 63 : 2);
}

/** The recording as a voice note, or null when it cannot be one as it is. Never throws for what is in the file. */
export async function asVoiceNote(file: Blob): Promise<VoiceNote | null> {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || await track.getCodec() !== "opus" || await track.getNumberOfChannels() !== 1) return null;
    const packets = await packetsOf(track);
    const samples = packets.reduce((sum, packet) => sum + samplesOf(packet), 0);
    if (samples === 0) return null;
    const ogg = await input.getFormat() === OGG ? file : await rewrap(track, packets);
    return { file: ogg, seconds: Math.max(1, Math.round(samples / RATE)), waveform: barsOf(packets) };
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}

async function packetsOf(track: InputAudioTrack): Promise<Uint8Array[]> {
  const packets: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) if (samplesOf(data) > 0) packets.push(data);
  return packets;
}

/** The same packets in Ogg. Times are counted from the packets: recorders round them and leave gaps where they were paused. */
async function rewrap(track: InputAudioTrack, packets: Uint8Array[]): Promise<Blob> {
  const decoderConfig = await track.getDecoderConfig();
  const sound = new EncodedAudioPacketSource("opus");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  output.addAudioTrack(sound);
  await output.start();
  let at = 0;
  for (const data of packets) {
    const samples = samplesOf(data);
    const packet = new EncodedPacket(data, "key", at / RATE, samples / RATE);
    await sound.add(packet, decoderConfig ? { decoderConfig } : undefined);
    at += samples;
  }
  await output.finalize();
  if (!target.buffer) throw new Error("nothing was written");
  return new Blob([target.buffer], { type: "audio/ogg; codecs=opus" });
}

/** Loud passages take more bytes than silence: bars for a note whose recorder told none, without decoding it. */
function barsOf(packets: Uint8Array[]): number[] {
  const sizes = Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor(bar * packets.length / BARS);
    const part = packets.slice(from, Math.max(from + 1, Math.floor((bar + 1) * packets.length / BARS)));
    return part.reduce((sum, { length }) => sum + length, 0) / part.length;
  });
  const most = Math.max(...sizes);
  return sizes.map((size) => Math.round(100 * size / most));
}
