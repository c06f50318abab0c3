// Calls: told while they ring, and once more when nobody answered. Groups ring for whom they like: they are no calls to us.
import type { WACallEvent } from "@whiskeysockets/baileys";
import type { CallEvent, Peer } from "../../sdk/mod.ts";
import { idOf } from "./content.ts";
import type { InboundLine } from "./message-event.ts";

/** Calls remembered at a time; an end that never comes must not fill the memory. */
const KEPT = 200;

interface Ringing {
  peer: Peer;
  video: boolean;
  at: number;
  offline: boolean;
}
export class Calls {
  readonly #ringing = new Map<string, Ringing>();

  /** What is to be told of it. */
  async take(line: InboundLine, told: WACallEvent): Promise<CallEvent | null> {
    const call = { ...told, id: idOf(told.id) };
    if (call.isGroup || call.groupJid || !call.id) return null;
    if (call.status === "offer") return await this.#offer(line, call);
    const known = this.#ringing.get(call.id);
    // Answered or refused on the account's phone.
    if (call.status === "accept" || call.status === "reject") this.#ringing.delete(call.id);
    if (call.status !== "timeout" && call.status !== "terminate") return null;
    this.#ringing.delete(call.id);
    if (known) return missed(call.id, known);
    // It began before we were there; one that was hung up may have been answered, one that timed out was not.
    if (call.status !== "timeout") return null;
    return missed(call.id, await describe(line, call));
  }

  /** What rang while we were away and has found no end by now is missed. */
  overdue(): CallEvent[] {
    const over = [...this.#ringing].filter(([, call]) => call.offline);
    for (const [id] of over) this.#ringing.delete(id);
    return over.map(([id, call]) => missed(id, call));
  }

  async #offer(line: InboundLine, call: WACallEvent): Promise<CallEvent | null> {
    if (this.#ringing.has(call.id)) return null;
    const ringing = await describe(line, call);
    if (ringing.peer.identities.length === 0) return null;
    this.#ringing.set(call.id, ringing);
    if (this.#ringing.size > KEPT) this.#ringing.delete(this.#ringing.keys().next().value!);
    if (ringing.offline) return null;
    const { peer, video, at } = ringing;
    return { kind: "call", state: "ringing", externalId: call.id, peer, video, at };
  }
}
async function describe({ names, host }: InboundLine, call: WACallEvent): Promise<Ringing> {
  const at = call.date instanceof Date ? call.date.getTime() : NaN;
  return {
    peer: await names.peerOf(call.from || call.chatId, call.callerPn),
    video: call.isVideo === true,
    at: Number.isFinite(at) ? at : host.clock.now(),
    offline: call.offline,
  };
}
function missed(externalId: string, { peer, video, at }: Ringing): CallEvent {
  return { kind: "call", state: "missed", externalId, peer, video, at };
}
