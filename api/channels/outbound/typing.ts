// Somebody here writes an answer, and the customer's own app shows it. The sign is given at a pace, and ends by itself when nobody
// types any more, whatever became of the app that said so.

/** A sign is renewed no more often than this: apps show one for about ten seconds. */
const EVERY_MS = 5_000;
/** Without another word of whoever types it is over; the app says so every three seconds. */
const OVER_MS = 8_000;
/** Conversations with a sign at once on one connection. */
const MOST = 100;

interface Sign {
  toldAt: number;
  over: ReturnType<typeof setTimeout>;
}

export class TypingSigns {
  readonly #signs = new Map<number, Sign>();

  /** `tell` brings a sign to the customer, or ends it; what it throws is its own affair. */
  constructor(
    private tell: (contactId: number, on: boolean) => void,
    private everyMs = EVERY_MS,
    private overMs = OVER_MS,
  ) {}

  /** Somebody types to this contact, or stopped. */
  say(contactId: number, on: boolean): void {
    const sign = this.#signs.get(contactId);
    if (!on) return this.#end(contactId);
    if (!sign && this.#signs.size >= MOST) return;
    clearTimeout(sign?.over);
    const over = setTimeout(() => this.#end(contactId), this.overMs);
    const now = performance.now();
    const due = !sign || now - sign.toldAt >= this.everyMs;
    this.#signs.set(contactId, { toldAt: due ? now : sign.toldAt, over });
    if (due) this.tell(contactId, true);
  }
  /** A message went to this contact: it ends the sign there. */
  sent(contactId: number): void {
    clearTimeout(this.#signs.get(contactId)?.over);
    this.#signs.delete(contactId);
  }
  /** Nothing more is told. */
  close(): void {
    for (const contactId of [...this.#signs.keys()]) this.sent(contactId);
  }

  #end(contactId: number): void {
    if (!this.#signs.has(contactId)) return;
    this.sent(contactId);
    this.tell(contactId, false);
  }
}
