// A file that lies on the disk and is read when somebody asks, as much of it as they asked for.
import { createHash } from "node:crypto";

const CHUNK = 64 * 1024;

interface Part {
  name: string;
  type: string;
  from?: number;
  to: number;
  sha256?: Uint8Array;
}

/**
 * To its readers a File like any other. Only its own methods know where its bytes are: what takes a File apart from inside (a form that
 * is to be sent, a Blob made of it) would find nothing in it.
 */
export class FileOnDisk extends File {
  readonly path: string;
  readonly #from: number;
  readonly #to: number;
  readonly #sha256: Uint8Array | undefined;

  /** Bytes `from` up to, not including, `to` of what lies at `path`. `sha256`: that of these bytes, where somebody knows it. */
  constructor(path: string, { name, type, from = 0, to, sha256 }: Part) {
    super([], name, { type });
    this.path = path;
    this.#sha256 = sha256;
    this.#from = from;
    this.#to = Math.max(from, to);
  }
  override get size(): number {
    return this.#to - this.#from;
  }
  override slice(start = 0, end = this.size, type = ""): Blob {
    const place = (at: number) => this.#from + Math.min(this.size, at < 0 ? Math.max(0, this.size + at) : at);
    return new FileOnDisk(this.path, { name: this.name, type, from: place(start), to: place(end) });
  }
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const all = new Uint8Array(this.size);
    let at = 0;
    for await (const chunk of this.#chunks()) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }
  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.bytes());
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return ReadableStream.from(this.#chunks());
  }
  async sha256(): Promise<Uint8Array> {
    if (this.#sha256) return this.#sha256;
    const hash = createHash("sha256");
    for await (const chunk of this.#chunks()) hash.update(chunk);
    return hash.digest();
  }
  async *#chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    using file = await Deno.open(this.path);
    await file.seek(this.#from, Deno.SeekMode.Start);
    for (let left = this.size; left > 0;) {
      const chunk = new Uint8Array(Math.min(left, CHUNK));
      const count = await file.read(chunk);
      if (count === null) throw new Error("The file is shorter than it was.");
      left -= count;
      yield chunk.subarray(0, count);
    }
  }
}
