// What a channel can do, as the app reads it instead of asking which channel it is.
import { z } from "zod";

/** A channel as the app draws it: its manifest, its form as JSON schema, its words in the reader's language. */
export const ChannelInfo = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.string().nullable(),
  connect: z.enum(["form", "qrcode", "oauth", "none"]),
  /** With `oauth`: the calls of the login, what the channel tells both, and which names in the popup's address fill the POST. */
  login: z.object({
    path: z.string(),
    include: z.record(z.string(), z.literal(true)),
    answer: z.record(z.string(), z.array(z.string())),
  }).nullable(),
  /** Every company begins with one: Recado is the provider itself. */
  builtIn: z.boolean(),
  /** The kinds of identity that contacts have here, and what each names. */
  identities: z.array(z.object({ kind: z.string(), names: z.enum(["number", "group", "person"]) })),
  abilities: z.record(z.string(), z.boolean()),
  text: z.object({ max: z.number(), unit: z.string() }),
  media: z.record(z.string(), z.object({ maxBytes: z.number(), types: z.array(z.string()), caption: z.boolean() })),
  replyWindow: z.object({ hours: z.number() }).nullable(),
  /** Outside the window approved texts can be sent. */
  templates: z.boolean(),
  /** Automated messages go at a pace that a company sets. */
  paced: z.boolean(),
  form: z.record(z.string(), z.unknown()),
  /** A plugin's words by language, nested as in its own files. */
  locales: z.record(z.string(), z.record(z.string(), z.unknown())),
  icon: z.string(),
});
export type ChannelInfo = z.infer<typeof ChannelInfo>;
