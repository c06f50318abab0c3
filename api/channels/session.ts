// One open connection: what its plugin is given, and the work that waits for it.
import type { Clock, Connection, ConnectionStatus, Host, Log, Secrets, Surroundings } from "../../channels/sdk/mod.ts";
import { ChannelError, type ChannelPlugin } from "../../channels/sdk/mod.ts";
import { platform } from "../../db/tenant.ts";
import { type EgressRules, guardedFetch } from "../core/egress.ts";
import { log } from "../core/log.ts";
import { type ConnectionRow, openSettings, writeStatus } from "./connections.ts";
import { receive } from "./inbound.ts";
import type { Lease } from "./leases.ts";
import { drain, type Line } from "./outbound.ts";
import { serveRequests } from "./requests.ts";
import { leaseSecrets } from "./secrets.ts";
import { tellConnection } from "./tell.ts";

export const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    }),
};

/** What a plugin sees of the world around it. */
export function surroundings(plugin: ChannelPlugin, env: Record<string, unknown>, rules: EgressRules): Surroundings {
  const named: Record<string, string> = {};
  for (const name of plugin.manifest.env) if (typeof env[name] === "string") named[name] = env[name];
  const channel = plugin.manifest.id;
  const channelLog: Log = {
    debug: (what, fields) => log.debug(what, { channel, ...fields }),
    info: (what, fields) => log.info(what, { channel, ...fields }),
    warn: (what, fields) => log.warn(what, { channel, ...fields }),
    error: (what, fields) => log.error(what, { channel, ...fields }),
  };
  const guarded = guardedFetch(rules);
  const safe: typeof fetch = async (input, init) => {
    try {
      return await guarded(input, init);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith("refused")) {
        throw new ChannelError("rejected", { reason: "ERR_PROVIDER_REFUSED", detail: error.message });
      }
      throw error;
    }
  };
  return { fetch: safe, env: named, log: channelLog, clock };
}

/** What is being sent when the process stops has this long to be answered: cut off, its outcome would be unknown. */
const FINISH_MS = 7_000;

export class Session {
  /** No new work. */
  #closing = new AbortController();
  /** Ends what is under way. */
  #abort = new AbortController();
  #line: Line | null = null;
  #draining = new Map<number, Promise<void>>();
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #serving = false;
  #again = false;
  /** Resolved once the plugin has connected, or given up. */
  readonly opened: Promise<void>;

  constructor(
    private plugin: ChannelPlugin,
    private row: ConnectionRow,
    readonly lease: Lease,
    private around: Surroundings,
    private processId: string,
  ) {
    this.opened = this.#open();
  }

  /** Something may be due. */
  async wake(): Promise<void> {
    const line = this.#line;
    if (!line) return;
    for (const { contact_id } of await dueContacts(line)) this.#drain(contact_id);
    await this.#serve(line);
  }

  /** Ends. With `finish` what is being sent may end first: only who still holds the lease may wait. */
  async close(finish = false): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    if (finish) await Promise.race([Promise.allSettled(this.#draining.values()), clock.sleep(FINISH_MS)]);
    this.#abort.abort();
    await Promise.race([Promise.allSettled(this.#draining.values()), clock.sleep(8_000)]);
    await this.#line?.connection.close().catch(() => {});
  }

  /** About once an hour. */
  async maintain(): Promise<void> {
    await this.#line?.connection.maintain?.().catch((error) =>
      log.warn("upkeep of a connection failed", { channel: this.plugin.manifest.id, error })
    );
  }

  async #open(): Promise<void> {
    try {
      const config = this.plugin.config.parse(openSettings(this.row)) as Record<string, unknown>;
      const connection = await this.plugin.connect(config, this.#host());
      if (this.#closing.signal.aborted) return await connection.close();
      this.#line = this.#makeLine(connection);
      await this.wake();
    } catch (error) {
      log.warn("a connection could not be opened", { channel: this.plugin.manifest.id, error });
      await this.#status("DISCONNECTED", { reason: "ERR_WAPP_NOT_INITIALIZED" });
    }
  }

  #makeLine(connection: Connection): Line {
    return {
      companyId: this.row.companyId,
      connectionId: this.row.id,
      manifest: this.plugin.manifest,
      connection,
      token: `${this.processId}:${this.lease.fence}`,
      since: performance.now(),
      signal: this.#closing.signal,
    };
  }

  #host(): Host {
    const secrets: Secrets = leaseSecrets(this.row.companyId, this.row.id, this.processId, this.lease.fence);
    return {
      ...this.around,
      receive: (event) => receive(this.row.companyId, this.row.id, event),
      status: (status, detail) => this.#status(status, detail),
      secrets,
      signal: this.#abort.signal,
    };
  }
  async #status(status: ConnectionStatus, detail: { qrcode?: string; reason?: string } = {}): Promise<void> {
    await writeStatus(this.row.companyId, this.row.id, status, detail, tellConnection);
  }

  #drain(contactId: number): void {
    if (this.#draining.has(contactId) || !this.#line || this.#closing.signal.aborted) return;
    const running = drain(this.#line, contactId).then((wait) => this.#later(contactId, wait), (error) => {
      log.warn("sending stopped and will go on", { channel: this.plugin.manifest.id, error });
      this.#later(contactId, 1_000);
    }).finally(() => this.#draining.delete(contactId));
    this.#draining.set(contactId, running);
  }
  /** Comes back to a conversation; a message written while it was drained is seen at once. */
  #later(contactId: number, wait: number | null): void {
    if (this.#closing.signal.aborted || wait === null) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#drain(contactId);
    }, Math.min(Math.max(wait, 10), 60_000));
    this.#timers.add(timer);
  }
  async #serve(line: Line): Promise<void> {
    if (this.#serving) {
      this.#again = true;
      return;
    }
    this.#serving = true;
    try {
      do this.#again = false; while (await serveRequests(line) || this.#again);
    } catch (error) {
      log.warn("requests of a connection wait", { channel: this.plugin.manifest.id, error });
    } finally {
      this.#serving = false;
    }
  }
}

/** Conversations of a connection in which something waits to be sent. */
async function dueContacts(line: Line): Promise<{ contact_id: number }[]> {
  return await platform()<{ contact_id: number }[]>`
    select distinct contact_id from app.messages
    where company_id = ${line.companyId} and connection_id = ${line.connectionId} and status in ('waiting', 'sending') and from_me and not is_private`;
}
