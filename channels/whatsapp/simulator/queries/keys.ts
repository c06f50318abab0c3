// Keys: a client leaves its own at the server and fetches those of the devices it writes to.
import { Buffer } from "node:buffer";
import { parseJid } from "../nodes/jids.ts";
import { bytesOf, child, children, type Node, node } from "../nodes/node.ts";
import { bigEndian, fromBigEndian, sha256 } from "../bytes/primitives.ts";
import type { Query } from "./query.ts";
import { bundleNodes, readPreKey, readSignedKey } from "../keys/signal-party.ts";
import { typed } from "../bytes/curve.ts";
import { isSignedBy } from "../../wire/signature.ts";

export function keys(query: Query): Node[] {
  const { companion, stanza, asked } = query;
  if (stanza.attrs.type === "set") {
    if (asked.tag === "rotate") companion.signed = signedKey(query, child(asked, "skey"));
    else upload(query);
    return [];
  }
  if (asked.tag === "count") return [node("count", { value: companion.preKeys.size })];
  if (asked.tag === "digest") return companion.preKeys.size ? [digest(query)] : [];
  return [node("list", {}, children(asked, "user").map(({ attrs }) => bundleOf(query, attrs.jid ?? "")))];
}

function signedKey({ companion }: Query, found: Node | undefined) {
  const signed = readSignedKey(found);
  if (!isSignedBy(companion.identity, typed(signed.key), signed.signature)) {
    throw new Error("A signed key nobody signed.");
  }
  return signed;
}

function upload(query: Query): void {
  const { companion, stanza, world } = query;
  if (!bytesOf(stanza, "identity").equals(companion.identity)) throw new Error("Keys of another identity.");
  if (bytesOf(stanza, "type")[0] !== 5) throw new Error("Keys of an unknown kind.");
  companion.registration = fromBigEndian(bytesOf(stanza, "registration"));
  companion.signed = signedKey(query, child(stanza, "skey"));
  for (const { id, key } of children(child(stanza, "list"), "key").map(readPreKey)) {
    if (key.length !== 32) throw new Error("A key of a wrong size.");
    companion.preKeys.set(id, key);
    companion.uploaded++;
  }
  world.changed();
}

function digest({ companion }: Query): Node {
  const { registration, identity, signed, preKeys } = companion;
  const skey = [
    node("id", {}, bigEndian(signed.id, 3)),
    node("value", {}, signed.key),
    node("signature", {}, signed.signature),
  ];
  return node("digest", {}, [
    node("registration", {}, bigEndian(registration, 4)),
    node("type", {}, Buffer.from([5])),
    node("identity", {}, identity),
    node("skey", {}, skey),
    node("list", {}, [...preKeys.keys()].map((id) => node("id", {}, bigEndian(id, 3)))),
    node("hash", {}, sha256(identity, signed.key, signed.signature, ...preKeys.values()).subarray(0, 20)),
  ]);
}

/** An unknown device makes the client's whole query fail, as at the real server. */
function bundleOf({ world }: Query, jid: string): Node {
  const person = world.find(jid);
  const { device } = parseJid(jid);
  const holder = device === 0 ? person?.exists && person.phone : person?.companions.get(device);
  if (!holder) return node("user", { jid }, [node("error", { code: "404", text: "item-not-found" })]);
  return node("user", { jid, t: world.seconds() }, bundleNodes(holder.bundle()));
}
