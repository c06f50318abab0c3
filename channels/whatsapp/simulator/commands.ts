// What a driver of the simulator can say, as data: the same for a test in this process and for the control port.
import { z } from "zod";
import { Content } from "./content/content.ts";

const pn = z.string().regex(/^\d{5,15}$/, "a number, digits only");
const naming = z.enum(["pn", "lid"]);
const Said = z.object({
  account: pn,
  content: Content,
  id: z.string().optional(),
  /** Provider's time, ms. */
  at: z.number().optional(),
  group: z.string().optional(),
});
const PastMessage = z.object({
  id: z.string(),
  content: Content,
  at: z.number(),
  fromMe: z.boolean().default(false),
  author: pn.optional(),
});

export const inputs = {
  person: z.object({
    pn,
    name: z.string().nullable().optional(),
    about: z.string().optional(),
    /** False: not on WhatsApp. */
    exists: z.boolean().optional(),
    /** Shop name, given to the client at linking. */
    business: z.string().optional(),
    picture: z.base64().nullable().optional(),
    /** What the service thinks of the account. */
    standing: z.object({
      /** Unix seconds until which it may start no chats; 0 for none. */
      restrictedUntil: z.number(),
      quota: z.number(),
      used: z.number(),
      capping: z.enum(["NONE", "FIRST_WARNING", "SECOND_WARNING", "CAPPED"]),
    }).partial().optional(),
  }),
  settings: z.object({
    /** What contacts' phones answer to each message by themselves. */
    receipts: z.enum(["none", "delivered", "read"]).optional(),
    /** Whether the phone gives keys and history after the first login by itself. */
    history: z.boolean().optional(),
  }),
  scan: z.object({ pn, qr: z.string() }),
  typeCode: z.object({ pn, code: z.string() }),
  say: Said.extend({
    from: pn,
    naming: z.enum(["pn", "lid", "hidden"]).default("pn"),
    name: z.string().nullable().optional(),
    /** `placeholder`: the content has to be asked for; `view-once`: linked devices never get it. */
    where: z.enum(["chat", "story", "placeholder", "view-once"]).default("chat"),
    /** Seals it in a way nobody can open. The author's phone still knows it, and answers a retry well. */
    broken: z.boolean().default(false),
    /** The old session is forgotten first, as after a reinstallation. */
    freshSession: z.boolean().default(false),
  }),
  sayFromPhone: Said.extend({ to: pn.optional(), naming: naming.default("pn") }),
  post: Said.omit({ group: true }).extend({ channel: z.string().default("120363000000000000@newsletter") }),
  redeliver: z.object({ account: pn, id: z.string() }),
  tick: z.object({
    account: pn,
    from: pn,
    ids: z.array(z.string()).min(1),
    type: z.enum(["delivered", "read", "played"]),
  }),
  typing: z.object({
    account: pn,
    from: pn,
    state: z.enum(["composing", "recording", "paused"]).default("composing"),
    naming: naming.default("pn"),
    group: z.string().optional(),
  }),
  presence: z.object({ account: pn, from: pn, online: z.boolean(), naming: naming.default("pn") }),
  call: z.object({ account: pn, from: pn, id: z.string().optional(), video: z.boolean().default(false) }),
  endCall: z.object({ account: pn, from: pn, id: z.string(), reason: z.string().optional() }),
  newGroup: z.object({ creator: pn, subject: z.string(), members: z.array(pn), naming: naming.default("lid") }),
  changeGroup: z.object({
    group: z.string(),
    actor: pn,
    what: z.enum(["add", "remove", "promote", "demote"]),
    members: z.array(pn).min(1),
  }),
  renameGroup: z.object({ group: z.string(), actor: pn, subject: z.string() }),
  history: z.object({
    account: pn,
    type: z.enum(["INITIAL_BOOTSTRAP", "RECENT", "FULL", "PUSH_NAME", "ON_DEMAND"]).default("INITIAL_BOOTSTRAP"),
    progress: z.number().default(100),
    chunkOrder: z.number().default(1),
    chats: z.array(z.object({
      chat: z.string(),
      name: z.string().optional(),
      unread: z.number().optional(),
      messages: z.array(PastMessage),
    })).default([]),
    names: z.record(z.string(), z.string()).default({}),
    /** `link`: kept for the next device that is linked; `now`: sent to those that are. */
    when: z.enum(["link", "now"]).default("link"),
  }),
  kick: z.object({
    account: pn,
    how: z.enum([
      "restart",
      "removed",
      "banned",
      "replaced",
      "unavailable",
      "failure-unavailable",
      "no-code",
      "code-500",
      "downgrade",
      "stream-end",
      "close",
      "drop",
      "freeze",
    ]),
  }),
  disturb: z.object({
    account: pn,
    what: z.enum(["garbage-frame", "garbage-node", "unknown-stanza", "forged-sender", "message-without-id"]),
  }),
  fault: z.object({
    account: z.union([pn, z.literal("*")]).default("*"),
    refuseSends: z.string().optional(),
    ackDelayMs: z.number().optional(),
    swallowSends: z.boolean().optional(),
    dropAtSend: z.enum(["before", "after"]).optional(),
    slowMs: z.number().optional(),
    refuseLogins: z.string().optional(),
    failUploads: z.number().optional(),
    failDownloads: z.number().optional(),
    failQueries: z.record(z.string(), z.string()).optional(),
    ignoreQueries: z.array(z.string()).optional(),
  }),
  reachable: z.object({ reachable: z.boolean() }),
  newPhone: z.object({ pn }),
  /** The next `times` messages to this number cannot be read there. */
  blind: z.object({ pn, times: z.number().default(1) }),
  /** Read on the account's own phone. */
  readOnPhone: z.object({ account: pn, from: pn, ids: z.array(z.string()).min(1), naming: naming.default("pn") }),
  /** Somebody has a new picture, or none any more, and the account is told. */
  newPicture: z.object({ account: pn, pn, picture: z.base64().nullable() }),
  /** This phone asks for a message of the account again, read before or not. */
  askAgain: z.object({ account: pn, from: pn, id: z.string() }),
  takePreKeys: z.object({ account: pn, leave: z.number().default(0), tell: z.boolean().default(true) }),
  remove: z.object({ account: pn }),
  file: z.object({ id: z.string() }),
  connected: z.object({ account: pn, ms: z.number().default(10_000) }),
  settled: z.object({ account: pn, ms: z.number().default(10_000) }),
  state: z.object({ account: pn.optional(), after: z.number().optional() }),
};
export type Inputs = { [K in keyof typeof inputs]: z.input<typeof inputs[K]> };
