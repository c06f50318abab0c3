// Work in order per conversation, several conversations at once: a burst keeps its order, and one that waits holds up no other.
import { AsyncLocalStorage } from "node:async_hooks";

export class Queues {
  /** Work goes on where it was left, whoever added it: what belonged to the adder (a transaction of keys) is over by then. */
  readonly #outside = AsyncLocalStorage.snapshot();
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();
  readonly #ready: string[] = [];
  readonly #idle: (() => void)[] = [];
  #running = 0;

  /** `most` conversations at once; `failed` hears what a piece of work threw. */
  constructor(readonly most: number, readonly failed: (error: unknown) => void) {}

  add(key: string, work: () => Promise<void>): void {
    const line = this.#waiting.get(key);
    if (line) {
      line.push(work);
      return;
    }
    this.#waiting.set(key, [work]);
    this.#ready.push(key);
    this.#next();
  }

  /** Resolves when nothing is waiting or being done. */
  async idle(): Promise<void> {
    if (this.#waiting.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #next(): void {
    while (this.#running < this.most && this.#ready.length > 0) {
      this.#running++;
      void this.#run(this.#ready.shift()!);
    }
  }
  /** One piece, then to the back: a conversation with a thousand messages lets the others have their turns. */
  async #run(key: string): Promise<void> {
    const line = this.#waiting.get(key)!;
    try {
      await this.#outside(line[0]!);
    } catch (error) {
      this.failed(error);
    }
    line.shift();
    if (line.length > 0) this.#ready.push(key);
    else this.#waiting.delete(key);
    this.#running--;
    this.#next();
    if (this.#waiting.size === 0) { for (const resolve of this.#idle.splice(0)) resolve(); }
  }
}
