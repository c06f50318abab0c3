// Reports the state of a connection. These channels hold no line open: connected means that the token works for this account and
// that our app is subscribed. The line checks both when it opens and at the hourly `maintain`, and only then claims the account:
// a company that types another company's account id into the form receives none of its messages.
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

  /** Starts checking and reporting. Does not wait for the first result: trouble on the line is a status. */
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

  /** Reports a failed call as a status where the error means that the connection works no more. Returns the error to throw on. */
  async failed(error: unknown): Promise<unknown> {
    if (error instanceof ChannelError && error.code === "not-connected" && !this.signal.aborted) {
      await this.#report("DISCONNECTED", error.reason);
    }
    return error;
  }

  close(): void {
    this.#closing.abort();
  }

  /** The provider's least wait in ms when a try soon may succeed; null when the status is final, and people see it. */
  async #once(): Promise<number | null> {
    try {
      await this.check(this.signal);
      const ours = await this.#claim();
      const seen =
        await (ours ? this.#report("CONNECTED") : this.#report("DISCONNECTED", "ERR_CHANNEL_ALREADY_CONNECTED"));
      return seen ? null : 0;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (!(error instanceof ChannelError)) throw error;
      const passing = error.code === "unreachable" || error.code === "rate-limited";
      const seen = await this.#report(passing ? "OPENING" : "DISCONNECTED", error.reason);
      return passing ? error.retryAfterMs ?? 0 : seen ? null : 0;
    }
  }

  /** A database that is away counts as unreachable, so that the line waits for it as it waits for Graph. */
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

  /** True once it is stored, or when nobody is to know any more. */
  async #report(status: "OPENING" | "CONNECTED" | "DISCONNECTED", reason?: string): Promise<boolean> {
    if (this.signal.aborted) return true;
    try {
      await this.host.status(status, reason ? { reason } : undefined);
      return true;
    } catch (error) {
      // The next check reports it again.
      this.host.log.warn("status not stored", { status, error: String(error) });
      return false;
    }
  }
}
