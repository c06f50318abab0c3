// The past that the phone gives a newly linked device. What the company wants of it goes to the host; pairs of identities are stored in any case.
import { type BaileysEventMap, proto, type WAMessage } from "@whiskeysockets/baileys";
import type { MessageEvent } from "../../sdk/mod.ts";
import { addressOf } from "../people/jids.ts";
import { numberOf, text } from "./content.ts";
import { chatOf, eventOf, type InboundLine, isWanted } from "./message-event.ts";

/** Messages given to the host at a time. */
const PART = 200;
type History = BaileysEventMap["messaging-history.set"];
interface Pair {
  lid?: string | null;
  pn?: string | null;
}

/** Keeps the pairs of hidden ids and numbers that came with it. */
export async function learnFrom({ names }: InboundLine, { chats, contacts, lidPnMappings }: History): Promise<void> {
  const ofChats: Pair[] = (chats ?? []).map((chat) => {
    const { id, lidJid, pnJid } = chat as { id?: string; lidJid?: string | null; pnJid?: string | null };
    const kind = addressOf(id).kind;
    return kind === "lid" ? { lid: id, pn: pnJid } : kind === "phone" ? { lid: lidJid, pn: id } : {};
  });
  const ofContacts: Pair[] = (contacts ?? []).map(({ id, lid, phoneNumber }) => {
    const kind = addressOf(id).kind;
    return { lid: lid ?? (kind === "lid" ? id : undefined), pn: phoneNumber ?? (kind === "phone" ? id : undefined) };
  });
  await names.learn([...ofChats, ...ofContacts, ...(lidPnMappings ?? [])]);
}

/** Brings what the company wants. Resolves when the host has it. */
export async function bring(line: InboundLine, history: History): Promise<void> {
  const { host } = line;
  const wish = host.past;
  if (!wish) return;
  const names = namesIn(history);
  const wanted = (history.messages ?? []).filter((message) => {
    const at = numberOf(message.messageTimestamp) * 1000;
    return at >= wish.from && at <= wish.until && isWanted(line, message, wish.groups);
  });
  const messages: MessageEvent[] = [];
  for (const message of wanted) {
    const event = await pastOf(line, message, names);
    if (event) messages.push(event);
  }
  messages.sort((a, b) => a.at - b.at);
  const progress = typeof history.progress === "number" ? { progress: history.progress } : {};
  // The last part says how far it is; one without messages too.
  for (let from = 0; from === 0 || from < messages.length; from += PART) {
    const last = from + PART >= messages.length;
    await host.bringPast({ messages: messages.slice(from, from + PART), ...(last ? progress : {}) });
  }
}

async function pastOf(line: InboundLine, message: WAMessage, names: Map<string, string>): Promise<MessageEvent | null> {
  try {
    const chat = chatOf(message)!;
    const event = await eventOf(line, message, { name: names.get(chat) });
    return event?.kind === "message" ? event : null;
  } catch {
    line.host.log.warn("a message of the past could not be read");
    return null;
  }
}
/** Names by address: as the phone's book has them, else as people call themselves. */
function namesIn({ chats, contacts }: History): Map<string, string> {
  const names = new Map<string, string>();
  for (const { id, notify } of contacts ?? []) if (id && notify) names.set(id, notify);
  for (const { id, name } of contacts ?? []) if (id && name) names.set(id, name);
  for (const { id, name } of chats ?? []) if (id && text(name)) names.set(id, text(name));
  return names;
}

/**
 * A live message that is also part of the history comes only with it: Baileys folds the two. What is not older than this line is live.
 */
export function liveIn({ messages }: History, since: number): WAMessage[] {
  const { CIPHERTEXT } = proto.WebMessageInfo.StubType;
  return (messages ?? []).filter((message) =>
    numberOf(message.messageTimestamp) * 1000 >= since && (message.message || message.messageStubType === CIPHERTEXT)
  );
}
