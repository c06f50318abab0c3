// A linked device as the server knows it: the real Baileys client is at the other end. Holds what it uploaded and what waits for it.
import type { Buffer } from "node:buffer";
import type { Naming } from "../nodes/jids.ts";
import type { Line } from "../wire/line.ts";
import type { Node } from "../nodes/node.ts";
import type { Person } from "./person.ts";
import type { Bundle, PreKey } from "../keys/signal-party.ts";

const MOST_GIVEN = 1000;

export class Companion {
  /** Set while a client is logged in as this device. */
  line?: Line;
  /** True from the moment the client said it wants to receive. */
  active = false;
  /** Removed by the phone or by itself; its keys are worth nothing any more. */
  removed = false;
  registration: number;
  signed: Bundle["signed"];
  readonly preKeys = new Map<number, Buffer>();
  /** Keys that were in an upload, ever. */
  uploaded = 0;
  /** Stanzas not confirmed yet, in order; sent again at the next login. */
  readonly waiting = new Map<string, Node>();
  /** The last stanzas of messages, by id, for a second delivery of the very same bytes. */
  readonly given = new Map<string, Node>();
  readonly #asked = new Map<string, number>();
  /** Refusals of messages that were sent anew meanwhile: they confirm nothing. */
  readonly resent = new Map<string, number>();

  constructor(
    readonly person: Person,
    readonly device: number,
    readonly noise: Buffer,
    readonly identity: Buffer,
    registration: number,
    signed: Bundle["signed"],
  ) {
    this.registration = registration;
    this.signed = signed;
  }

  /** By which phones know it: one name, whichever of the two addresses is used. */
  get address(): string {
    return `${this.person.pn}.${this.device}`;
  }

  /** By which the server and other people know it. */
  jid(naming: Naming): string {
    return this.person.jid(naming, this.device);
  }
  /** How often a phone asked for a message again, this time included. */
  asked(what: string): number {
    const times = (this.#asked.get(what) ?? 0) + 1;
    this.#asked.set(what, times);
    return times;
  }
  remember(stanza: Node): void {
    this.given.set(stanza.attrs.id ?? "", stanza);
    const oldest = this.given.keys().next().value;
    if (this.given.size > MOST_GIVEN && oldest !== undefined) this.given.delete(oldest);
  }

  /** Each one-time key is given once; without one the bundle is still good. */
  bundle(): Bundle {
    const first = this.preKeys.entries().next().value;
    let once: PreKey | undefined;
    if (first) {
      once = { id: first[0], key: first[1] };
      this.preKeys.delete(once.id);
    }
    return { registration: this.registration, identity: this.identity, signed: this.signed, once };
  }
}
