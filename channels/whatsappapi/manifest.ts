// The abilities and limits of the WhatsApp Cloud API.
import { z } from "zod";
import type { Manifest } from "../sdk/mod.ts";
import { metaEnv } from "../meta/graph.ts";
import { GraphId } from "../meta/tolerant.ts";

const MB = 1024 * 1024;
const audio = ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"];

export const manifest: Manifest = {
  id: "whatsappapi",
  name: "WhatsApp Cloud API",
  plan: "useWhatsapp",
  connect: "form",
  identities: [
    { kind: "phone", names: "number", shown: "{value}" },
    { kind: "bsuid", names: "person", shown: "WhatsApp …{tail}" },
  ],
  abilities: {
    // Only with a template, which the plugin does not send.
    begin: false,
    groups: false,
    quote: true,
    edit: false,
    remove: false,
    react: true,
    // The indicator exists only as part of marking a certain message as read.
    typing: false,
    markRead: true,
    location: true,
    contacts: true,
    lookup: false,
    pages: false,
    forward: false,
    calls: false,
    numberCheck: false,
    history: false,
    book: false,
    link: false,
  },
  text: { max: 4096, unit: "characters" },
  media: {
    image: { maxBytes: 5 * MB, types: ["image/jpeg", "image/png"], caption: true },
    audio: { maxBytes: 16 * MB, types: audio, caption: false },
    // Anything but OGG with Opus arrives as a file instead of a voice note.
    voice: { maxBytes: 16 * MB, types: ["audio/ogg"], caption: false },
    video: { maxBytes: 16 * MB, types: ["video/mp4", "video/3gpp"], caption: true },
    document: { maxBytes: 100 * MB, types: ["*/*"], caption: true },
    sticker: { maxBytes: 500 * 1024, types: ["image/webp"], caption: false },
  },
  replyWindow: { hours: 24 },
  templates: true,
  above: "wabaId",
  correlation: "echoed",
  governor: { kind: "tiers", people: [250, 1_000, 10_000, 100_000, null] },
  wholeSeconds: true,
  env: metaEnv,
};

export const config = z.object({
  phoneNumberId: GraphId,
  wabaId: GraphId,
  accessToken: z.string().min(1).meta({ secret: true }),
  appSecret: z.string().min(1).optional().meta({ secret: true }),
});
export type Config = z.infer<typeof config>;
