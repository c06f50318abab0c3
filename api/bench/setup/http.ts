// A client that costs next to nothing: one kept-alive connection, one request at a time. What the load generator takes from the
// two cores is taken from floor and product alike and would hide the difference between them.
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEAD_END = encoder.encode("\r\n\r\n");

export interface Answer {
  status: number;
  body: Uint8Array;
}

export class Line {
  #connection: Deno.TcpConn;
  #buffer = new Uint8Array(256 * 1024);
  #begin = 0;
  #end = 0;

  #spent = false;

  private constructor(connection: Deno.TcpConn, private port: number) {
    this.#connection = connection;
  }
  /** Opens a connection to this machine. */
  static async open(port: number): Promise<Line> {
    return new Line(await connect(port), port);
  }
  close(): void {
    try {
      this.#connection.close();
    } catch { /* the other side was faster */ }
  }

  /** Asks and waits for the whole answer. */
  async ask(method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array): Promise<Answer> {
    if (this.#spent) await this.#again();
    await this.send(method, path, headers, body);
    const head = await this.#head();
    // Deno.serve ends a connection after a request that did not come in one small piece.
    this.#spent = /\r\nconnection: close/i.test(head);
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length !== undefined) return { status, body: await this.#take(Number(length)) };
    if (/\r\ntransfer-encoding: chunked/i.test(head)) return { status, body: await this.#chunks() };
    return { status, body: new Uint8Array() };
  }
  /** Sends a request without reading. */
  async send(method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array): Promise<void> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
    if (body) text += `content-length: ${body.length}\r\n`;
    const head = encoder.encode(`${text}\r\n`);
    if (!body) return await this.#write(head);
    const all = new Uint8Array(head.length + body.length);
    all.set(head);
    all.set(body, head.length);
    await this.#write(all);
  }
  /** Whatever comes next, for streams; null at the end. */
  async next(): Promise<Uint8Array | null> {
    if (this.#begin === this.#end && !await this.#more()) return null;
    const bytes = this.#buffer.slice(this.#begin, this.#end);
    this.#begin = this.#end = 0;
    return bytes;
  }
  /** Makes room for many idle connections: a stream's chunks are small. */
  shrink(): void {
    const kept = this.#buffer.slice(this.#begin, this.#end);
    this.#buffer = new Uint8Array(Math.max(4096, kept.length));
    this.#buffer.set(kept);
    this.#begin = 0;
    this.#end = kept.length;
  }

  async #again(): Promise<void> {
    this.close();
    this.#connection = await connect(this.port);
    this.#begin = this.#end = 0;
  }
  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#connection.write(at ? bytes.subarray(at) : bytes);
  }
  async #head(): Promise<string> {
    for (let from = this.#begin;;) {
      const at = find(this.#buffer, HEAD_END, from, this.#end);
      if (at >= 0) {
        const head = decoder.decode(this.#buffer.subarray(this.#begin, at));
        this.#begin = at + 4;
        return head;
      }
      const known = this.#end - this.#begin;
      if (!await this.#more()) throw new Error("The connection was closed.");
      from = Math.max(this.#begin, this.#begin + known - 3);
    }
  }
  async #take(length: number): Promise<Uint8Array> {
    while (this.#end - this.#begin < length) if (!await this.#more()) throw new Error("The answer was cut off.");
    const bytes = this.#buffer.slice(this.#begin, this.#begin + length);
    this.#begin += length;
    return bytes;
  }
  async #chunks(): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for (;;) {
      const size = parseInt(await this.#textLine(), 16);
      if (size === 0) break;
      parts.push(await this.#take(size));
      await this.#take(2);
    }
    await this.#take(2);
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  }
  async #textLine(): Promise<string> {
    for (;;) {
      const at = this.#buffer.subarray(0, this.#end).indexOf(10, this.#begin);
      if (at >= 0) {
        const text = decoder.decode(this.#buffer.subarray(this.#begin, at));
        this.#begin = at + 1;
        return text;
      }
      if (!await this.#more()) throw new Error("The answer was cut off.");
    }
  }
  async #more(): Promise<boolean> {
    if (this.#begin > 0) {
      this.#buffer.copyWithin(0, this.#begin, this.#end);
      this.#end -= this.#begin;
      this.#begin = 0;
    }
    if (this.#end === this.#buffer.length) {
      const larger = new Uint8Array(this.#buffer.length * 2);
      larger.set(this.#buffer);
      this.#buffer = larger;
    }
    const read = await this.#connection.read(this.#buffer.subarray(this.#end)).catch(() => null);
    if (!read) return false;
    this.#end += read;
    return true;
  }
}

async function connect(port: number): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay(true);
  return connection;
}
function find(bytes: Uint8Array, what: Uint8Array, from: number, end: number): number {
  for (
    let at = bytes.indexOf(what[0]!, from);
    at >= 0 && at + what.length <= end;
    at = bytes.indexOf(what[0]!, at + 1)
  ) {
    let same = 1;
    while (same < what.length && bytes[at + same] === what[same]) same++;
    if (same === what.length) return at;
  }
  return -1;
}
