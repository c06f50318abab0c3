// What the host is told of a line: in order, one after the other, nothing twice, and nothing once the line is closed.
import type { ConnectionStatus, Host } from "../../sdk/mod.ts";
import type { Reason } from "./reasons.ts";

interface Detail {
  qrcode?: string;
  reason?: Reason | "ERR_CHANNEL_ALREADY_CONNECTED";
}

/** A host that cannot write is asked again this often, with this pause. */
const TRIES = 60;
const PAUSE_MS = 1_000;

export class States {
  #tail: Promise<void> = Promise.resolve();
  #last = "";
  #closed = false;

  constructor(private host: Host) {}

  tell(status: ConnectionStatus, detail: Detail = {}): void {
    const whole = JSON.stringify([status, detail]);
    if (whole === this.#last) return;
    this.#last = whole;
    this.surely(() => this.host.status(status, detail), () => this.#last === whole);
  }
  /** Something the host is told after everything before it, tried until it is, or no longer meant. */
  surely(work: () => Promise<void>, meant: () => boolean = () => true): void {
    this.after(async () => {
      for (let tries = 1;; tries++) {
        try {
          return await work();
        } catch (error) {
          if (tries >= TRIES || this.#over || !meant()) throw error;
          await this.host.clock.sleep(PAUSE_MS, this.host.signal).catch(() => {});
        }
      }
    });
  }
  /** The same, tried once. */
  after(work: () => Promise<void>): void {
    this.#tail = this.#tail.then(async () => {
      if (this.#over) return;
      await work().catch((error) => this.host.log.warn("a line's state could not be told", { error }));
    });
  }
  /** Nothing more is told; resolves when what was being told is told. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#tail;
  }
  get #over(): boolean {
    return this.#closed || this.host.signal.aborted;
  }
}
