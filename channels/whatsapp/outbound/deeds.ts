// What is done besides sending: to a message that exists, to a chat, to a call, to a number.
import { generateMessageIDV2, proto, type WAMessageKey } from "@whiskeysockets/baileys";
import { ChannelError, type Peer, type Profile } from "../../sdk/mod.ts";
import { jidFor } from "../people/address.ts";
import { failureOf, notConnected } from "../wire/failures.ts";
import type { Line } from "../wire/line.ts";
import { contentOf, encodePayload, payloadOf } from "../wire/payload.ts";
import { relay } from "../wire/relay.ts";
import { addressed } from "./send.ts";
import { listenTo } from "../people/listening.ts";
import { takeUnread } from "../people/unread.ts";

export { checkNumbers } from "../people/address.ts";

/** What WhatsApp calls a deed to an own message, to another's as a group's admin, and a new text. */
const OWN = "7";
const AS_ADMIN = "8";
const EDIT = "1";

async function act(
  line: Line,
  chat: string,
  content: proto.IMessage,
  attributes: Record<string, string> = {},
): Promise<void> {
  // A deed done twice is the same, but its id must not be: the same text may come back later.
  await relay(line, addressed(line, chat, generateMessageIDV2(line.me().pn), content), attributes);
}

/** The key WhatsApp knows a message by. Throws ChannelError for a member's message whose author is not known any more. */
async function keyOf(
  line: Line,
  { chat, to, externalId }: { chat: string; to: Peer; externalId: string },
  own: boolean | null,
): Promise<WAMessageKey> {
  const id = externalId.split("#")[0] ?? externalId;
  const kept = (await payloadOf(line.host, to, id))?.key;
  const fromMe = own ?? kept?.fromMe ?? false;
  const participant = fromMe ? undefined : kept?.participant ?? undefined;
  if (chat.endsWith("@g.us") && !fromMe && !participant) {
    throw new ChannelError("rejected", { reason: "ERR_FETCH_WAPP_MSG", detail: "author not known" });
  }
  return { remoteJid: chat, id, fromMe, ...(participant ? { participant } : {}) };
}

/** A new text for an own message; of a file, a new caption. The host keeps to the 15 minutes WhatsApp allows. */
export async function edit(line: Line, to: Peer, externalId: string, text: string): Promise<void> {
  const chat = await jidFor(line, to);
  const kept = await payloadOf(line.host, to, externalId);
  const editedMessage = reworded(contentOf(kept?.message), text);
  const key = await keyOf(line, { chat, to, externalId }, true);
  const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
  const timestampMs = line.host.clock.now();
  const protocolMessage = { key, type: MESSAGE_EDIT, editedMessage, timestampMs };
  await act(line, chat, { protocolMessage }, { edit: EDIT });
  if (kept) {
    const message = { ...editedMessage, messageContextInfo: kept.message?.messageContextInfo };
    await line.host.keepPayload(to, externalId, encodePayload({ ...kept, message }));
  }
}
function reworded(content: proto.IMessage | undefined, text: string): proto.IMessage {
  const { imageMessage, videoMessage, documentMessage, extendedTextMessage } = content ?? {};
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } };
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } };
  if (documentMessage) {
    return { documentWithCaptionMessage: { message: { documentMessage: { ...documentMessage, caption: text } } } };
  }
  return { extendedTextMessage: { text, contextInfo: extendedTextMessage?.contextInfo } };
}

/** For all. */
export async function remove(line: Line, to: Peer, externalId: string): Promise<void> {
  const chat = await jidFor(line, to);
  const kept = await payloadOf(line.host, to, externalId);
  const key = await keyOf(line, { chat, to, externalId }, kept?.key?.fromMe ?? true);
  const { REVOKE } = proto.Message.ProtocolMessage.Type;
  await act(line, chat, { protocolMessage: { key, type: REVOKE } }, { edit: key.fromMe ? OWN : AS_ADMIN });
}

/** null takes the reaction away. */
export async function react(line: Line, to: Peer, externalId: string, emoji: string | null): Promise<void> {
  const chat = await jidFor(line, to);
  const key = await keyOf(line, { chat, to, externalId }, null);
  const senderTimestampMs = line.host.clock.now();
  await act(line, chat, { reactionMessage: { key, text: emoji ?? "", senderTimestampMs } });
}

/** Passes by; losing it is fine. */
export async function typing(line: Line, to: Peer, on: boolean): Promise<void> {
  await quietly(line, async (chat) => {
    void listenTo(line, chat);
    await line.socket.sendPresenceUpdate(on ? "composing" : "paused", chat);
  }, to);
}

/** This message and all before it that nobody read. */
export async function markRead(line: Line, to: Peer, externalId: string): Promise<void> {
  await quietly(line, async (chat) => {
    // Whoever reads sees when the other one types.
    void listenTo(line, chat);
    const known = takeUnread(line, chat, externalId);
    const keys = known.length ? known : [await keyOf(line, { chat, to, externalId }, false)];
    await line.socket.readMessages(keys);
  }, to);
}

export async function refuseCall(line: Line, peer: Peer, externalId: string): Promise<void> {
  await quietly(line, (chat) => line.socket.rejectCall(externalId, chat), peer);
}

async function quietly(line: Line, deed: (chat: string) => Promise<unknown>, to: Peer): Promise<void> {
  if (!line.socket.ws.isOpen) throw notConnected("no connection");
  const chat = await jidFor(line, to);
  try {
    await deed(chat);
  } catch (error) {
    throw failureOf(line, error);
  }
}

/** The picture, of groups the subject too. Null where nobody is. */
export async function lookup(line: Line, peer: Peer): Promise<Profile | null> {
  if (!line.socket.ws.isOpen) throw notConnected("no connection");
  try {
    const chat = await jidFor(line, peer);
    const name = chat.endsWith("@g.us") ? (await line.groups.of(chat))?.subject : undefined;
    const pictureUrl = await pictureOf(line, chat, "image") ?? await pictureOf(line, chat, "preview");
    return { name, pictureUrl };
  } catch (error) {
    if (error instanceof ChannelError && error.code === "rejected") return null;
    throw failureOf(line, error);
  }
}
/** Nothing where there is none, or where it is not for us. */
async function pictureOf(line: Line, chat: string, size: "image" | "preview"): Promise<string | undefined> {
  try {
    return await line.socket.profilePictureUrl(chat, size);
  } catch (error) {
    const failure = failureOf(line, error);
    if (failure.code === "rejected") return undefined;
    throw failure;
  }
}
