// The running service: its listening sockets, and the parts behind them.
import { certificateChain } from "./wire/certificate-chain.ts";
import { newKeyPair } from "./bytes/curve.ts";
import { Hub } from "./hub.ts";
import { Line } from "./wire/line.ts";
import { type MediaCertificate, mediaCertificate } from "./content/certificate.ts";
import { MediaHost } from "./content/host.ts";
import { hushSignal } from "./quiet.ts";
import { accept } from "./wire/websocket.ts";
import { World, type WorldOptions } from "./people/world.ts";

export interface ServiceOptions extends Partial<WorldOptions> {
  /** 0 takes a free one. */
  port?: number;
  mediaPort?: number;
  /** Signs a chain that a client with a working check refuses. */
  flaw?: "intermediate" | "leaf";
}

export class Service {
  readonly world: World;
  readonly hub: Hub;
  readonly #root = newKeyPair();
  readonly #own = newKeyPair();
  readonly #chain: Uint8Array;
  readonly #connections = new Set<Deno.Conn>();
  #listener?: Deno.TcpListener;
  #media?: MediaHost;
  #certificate?: MediaCertificate;
  #end?: () => void;
  #reachable = true;
  #port: number;

  constructor(readonly options: ServiceOptions = {}) {
    const { seed = "recado", clock = Date.now, receipts = "delivered", history = true } = options;
    this.world = new World({ seed, clock, receipts, history });
    this.hub = new Hub(this.world);
    this.#port = options.port ?? 0;
    this.#chain = certificateChain(this.#root, this.#own, this.world.seconds(), options.flaw);
  }

  async start(): Promise<void> {
    this.#end = hushSignal();
    this.#certificate = await mediaCertificate("127.0.0.1");
    this.#media = new MediaHost(this.world, this.#certificate);
    this.#media.start(this.options.mediaPort);
    this.#listen();
  }
  async stop(): Promise<void> {
    this.#hangUp();
    await this.#media?.stop();
    this.#end?.();
  }

  /** For `waWebSocketUrl`. */
  get socketUrl(): string {
    return `ws://127.0.0.1:${this.#port}/ws/chat`;
  }
  /** The public key clients have to trust, 32 bytes. */
  get rootKey(): Uint8Array {
    return new Uint8Array(this.#root.open);
  }
  /** PEM of the media host's authority, for `DENO_CERT`. */
  get mediaAuthority(): string {
    return this.#certificate?.authority ?? "";
  }
  get media(): MediaHost {
    if (!this.#media) throw new Error("The simulator has not been started.");
    return this.#media;
  }

  /** False: connections are refused, open ones break. Everything known stays. */
  setReachable(reachable: boolean): void {
    if (reachable === this.#reachable) return;
    this.#reachable = reachable;
    if (reachable) this.#listen();
    else this.#hangUp();
  }

  #hangUp(): void {
    this.#listener?.close();
    this.#listener = undefined;
    for (const line of [...this.hub.lines]) line.drop();
    for (const connection of [...this.#connections]) closeQuietly(connection);
  }

  #listen(): void {
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: this.#port });
    this.#port = (this.#listener.addr as Deno.NetAddr).port;
    void this.#acceptAll(this.#listener);
  }

  async #acceptAll(listener: Deno.TcpListener): Promise<void> {
    try {
      for await (const connection of listener) {
        connection.setNoDelay(true);
        void this.#serve(connection);
      }
    } catch {
      // The listener was closed.
    }
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    this.#connections.add(connection);
    try {
      const opened = await accept(connection);
      if (!opened) return closeQuietly(connection);
      const { socket, rest } = opened;
      new Line(socket, this.hub, this.#own, this.#chain);
      await socket.run(rest);
    } catch {
      closeQuietly(connection);
    } finally {
      this.#connections.delete(connection);
    }
  }
}

function closeQuietly(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch {
    // It was closed already.
  }
}
