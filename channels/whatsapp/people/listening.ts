// Whose typing we hear. WhatsApp tells it only of those one listens to, anew on each socket.
import { jidNormalizedUser, type WASocket } from "@whiskeysockets/baileys";
import type { Line } from "../wire/line.ts";
import { addressOf } from "./jids.ts";

/** People listened to on one socket. */
const LISTENED = 300;
const listening = new WeakMap<WASocket, Set<string>>();

/** From now on we hear when they type: somebody wrote, or an agent is in their conversation. */
export async function listenTo({ socket, host }: Pick<Line, "socket" | "host">, jid: string): Promise<void> {
  if (!["lid", "phone"].includes(addressOf(jid).kind)) return;
  const heard = listening.get(socket) ?? new Set<string>();
  listening.set(socket, heard);
  const who = jidNormalizedUser(jid);
  if (heard.has(who) || heard.size >= LISTENED) return;
  heard.add(who);
  try {
    await socket.presenceSubscribe(jid);
  } catch {
    host.log.debug("could not listen for typing");
  }
}
