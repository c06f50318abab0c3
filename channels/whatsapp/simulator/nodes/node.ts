// A stanza and how to read one.
import { Buffer } from "node:buffer";

export interface Node {
  readonly tag: string;
  readonly attrs: Record<string, string>;
  readonly content?: Node[] | Buffer;
}

/** Builds a node; attributes that are undefined are left out. */
export function node(
  tag: string,
  attrs: Record<string, string | number | undefined> = {},
  content?: readonly (Node | undefined)[] | Uint8Array | string,
): Node {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) kept[name] = String(value);
  if (content === undefined) return { tag, attrs: kept };
  if (typeof content === "string") return { tag, attrs: kept, content: Buffer.from(content) };
  if (content instanceof Uint8Array) return { tag, attrs: kept, content: Buffer.from(content) };
  return { tag, attrs: kept, content: content.filter((child) => child !== undefined) };
}
export function children(parent: Node | undefined, tag?: string): Node[] {
  if (!Array.isArray(parent?.content)) return [];
  return tag === undefined ? parent.content : parent.content.filter((child) => child.tag === tag);
}
export function child(parent: Node | undefined, tag: string): Node | undefined {
  return children(parent, tag)[0];
}
/** The child's bytes. Throws when there is none: a client that leaves it out breaks the protocol. */
export function bytesOf(parent: Node | undefined, tag: string): Buffer {
  const found = child(parent, tag)?.content;
  if (!Buffer.isBuffer(found)) throw new Error(`<${parent?.tag ?? "nothing"}> has no bytes in <${tag}>.`);
  return found;
}
export function textOf(found: Node | undefined): string {
  return Buffer.isBuffer(found?.content) ? found.content.toString() : "";
}
