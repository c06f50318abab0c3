// Events of pages and Instagram accounts → InboundEvents, shared by both channels. Pure.
import { z } from "zod";
import type { InboundEvent, Peer } from "../../sdk/mod.ts";
import { contentsOf, Message, originOf } from "./message.ts";
import { Id, List, odd, Thing, Time } from "../tolerant.ts";
import { eachOf, type Entry, type Parsed, type Reader } from "../webhook.ts";

export interface MessengerDialect {
  channel: string;
  /** People's ids: scoped to the page, or to the Instagram account. */
  identity: string;
  /** False where Meta forbids keeping files. */
  keepMedia: boolean;
}
/** What every reader of one kind of event gets. */
interface Context {
  peer: Peer;
  at: number;
  fromMe: boolean;
  keepMedia: boolean;
}
type Read = (value: unknown, context: Context) => InboundEvent[];

const Person = odd(z.object({ id: Id }));
const Event = z.object({ sender: Person, recipient: Person, timestamp: odd(Time) });
const Reaction = z.object({
  mid: z.string().min(1),
  action: z.string(),
  reaction: odd(z.string()),
  emoji: odd(z.string().min(1)),
});
const Edit = z.object({ mid: z.string().min(1), text: z.string() });
const Postback = z.object({
  mid: odd(z.string()),
  title: odd(z.string()),
  payload: odd(z.string()),
  referral: z.unknown().optional(),
});
const Receipt = z.object({ watermark: odd(Time), mid: odd(z.string()), mids: odd(z.array(z.string())) });
const Policy = z.object({ action: z.string(), reason: odd(z.string()) });
const named: Record<string, string> = {
  love: "❤",
  like: "👍",
  dislike: "👎",
  smile: "😆",
  wow: "😮",
  sad: "😢",
  angry: "😠",
};

const message: Read = (value, { peer, at, fromMe, keepMedia }) => {
  const read = Message.parse(value);
  if (read.is_deleted) return [{ kind: "remove", at, targetId: read.mid }];
  const { story, mid: quotedId } = read.reply_to ?? {};
  const origin = originOf(read.referral) ?? (story && ["story", story.id, story.url].filter(Boolean).join(" "));
  return contentsOf(read, keepMedia).map((content, part) => ({
    kind: "message",
    at,
    peer,
    externalId: part === 0 ? read.mid : `${read.mid}#${part}`,
    fromMe,
    content,
    ...(fromMe && part === 0 && read.metadata ? { key: read.metadata } : {}),
    ...(quotedId ? { quotedId } : {}),
    ...(origin ? { origin } : {}),
  }));
};

const reaction: Read = (value, { peer, at, fromMe }) => {
  const read = Reaction.parse(value);
  const emoji = read.action === "unreact" ? null : read.emoji ?? named[read.reaction ?? ""] ?? "❤";
  return [{ kind: "reaction", at, peer, targetId: read.mid, emoji, fromMe }];
};

const postback: Read = (value, { peer, at, fromMe }) => {
  const { mid, title, payload = "", referral } = Postback.parse(value);
  const origin = originOf(referral);
  // A standby event has no id of its own, so sender and time identify it.
  const externalId = mid ?? `postback:${peer.identities[0]?.value}:${at}`;
  const content = { type: "choice", title: title ?? payload, payload } as const;
  return [{ kind: "message", at, peer, externalId, fromMe, content, ...(origin ? { origin } : {}) }];
};

/** Delivered (2) or read (3): Messenger gives a moment up to which it holds, Instagram the last message. */
const receipt = (ack: 2 | 3): Read => (value, { peer, at }) => {
  const { watermark, mid, mids = [] } = Receipt.parse(value);
  const events: InboundEvent[] = [...mids, ...(mid ? [mid] : [])].map((externalId) => ({
    kind: "status",
    at,
    externalId,
    ack,
  }));
  const upTo = watermark ?? (mid ? at : undefined);
  if (upTo !== undefined) events.push({ kind: "watermark", at, peer, ack, upTo });
  if (events.length === 0) throw new Error("receipt of nothing");
  return events;
};

const notice = (what: string): Read => (value, { at }) => {
  const detail = JSON.stringify(value);
  return [{ kind: "notice", at, what, detail }];
};
const ignored: Read = () => [];

/** The reader tries the kinds in this order: an event may carry the fields of several. */
const readers: readonly (readonly [field: string, read: Read])[] = [
  ["message", message],
  ["message_edit", (value, { at }) => {
    const { mid, text } = Edit.parse(value);
    return [{ kind: "edit", at, targetId: mid, text }];
  }],
  ["reaction", reaction],
  ["postback", postback],
  ["read", receipt(3)],
  ["delivery", receipt(2)],
  // A click alone is no message and does not open the reply window, so it must not become a message.
  ["referral", (value, { at }) => [{ kind: "notice", at, what: "referral", detail: originOf(value) }]],
  ["pass_thread_control", notice("thread-passed")],
  ["take_thread_control", notice("thread-taken")],
  ["request_thread_control", notice("thread-requested")],
  ["order", (value, { peer, at, fromMe }) => {
    const externalId = `order:${peer.identities[0]?.value}:${at}`;
    const text = z.object({ note: odd(z.string()) }).parse(value).note;
    return [{ kind: "message", at, peer, externalId, fromMe, content: { type: "other", what: "order", text } }];
  }],
  ["optin", ignored],
  ["app_roles", ignored],
  ["account_linking", ignored],
  ["response_feedback", ignored],
];

function readEvent(raw: unknown, entry: Entry, dialect: MessengerDialect): InboundEvent[] {
  const fields = Thing.parse(raw);
  const { sender, recipient, timestamp } = Event.parse(fields);
  const at = timestamp ?? entry.time;
  if (at === undefined) throw new Error("timestamp: missing");
  if (fields.policy_enforcement !== undefined) {
    const { action, reason } = Policy.parse(fields.policy_enforcement);
    return [{ kind: "notice", at, what: `policy-${action}`, detail: reason }];
  }
  const found = readers.find(([field]) => fields[field] !== undefined);
  if (!found) throw new Error("unknown event");
  // Somebody known only by `user_ref` has not written yet; there is nobody to answer.
  const echo = Thing.safeParse(fields.message).data?.is_echo === true;
  const fromMe = echo || sender?.id === entry.id;
  const other = fromMe ? recipient : sender;
  if (!other) throw new Error("sender: missing");
  const peer: Peer = { identities: [{ kind: dialect.identity, value: other.id }] };
  return found[1](fields[found[0]], { peer, at, fromMe, keepMedia: dialect.keepMedia });
}

/** The reader of one dialect. Feed and comment changes are not messages and are left out. */
export function messengerReader(dialect: MessengerDialect): Reader {
  const { channel } = dialect;
  return {
    channel,
    read(entry) {
      const into: Parsed = { events: [], unparsed: [] };
      const where = { channel, account: entry.id };
      const { messaging, standby, changes } = entry.fields;
      if (![messaging, standby, changes].some(Array.isArray)) throw new Error("entry without events");
      for (const list of [List.parse(messaging), List.parse(standby)]) {
        eachOf(list, where, into, (raw) => {
          into.events.push(...readEvent(raw, entry, dialect).map((event) => ({ ...where, event })));
        });
      }
      return into;
    },
  };
}
