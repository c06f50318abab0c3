// A message's bytes: padded, then sealed by a phone for one linked device; and read again.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import type { Companion } from "../people/companion.ts";
import { type Node, node } from "../nodes/node.ts";
import type { Person } from "../people/person.ts";

/** `length` bytes of that value, 1 to 16, behind the message. */
export function pad(content: proto.IMessage, length = 16): Buffer {
  return Buffer.concat([proto.Message.encode(content).finish(), Buffer.alloc(length, length)]);
}
/** Throws when the padding is none. */
export function unpad(bytes: Buffer): proto.Message {
  const length = bytes.at(-1) ?? 0;
  if (length < 1 || length > 16 || bytes.length < length) throw new Error("The padding of a message is wrong.");
  return proto.Message.decode(bytes.subarray(0, -length));
}

/** For a device the phone never wrote to, the server gives a bundle first. */
export async function sealFor(
  author: Person,
  companion: Companion,
  content: proto.IMessage,
  attrs: Record<string, string | undefined> = {},
): Promise<Node> {
  const { phone } = author;
  if (!phone.hasSession(companion.address)) await phone.begin(companion.address, companion.bundle());
  const { type, bytes } = await phone.encrypt(companion.address, pad(content));
  return node("enc", { v: "2", type, ...attrs }, bytes);
}
