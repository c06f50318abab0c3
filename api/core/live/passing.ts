// What is not worth keeping (typing, presence): told to whoever listens now, on every process. Losing it is fine.
import type { Listener } from "../../../db/listen.ts";

const CHANNEL = "recado_passing";
/** A notification of PostgreSQL is shorter than 8,000 bytes. */
const LONGEST = 7_000;

/** An event of the stream that is not stored. */
export interface PassingEvent {
  companyId: number;
  name: string;
  audience: string[];
  payload: unknown;
}

/** Whoever passes on what is not worth keeping: a process's stream, or where it has none what tells the others. */
export interface Passes {
  pass(companyId: number, name: string, audience: string[], payload: unknown): void;
}
/** One process's end of it. */
export class Passing implements Passes {
  readonly #self = crypto.randomUUID().slice(0, 8);
  constructor(private listener: Listener) {}

  /** Tells the other processes. */
  pass(companyId: number, name: string, audience: string[], payload: unknown): void {
    const event: PassingEvent = { companyId, name, audience, payload };
    const word = encodeURIComponent(JSON.stringify({ from: this.#self, ...event }));
    if (word.length < LONGEST) this.listener.notify(CHANNEL, word);
  }
  /** Calls back with what other processes tell. */
  hear(onEvent: (event: PassingEvent) => void): void {
    this.listener.on(CHANNEL, (words) => {
      for (const word of words) {
        try {
          const { from, ...event } = JSON.parse(decodeURIComponent(word)) as PassingEvent & { from: string };
          if (from !== this.#self) onEvent(event);
        } catch { /* a word that cannot be read is a word lost */ }
      }
    }).catch(() => {});
  }
}
