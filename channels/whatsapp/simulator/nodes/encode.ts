// Nodes to bytes. Written from the format, not from Baileys' encoder: of that package only the dictionary is used, which is data.
import { Buffer } from "node:buffer";
import { DOUBLE_BYTE_TOKENS, SINGLE_BYTE_TOKENS } from "@whiskeysockets/baileys/lib/WABinary/constants.js";
import type { Node } from "./node.ts";
import { bigEndian } from "../bytes/primitives.ts";

/** First bytes of values that are not words of the dictionary. */
export const KIND = {
  emptyList: 0,
  dictionary: 236,
  deviceJid: 247,
  list8: 248,
  list16: 249,
  jid: 250,
  hex: 251,
  bytes8: 252,
  bytes20: 253,
  bytes32: 254,
  digits: 255,
} as const;
/** What 4 bits mean in packed text. */
export const ALPHABET = { [KIND.digits]: "0123456789-.", [KIND.hex]: "0123456789ABCDEF" } as const;
const LONGEST_PACKED = 127;
/** The second byte of a device's address. */
export const DOMAINS: Record<string, number> = { "s.whatsapp.net": 0, lid: 1, hosted: 128, "hosted.lid": 129 };

const words = new Map<string, Buffer>();
DOUBLE_BYTE_TOKENS.forEach((book, number) =>
  book.forEach((word, index) => words.set(word, Buffer.from([KIND.dictionary + number, index])))
);
SINGLE_BYTE_TOKENS.forEach((word, index) => word !== "" && words.set(word, Buffer.from([index])));

/** The plaintext of one frame: not compressed, which the first byte says. */
export function encodeNode(root: Node): Buffer {
  const parts: Uint8Array[] = [Buffer.from([0])];
  writeNode(root, parts);
  return Buffer.concat(parts);
}

function writeNode({ tag, attrs, content }: Node, parts: Uint8Array[]): void {
  const entries = Object.entries(attrs);
  writeListStart(1 + 2 * entries.length + (content === undefined ? 0 : 1), parts);
  writeText(tag, parts);
  for (const [name, value] of entries) {
    writeText(name, parts);
    writeText(value, parts);
  }
  if (Array.isArray(content)) {
    writeListStart(content.length, parts);
    for (const one of content) writeNode(one, parts);
  } else if (content !== undefined) writeBytes(content, parts);
}

function writeListStart(length: number, parts: Uint8Array[]): void {
  if (length === 0) parts.push(Buffer.from([KIND.emptyList]));
  else if (length < 256) parts.push(Buffer.from([KIND.list8, length]));
  else parts.push(Buffer.from([KIND.list16]), bigEndian(length, 2));
}

function writeBytes(bytes: Uint8Array, parts: Uint8Array[]): void {
  const { length } = bytes;
  if (length < 256) parts.push(Buffer.from([KIND.bytes8, length]));
  else if (length < 1 << 20) parts.push(Buffer.from([KIND.bytes20]), bigEndian(length, 3));
  else parts.push(Buffer.from([KIND.bytes32]), bigEndian(length, 4));
  parts.push(bytes);
}

function writeText(text: string, parts: Uint8Array[]): void {
  const word = words.get(text);
  if (word) parts.push(word);
  else if (packable(text, KIND.digits)) writePacked(text, KIND.digits, parts);
  else if (packable(text, KIND.hex)) writePacked(text, KIND.hex, parts);
  else if (text.includes("@")) writeJid(text, parts);
  else writeBytes(Buffer.from(text), parts);
}

function packable(text: string, kind: keyof typeof ALPHABET): boolean {
  if (text === "" || text.length > LONGEST_PACKED) return false;
  return [...text].every((letter) => ALPHABET[kind].includes(letter));
}

function writePacked(text: string, kind: keyof typeof ALPHABET, parts: Uint8Array[]): void {
  const halves = [...text].map((letter) => ALPHABET[kind].indexOf(letter));
  const odd = halves.length % 2;
  if (odd) halves.push(15);
  const packed = Buffer.alloc(halves.length / 2);
  packed.forEach((_, index) => packed[index] = halves[2 * index]! * 16 + halves[2 * index + 1]!);
  parts.push(Buffer.from([kind, packed.length + odd * 128]), packed);
}

function writeJid(jid: string, parts: Uint8Array[]): void {
  const at = jid.lastIndexOf("@");
  const [user = "", device] = jid.slice(0, at).split(":");
  const server = jid.slice(at + 1);
  const domain = DOMAINS[server];
  if (device !== undefined && domain !== undefined) {
    parts.push(Buffer.from([KIND.deviceJid, domain, Number(device)]));
    writeText(user, parts);
    return;
  }
  parts.push(Buffer.from([KIND.jid]));
  if (user === "") parts.push(Buffer.from([KIND.emptyList]));
  else writeText(user, parts);
  writeText(server, parts);
}
