// Which messages of a chat nobody has read yet: a read receipt names each. Kept in memory; after a restart the ones before are
// not known any more, and only those that are named are told.
import type { WAMessageKey } from "@whiskeysockets/baileys";
import type { Line, Names } from "../wire/line.ts";

const MOST_PER_CHAT = 300;
const MOST_CHATS = 5_000;
/** Outlives sockets, like the names do. */
const waiting = new WeakMap<Names, Map<string, WAMessageKey[]>>();
function chatsOf({ names }: Line): Map<string, WAMessageKey[]> {
  const chats = waiting.get(names) ?? new Map<string, WAMessageKey[]>();
  waiting.set(names, chats);
  return chats;
}

/** Remembers what arrives on this line. */
export function keepUnread(line: Line): void {
  line.socket.ev.on("messages.upsert", ({ messages }) => {
    const chats = chatsOf(line);
    for (const { key } of messages) {
      if (key.fromMe || !key.id) continue;
      for (const chat of [key.remoteJid, key.remoteJidAlt]) {
        if (!chat) continue;
        const keys = chats.get(chat) ?? [];
        if (keys.some(({ id }) => id === key.id)) continue;
        keys.push(key);
        if (keys.length > MOST_PER_CHAT) keys.shift();
        chats.delete(chat);
        chats.set(chat, keys);
      }
      const [oldest] = chats.keys();
      if (chats.size > MOST_CHATS && oldest !== undefined) chats.delete(oldest);
    }
  });
}

/** Takes out this message and all before it; nothing when it is not known. */
export function takeUnread(line: Line, chat: string, externalId: string): WAMessageKey[] {
  const chats = chatsOf(line);
  const keys = chats.get(chat) ?? [];
  const index = keys.findIndex(({ id }) => id === externalId);
  const read = keys.slice(0, index + 1);
  for (const { id, remoteJid, remoteJidAlt } of read) {
    for (const name of [chat, remoteJid, remoteJidAlt]) {
      if (!name) continue;
      const rest = chats.get(name)?.filter((key) => key.id !== id) ?? [];
      if (rest.length) chats.set(name, rest);
      else chats.delete(name);
    }
  }
  return read;
}
