// The abilities of the web chat. Its provider is Recado itself, so the limits are those of the product.
import { z } from "zod";
import type { Manifest } from "../sdk/mod.ts";

/** Any file, bytes. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** A message, characters. */
export const MAX_TEXT = 4096;
const file = (...types: string[]) => ({ maxBytes: MAX_FILE_BYTES, types, caption: true });

export const manifest: Manifest = {
  id: "webchat",
  name: "Web chat",
  connect: "none",
  builtIn: true,
  identities: [{ kind: "visitor", names: "person", shown: "Visitante {tail}" }],
  abilities: {
    begin: false,
    groups: false,
    quote: false,
    edit: true,
    remove: true,
    react: false,
    typing: true,
    markRead: true,
    location: false,
    contacts: false,
    lookup: false,
    pages: true,
    forward: false,
    calls: false,
    numberCheck: false,
    history: false,
    book: false,
    link: false,
  },
  text: { max: MAX_TEXT, unit: "characters" },
  media: {
    image: file("image/jpeg", "image/*"),
    audio: file("audio/mpeg", "audio/*"),
    voice: file("audio/ogg", "audio/*"),
    video: file("video/mp4", "video/*"),
    document: file("*/*"),
  },
  replyWindow: null,
  correlation: "chosen",
  env: [],
};

/** The key of a page in its address: only characters that need no escaping anywhere. */
export const KEY = /^[A-Za-z0-9_-]{4,64}$/;
/** A source of `frame-ancestors`: no character that could end the directive. */
const ORIGIN = /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;

function newKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toBase64({ alphabet: "base64url", omitPadding: true });
}
export const config = z.object({
  key: z.string().regex(KEY).default(newKey),
  title: z.string().trim().max(60).optional(),
  greeting: z.string().trim().max(500).optional(),
  color: z.string().regex(/^#[0-9a-f]{6}$/i).optional(),
  allowedOrigins: z.array(z.string().trim().regex(ORIGIN)).max(20).optional(),
});
export type Config = z.infer<typeof config>;
