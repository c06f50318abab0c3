// The byte stream inside the WebSocket: an opening, then frames with three bytes of length. Messages of the WebSocket may hold
// parts of frames or many.
import { Buffer } from "node:buffer";
import { HEADER } from "./noise.ts";
import { bigEndian, NOTHING } from "../bytes/primitives.ts";

const ROUTING = Buffer.from("ED\0\x01", "latin1");
export const LONGEST_FRAME = 0xffffff;

export function frame(payload: Uint8Array): Buffer {
  if (payload.length > LONGEST_FRAME) throw new Error("No frame can hold that much.");
  return Buffer.concat([bigEndian(payload.length, 3), payload]);
}

/** Collects what comes in and gives out whole frames. */
export class Frames {
  #bytes: Buffer = NOTHING;
  #opened = false;
  /** The routing header a client got in an earlier session. */
  routing?: Buffer;

  /** Throws when the opening is not WhatsApp's. */
  push(bytes: Uint8Array): Buffer[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (!this.#opened && !this.#open()) return [];
    const whole: Buffer[] = [];
    for (;;) {
      const payload = this.#block(0);
      if (!payload) return whole;
      whole.push(payload);
      this.#bytes = this.#bytes.subarray(3 + payload.length);
    }
  }

  #open(): boolean {
    const routed = this.#bytes.length >= 4 && this.#bytes.subarray(0, 4).equals(ROUTING);
    const routing = routed ? this.#block(4) : NOTHING;
    const start = routed && routing ? 7 + routing.length : 0;
    if (!routing || this.#bytes.length < start + HEADER.length) return false;
    const header = this.#bytes.subarray(start, start + HEADER.length);
    if (!header.equals(HEADER)) throw new Error("The stream does not open as WhatsApp's does.");
    if (routed) this.routing = routing;
    this.#bytes = this.#bytes.subarray(start + HEADER.length);
    return this.#opened = true;
  }

  /** The bytes behind the length at `start`, once they are all here. */
  #block(start: number): Buffer | undefined {
    if (this.#bytes.length < start + 3) return;
    const end = start + 3 + this.#bytes.readUIntBE(start, 3);
    if (this.#bytes.length >= end) return this.#bytes.subarray(start + 3, end);
  }
}
