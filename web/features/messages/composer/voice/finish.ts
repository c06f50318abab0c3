// From what was recorded to the file that is sent.
import type { VoiceFormat } from "./format.ts";
import { toOgg } from "./to-ogg.ts";

const pad = (value: number) => String(value).padStart(2, "0");
/** A file's name says when: `voice-20261120-140205`. */
function stamp(at: number): string {
  const d = new Date(at);
  return `${d.getFullYear()}${pad(d.getMonth() + 1)}${pad(d.getDate())}-${pad(d.getHours())}${pad(d.getMinutes())}${
    pad(d.getSeconds())
  }`;
}

/** An MP4 that names itself a sound file; browsers write the brand of films. */
function asSound(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const text = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  if (text(4) === "ftyp") bytes.set(new TextEncoder().encode("M4A "), 8);
  return bytes;
}

/** The file to send. A voice note's name begins with `voice-`, by which the server knows it. Throws when it is not readable. */
export async function finish(recorded: Blob, format: VoiceFormat, startedAt: number): Promise<File> {
  if (format.container === "mp4") {
    const bytes = asSound(new Uint8Array(await recorded.arrayBuffer()));
    return new File([bytes], `audio-${stamp(startedAt)}.m4a`, { type: "audio/mp4" });
  }
  const ogg = format.container === "webm" ? await toOgg(recorded) : recorded;
  return new File([ogg], `voice-${stamp(startedAt)}.ogg`, { type: "audio/ogg; codecs=opus" });
}
