// Says how a connection is doing. These channels hold no line open: being connected means that the token works for this account
// and that our app is subscribed, so that is what is checked, at once and then on the hourly `maintain`. Only then the account is
// claimed: whoever writes somebody else's id into a form gets nothing of theirs.
import { ChannelError, type Host } from "../sdk/mod.ts";

/** Waits between tries while Graph cannot be reached, ms; the last one repeats. */
const WAITS_MS = [5_000, 15_000, 60_000, 300_000];

export class Line {
  readonly #closing = new AbortController();
  /** Aborted when the connection ends, from either side. */
  readonly signal: AbortSignal;
  #retrying = false;

  /** `check` throws ChannelError when nothing can be sent or received, or the token is not this account's. */
  constructor(
    private readonly host: Host,
    private readonly account: string,
    private readonly check: (signal: AbortSignal) => Promise<void>,
  ) {
    this.signal = AbortSignal.any([this.#closing.signal, host.signal]);
  }

  /** Starts checking and reporting; does not wait, because trouble on the line is a status. */
  open(): void {
    this.#report("OPENING").then(() => this.recheck()).catch((error: unknown) => {
      this.host.log.error("check failed", { error: String(error) });
    });
  }

  /** Checks once and reports; while Graph cannot be reached, goes on in the background. */
  async recheck(): Promise<void> {
    const wait = await this.#once();
    if (wait === null || this.#retrying) return;
    this.#retrying = true;
    this.#retry(wait).catch((error: unknown) => this.host.log.error("check failed", { error: String(error) }))
      .finally(() => this.#retrying = false);
  }

  /** A call failed: when that means that nothing goes any more, everybody shall see it. Returns the error to throw on. */
  async failed(error: unknown): Promise<unknown> {
    if (error instanceof ChannelError && error.code === "not-connected" && !this.signal.aborted) {
      await this.#report("DISCONNECTED", error.reason);
    }
    return error;
  }

  close(): void {
    this.#closing.abort();
  }

  /** The provider's least wait in ms when it is worth trying again soon; null when all is said. */
  async #once(): Promise<number | null> {
    try {
      await this.check(this.signal);
      const ours = await this.#claim();
      await (ours ? this.#report("CONNECTED") : this.#report("DISCONNECTED", "ERR_CHANNEL_ALREADY_CONNECTED"));
      return null;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (!(error instanceof ChannelError)) throw error;
      const passing = error.code === "unreachable" || error.code === "rate-limited";
      await this.#report(passing ? "OPENING" : "DISCONNECTED", error.reason);
      return passing ? error.retryAfterMs ?? 0 : null;
    }
  }

  /** A database that is away is waited for as Graph is. */
  async #claim(): Promise<boolean> {
    try {
      return await this.host.account(this.account);
    } catch (error) {
      throw new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE", detail: String(error) });
    }
  }

  async #retry(first: number): Promise<void> {
    let wait: number | null = first;
    for (let round = 0; wait !== null; round++) {
      const pause = Math.max(wait, WAITS_MS[Math.min(round, WAITS_MS.length - 1)] ?? 0);
      await this.host.clock.sleep(pause, this.signal).catch(() => {});
      if (this.signal.aborted) return;
      wait = await this.#once();
    }
  }

  async #report(status: "OPENING" | "CONNECTED" | "DISCONNECTED", reason?: string): Promise<void> {
    if (this.signal.aborted) return;
    try {
      await this.host.status(status, reason ? { reason } : undefined);
    } catch (error) {
      // The next check says it again.
      this.host.log.warn("status not stored", { status, error: String(error) });
    }
  }
}
