// Sends one message. Its id is chosen and its content stored before anything is written: a phone that asks for it again gets it,
// and a repeated send is the same message.
import { proto, type WAMessage } from "@whiskeysockets/baileys";
import type { OutboundMessage, Peer } from "../../sdk/mod.ts";
import { jidFor } from "../people/address.ts";
import { notConnected, unreachable } from "../wire/failures.ts";
import type { Line } from "../wire/line.ts";
import { externalIdOf } from "./message-id.ts";
import { check, contentFor } from "./content.ts";
import { contentOf, encodePayload, payloadOf } from "../wire/payload.ts";
import { relay } from "../wire/relay.ts";

/** A file that is up already need not go up again; WhatsApp keeps it for days. */
const REUSE_S = 24 * 3600;

/** Resolves when WhatsApp has taken it (ack 1), not when it is written. Throws ChannelError. */
export async function send(line: Line, message: OutboundMessage): Promise<{ externalId: string; ack?: 1 | 2 }> {
  check(message);
  if (!line.socket.ws.isOpen) throw notConnected("no connection");
  const externalId = externalIdOf(message.key);
  const chat = await jidFor(line, message.to);
  const group = chat.endsWith("@g.us") ? await line.groups.of(chat) : undefined;
  const content = await uploaded(line, externalId, message) ?? await contentFor(line, chat, message);
  const full = addressed(
    line,
    chat,
    externalId,
    group?.ephemeralDuration ? expiring(content, group.ephemeralDuration) : content,
  );
  await storePayload(line, message.to, externalId, full);
  await relay(line, full);
  return { externalId, ack: 1 };
}

/** What cannot be kept is not sent now: nobody could answer for it. */
async function storePayload({ host }: Line, to: Peer, externalId: string, message: WAMessage): Promise<void> {
  try {
    await host.keepPayload(to, externalId, encodePayload(message));
  } catch (error) {
    host.log.warn("a message could not be kept before it is sent", { error });
    throw unreachable("not kept");
  }
}

/** What an earlier attempt at the same message has brought up. */
async function uploaded(
  line: Line,
  externalId: string,
  { media, to }: OutboundMessage,
): Promise<proto.IMessage | undefined> {
  if (!media) return undefined;
  const kept = await payloadOf(line.host, to, externalId);
  const age = line.host.clock.now() / 1000 - Number(kept?.messageTimestamp ?? 0);
  return age < REUSE_S && contentOf(kept?.message) ? kept?.message ?? undefined : undefined;
}

/** A message of ours in a chat, as it is kept and sent. */
export function addressed(line: Line, chat: string, id: string, message: proto.IMessage): WAMessage {
  return {
    key: { remoteJid: chat, fromMe: true, id },
    message,
    messageTimestamp: Math.floor(line.host.clock.now() / 1000),
    status: proto.WebMessageInfo.Status.PENDING,
  };
}

/** Groups may say that messages vanish after a while, s. */
function expiring(message: proto.IMessage, expiration: number): proto.IMessage {
  const inner = message.documentWithCaptionMessage?.message ?? message;
  for (const [kind, part] of Object.entries(inner)) {
    if (kind === "messageContextInfo" || typeof part !== "object" || part === null) continue;
    const said = part as { contextInfo?: proto.IContextInfo };
    said.contextInfo = { ...said.contextInfo, expiration };
  }
  return message;
}
