// What became of our messages, on the product's scale: Baileys counts one higher. In a group a message is delivered
// or read when all members have it.
import { type BinaryNode, type GroupMetadata, proto, type WAMessage, type WAMessageKey } from "@whiskeysockets/baileys";
import type { FailureReason, StatusEvent } from "../../sdk/mod.ts";
import { pairOf } from "../people/groups.ts";
import { addressOf } from "../people/jids.ts";
import { type InboundLine, statusOf } from "./message-event.ts";

const { Status } = proto.WebMessageInfo;
/** Messages in groups whose receipts are counted; of older ones no more is told. */
const COUNTED = 500;

/** An acknowledgement's error code as a reason. */
export function reasonOf(code: string): FailureReason {
  if (code === "463") return "ERR_WAPP_RESTRICTED";
  return ["404", "406", "410"].includes(code) ? "ERR_WAPP_INVALID_CONTACT" : "ERR_PROVIDER_REFUSED";
}

/** The fate of an own message, or null where a status says nothing. */
export async function statusEvent(
  { names, host }: InboundLine,
  key: WAMessageKey,
  status: number,
  code?: string,
): Promise<StatusEvent | null> {
  if (key.fromMe !== true || !key.id || !key.remoteJid) return null;
  const peer = await names.peerOf(key.remoteJid, key.remoteJidAlt);
  const fate = { kind: "status", at: host.clock.now(), peer, externalId: key.id } as const;
  if (status === Status.ERROR) {
    return { ...fate, error: { reason: reasonOf(code ?? ""), detail: code ? `refused with ${code}` : undefined } };
  }
  const ack = status - 1;
  return ack === 1 || ack === 2 || ack === 3 || ack === 4 ? { ...fate, ack } : null;
}

/** A receipt of a conversation of two: what they did with ours, or what our own phone read of theirs. */
export interface Receipt {
  chat: string;
  ids: string[];
  ack: 2 | 3 | 4;
  own: boolean;
}
const ACKS: Record<string, 2 | 3 | 4> = { "": 2, read: 3, "read-self": 3, played: 4, "played-self": 4 };
/** Reads it from the stanza itself: of several for one message Baileys tells the last alone, which may say less. */
export function receiptOf({ attrs, content }: BinaryNode, isMe: (jid: string) => boolean): Receipt | null {
  const { from = "", recipient, type = "", id } = attrs;
  const ack = ACKS[type];
  const own = type.endsWith("-self") || (recipient !== undefined && isMe(from));
  const chat = own ? recipient ?? from : from;
  if (!ack || !id || !["lid", "phone"].includes(addressOf(chat).kind) || (own ? ack === 2 : isMe(from))) return null;
  const list = Array.isArray(content) ? content.find(({ tag }) => tag === "list")?.content : undefined;
  const more = Array.isArray(list) ? list.flatMap(({ attrs }) => attrs.id ?? []) : [];
  return { chat, ids: [id, ...more], ack, own };
}

/** A member's receipt, as Baileys tells it. */
export interface MemberReceipt {
  userJid?: string | null;
  receiptTimestamp?: unknown;
  readTimestamp?: unknown;
  playedTimestamp?: unknown;
}
interface Count {
  delivered: Set<string>;
  read: Set<string>;
  told: number;
}
export class GroupReceipts {
  readonly #counts = new Map<string, Count>();

  /** Counts a receipt of the message at `place`: its group and id. Returns what it changed for the message as a whole: 2 all have it, 3 all have read it. */
  take(place: string, receipt: MemberReceipt, members: string[] | null, word: (jid: string) => string): 2 | 3 | null {
    const count = this.#counts.get(place) ?? { delivered: new Set(), read: new Set(), told: 1 };
    this.#counts.delete(place);
    this.#counts.set(place, count);
    if (this.#counts.size > COUNTED) this.#counts.delete(this.#counts.keys().next().value!);
    if (!receipt.userJid) return null;
    const who = word(receipt.userJid);
    count.delivered.add(who);
    if (receipt.readTimestamp || receipt.playedTimestamp) count.read.add(who);
    const ack = level(count, members);
    if (ack <= count.told) return null;
    count.told = ack;
    return ack as 2 | 3;
  }
}
/** Where the members are not known, one who has it is all that can be said. */
function level({ delivered, read }: Count, members: string[] | null): number {
  if (!members || members.length === 0) return 2;
  if (members.every((member) => read.has(member))) return 3;
  return members.every((member) => delivered.has(member)) ? 2 : 1;
}

/** A receipt of a group's member → what to tell, if anything. */
export async function groupStatus(
  line: InboundLine,
  counts: GroupReceipts,
  key: WAMessageKey,
  receipt: MemberReceipt,
): Promise<StatusEvent | null> {
  if (key.fromMe !== true || !key.id || addressOf(key.remoteJid).kind !== "group") return null;
  const { names, groups, host } = line;
  const metadata = await groups.of(key.remoteJid!);
  const place = `${key.remoteJid}/${key.id}`;
  const ack = counts.take(place, receipt, othersOf(line, metadata), (jid) => names.wordFor(jid));
  if (!ack) return null;
  const peer = await names.peerOf(key.remoteJid!);
  return { kind: "status", at: host.clock.now(), peer, externalId: key.id, ack };
}
function othersOf({ names, me }: InboundLine, metadata: GroupMetadata | undefined): string[] | null {
  if (!metadata) return null;
  const own = new Set([me().pn, me().lid].flatMap((jid) => jid ? [names.wordFor(jid)] : []));
  return metadata.participants.map((member) => {
    const { lid, pn } = pairOf(member);
    return names.wordFor(pn ?? lid, lid);
  }).filter((member) => !own.has(member));
}

/** All that an own message itself tells of its fate. */
export async function earlyFates(line: InboundLine, counts: GroupReceipts, message: WAMessage): Promise<StatusEvent[]> {
  const found: (StatusEvent | null)[] = [];
  const status = statusOf(message);
  if (status) found.push(await statusEvent(line, message.key, status.status, status.code));
  for (const receipt of message.key.fromMe ? message.userReceipt ?? [] : []) {
    found.push(await groupStatus(line, counts, message.key, receipt));
  }
  return found.filter((event) => event !== null);
}
