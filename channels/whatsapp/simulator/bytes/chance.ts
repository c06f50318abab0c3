// Ids, names and numbers that are the same in every run with the same seed. Keys are never made from it.
import { Buffer } from "node:buffer";
import { bigEndian, sha256 } from "./primitives.ts";

export class Chance {
  #drawn = 0;
  constructor(readonly seed: string) {}

  bytes(count: number): Buffer {
    const blocks: Buffer[] = [];
    for (let have = 0; have < count; have += 32) {
      blocks.push(sha256(Buffer.from(this.seed), bigEndian(this.#drawn++, 6)));
    }
    return Buffer.concat(blocks).subarray(0, count);
  }
  /** Below `limit`, which is at most 2^48. */
  below(limit: number): number {
    return this.bytes(6).readUIntBE(0, 6) % limit;
  }
  digits(count: number): string {
    return Array.from(this.bytes(count), (byte) => String(byte % 10)).join("");
  }
  /** As Android phones name their messages: 32 upper-case hex digits. */
  messageId(): string {
    return this.bytes(16).toString("hex").toUpperCase();
  }
}
