// What is kept with a message: the whole WhatsApp message with its address. Quotes, forwards, reactions and requests to send it
// again are answered from it.
import { normalizeMessageContent, proto, type WAMessageKey } from "@whiskeysockets/baileys";
import type { Host, Peer } from "../../sdk/mod.ts";
import type { Names } from "./line.ts";

export function encodePayload(message: proto.IWebMessageInfo): Uint8Array {
  return proto.WebMessageInfo.encode(proto.WebMessageInfo.create(message)).finish();
}

/** Nothing for what is missing or cannot be read. */
export function decodePayload(bytes: Uint8Array | null): proto.WebMessageInfo | undefined {
  if (!bytes) return undefined;
  try {
    return proto.WebMessageInfo.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The message behind a provider id in a conversation, as it was kept. */
export async function payloadOf(host: Pick<Host, "payload">, peer: Peer, externalId: string) {
  return decodePayload(await host.payload(peer, externalId.split("#")[0] ?? externalId));
}

/** What it says without wrapping and keys, or nothing: an empty body is worse than none. */
export function contentOf(message: proto.IMessage | null | undefined): proto.IMessage | undefined {
  const content = normalizeMessageContent(message ?? undefined);
  if (!content) return undefined;
  const { messageContextInfo: _, senderKeyDistributionMessage: __, ...said } = proto.Message.create(content);
  const parts = Object.values(said).filter((part) => part !== null && part !== undefined && part !== "");
  if (parts.length === 0 || said.extendedTextMessage?.text === "") return undefined;
  return said;
}

/** Answers phones and devices that could not read a message and ask for it again, after a restart too. */
export function getMessageOf(host: Pick<Host, "payload">, names: Pick<Names, "peerOf">) {
  return async ({ id, remoteJid }: WAMessageKey): Promise<proto.IMessage | undefined> => {
    const kept = id && remoteJid ? await payloadOf(host, await names.peerOf(remoteJid), id) : undefined;
    const message = kept?.message;
    return contentOf(message) ? message ?? undefined : undefined;
  };
}
