// Whether WhatsApp still answers. A line can be open and dead: nobody says goodbye on a network that went away.
import type { Host } from "../../sdk/mod.ts";
import type { OpenSocket } from "../wire/socket.ts";
import type { States } from "./states.ts";

export interface Rhythm {
  keepAliveMs: number;
  /** Longest silence after a ping that was due. */
  graceMs: number;
  /** A busy line tells of itself no more often than this. */
  beatMs: number;
  /** For how long the end of the backlog is waited for. */
  backlogMs: number;
  /** For how long the storing of what came is waited for. */
  storeMs: number;
}
export const RHYTHM: Rhythm = {
  keepAliveMs: 15_000,
  graceMs: 8_000,
  beatMs: 4_000,
  backlogMs: 60_000,
  storeMs: 20_000,
};

/** What is watched of a socket. */
export type Watched = Pick<OpenSocket, "on" | "onFrame" | "onEnding" | "over" | "end">;

/** What WhatsApp's silence is called when we end the line for it: as Baileys does. */
export class Silence extends Error {
  readonly output = { statusCode: 408 };
  constructor() {
    super("WhatsApp does not answer.");
  }
}

/**
 * Watches one socket until it ends, and ends it when it is dead. Life is told only once it is known what was missed, since it moves
 * the beginning of a gap.
 */
export class Heartbeat {
  #heardAt = performance.now();
  #toldAt = -Infinity;
  /** Set once the line is open. */
  #settle: ((outcome?: "unknown") => void) | null = null;
  #backlogEnded = false;
  #caughtUp = false;
  #told = false;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(
    private host: Host,
    private states: States,
    private socket: Watched,
    private rhythm: Rhythm,
    private stored: () => Promise<void>,
  ) {
    socket.onFrame(() => this.#heard());
    // The end of the backlog can come before the answers that make the line open.
    socket.on(({ receivedPendingNotifications }) => {
      if (!receivedPendingNotifications) return;
      this.#backlogEnded = true;
      this.#settle?.();
    });
    this.#timers.push(setInterval(() => this.#listen(), Math.max(20, rhythm.graceMs / 4)));
    socket.onEnding(() => this.#timers.forEach(clearTimeout));
  }

  /** The line is open. `fresh` is a device that was linked just now: what was before its time never comes. `done` once that is told. */
  opened(fresh: boolean, done: () => void): void {
    this.#settle = (outcome = fresh ? "unknown" : undefined) => {
      if (this.#caughtUp) return;
      this.#caughtUp = true;
      // What came is not made good before it is stored; but a long import must not make a living line look dead.
      const enough = new Promise<void>((resolve) => this.#timers.push(setTimeout(resolve, this.rhythm.storeMs)));
      void Promise.race([this.stored(), enough]).then(() =>
        this.states.surely(async () => {
          if (this.socket.over) return;
          await this.host.caughtUp(outcome ?? "replayed");
          this.#told = true;
          done();
        })
      );
    };
    if (this.#backlogEnded) this.#settle();
    else this.#timers.push(setTimeout(() => this.#settle?.("unknown"), this.rhythm.backlogMs));
  }

  #heard(): void {
    this.#heardAt = performance.now();
    if (!this.#told || this.#heardAt - this.#toldAt < this.rhythm.beatMs) return;
    this.#toldAt = this.#heardAt;
    this.states.after(() => this.socket.over ? Promise.resolve() : this.host.alive());
  }
  #listen(): void {
    const silence = performance.now() - this.#heardAt;
    if (silence > this.rhythm.keepAliveMs + this.rhythm.graceMs) void this.socket.end(new Silence(), true);
  }
}
