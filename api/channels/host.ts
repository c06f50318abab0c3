// The host of the plugins: finds them, holds leases, opens sessions, wakes them. In a process without the channels role it only
// knows the plugins and wakes whoever holds a connection.
import type { ChannelPlugin } from "../../channels/sdk/mod.ts";
import type { Listener } from "../../db/listen.ts";
import { platform } from "../../db/tenant.ts";
import type { Env } from "../core/env.ts";
import { log } from "../core/log.ts";
import { metrics } from "../core/metrics.ts";
import type { ChannelPort } from "../core/parts.ts";
import type { Stream } from "../core/stream.ts";
import { onWake } from "../core/wake.ts";
import { readConnection } from "./connections.ts";
import { discover, type Found } from "./discover.ts";
import { acquire, type Lease, release, renew, RENEW_MS, SELF_FENCE_MS } from "./leases.ts";
import { Session, surroundings } from "./session.ts";

const CHANNEL = "recado_channels";
const POLL_MS = 2_000;
const MAINTAIN_MS = 3_600_000;
/** Leases taken at once, so that a start with many connections is no herd. */
const ACQUIRE_LIMIT = 200;

export interface HostOptions {
  env: Env;
  stream: Stream | null;
  listener: Listener;
  /** For tests: these instead of what the folders hold. */
  plugins?: ReadonlyMap<string, ChannelPlugin>;
  /** Whether this process opens sessions. */
  sessions?: boolean;
  processId?: string;
}

export async function createChannelHost(options: HostOptions): Promise<ChannelHost> {
  const found = options.plugins
    ? new Map([...options.plugins].map(([id, plugin]) => [id, { plugin, locales: {}, icon: "" }]))
    : await discover();
  return new ChannelHost(options, found);
}

export class ChannelHost implements ChannelPort {
  readonly plugins: ReadonlyMap<string, ChannelPlugin>;
  readonly processId: string;
  #sessions = new Map<string, Session>();
  #timers: ReturnType<typeof setInterval>[] = [];
  #renewedAt = performance.now();
  #ticking = false;
  #stopped = false;

  constructor(private options: HostOptions, private found: ReadonlyMap<string, Found>) {
    this.plugins = new Map([...found].map(([id, { plugin }]) => [id, plugin]));
    this.processId = options.processId ?? crypto.randomUUID();
    onWake((companyId, connectionId) => this.wake(companyId, connectionId));
    options.listener.on(CHANNEL, (words) => words.forEach((word) => this.#heard(word))).catch(() => {});
    if (options.sessions) {
      this.#timers.push(
        setInterval(() => this.#tick(), RENEW_MS),
        setInterval(() => this.#poll(), POLL_MS),
        setInterval(() => this.#maintain(), MAINTAIN_MS),
      );
      void this.#tick();
    }
  }

  locales(id: string): Record<string, Record<string, string>> {
    return this.found.get(id)?.locales ?? {};
  }
  icon(id: string): string {
    return this.found.get(id)?.icon ?? "";
  }
  /** Everything a plugin may see outside a connection. */
  around(plugin: ChannelPlugin) {
    const { env } = this.options;
    return surroundings(plugin, env, { origins: [new URL(env.META_GRAPH_URL).origin], allow: env.EGRESS_ALLOW });
  }

  wake(companyId: number, connectionId: number): void {
    const session = this.#sessions.get(`${companyId}:${connectionId}`);
    if (session) void session.wake().catch(() => {});
    else this.options.listener.notify(CHANNEL, `${companyId}:${connectionId}`);
  }
  /** Settings changed, or a person asked for it: the session is opened anew, wherever it is held. */
  reopen(companyId: number, connectionId: number): void {
    this.options.listener.notify(CHANNEL, `!${companyId}:${connectionId}`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timers.forEach(clearInterval);
    await Promise.allSettled([...this.#sessions.values()].map((session) => session.close(true)));
    if (this.options.sessions) await release(this.processId).catch(() => {});
    this.#sessions.clear();
  }

  #heard(word: string): void {
    const again = word.startsWith("!");
    const key = again ? word.slice(1) : word;
    const session = this.#sessions.get(key);
    if (!session) {
      if (again && this.options.sessions) void this.#tick();
    } else if (again) void this.#drop(key).then(() => this.#tick());
    else void session.wake().catch(() => {});
  }

  /** Renews, drops what was lost, takes what is free. */
  async #tick(): Promise<void> {
    if (this.#ticking || this.#stopped) return;
    this.#ticking = true;
    try {
      const held = new Map((await renew(this.processId)).map((lease) => [keyOf(lease), lease]));
      this.#renewedAt = performance.now();
      for (const [key, session] of this.#sessions) {
        if (held.get(key)?.fence !== session.lease.fence) await this.#drop(key);
      }
      for (const lease of await acquire(this.processId, ACQUIRE_LIMIT)) await this.#open(lease);
    } catch (error) {
      log.warn("leases could not be renewed", { error });
      // Without a renewal another process will soon take over: give up first, so that there are never two.
      if (performance.now() - this.#renewedAt > SELF_FENCE_MS) {
        for (const key of [...this.#sessions.keys()]) await this.#drop(key, false);
      }
    } finally {
      this.#ticking = false;
      metrics.leases.set(this.#sessions.size);
    }
  }

  async #open(lease: Lease): Promise<void> {
    const row = await readConnection(lease.companyId, lease.connectionId);
    const plugin = row && this.plugins.get(row.channel);
    if (!row || !plugin || this.#stopped) return;
    this.#sessions.set(keyOf(lease), new Session(plugin, row, lease, this.around(plugin), this.processId));
  }
  async #drop(key: string, giveBack = true): Promise<void> {
    const session = this.#sessions.get(key);
    this.#sessions.delete(key);
    await session?.close();
    if (session && giveBack) await release(this.processId, session.lease).catch(() => {});
  }

  /** Covers wake-ups that were lost: every session with something due. */
  async #poll(): Promise<void> {
    if (!this.#sessions.size) return;
    const sessions = [...this.#sessions.values()];
    const rows = await platform()<{ key: string }[]>`
      with mine as (select * from unnest(${sessions.map((s) => s.lease.companyId)}::bigint[], ${
      sessions.map((s) => s.lease.connectionId)
    }::bigint[]) as m (company_id, connection_id))
      select m.company_id || ':' || m.connection_id as key from mine m
      where exists (select 1 from app.messages x where x.company_id = m.company_id and x.connection_id = m.connection_id and x.status in ('waiting', 'sending') and x.from_me and not x.is_private
          and coalesce(x.retry_at, x.sending_since, x.created_at) <= now())
        or exists (select 1 from app.channel_requests r where r.company_id = m.company_id and r.connection_id = m.connection_id and r.due_at <= now())`
      .catch(() => []);
    for (const { key } of rows) void this.#sessions.get(key)?.wake().catch(() => {});
  }
  #maintain(): void {
    for (const session of this.#sessions.values()) void session.maintain();
  }
}
const keyOf = (lease: { companyId: number; connectionId: number }) => `${lease.companyId}:${lease.connectionId}`;
