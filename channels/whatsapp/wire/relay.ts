// Brings one finished message to WhatsApp and waits for what becomes of it: that it is written to the socket means nothing yet.
import type { BinaryNode, WAMessage, WASocket } from "@whiskeysockets/baileys";
import { ChannelError } from "../../sdk/mod.ts";
import { failureOf, notConnected, refusalOf, RESTRICTED, unreachable } from "./failures.ts";
import type { Line } from "./line.ts";
import { restrictedForMs } from "./standing.ts";

/** WhatsApp acknowledges within a second; a line that is silent for so long is taken to have lost it, ms. */
export const ACK_MS = 10_000;

type Fate = "accepted" | "closed" | { refused: string };

/**
 * Resolves when WhatsApp has taken it. Throws ChannelError: `maybeSent` when nobody can know, and then the same message under
 * the same id is to be sent again.
 */
export async function relay(line: Line, message: WAMessage, attributes: Record<string, string> = {}): Promise<void> {
  const { socket } = line;
  const { id, remoteJid } = message.key;
  if (!id || !remoteJid || !message.message) throw new TypeError("a message without id, address or content");
  if (!socket.ws.isOpen) throw notConnected("no connection");
  const watch = watchFate(socket, id);
  try {
    await socket.relayMessage(remoteJid, message.message, { messageId: id, additionalAttributes: attributes });
    await settle(line, await within(line, watch.fate));
  } catch (error) {
    throw error instanceof ChannelError ? error : failureOf(line, error);
  } finally {
    watch.end();
  }
}

async function settle(line: Line, fate: Fate | "silent"): Promise<void> {
  if (fate === "accepted") return;
  if (fate === "silent" || fate === "closed") throw unreachable(`${fate} after it was written`, true);
  throw refusalOf(fate.refused, fate.refused === RESTRICTED ? await restrictedForMs(line) : undefined);
}

async function within({ host }: Line, fate: Promise<Fate>): Promise<Fate | "silent"> {
  const done = new AbortController();
  const silence = host.clock.sleep(ACK_MS, done.signal).then(() => "silent" as const, () => "silent" as const);
  try {
    return await Promise.race([fate, silence]);
  } finally {
    done.abort();
  }
}

/** Listens before anything is written. A receipt is an acknowledgement too: its sender has the message. */
function watchFate({ ws }: WASocket, id: string): { fate: Promise<Fate>; end(): void } {
  const { promise: fate, resolve } = Promise.withResolvers<Fate>();
  const answered = ({ tag, attrs }: BinaryNode) => {
    if (tag === "ack" && attrs.class === "message") resolve(attrs.error ? { refused: attrs.error } : "accepted");
    else if (tag === "receipt") resolve("accepted");
  };
  const closed = () => resolve("closed");
  ws.on(`TAG:${id}`, answered);
  ws.on("close", closed);
  return {
    fate,
    end() {
      ws.off(`TAG:${id}`, answered);
      ws.off("close", closed);
    },
  };
}
