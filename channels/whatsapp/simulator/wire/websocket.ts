// The server's end of a WebSocket, over TCP itself: a platform's own would answer close frames and pings for a line that should
// look dead, and cannot break off without saying goodbye.
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { bigEndian, NOTHING } from "../bytes/primitives.ts";

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OP = { more: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const MOST_HEADER = 16_384;
const MOST_MESSAGE = 64 * 1024 * 1024;

export class ServerSocket {
  onbytes: (bytes: Buffer) => void = () => undefined;
  onclose: () => void = () => undefined;
  #bytes: Buffer = NOTHING;
  #parts: Buffer[] = [];
  #out: Uint8Array[] = [];
  #writing = false;
  #open = true;
  #frozen = false;
  #thaw?: () => void;

  constructor(readonly connection: Deno.Conn) {}

  get open(): boolean {
    return this.#open;
  }
  /** Sends one binary message. */
  send(bytes: Uint8Array): void {
    this.#frame(OP.binary, bytes);
  }
  /** Says goodbye, then hangs up. */
  close(): void {
    this.#frame(OP.close, bigEndian(1000, 2));
    void this.#flushed().then(() => this.destroy());
  }
  /** Breaks off without a word. */
  destroy(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#thaw?.();
    this.connection.close();
    this.onclose();
  }
  /** Neither reads nor writes any more and stays connected: how a dead network looks. */
  freeze(): void {
    this.#frozen = true;
  }

  /** Reads until the connection ends. `rest` came behind the opening request. */
  async run(rest: Buffer): Promise<void> {
    try {
      this.#push(rest);
      const buffer = new Uint8Array(65_536);
      while (this.#open) {
        const count = await this.connection.read(buffer);
        if (this.#frozen) await new Promise<void>((resolve) => this.#thaw = resolve);
        if (count === null || !this.#open) break;
        this.#push(Buffer.from(buffer.subarray(0, count)));
      }
    } catch {
      // The other end broke off, or broke the protocol: either way it is over.
    }
    this.destroy();
  }

  #push(bytes: Buffer): void {
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, bytes]) : bytes;
    while (this.#open && this.#next());
  }

  /** Takes one frame off the stream; false when it is not all here. */
  #next(): boolean {
    const bytes = this.#bytes;
    if (bytes.length < 2) return false;
    const short = bytes[1]! & 127;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const start = 2 + extra + 4;
    if (bytes.length < start) return false;
    const length = extra ? Number(extra === 2 ? bytes.readUInt16BE(2) : bytes.readBigUInt64BE(2)) : short;
    if (!(bytes[1]! & 128) || length > MOST_MESSAGE) {
      throw new Error("Frames of clients are masked, and not that long.");
    }
    if (bytes.length < start + length) return false;
    const mask = bytes.subarray(start - 4, start);
    const payload = Buffer.from(bytes.subarray(start, start + length));
    for (let at = 0; at < length; at++) payload[at]! ^= mask[at & 3]!;
    this.#bytes = bytes.subarray(start + length);
    this.#take(bytes[0]!, payload);
    return true;
  }

  #take(first: number, payload: Buffer): void {
    const op = first & 15;
    if (op === OP.ping) return this.#frame(OP.pong, payload);
    if (op === OP.pong) return;
    if (op === OP.close) return this.close();
    this.#parts.push(payload);
    if (!(first & 128)) return;
    const whole = this.#parts.length === 1 ? payload : Buffer.concat(this.#parts);
    this.#parts = [];
    this.onbytes(whole);
  }

  #frame(op: number, payload: Uint8Array): void {
    if (!this.#open || this.#frozen) return;
    const { length } = payload;
    const size = length < 126
      ? Buffer.from([length])
      : length < 65_536
      ? Buffer.concat([Buffer.from([126]), bigEndian(length, 2)])
      : Buffer.concat([Buffer.from([127, 0, 0]), bigEndian(length, 6)]);
    this.#out.push(Buffer.concat([Buffer.from([128 | op]), size, payload]));
    if (!this.#writing) void this.#flushed();
  }

  async #flushed(): Promise<void> {
    if (this.#writing) {
      while (this.#writing) await new Promise((resolve) => setTimeout(resolve, 1));
      return;
    }
    this.#writing = true;
    try {
      while (this.#out.length && this.#open) {
        let all: Uint8Array = Buffer.concat(this.#out.splice(0));
        while (all.length) all = all.subarray(await this.connection.write(all));
      }
    } catch {
      this.destroy();
    }
    this.#writing = false;
  }
}

/** Reads the opening request and answers it. Nothing when it is no WebSocket's. */
export async function accept(connection: Deno.Conn): Promise<{ socket: ServerSocket; rest: Buffer } | undefined> {
  let bytes: Buffer = NOTHING;
  const buffer = new Uint8Array(4096);
  let end = -1;
  while ((end = bytes.indexOf("\r\n\r\n")) < 0) {
    const count = await connection.read(buffer);
    if (count === null || bytes.length > MOST_HEADER) return;
    bytes = Buffer.concat([bytes, buffer.subarray(0, count)]);
  }
  const key = /^sec-websocket-key: *(\S+)/im.exec(bytes.subarray(0, end).toString())?.[1];
  if (!key) return;
  const answer = createHash("sha1").update(key + MAGIC).digest("base64");
  const head = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  await connection.write(Buffer.from([...head, `Sec-WebSocket-Accept: ${answer}`, "", ""].join("\r\n")));
  return { socket: new ServerSocket(connection), rest: bytes.subarray(end + 4) };
}
