// ZIP archives for tests, true ones and such as lie about themselves.
import { Buffer } from "node:buffer";
import { deflateRawSync } from "node:zlib";

/** A ZIP whose entries say of themselves what the test wants. */
export function zip(entries: { name: string; data: Uint8Array; claims?: number }[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  for (const { name, data, claims } of entries) {
    const packed = deflateRawSync(data);
    const label = new TextEncoder().encode(name);
    const local = new DataView(new ArrayBuffer(30));
    const entry = new DataView(new ArrayBuffer(46));
    local.setUint32(0, 0x04034b50, true);
    entry.setUint32(0, 0x02014b50, true);
    for (const [view, from] of [[local, 8], [entry, 10]] as const) {
      view.setUint16(from, 8, true);
      view.setUint32(from + 10, packed.length, true);
      view.setUint32(from + 14, claims ?? data.length, true);
      view.setUint16(from + 18, label.length, true);
    }
    entry.setUint32(42, at, true);
    parts.push(new Uint8Array(local.buffer), label, packed);
    central.push(new Uint8Array(entry.buffer), label);
    at += 30 + label.length + packed.length;
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(16, at, true);
  return new Uint8Array(Buffer.concat([...parts, ...central, new Uint8Array(end.buffer)]));
}
