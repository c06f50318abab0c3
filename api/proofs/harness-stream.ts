// A client of the event stream that comes back after every cut, and a wire that can be cut in three ways.
import { connect, createServer, type Server, type Socket } from "node:net";
import { type Chance, pause } from "./harness.ts";

export interface Frame {
  name: string;
  id: string | null;
  data: string;
  /** How long to wait before coming back, ms, where the server says it. */
  retry?: number;
}

/** Reads frames of one answer until it ends. */
export async function* framesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    rest += decoder.decode(bytes, { stream: true });
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const frame: Frame = { name: "message", id: null, data: "" };
      for (const line of rest.slice(0, end).split("\n")) {
        const at = line.indexOf(": ");
        if (line.startsWith("event")) frame.name = line.slice(at + 2);
        else if (line.startsWith("id")) frame.id = line.slice(at + 2);
        else if (line.startsWith("data")) frame.data = line.slice(at + 2);
        else if (line.startsWith("retry")) frame.retry = Number(line.slice(at + 2));
      }
      rest = rest.slice(end + 2);
      yield frame;
    }
  }
}
export const positionOf = (id: string | null) => Number(id?.split(".")[1]);
const passing = new Set(["hello", "heartbeat", "reset"]);

/** Handles the stream as a browser does, without a screen. */
export class Follower {
  /** The position at which it began. */
  start = -1;
  cursor: string | null = null;
  /** Positions of the applied events, in the order applied. */
  readonly applied: number[] = [];
  readonly names = new Set<string>();
  resets = 0;
  opened = 0;
  /** Start of the current stream (`performance.now()`); 0 while it has none. */
  openSince = 0;
  refused = 0;
  #told = 1_000;
  #stop = new AbortController();
  readonly ended: Promise<void>;

  /** `waitMs`: how long it stays away after a cut; `told` is as long as the server asked. */
  constructor(
    private address: () => string,
    private token: string,
    cursor: string | null = null,
    private waitMs: number | "told" = 60,
  ) {
    this.cursor = cursor;
    this.ended = this.#run();
  }
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.race([this.ended, pause(2_000)]);
  }
  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#once().catch(() => {});
      this.openSince = 0;
      if (!this.#stop.signal.aborted) await pause(this.waitMs === "told" ? this.#told : this.waitMs);
    }
  }
  async #once(): Promise<void> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (this.cursor) headers["last-event-id"] = this.cursor;
    const response = await fetch(`${this.address()}/api/events`, { headers, signal: this.#stop.signal });
    if (!response.ok || !response.body) {
      this.refused++;
      await response.body?.cancel();
      return;
    }
    this.opened++;
    for await (const frame of framesOf(response.body)) {
      if (frame.id) this.cursor = frame.id;
      if (frame.retry) this.#told = frame.retry;
      if (frame.name === "hello") this.openSince = performance.now();
      if (frame.name === "hello" && this.start < 0) this.start = positionOf(frame.id);
      if (frame.name === "reset") this.resets++;
      if (passing.has(frame.name) || frame.id === null) continue;
      this.applied.push(positionOf(frame.id));
      this.names.add(frame.name);
    }
  }
}

type Cut = "reset" | "end" | "silence";
const cuts: readonly Cut[] = ["reset", "end", "silence"];

/** A wire to one of several processes. Cut: torn (RST), ended amid a frame (a proxy's time-out), or silent and then torn. */
export class Wire {
  #pairs = new Set<{ client: Socket; server: Socket; silent: boolean }>();
  #server: Server;
  #port = 0;
  private constructor(ports: readonly number[], chance: Chance) {
    this.#server = createServer((client) => {
      const server = connect(chance.pick(ports), "127.0.0.1");
      const pair = { client, server, silent: false };
      this.#pairs.add(pair);
      const gone = () => {
        this.#pairs.delete(pair);
        client.destroy();
        // A silent wire leaves the server's half open for a while: the server writes, and no client reads.
        setTimeout(() => server.destroy(), pair.silent ? 3_000 : 0);
      };
      for (const socket of [client, server]) socket.on("error", gone).on("close", gone);
      client.on("data", (bytes) => pair.silent || server.write(bytes));
      server.on("data", (bytes) => pair.silent || client.write(bytes));
    });
  }
  static async open(ports: readonly number[], chance: Chance): Promise<Wire> {
    const wire = new Wire(ports, chance);
    await new Promise<void>((resolve) => wire.#server.listen(0, "127.0.0.1", resolve));
    wire.#port = (wire.#server.address() as { port: number }).port;
    return wire;
  }
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }
  /** Cuts one of the live wires; false when there is none. */
  cut(chance: Chance): boolean {
    const live = [...this.#pairs].filter((pair) => !pair.silent);
    if (!live.length) return false;
    const { client, server } = live[chance.between(0, live.length - 1)]!;
    const pair = [...this.#pairs].find((one) => one.client === client)!;
    const kind = chance.pick(cuts);
    if (kind === "end") {
      client.end();
      server.destroy();
    } else if (kind === "reset") client.resetAndDestroy();
    else {
      pair.silent = true;
      setTimeout(() => client.resetAndDestroy(), chance.between(50, 500));
    }
    return true;
  }
  close(): void {
    for (const { client, server } of [...this.#pairs]) {
      client.destroy();
      server.destroy();
    }
    this.#server.close();
  }
}
