// What a ZIP holds when it is unpacked, counted before anything reads it: a file of some kilobytes may claim, or be, gigabytes.
export interface Limits {
  entries: number;
  /** Bytes of all entries together. */
  unpacked: number;
  /** Times its packed size that an entry may grow to, once it is larger than a megabyte. */
  ratio: number;
}
/** Sees every byte of an entry on its way; may throw a reason against the file. */
export type Look = (name: string) => ((bytes: Uint8Array) => void) | undefined;
const RATIO_FROM = 1024 * 1024;
interface Entry {
  name: string;
  method: number;
  packed: number;
  at: number;
}
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** A name that leads out of a folder, or from its root. */
// deno-lint-ignore no-control-regex
const CLIMBS = /(^|[\\/])\.\.([\\/]|$)|^[\\/]|^[a-z]:|\u0000/i;
const STORED = 0;
const DEFLATED = 8;

/** Names of the entries; throws "bomb" for what is too much unpacked, "broken" for what is no ZIP, or what `look` throws. */
export async function checkZip(bytes: Uint8Array<ArrayBuffer>, limits: Limits, look?: Look): Promise<string[]> {
  const entries = directory(bytes, limits);
  let left = limits.unpacked;
  for (const entry of entries) {
    const most = Math.min(left, Math.max(RATIO_FROM, entry.packed * limits.ratio));
    left -= await unpackedSize(bytes, entry, most, look?.(entry.name));
  }
  return entries.map(({ name }) => name);
}

function directory(bytes: Uint8Array<ArrayBuffer>, limits: Limits): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The last sign of an end, wherever: a parser that sees another one than we do reads another file.
  let end = bytes.length - 4;
  while (end >= 0 && end > bytes.length - 65_558 && view.getUint32(end, true) !== END) end--;
  if (end < 0 || end + 22 > bytes.length || view.getUint32(end, true) !== END) throw new Error("broken");
  if (end + 22 + view.getUint16(end + 20, true) !== bytes.length) throw new Error("broken");
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new Error("bomb");
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw new Error("broken");
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    // What an entry says of itself; what it really is, is counted below.
    if (view.getUint32(at + 24, true) > limits.unpacked) throw new Error("bomb");
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (CLIMBS.test(name) || entries.some((other) => other.name === name)) throw new Error("broken");
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

/** Bytes an entry has when unpacked; throws "bomb" as soon as there are more than `most`. */
async function unpackedSize(
  bytes: Uint8Array<ArrayBuffer>,
  { method, packed, at }: Entry,
  most: number,
  see: ((bytes: Uint8Array) => void) | undefined,
): Promise<number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL) throw new Error("broken");
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + packed > bytes.length) throw new Error("broken");
  if (method === STORED) {
    if (packed > most) throw new Error("bomb");
    see?.(bytes.subarray(start, start + packed));
    return packed;
  }
  if (method !== DEFLATED) throw new Error("broken");
  const stream = new Blob([bytes.subarray(start, start + packed)]).stream().pipeThrough(
    new DecompressionStream("deflate-raw"),
  );
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error("broken");
    });
    if (done) return size;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("bomb");
    }
    see?.(value);
  }
}
