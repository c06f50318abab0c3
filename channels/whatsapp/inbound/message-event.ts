// A message as Baileys hands it over → what the host is told. Live, replayed and past messages go the same way.
import { proto, type WAMessage, type WAMessageKey } from "@whiskeysockets/baileys";
import type { Content, InboundEvent, MessageEvent, Peer } from "../../sdk/mod.ts";
import { type Change, idOf, numberOf, read, text } from "./content.ts";
import type { GroupBook } from "../people/groups.ts";
import { addressOf, sameUser } from "../people/jids.ts";
import type { Line } from "../wire/line.ts";
import { mediaRef } from "./media-in.ts";
import type { People } from "../people/names.ts";
import { decodePayload, encodePayload } from "../wire/payload.ts";
import { voteOf } from "./votes.ts";

/** A line whose acquaintances can also be told something. */
export interface InboundLine extends Line {
  readonly names: People;
  readonly groups: GroupBook;
}
const { StubType, Status } = proto.WebMessageInfo;
/** What a clock may be ahead, ms: a message of the future is a message of now. */
const AHEAD_MS = 60_000;

/** The address of the conversation: of a broadcast list's message, its author's. Null for what is no conversation of ours. */
export function chatOf({ key }: WAMessage): string | null {
  const { kind } = addressOf(key.remoteJid);
  if (kind !== "other") return key.remoteJid!;
  const list = /^\d+@broadcast$/.test(key.remoteJid ?? "");
  return list && !key.fromMe && isPerson(key.participant) ? key.participant! : null;
}
const isPerson = (jid: string | null | undefined) => ["lid", "phone"].includes(addressOf(jid).kind);

/** Whether the host wants to hear of it: stories, channels, notes to oneself and unwanted groups are dropped before any work. */
export function isWanted(line: InboundLine, message: WAMessage, groups = line.host.groups): boolean {
  const chat = chatOf(message);
  if (!chat || !idOf(message.key.id)) return false;
  if (addressOf(chat).kind === "group") return groups;
  const { pn, lid } = line.me();
  return !sameUser(chat, pn) && !sameUser(chat, lid);
}

/** What this socket itself wrote: Baileys reports it when it is written, which says nothing of WhatsApp. */
export function isOwnEcho({ key }: WAMessage): boolean {
  return key.fromMe === true && key.addressingMode === undefined;
}

/** The event of a message, or null where there is nothing to tell. Throws for what cannot be read at all. */
export async function eventOf(
  line: InboundLine,
  message: WAMessage,
  past?: { name?: string },
): Promise<InboundEvent | null> {
  const { key } = message;
  const at = timeOf(line, message);
  const content = message.message;
  if (content) {
    const said = await voteOf(line, message, () => peerOf(line, message, past)) ??
      read(content, (kind, file) => mediaRef(key, kind, file));
    if (!said) return null;
    if ("change" in said) return past ? null : await changeEvent(line, message, said, at);
    const { content: what, ...more } = said;
    return { ...await envelope(line, message, at, what, past), ...more };
  }
  if (past) return null;
  if (key.isViewOnce) {
    const once = await envelope(line, message, at, { type: "other", what: "viewOnce" });
    return { ...once, viewOnce: true, placeholder: true };
  }
  if (message.messageStubType !== StubType.CIPHERTEXT) return null;
  return { ...await envelope(line, message, at, { type: "other", what: "waiting" }), placeholder: true };
}

/** A message that could not be read: shown as one, its raw form kept. */
export async function unreadable(line: InboundLine, message: WAMessage): Promise<MessageEvent> {
  return await envelope(line, message, timeOf(line, message), { type: "other", what: "unreadable" });
}

async function envelope(
  line: InboundLine,
  message: WAMessage,
  at: number,
  content: Content,
  past?: { name?: string },
): Promise<MessageEvent> {
  const { key } = message;
  const fromMe = key.fromMe === true;
  const payload = payloadOf(message);
  const sender = isInGroup(message) && !fromMe ? await senderOf(line, message) : undefined;
  return {
    kind: "message",
    at,
    peer: await peerOf(line, message, past),
    ...(sender ? { sender } : {}),
    externalId: idOf(message.key.id),
    fromMe,
    content,
    ...(payload ? { payload } : {}),
  };
}

const isInGroup = ({ key }: WAMessage) => addressOf(key.remoteJid).kind === "group";
async function peerOf(line: InboundLine, message: WAMessage, past?: { name?: string }): Promise<Peer> {
  const chat = chatOf(message)!;
  if (!isInGroup(message)) return await personOf(line, message, chat, past?.name);
  const peer = await line.groups.peerOf(chat, past !== undefined);
  return past?.name && !peer.name ? { ...peer, name: past.name } : peer;
}
async function senderOf({ names }: InboundLine, message: WAMessage): Promise<Peer> {
  const author = message.key.participant ?? message.participant ?? "";
  return await names.peerOf(author, message.key.participantAlt, nameOf(message));
}
async function personOf(line: InboundLine, message: WAMessage, chat: string, name?: string): Promise<Peer> {
  const { key } = message;
  const { pn, lid } = line.me();
  const alt = key.remoteJidAlt;
  // On a message of our own the other address may be ours: it says nothing about the contact.
  const theirs = sameUser(alt, pn) || sameUser(alt, lid) ? undefined : alt;
  return await line.names.peerOf(chat, theirs, key.fromMe ? name : nameOf(message) ?? name);
}
/** A verified name is checked by WhatsApp, any other is what its bearer likes to be called. */
function nameOf(message: WAMessage): string | undefined {
  return text(message.verifiedBizName) || text(message.pushName) || undefined;
}

function timeOf({ host }: InboundLine, message: WAMessage): number {
  const at = numberOf(message.messageTimestamp) * 1000;
  const now = host.clock.now();
  return at > 0 && at < now + AHEAD_MS ? at : now;
}
function payloadOf(message: WAMessage): Uint8Array | undefined {
  try {
    return encodePayload(message);
  } catch {
    return undefined;
  }
}

async function changeEvent(
  line: InboundLine,
  message: WAMessage,
  change: Change,
  at: number,
): Promise<InboundEvent | null> {
  const targetId = idOf(change.target.id);
  const fromMe = message.key.fromMe === true;
  const peer = await peerOf(line, message);
  if (change.change === "reaction") return { kind: "reaction", at, peer, targetId, emoji: change.emoji, fromMe };
  const old = fromMe ? undefined : decodePayload(await line.host.payload(peer, targetId))?.key;
  if (old && !await mayChange(line, message, change, old)) return null;
  // It came before its message: the host looks at both once it has them.
  const by = fromMe || old ? {} : { by: isInGroup(message) ? { sender: await senderOf(line, message) } : {} };
  if (change.change === "remove") return { kind: "remove", at, peer, targetId, ...by };
  const { text } = change;
  return { kind: "edit", at: Math.min(change.at ?? at, line.host.clock.now()), peer, targetId, text, ...by };
}

/** WhatsApp does not check who edits or deletes what: only the author may, in the same chat; an admin may delete in a group. */
async function mayChange(
  line: InboundLine,
  message: WAMessage,
  { change }: Change,
  old: WAMessageKey,
): Promise<boolean> {
  const { names, groups } = line;
  const chat = chatOf(message)!;
  if (names.wordFor(old.remoteJid) !== names.wordFor(chat, message.key.remoteJidAlt)) return false;
  if (addressOf(chat).kind !== "group") return old.fromMe !== true;
  const author = names.wordFor(message.key.participant, message.key.participantAlt);
  if (old.fromMe !== true && author === names.wordFor(old.participant)) return true;
  if (change !== "remove") return false;
  const members = (await groups.of(chat))?.participants ?? [];
  return members.some((one) =>
    one.admin && [one.id, one.lid, one.phoneNumber].some((jid) => names.wordFor(jid) === author)
  );
}

/** Baileys folds what happens within milliseconds into the message: the status a message of our own carries. */
export function statusOf(message: WAMessage): { status: number; code?: string } | null {
  const { key, status, messageStubParameters } = message;
  if (!key.fromMe || status === null || status === undefined) return null;
  const code = text(messageStubParameters?.[0]) || undefined;
  if (status === Status.ERROR) return code ? { status, code } : null;
  return { status };
}
