// Bytes to nodes; throws on what is not one.
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { DOUBLE_BYTE_TOKENS, SINGLE_BYTE_TOKENS } from "@whiskeysockets/baileys/lib/WABinary/constants.js";
import { ALPHABET, DOMAINS, KIND } from "./encode.ts";
import type { Node } from "./node.ts";

const COMPRESSED = 2;
const servers = new Map(Object.entries(DOMAINS).map(([server, number]) => [number, server]));

/** Reads the plaintext of one frame. */
export function decodeNode(plain: Buffer): Node {
  const body = plain.subarray(1);
  return new Reader((plain[0] ?? 0) & COMPRESSED ? inflateSync(body) : body).node();
}

class Reader {
  #at = 0;
  constructor(readonly bytes: Buffer) {}

  node(): Node {
    const size = this.#listSize(this.#byte());
    if (size === 0) throw new Error("A node cannot be empty.");
    const tag = this.#text(this.#byte());
    if (tag === "") throw new Error("A node has to have a name.");
    const attrs: Record<string, string> = {};
    for (let left = (size - 1) >> 1; left > 0; left--) {
      const name = this.#text(this.#byte());
      attrs[name] = this.#text(this.#byte());
    }
    return size % 2 === 0 ? { tag, attrs, content: this.#content() } : { tag, attrs };
  }

  #content(): Node[] | Buffer {
    const kind = this.#byte();
    if (kind === KIND.emptyList || kind === KIND.list8 || kind === KIND.list16) {
      return Array.from({ length: this.#listSize(kind) }, () => this.node());
    }
    return this.#block(kind) ?? Buffer.from(this.#text(kind));
  }

  #listSize(kind: number): number {
    if (kind === KIND.emptyList) return 0;
    if (kind === KIND.list8) return this.#byte();
    if (kind === KIND.list16) return this.#number(2);
    throw new Error(`A list cannot start with ${kind}.`);
  }

  #block(kind: number): Buffer | undefined {
    if (kind === KIND.bytes8) return this.#take(this.#byte());
    if (kind === KIND.bytes20) return this.#take(this.#number(3) & 0xfffff);
    if (kind === KIND.bytes32) return this.#take(this.#number(4));
  }

  #text(kind: number): string {
    if (kind === KIND.emptyList) return "";
    const block = this.#block(kind);
    if (block) return block.toString();
    if (kind === KIND.digits || kind === KIND.hex) return this.#packed(kind);
    if (kind === KIND.jid) return `${this.#text(this.#byte())}@${this.#text(this.#byte())}`;
    if (kind === KIND.deviceJid) return this.#deviceJid();
    const word = kind >= KIND.dictionary && kind < KIND.dictionary + DOUBLE_BYTE_TOKENS.length
      ? DOUBLE_BYTE_TOKENS[kind - KIND.dictionary]?.[this.#byte()]
      : SINGLE_BYTE_TOKENS[kind];
    if (word === undefined) throw new Error(`No text starts with ${kind}.`);
    return word;
  }

  #packed(kind: keyof typeof ALPHABET): string {
    const start = this.#byte();
    let text = "";
    for (const byte of this.#take(start & 127)) {
      text += (ALPHABET[kind][byte >> 4] ?? "") + (ALPHABET[kind][byte & 15] ?? "");
    }
    // What fills an odd one up is a digit in one of the alphabets, and none in the other.
    return text.slice(0, 2 * (start & 127) - (start >> 7));
  }

  #deviceJid(): string {
    const server = servers.get(this.#byte()) ?? "s.whatsapp.net";
    const device = this.#byte();
    const user = this.#text(this.#byte());
    return device === 0 ? `${user}@${server}` : `${user}:${device}@${server}`;
  }

  #number(size: number): number {
    return this.#take(size).readUIntBE(0, size);
  }
  #byte(): number {
    return this.#take(1)[0]!;
  }
  #take(count: number): Buffer {
    if (this.#at + count > this.bytes.length) throw new Error("The node ends too early.");
    return this.bytes.subarray(this.#at, this.#at += count);
  }
}
