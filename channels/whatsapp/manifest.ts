// What a number linked like a device can do, and where WhatsApp's own limits are.
import type { Manifest } from "../sdk/mod.ts";

const MB = 1024 * 1024;

export const manifest: Manifest = {
  id: "whatsapp",
  name: "WhatsApp",
  plan: "useWhatsapp",
  connect: "qrcode",
  identities: [
    { kind: "phone", names: "number", shown: "{value}" },
    // A hidden id: never shown as if it were a number.
    { kind: "lid", names: "person", shown: "WhatsApp …{tail}", lookup: true },
    { kind: "group", names: "group", shown: "Grupo …{tail}" },
  ],
  abilities: {
    begin: true,
    groups: true,
    quote: true,
    edit: true,
    remove: true,
    react: true,
    typing: true,
    markRead: true,
    location: true,
    contacts: true,
    lookup: true,
    pages: false,
    forward: true,
    calls: true,
    numberCheck: true,
    history: true,
    book: true,
    link: true,
  },
  text: { max: 65_536, unit: "characters" },
  media: {
    image: { maxBytes: 16 * MB, types: ["image/jpeg", "image/png", "image/webp", "image/gif"], caption: true },
    audio: {
      maxBytes: 16 * MB,
      types: ["audio/mpeg", "audio/mp4", "audio/aac", "audio/amr", "audio/ogg", "audio/wav", "audio/webm"],
      caption: false,
    },
    // Phones play only OGG with Opus: Opus in another container is rewrapped, what is coded otherwise goes as an audio file.
    voice: {
      maxBytes: 16 * MB,
      types: ["audio/ogg", "audio/webm", "audio/matroska", "audio/mp4", "audio/mpeg", "audio/aac"],
      caption: false,
    },
    video: { maxBytes: 64 * MB, types: ["video/mp4", "video/3gpp", "video/quicktime"], caption: true },
    document: { maxBytes: 100 * MB, types: ["*/*"], caption: true },
    sticker: { maxBytes: 500 * 1024, types: ["image/webp"], caption: false },
  },
  replyWindow: null,
  correlation: "chosen",
  governor: { kind: "pace" },
  wholeSeconds: true,
  env: ["WHATSAPP_SOCKET_URL", "WHATSAPP_ROOT_KEY"],
};
