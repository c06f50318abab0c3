// How long a process may act for the connections it holds: until so long after its last renewal was *sent*. Asked before each
// deed, because a process that was paused wakes up with its timers late and everything else ready to run.

/** A moment on two clocks: one that never jumps, and one that goes on while the machine sleeps. */
export interface Moment {
  steady: number;
  wall: number;
}
export const moment = (): Moment => ({ steady: performance.now(), wall: Date.now() });

export class Tenure {
  #renewed: Moment;
  #lost = false;

  /** `lost` is called once, at once, by whoever first finds that the time is up. */
  constructor(private limitMs: number, private lost: () => void, private now: () => Moment = moment) {
    this.#renewed = now();
  }

  /** Take it before a renewal is sent. */
  mark(): Moment {
    return this.now();
  }
  /** A renewal sent at this moment was granted. False where the answer took so long that it proves nothing any more. */
  renewed(sent: Moment): boolean {
    if (!this.fresh(sent)) return false;
    if (sent.steady >= this.#renewed.steady) this.#renewed = sent;
    this.#lost = false;
    return true;
  }
  /** Whether a moment is so recent that what was granted then still holds. */
  fresh(since: Moment): boolean {
    const now = this.now();
    return Math.max(now.steady - since.steady, now.wall - since.wall) <= this.limitMs;
  }
  /** Whether this process may act. */
  held(): boolean {
    if (this.#lost) return false;
    if (this.fresh(this.#renewed)) return true;
    this.#lost = true;
    this.lost();
    return false;
  }
}
