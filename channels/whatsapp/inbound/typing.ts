// Who is typing, in conversations of two. WhatsApp tells it only of those one listens to.
import type { PresenceData } from "@whiskeysockets/baileys";
import type { TypingEvent } from "../../sdk/mod.ts";
import { addressOf } from "../people/jids.ts";
import type { InboundLine } from "./message-event.ts";

/** People listened to on one connection. */
const LISTENED = 300;

/** One for each socket: what was asked of an earlier one is forgotten there. */
export class Typing {
  readonly #listening = new Set<string>();
  readonly #on = new Set<string>();

  /** Somebody wrote: from now on we hear when they do. */
  async listen({ socket, names, host }: InboundLine, jid: string): Promise<void> {
    const who = names.wordFor(jid);
    if (this.#listening.has(who) || this.#listening.size >= LISTENED) return;
    this.#listening.add(who);
    try {
      await socket.presenceSubscribe(jid);
    } catch {
      host.log.debug("could not listen for typing");
    }
  }

  /** What to tell: the beginning, and the end of what was told. */
  async take(
    { names, host }: InboundLine,
    { id, presences }: { id: string; presences: Record<string, PresenceData> },
  ): Promise<TypingEvent | null> {
    if (!["lid", "phone"].includes(addressOf(id).kind)) return null;
    const who = names.wordFor(id);
    const on = Object.values(presences ?? {}).some(({ lastKnownPresence: what }) =>
      what === "composing" || what === "recording"
    );
    if (!on && !this.#on.delete(who)) return null;
    if (on) this.#on.add(who);
    return { kind: "typing", at: host.clock.now(), peer: await names.peerOf(id), on };
  }
}
