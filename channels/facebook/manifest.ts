// The abilities and limits of Messenger.
import { z } from "zod";
import type { Manifest } from "../sdk/mod.ts";
import { metaEnv } from "../meta/graph.ts";
import { loginAnswer } from "../meta/login-answer.ts";
import { GraphId } from "../meta/tolerant.ts";

/** Any attachment, bytes. */
const MAX_BYTES = 25 * 1024 * 1024;
/** Images, bytes: the limit for images by address, kept for uploads because customers' apps reload them by address. */
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const audio = ["audio/mp4", "audio/aac", "audio/mpeg", "audio/ogg", "audio/wav", "audio/x-m4a"];

export const manifest: Manifest = {
  id: "facebook",
  name: "Facebook",
  plan: "useFacebook",
  connect: "oauth",
  login: { path: "/facebook", include: {}, answer: loginAnswer },
  identities: [{ kind: "psid", names: "person", shown: "psid {tail}", searched: true }],
  abilities: {
    begin: false,
    groups: false,
    quote: true,
    edit: false,
    remove: false,
    react: true,
    typing: true,
    markRead: true,
    location: false,
    contacts: false,
    lookup: true,
    pages: false,
    forward: false,
    calls: false,
    numberCheck: false,
    history: false,
    book: false,
    link: false,
  },
  text: { max: 2000, unit: "characters" },
  media: {
    image: { maxBytes: MAX_IMAGE_BYTES, types: ["image/jpeg", "image/png", "image/gif", "image/webp"], caption: false },
    audio: { maxBytes: MAX_BYTES, types: audio, caption: false },
    voice: { maxBytes: MAX_BYTES, types: audio, caption: false },
    video: { maxBytes: MAX_BYTES, types: ["video/mp4", "video/quicktime", "video/webm", "video/ogg"], caption: false },
    document: { maxBytes: MAX_BYTES, types: ["*/*"], caption: false },
  },
  replyWindow: { hours: 24 },
  correlation: "echoed",
  env: [...metaEnv, "META_LOGIN_URL"],
};

export const config = z.object({
  pageId: GraphId,
  pageName: z.string().optional(),
  pageToken: z.string().min(1).meta({ secret: true }),
});
export type Config = z.infer<typeof config>;
