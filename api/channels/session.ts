// One open connection: what its plugin is given, and the work that waits for it.
import type { Clock, Connection, ConnectionStatus, Log, Surroundings } from "../../channels/sdk/mod.ts";
import { ChannelError, type ChannelPlugin } from "../../channels/sdk/mod.ts";
import { platform, withTenant } from "../../db/tenant.ts";
import { type EgressRules, guardedFetch } from "../core/outside/egress.ts";
import { log } from "../core/log.ts";
import type { Passes } from "../core/live/passing.ts";
import { serveAsked } from "./lines/answers.ts";
import { type ConnectionRow, writeStatus } from "./lines/connections.ts";
import { openSettings } from "../features/connections/settings.ts";
import { comingUp } from "./lines/health.ts";
import type { Lease } from "./lines/leases.ts";
import { drain, type OpenLine } from "./outbound/outbound.ts";
import { loadPeer } from "./outbound/row.ts";
import { TypingSigns } from "./outbound/typing.ts";
import { nextHeld } from "../features/pace/queue.ts";
import { serveRequests } from "./lines/requests.ts";
import { sessionHost } from "./session-host.ts";

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

/** A send that runs when the process stops has this long to be answered: cut off, its outcome would be unknown. */
const FINISH_MS = 7_000;
/** So many conversations to which nobody owes an answer are sent to at once: an answer finds the line, and the database, free. */
const BULK_AT_ONCE = 4;
/** In place of the heads of a queue that could not be read. */
const LOOK_AGAIN = { contactId: 0, inMs: 1_000, bulk: false };
/** A socket must be gone before its lease is. */
const CLOSE_MS = 2_000;

/** What lets a session work: its lease, and whether this process may still act on it. Asked before each deed. */
export interface Mandate {
  lease: Lease;
  held: () => boolean;
}

export class Session {
  /** No new work. */
  #closing = new AbortController();
  /** Ends what is under way. */
  #abort = new AbortController();
  #line: OpenLine | null = null;
  #draining = new Map<number, Promise<void>>();
  #missed = new Set<number>();
  /** Conversations that come back by themselves, by contact. */
  #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #turn: ReturnType<typeof setTimeout> | undefined;
  /** Whether somebody stood in the queue at the last look. */
  #queued = false;
  /** Conversations that are sent to because it was their turn, and nobody is owed an answer there. */
  #bulk = new Set<number>();
  #looking = false;
  #lookAgain = false;
  #serving = false;
  #again = false;
  #signs = new TypingSigns((contactId, on) => void this.#showTyping(contactId, on));
  /** Resolved once the plugin has connected, or given up. */
  readonly opened: Promise<void>;

  constructor(
    private plugin: ChannelPlugin,
    private row: ConnectionRow,
    private mandate: Mandate,
    private around: Surroundings,
    private processId: string,
    private passes: Passes,
  ) {
    this.opened = this.#open();
  }

  get lease(): Lease {
    return this.mandate.lease;
  }
  /** Something may be due. */
  async wake(): Promise<void> {
    const line = this.#line;
    if (!line?.held()) return;
    const due = await dueContacts(line);
    this.#queued = due.some(({ contactId }) => contactId === null);
    for (const { contactId } of due) if (contactId !== null) this.#drain(contactId);
    await Promise.all([this.#serve(line), serveAsked(line), this.#takeTurns(line)]);
  }

  /** Somebody here types to this contact, or stopped. */
  typing(contactId: number, on: boolean): void {
    if (this.#line?.held()) this.#signs.say(contactId, on);
  }
  async #showTyping(contactId: number, on: boolean): Promise<void> {
    const line = this.#line;
    if (!line?.held() || !line.connection.typing) return;
    const { companyId, connectionId } = line;
    try {
      await line.connection.typing(
        await withTenant({ companyId }, (tx) => loadPeer(tx, contactId, connectionId), { read: true }),
        on,
      );
    } catch (error) {
      log.debug("typing could not be shown", { channel: this.plugin.manifest.id, error });
    }
  }

  /** Ends. With `finish` what is being sent may end first: only who still holds the lease may wait. */
  async close(manner: "finish" | "now"): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    clearTimeout(this.#turn);
    this.#signs.close();
    const sends = () => Promise.allSettled(this.#draining.values());
    if (manner === "finish") await Promise.race([sends(), clock.sleep(FINISH_MS)]);
    this.#abort.abort();
    await Promise.race([this.#disconnect(), clock.sleep(CLOSE_MS)]);
    if (manner === "now") await Promise.race([sends(), clock.sleep(FINISH_MS)]);
  }
  /** Also one that is only being opened: the next session must not find it there. */
  async #disconnect(): Promise<void> {
    if (!this.#line) await this.opened;
    await this.#line?.connection.close().catch(() => {});
  }

  /** The connection is being deleted: the provider need not keep its device. */
  async unlink(): Promise<void> {
    await Promise.race([this.#line?.connection.unlink?.().catch(() => {}), clock.sleep(5_000)]);
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
      if (this.plugin.manifest.abilities.link) await comingUp(this.row.companyId, this.row.id, this.lease.fence);
      const host = await sessionHost(this.row, this.lease, this.processId, this.around, {
        signal: this.#abort.signal,
        held: () => this.#held(),
        wake: () => this.wake(),
        passes: this.passes,
        governor: this.plugin.manifest.governor,
      });
      if (!this.#held()) return;
      const connection = await this.plugin.connect(config, host);
      if (this.#closing.signal.aborted) return await connection.close();
      this.#line = this.#makeLine(connection);
      void this.wake().catch(() => {});
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      log.warn("a connection could not be opened", { channel: this.plugin.manifest.id, error });
      await this.#status("DISCONNECTED", { reason: "ERR_WAPP_NOT_INITIALIZED" });
    }
  }

  #makeLine(connection: Connection): OpenLine {
    return {
      companyId: this.row.companyId,
      connectionId: this.row.id,
      manifest: this.plugin.manifest,
      connection,
      token: `${this.processId}:${this.lease.fence}`,
      since: performance.now(),
      signal: this.#closing.signal,
      held: () => this.#held(),
    };
  }
  #held(): boolean {
    return !this.#abort.signal.aborted && this.mandate.held();
  }

  async #status(status: ConnectionStatus, detail: { qrcode?: string; reason?: string } = {}): Promise<void> {
    await writeStatus(this.row.companyId, this.row.id, status, { ...detail, fence: this.lease.fence });
  }

  #drain(contactId: number, inTurn = false): void {
    if (!this.#line || this.#closing.signal.aborted) return;
    // Written while it was drained: the drain may have looked already.
    if (this.#draining.has(contactId)) return void this.#missed.add(contactId);
    clearTimeout(this.#timers.get(contactId));
    this.#timers.delete(contactId);
    const running = drain(this.#line, contactId, inTurn).then((wait) => this.#later(contactId, wait), (error) => {
      log.warn("sending stopped and will go on", { channel: this.plugin.manifest.id, error });
      this.#later(contactId, 1_000);
    }).finally(() => {
      this.#draining.delete(contactId);
      this.#signs.sent(contactId);
      this.#bulk.delete(contactId);
      if (this.#missed.delete(contactId)) this.#drain(contactId);
      if (this.#line) void this.#takeTurns(this.#line);
    });
    this.#draining.set(contactId, running);
  }
  /** Goes on with the queue. One look at a time: an older one must not win. */
  async #takeTurns(line: OpenLine): Promise<void> {
    const { governor } = line.manifest;
    if (!governor && !this.#queued) return;
    this.#lookAgain = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    do {
      this.#lookAgain = false;
      const heads = await nextHeld(line, governor?.kind === "pace" ? 1 : BULK_AT_ONCE).catch(() => [LOOK_AGAIN]);
      clearTimeout(this.#turn);
      if (this.#closing.signal.aborted) break;
      const idle = (contactId: number) => !this.#timers.has(contactId) && !this.#draining.has(contactId);
      for (const { contactId, bulk } of heads.filter(({ contactId, inMs }) => inMs <= 0 && idle(contactId))) {
        if (bulk && this.#bulk.size >= BULK_AT_ONCE) continue;
        if (bulk) this.#bulk.add(contactId);
        this.#drain(contactId, bulk);
      }
      const soonest = Math.min(...heads.map(({ inMs }) => inMs > 0 ? inMs : Infinity));
      if (soonest < Infinity) this.#turn = setTimeout(() => void this.#takeTurns(line), Math.min(soonest + 5, 60_000));
    } while (this.#lookAgain);
    this.#looking = false;
  }
  /** Comes back to a conversation. */
  #later(contactId: number, wait: number | null): void {
    if (this.#closing.signal.aborted || wait === null) return;
    clearTimeout(this.#timers.get(contactId));
    const timer = setTimeout(() => {
      this.#timers.delete(contactId);
      this.#drain(contactId);
    }, Math.min(Math.max(wait, 10), 60_000));
    this.#timers.set(contactId, timer);
  }
  async #serve(line: OpenLine): Promise<void> {
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

/**
 * Conversations of a connection in which something waits to be sent, and not for its turn; null where something waits for that.
 * `offset 0`: one look into the queue a message, whatever PostgreSQL believes of tables into which a campaign just came.
 */
async function dueContacts(line: OpenLine): Promise<{ contactId: number | null }[]> {
  return await platform()<{ contactId: number | null }[]>`
    select distinct contact_id as "contactId" from app.messages m
    where company_id = ${line.companyId} and connection_id = ${line.connectionId} and status in ('waiting', 'sending') and from_me and not is_private
      and not exists (select 1 from app.messages_held h where h.company_id = m.company_id and h.message_id = m.id and m.status = 'waiting' offset 0)
    union all
    select null where exists (select 1 from app.messages_held h where h.company_id = ${line.companyId} and h.connection_id = ${line.connectionId})`;
}
