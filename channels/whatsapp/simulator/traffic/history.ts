// What the account's own phone gives a newly linked device: keys of the shared settings, and conversations of the past.
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "../people/companion.ts";
import { writePeer } from "./incoming.ts";
import type { World } from "../people/world.ts";

const { Type } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

/** A message of the past. */
export interface PastMessage {
  id: string;
  content: proto.IMessage;
  /** Unix seconds. */
  at: number;
  fromMe: boolean;
  /** Who wrote it, in a group. */
  author?: string;
}
export interface PastChat {
  /** Number, or the group's address. */
  chat: string;
  name?: string;
  unread?: number;
  messages: PastMessage[];
}

/** Keys, then what was set for this account (one sync for each), or an empty beginning. */
export async function firstHistory(world: World, companion: Companion): Promise<void> {
  await writePeer(world, companion, keyShare(world));
  const set = world.history.get(companion.person.pn) ?? [];
  const first = { syncType: HistorySyncType.INITIAL_BOOTSTRAP, conversations: [], progress: 100 };
  for (const sync of set.length ? set : [first]) await writeHistory(world, companion, sync);
}

export async function writeHistory(world: World, companion: Companion, sync: proto.IHistorySync): Promise<void> {
  const payload = deflateSync(proto.HistorySync.encode(sync as proto.HistorySync).finish());
  const { INITIAL_BOOTSTRAP } = HistorySyncType;
  await writePeer(world, companion, {
    protocolMessage: {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: (sync.syncType ?? INITIAL_BOOTSTRAP) as number,
        chunkOrder: sync.chunkOrder ?? 1,
        progress: sync.progress ?? 100,
        initialHistBootstrapInlinePayload: Buffer.from(payload),
      },
    },
  });
}

function keyShare(world: World): proto.IMessage {
  const key = {
    keyId: { keyId: world.chance.bytes(6) },
    keyData: {
      keyData: crypto.getRandomValues(new Uint8Array(32)),
      fingerprint: { rawId: world.chance.below(2 ** 31), currentIndex: 1, deviceIndexes: [0, 1] },
      timestamp: world.now(),
    },
  };
  return { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [key] } } };
}

/** Conversations as the phone packs them, with the hidden ids of the people in them. */
export function conversations(world: World, chats: PastChat[]): Partial<proto.IHistorySync> {
  const packed = chats.map(({ chat, name, unread, messages }) => {
    const person = chat.includes("@") ? undefined : world.person(chat);
    const id = person?.jid("pn") ?? chat;
    return {
      id,
      name,
      unreadCount: unread ?? 0,
      lidJid: person?.jid("lid"),
      conversationTimestamp: Math.max(0, ...messages.map(({ at }) => at)),
      messages: messages.map((message, index) => ({
        msgOrderId: index + 1,
        message: {
          key: {
            remoteJid: id,
            id: message.id,
            fromMe: message.fromMe,
            participant: message.author && world.person(message.author).jid("lid"),
          },
          message: message.content,
          messageTimestamp: message.at,
          status: message.fromMe ? proto.WebMessageInfo.Status.READ : undefined,
        },
      })),
    };
  });
  const people = chats.filter(({ chat }) => !chat.includes("@")).map(({ chat }) => world.person(chat));
  return {
    conversations: packed as proto.IConversation[],
    phoneNumberToLidMappings: people.map((person) => ({ pnJid: person.jid("pn"), lidJid: person.jid("lid") })),
  };
}
