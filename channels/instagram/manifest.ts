// The abilities and limits of Instagram messages.
import { z } from "zod";
import type { Manifest } from "../sdk/mod.ts";
import { metaEnv } from "../meta/graph.ts";
import { loginAnswer } from "../meta/login-answer.ts";
import { GraphId } from "../meta/tolerant.ts";

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
/** Without Opus and OGG on purpose: Instagram refuses them. */
const audio = ["audio/mp4", "audio/aac", "audio/x-m4a", "audio/wav"];

export const manifest: Manifest = {
  id: "instagram",
  name: "Instagram",
  plan: "useInstagram",
  connect: "oauth",
  // Accounts of Instagram stand behind pages: the login of Facebook finds both.
  login: { path: "/facebook", include: { addInstagram: true }, answer: loginAnswer },
  identities: [{ kind: "igsid", names: "person", shown: "igsid {tail}", searched: true }],
  abilities: {
    begin: false,
    groups: false,
    quote: true,
    edit: false,
    remove: false,
    // Instagram accepts the heart only; a palette in which one emoji of many works would mislead agents.
    react: false,
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
  text: { max: 1000, unit: "bytes" },
  media: {
    image: { maxBytes: MAX_IMAGE_BYTES, types: ["image/jpeg", "image/png"], caption: false },
    audio: { maxBytes: MAX_BYTES, types: audio, caption: false },
    voice: { maxBytes: MAX_BYTES, types: audio, caption: false },
    video: {
      maxBytes: MAX_BYTES,
      types: ["video/mp4", "video/ogg", "video/x-msvideo", "video/quicktime", "video/webm"],
      caption: false,
    },
    document: { maxBytes: MAX_BYTES, types: ["application/pdf"], caption: false },
  },
  replyWindow: { hours: 24 },
  correlation: "echoed",
  env: metaEnv,
};

export const config = z.object({
  accountId: GraphId,
  pageId: GraphId,
  pageToken: z.string().min(1).meta({ secret: true }),
  name: z.string().optional(),
});
export type Config = z.infer<typeof config>;
