// Who is typing, in conversations of two.
import type { PresenceData } from "@whiskeysockets/baileys";
import type { TypingEvent } from "../../sdk/mod.ts";
import { addressOf } from "../people/jids.ts";
import type { InboundLine } from "./message-event.ts";

/** A sign of somebody is told again no sooner than this, ms: a stranger's phone may say it as often as it likes. */
const EVERY_MS = 2_000;
/** People whose sign is remembered. */
const MOST = 1_000;

/** One for each socket: what was told of an earlier one is forgotten there. */
export class Typing {
  /** When it was last told that somebody types, and whether its end was not told yet. */
  readonly #signs = new Map<string, { toldAt: number; on: boolean }>();

  /** What to tell: the beginning, now and then that it goes on, and the end of what was told. */
  async take(
    { names, host }: InboundLine,
    { id, presences }: { id: string; presences: Record<string, PresenceData> },
  ): Promise<TypingEvent | null> {
    if (!["lid", "phone"].includes(addressOf(id).kind)) return null;
    const who = names.wordFor(id);
    const on = Object.values(presences ?? {}).some(({ lastKnownPresence: what }) =>
      what === "composing" || what === "recording"
    );
    const now = host.clock.now();
    const sign = this.#signs.get(who);
    if (on ? sign && now - sign.toldAt < EVERY_MS : !sign?.on) return null;
    this.#signs.delete(who);
    this.#signs.set(who, { toldAt: on ? now : sign!.toldAt, on });
    if (this.#signs.size > MOST) this.#signs.delete(this.#signs.keys().next().value!);
    return { kind: "typing", at: now, peer: await names.peerOf(id), on };
  }
  /** They wrote: whoever was shown as typing has done it. */
  async wrote({ names, host }: InboundLine, jid: string): Promise<TypingEvent | null> {
    const sign = this.#signs.get(names.wordFor(jid));
    if (!sign?.on) return null;
    this.#signs.set(names.wordFor(jid), { ...sign, on: false });
    return { kind: "typing", at: host.clock.now(), peer: await names.peerOf(jid), on: false };
  }
}
