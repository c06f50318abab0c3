// What a voice note says, written down by an API in OpenAI's form (docs/product/prompts.md#voice-notes).
import { cleaned } from "../../../core/outside/clean.ts";
import { askOutside, jsonOf } from "../../../core/outside/providers.ts";
import { baseOf, type Mind } from "./chat.ts";

/** Larger and longer ones are not listened to. */
export const MAX_HEARD_BYTES = 16 * 1024 * 1024;
const MAX_HEARD_S = 300;
const MAX_TRANSCRIPT = 4_000;

export interface Note {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
}
/** Names that the API takes; it goes by the ending. */
const endings: [RegExp, string][] = [
  [/ogg|opus/, "ogg"],
  [/webm/, "webm"],
  [/wav/, "wav"],
  [/flac/, "flac"],
  [/mp4|m4a|aac/, "m4a"],
  [/mpeg|mp3/, "mp3"],
];
const nameOf = (mime: string) => `voice.${endings.find(([kind]) => kind.test(mime))?.[1] ?? "ogg"}`;

/** How long an Ogg of Opus is, s, by its last page; null where it is no Ogg. */
export function secondsOf(bytes: Uint8Array): number | null {
  const mark = [0x4f, 0x67, 0x67, 0x53];
  for (let at = bytes.length - 14; at >= 0; at--) {
    if (mark.some((byte, n) => bytes[at + n] !== byte)) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, 14);
    return Number(view.getBigUint64(6, true)) / 48_000;
  }
  return null;
}

/** Its words; null where it is too long, empty, or the service does not give them: then the model is told that there was one. */
export async function transcribe(mind: Pick<Mind, "baseUrl" | "apiKey">, model: string, note: Note) {
  if (note.bytes.length > MAX_HEARD_BYTES || (secondsOf(note.bytes) ?? 0) > MAX_HEARD_S) return null;
  const form = new FormData();
  form.set("model", model);
  form.set("response_format", "json");
  form.set("file", new File([note.bytes], nameOf(note.mime), { type: note.mime.split(";")[0] }));
  const said = await askOutside(`${baseOf(mind)}/audio/transcriptions`, {
    headers: mind.apiKey ? { authorization: `Bearer ${mind.apiKey}` } : {},
    body: form,
    timeoutMs: 60_000,
    maxBytes: 1024 * 1024,
  }).catch(() => null);
  if (said?.status !== 200) return null;
  const { text } = (jsonOf(said) ?? {}) as { text?: unknown };
  return typeof text === "string" && text.trim() ? cleaned(text.trim()).slice(0, MAX_TRANSCRIPT) : null;
}
