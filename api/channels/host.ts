// The host of the plugins: finds them, holds leases, opens sessions, wakes them. In a process without the channels role it only
// knows the plugins and wakes whoever holds a connection.
import type { ChannelPlugin } from "../../channels/sdk/mod.ts";
import type { Listener } from "../../db/listen.ts";
import { platform } from "../../db/tenant.ts";
import type { Env } from "../core/env.ts";
import { log } from "../core/log.ts";
import { noteManifests } from "../core/manifests.ts";
import { metrics } from "../core/metrics.ts";
import type { ChannelPort } from "../core/parts.ts";
import { type Passes, Passing } from "../core/live/passing.ts";
import type { Stream } from "../core/live/stream.ts";
import { onTypedTo, type TypedTo } from "../core/live/type-to.ts";
import { onWake } from "../core/live/wake.ts";
import { eventName } from "../contract/event.ts";
import { typing } from "../features/messages/contract.ts";
import { listenForAnswers } from "../features/connections/actions/ask.ts";
import { readConnection } from "./lines/connections.ts";
import { discover, type FoundPlugins } from "./lines/discover.ts";
import { acquire, type Lease, release, renew, RHYTHM, type Rhythm } from "./lines/leases.ts";
import { forgetSecrets } from "./lines/secrets.ts";
import { Session, surroundings } from "./session.ts";
import { type Moment, Tenure } from "./lines/tenure.ts";

const CHANNEL = "recado_channels";
const POLL_MS = 2_000;
const MAINTAIN_MS = 3_600_000;
/** How often the time since the last renewal is looked at; after a failed one it is tried again this soon. */
const WATCH_MS = 500;
const RETRY_MS = 1_000;
/** A turn that takes longer is left behind: its database does not answer. */
const TURN_MS = 8_000;
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
  /** For tests: shorter times. */
  rhythm?: Rhythm;
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
  /** On their way out: nothing is opened anew before its old socket is gone. */
  #ending = new Map<string, Promise<void>>();
  #opening = new Set<string>();
  #timers: ReturnType<typeof setInterval>[] = [];
  readonly #rhythm: Rhythm;
  readonly #tenure: Tenure;
  #turning = false;
  #again = false;
  readonly #passes: Passes;
  #stopped = false;

  constructor(private options: HostOptions, private found: ReadonlyMap<string, FoundPlugins>) {
    this.plugins = new Map([...found].map(([id, { plugin }]) => [id, plugin]));
    noteManifests([...this.plugins.values()].map(({ manifest }) => manifest));
    this.processId = options.processId ?? crypto.randomUUID();
    this.#rhythm = options.rhythm ?? RHYTHM;
    this.#tenure = new Tenure(this.#rhythm.selfFenceMs, () => this.#giveUp());
    this.#passes = options.stream ?? new Passing(options.listener);
    onWake((companyId, connectionId) => this.wake(companyId, connectionId));
    onTypedTo((to, on) => this.#typeTo(to, on));
    options.listener.on(CHANNEL, (words) => words.forEach((word) => this.#heard(word))).catch(() => {});
    listenForAnswers(options.listener);
    if (options.sessions) {
      this.#timers.push(
        setInterval(() => this.#tick(), this.#rhythm.renewMs),
        setInterval(() => this.#sessions.size && this.#tenure.held(), WATCH_MS),
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
    // What the operator names for it is its provider, wherever that stands.
    const named = plugin.manifest.env.map((name) => (env as unknown as Record<string, unknown>)[name]);
    const origins = named.flatMap((value) => /^https?:/.test(String(value)) ? new URL(String(value)).origin : []);
    return surroundings(plugin, env, { origins, allow: env.EGRESS_ALLOW });
  }

  wake(companyId: number, connectionId: number): void {
    const session = this.#sessions.get(`${companyId}:${connectionId}`);
    if (session) void session.wake().catch(() => {});
    else this.options.listener.notify(CHANNEL, `${companyId}:${connectionId}`);
  }
  /** Somebody types to this contact, or stopped: our page shows it, or the process that holds the connection. */
  #typeTo({ companyId, connectionId, ticketId, contactId, channel }: TypedTo, on: boolean): void {
    const { abilities } = this.plugins.get(channel)?.manifest ?? {};
    if (abilities?.pages) {
      this.#passes.pass(companyId, eventName(typing, companyId), [], { ticketId, contactId, on, fromMe: true });
    }
    if (abilities?.pages || !abilities?.typing) return;
    const key = `${companyId}:${connectionId}`;
    const session = this.#sessions.get(key);
    if (session) session.typing(contactId, on);
    else this.options.listener.notify(CHANNEL, `~${key}:${contactId}:${on ? 1 : 0}`);
  }
  /** Settings changed, or a person asked for it: the session is opened anew, wherever it is held. */
  reopen(companyId: number, connectionId: number): void {
    this.options.listener.notify(CHANNEL, `!${companyId}:${connectionId}`);
  }

  /** Something may be free: takes it now instead of at the next turn. */
  look(): void {
    if (this.options.sessions) void this.#tick();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timers.forEach(clearInterval);
    await Promise.allSettled([
      ...[...this.#sessions.values()].map((session) => session.close("finish")),
      ...this.#ending.values(),
    ]);
    if (this.options.sessions) await release(this.processId).catch(() => {});
    this.#sessions.clear();
  }

  #heard(word: string): void {
    if (word.startsWith("~")) {
      const [companyId, connectionId, contactId, on] = word.slice(1).split(":");
      return this.#sessions.get(`${companyId}:${connectionId}`)?.typing(Number(contactId), on === "1");
    }
    const again = word.startsWith("!");
    const key = again ? word.slice(1) : word;
    const session = this.#sessions.get(key);
    if (!session) {
      if (again && this.options.sessions) void this.#tick();
    } else if (again) void this.#drop(key, "finish").then(() => this.#tick());
    else void session.wake().catch(() => {});
  }

  /** Renews, drops what was lost, takes what is free. Asked for meanwhile, it is done once more. */
  async #tick(): Promise<void> {
    if (this.#turning) {
      this.#again = true;
      return;
    }
    this.#turning = true;
    do {
      this.#again = false;
      try {
        await inTime(this.#turn(), TURN_MS);
      } catch (error) {
        if (this.#stopped) break;
        log.warn("leases could not be renewed", { error });
        setTimeout(() => void this.#tick(), RETRY_MS);
      }
    } while (this.#again && !this.#stopped);
    this.#turning = false;
    metrics.leases.set(this.#sessions.size);
  }
  async #turn(): Promise<void> {
    if (this.#stopped) return;
    const { ttlS } = this.#rhythm;
    const sent = this.#tenure.mark();
    const held = await renew(this.processId, ttlS);
    // An answer that took too long proves nothing: another process may have taken over since it was given.
    if (!this.#tenure.renewed(sent)) return;
    const fences = new Map(held.map((lease) => [keyOf(lease), lease.fence]));
    for (const [key, { lease }] of this.#sessions) {
      if (fences.get(key) !== lease.fence) void this.#drop(key, "now", true);
    }
    const taken = this.#tenure.mark();
    const free = await acquire(this.processId, [...this.plugins.keys()], ACQUIRE_LIMIT, ttlS);
    // Also what is held without a session: its opening failed, or its old socket was still there.
    for (const lease of held) await this.#open(lease, sent);
    for (const lease of free) await this.#open(lease, taken);
  }
  /** Another process will soon take over: closes first, so that there are never two. */
  #giveUp(): void {
    if (!this.#sessions.size) return;
    log.warn("leases ran out: sessions end", { sessions: this.#sessions.size });
    for (const key of [...this.#sessions.keys()]) void this.#drop(key, "now");
  }

  async #open(lease: Lease, granted: Moment): Promise<void> {
    const key = keyOf(lease);
    if (this.#sessions.has(key) || this.#ending.has(key) || this.#opening.has(key)) return;
    this.#opening.add(key);
    try {
      const row = await readConnection(lease.companyId, lease.connectionId);
      const plugin = row && this.plugins.get(row.channel);
      if (!row || !plugin || this.#stopped || !this.#tenure.fresh(granted)) return;
      const held = () => this.#tenure.held();
      const session = new Session(plugin, row, { lease, held }, this.around(plugin), this.processId, this.#passes);
      this.#sessions.set(key, session);
    } finally {
      this.#opening.delete(key);
    }
  }
  /** `finish` while it is ours: what is being sent may end, and the lease is given back. `now` when it may be another's. */
  #drop(key: string, manner: "finish" | "now", look = manner === "finish"): Promise<void> {
    const session = this.#sessions.get(key);
    if (!session) return this.#ending.get(key) ?? Promise.resolve();
    this.#sessions.delete(key);
    const ending = this.#end(session, manner, look).finally(() => this.#ending.delete(key));
    this.#ending.set(key, ending);
    return ending;
  }
  /** `look`: the database answers, so whether the connection was deleted can be asked without keeping the socket open. */
  async #end(session: Session, manner: "finish" | "now", look: boolean): Promise<void> {
    const { companyId, connectionId } = session.lease;
    const gone = look && !await readConnection(companyId, connectionId).catch(() => true);
    if (gone) await session.unlink();
    await session.close(manner);
    if (gone) await forgetSecrets(companyId, connectionId).catch(() => {});
    await release(this.processId, session.lease).catch(() => {});
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
        or exists (select 1 from app.channel_requests r where r.company_id = m.company_id and r.connection_id = m.connection_id and r.due_at <= now()
          and (r.answer_by is null or r.attempts = 0 and r.answer_by > now()))`
      .catch(() => []);
    for (const { key } of rows) void this.#sessions.get(key)?.wake().catch(() => {});
  }
  #maintain(): void {
    for (const session of this.#sessions.values()) void session.maintain();
  }
}
/** Rejects when it takes longer; what it does then is left to itself. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  work.catch(() => {});
  const late = new Promise<never>((_, reject) => timer = setTimeout(() => reject(new Error("no answer in time")), ms));
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
const keyOf = (lease: { companyId: number; connectionId: number }) => `${lease.companyId}:${lease.connectionId}`;
