// Stanzas to a linked device: kept until the client confirms them, given again at the next login when it did not.
import type { Companion } from "../people/companion.ts";
import { child, type Node, node } from "../nodes/node.ts";
import { SERVER } from "../nodes/jids.ts";

/** Which confirmation fits which stanza. Two people may write under one id. */
function keyOf(tag: string, attrs: Record<string, string>, chat: string | undefined): string {
  if (tag === "message") return `${messageKey(attrs.id)}${chat ?? ""}`;
  const more = tag === "receipt" ? `/${attrs.type ?? ""}/${attrs.participant ?? ""}` : "";
  return `${tag}/${attrs.id ?? ""}${more}`;
}
const messageKey = (id = "") => `message/${id}/`;

/** Sends now, or when the client is back. */
export function deliver(companion: Companion, stanza: Node): void {
  if (companion.removed) return;
  companion.waiting.set(keyOf(stanza.tag, stanza.attrs, stanza.attrs.from), stanza);
  if (stanza.tag === "message") companion.remember(stanza);
  if (companion.active) companion.line?.send(stanza);
}

/** The client got it: an `<ack>`, or the receipt of a message. */
export function confirm(companion: Companion, stanza: Node): boolean {
  const tag = stanza.tag === "ack" ? stanza.attrs.class ?? "" : "message";
  const { id = "", error } = stanza.attrs;
  const again = tag === "message" && error ? companion.resent.get(id) ?? 0 : 0;
  if (again > 0) {
    companion.resent.set(id, again - 1);
    return false;
  }
  const { waiting } = companion;
  if (waiting.delete(keyOf(tag, stanza.attrs, stanza.attrs.to))) return true;
  if (tag !== "message") return false;
  // What the own phone wrote is confirmed to it, whoever it wrote to.
  const [other] = [...waiting.keys()].filter((key) => key.startsWith(messageKey(id)));
  return other !== undefined && waiting.delete(other);
}

const counted = ["message", "receipt", "notification", "call"];

/** What waits is counted first, then given in order, then ended; from then on stanzas go out as they come. */
export function announceOffline(companion: Companion): void {
  const waiting = [...companion.waiting.values()];
  const counts = Object.fromEntries(counted.map((tag) => [tag, waiting.filter((one) => one.tag === tag).length]));
  const preview = node("offline_preview", { count: waiting.length, ...counts, appdata: 0 });
  companion.line?.send(node("ib", { from: SERVER }, [preview]));
}
export function giveOffline(companion: Companion): void {
  const waiting = [...companion.waiting.values()];
  waiting.forEach((stanza, index) =>
    companion.line?.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(index) } })
  );
  companion.line?.send(node("ib", { from: SERVER }, [node("offline", { count: waiting.length })]));
  companion.active = true;
}

/** True for a client's `<ib>` that asks for what waits. */
export function asksForOffline(stanza: Node): boolean {
  return stanza.tag === "ib" && child(stanza, "offline_batch") !== undefined;
}
