// The line a list shows of a message: what is no text has its sign and a word, "📷 Foto", "🎤 Áudio 0:12".
import { say } from "./i18n/i18n.ts";

/** The signs that the server writes before what is no text (`api/features/messages/actions/last-message.ts`). */
const signs = {
  image: "📷",
  video: "🎬",
  audio: "🎤",
  application: "📄",
  locationMessage: "📍",
  contactMessage: "👤",
  call_log: "📞",
  sticker: "🏷️",
  unknown: "❔",
} as const;
type Kind = keyof typeof signs;
const kinds = Object.keys(signs) as Kind[];
const LENGTH = /^\d+:\d\d$/;

function line(kind: Kind, words: string): string {
  if (words && !LENGTH.test(words)) return `${signs[kind]} ${words}`;
  return [signs[kind], say(`preview.${kind}`), words].filter(Boolean).join(" ");
}
/** A line as the server keeps it. */
export function previewOf(text: string): string {
  const kind = kinds.find((one) => text === signs[one] || text.startsWith(`${signs[one]} `));
  return kind ? line(kind, text.slice(signs[kind].length).trim()) : text;
}
/** A message of this kind with these words. */
export function saidLine({ kind, body }: { kind: string; body: string }): string {
  const words = body.replace(/\s+/g, " ").trim();
  const known = kinds.find((one) => one === kind);
  return known ? line(known, words) : words;
}
