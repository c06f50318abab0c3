// The live stream: one reader per process turns the event log into Server-Sent Events for all its clients. An event is encoded
// once as it is and, only if somebody needs it, once with numbers masked. The log is the truth, NOTIFY a wake-up, a poll each
// second covers a lost one.
import { HEARTBEAT_MS, STREAMS_PER_PERSON } from "../../contract/limits.ts";
import { onCommit, platform } from "../../../db/tenant.ts";
import { written } from "../../../db/written.ts";
import type { Listener } from "../../../db/listen.ts";
import type { Me } from "../access/auth.ts";
import { Client, epochOf, viewerKeys, whoOf } from "./client.ts";
import { Passing, type PassingEvent } from "./passing.ts";
import { type Entry, Ring } from "./ring.ts";

/** Whose listeners read the log: a company, or `*` for all. */
export const CHANNEL = "recado_events";
const POLL_MS = 1_000;
const READ_LIMIT = 1_000;
/** Reads begin at least this far apart, so that a burst is read in one go; the first after a pause does not wait. */
const GATHER_MS = 2;
/** More missed events than this are never replayed: a client that was away that long fetches anew. */
export const REPLAY_MAX = 20_000;
/** A client whose cursor is ahead of this process waits this long for the reader to get there. */
const CATCH_UP_MS = 2_000;

interface Live {
  ring: Ring;
  clients: Set<Client>;
  watchers: Set<(entry: Entry) => void>;
  /** Clients on their way in: the company is not forgotten meanwhile. */
  opening: number;
  ready: Promise<void>;
}

export class Stream {
  #live = new Map<number, Live>();
  #wanted = new Set<number>();
  #reading = false;
  #readAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setInterval>;
  #beat: ReturnType<typeof setInterval>;
  #self = crypto.randomUUID().slice(0, 8);
  #passing: Passing;
  #stopped = false;

  constructor(
    private listener: Listener,
    readonly epoch: string,
    beatMs = HEARTBEAT_MS,
  ) {
    onCommit((companyId) => {
      listener.notify(CHANNEL, `${companyId}@${this.#self}`);
      this.#wake(companyId);
    });
    listener.on(CHANNEL, (words) => {
      for (const word of words) {
        if (word === "*") { for (const id of this.#live.keys()) this.#wake(id); }
        else if (!word.endsWith(this.#self)) this.#wake(Number(word.split("@")[0]));
      }
    }).catch(() => {});
    this.#passing = new Passing(listener);
    this.#passing.hear((event) => this.#deliverPassing(event));
    this.#poll = setInterval(() => this.#pollAll(), POLL_MS);
    this.#beat = setInterval(() => this.#heartbeat(), beatMs);
  }

  /**
   * Opens a client's stream. `cursor` is its Last-Event-ID; a cursor that cannot be continued gets one `reset`, and so does a
   * client that missed more than `max` events of its own: it would rather ask what changed (GET /sync/tickets).
   */
  async open(
    me: Me,
    expiresAt: number,
    cursor: { epoch: string; position: number } | null,
    max = REPLAY_MAX,
  ): Promise<ReadableStream<Uint8Array>> {
    const live = this.#join(me.companyId);
    live.opening++;
    // A stream of an expired company goes on where one did before it expired, or one like itself; never the other way round.
    const known = me.companyExpired && cursor?.epoch === epochOf(this.epoch, me);
    try {
      await live.ready;
      return await this.#enter(live, me, expiresAt, known ? { ...cursor, epoch: this.epoch } : cursor, max);
    } finally {
      live.opening--;
    }
  }

  async #enter(
    live: Live,
    me: Me,
    expiresAt: number,
    cursor: { epoch: string; position: number } | null,
    max: number,
  ): Promise<ReadableStream<Uint8Array>> {
    const client = new Client(me, expiresAt, (gone) => void live.clients.delete(gone));
    if (cursor && cursor.epoch === this.epoch && cursor.position > live.ring.head) {
      await this.#readUpTo(me.companyId, live, cursor.position);
    }
    let head = live.ring.head;
    let missed = cursor ? await this.#missed(me, cursor, head, max) : [];
    // So much was committed while the past was read that the ring has dropped some of it again.
    while (missed && live.ring.head > head && !live.ring.covers(head)) {
      const more: Entry[] | null = await this.#missed(
        me,
        { epoch: this.epoch, position: head },
        live.ring.head,
        max,
      );
      missed = more && [...missed, ...more];
      head = missed?.at(-1)?.position ?? live.ring.head;
    }
    if (missed && missed.length > max && missed.filter((entry) => client.sees(entry)).length > max) missed = null;
    client.greet(this.epoch, missed === null ? head : cursor?.position ?? head, head);
    if (missed === null) client.reset(this.epoch, head);
    else for (const entry of missed) client.offer(entry, this.epoch);
    // Events committed while the past was read are in the ring by now.
    for (const entry of live.ring.after(head)) client.offer(entry, this.epoch);
    if (this.#stopped) client.end();
    if (!client.ended) live.clients.add(client);
    const own = [...live.clients].filter(({ who }) => who === whoOf(me));
    for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON))) oldest.end();
    return client.body;
  }

  /** Calls back for each new entry of a company until the signal aborts; for a channel's own public pages. */
  watch(companyId: number, onEntry: (entry: Entry) => void, signal: AbortSignal): void {
    const live = this.#join(companyId);
    live.watchers.add(onEntry);
    signal.addEventListener("abort", () => live.watchers.delete(onEntry), { once: true });
  }

  /** Sends something that is not worth keeping (typing, presence) to whoever listens now, on every process. */
  pass(companyId: number, name: string, audience: string[], payload: unknown): void {
    this.#deliverPassing({ companyId, name, audience, payload });
    this.#passing.pass(companyId, name, audience, payload);
  }

  /** How many clients are connected. */
  get clients(): number {
    let sum = 0;
    for (const live of this.#live.values()) sum += live.clients.size;
    return sum;
  }

  /** Tells every client to come back elsewhere and ends. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearInterval(this.#beat);
    clearTimeout(this.#timer);
    for (const live of this.#live.values()) for (const client of [...live.clients]) client.end();
  }

  #join(companyId: number): Live {
    const known = this.#live.get(companyId);
    if (known) return known;
    const ring = new Ring();
    const live: Live = { ring, clients: new Set(), watchers: new Set(), opening: 0, ready: Promise.resolve() };
    this.#live.set(companyId, live);
    live.ready = platform()`select seq from app.event_heads where company_id = ${companyId}`.then(([row]) => {
      ring.start(Number(row?.seq ?? 0));
    }).catch((error) => {
      this.#live.delete(companyId);
      throw error;
    });
    return live;
  }

  /** Another process may have shown a client what this one has yet to read: then it is read, not refused. */
  async #readUpTo(companyId: number, live: Live, position: number): Promise<void> {
    const [row] = await platform()<{ seq: number }[]>`
      select seq from app.event_heads where company_id = ${companyId}`;
    if (Number(row?.seq ?? 0) < position) return;
    for (let waited = 0; live.ring.head < position && waited < CATCH_UP_MS; waited += 5) {
      this.#wake(companyId);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Entries after the cursor, or null when the client must start anew: other epoch, from the future, too old or too many. */
  async #missed(
    me: Me,
    cursor: { epoch: string; position: number },
    head: number,
    max: number,
  ): Promise<Entry[] | null> {
    if (cursor.epoch !== this.epoch || cursor.position > head) return null;
    if (cursor.position === head) return [];
    const { companyId } = me;
    const ring = this.#live.get(companyId)?.ring;
    if (ring?.covers(cursor.position)) return ring.after(cursor.position);
    // Counted before they are read: a morning's phones would each read a night for nothing.
    if (head - cursor.position > max && await countFor(me, cursor.position, head, max) > max) return null;
    const rows = await platform()<Row[]>`
      select company_id, position, name, audience, except_, payload::text as payload from app.events
      where company_id = ${companyId} and position > ${cursor.position} and position <= ${head} order by position limit ${
      written(platform(), REPLAY_MAX)
    }`;
    const complete = Number(rows[0]?.position) === cursor.position + 1 && Number(rows.at(-1)?.position) === head;
    return complete ? rows.map(asEntry) : null;
  }

  #wake(companyId: number): void {
    if (!this.#live.has(companyId)) return;
    this.#wanted.add(companyId);
    if (this.#reading || this.#timer !== undefined) return;
    const wait = this.#readAt + GATHER_MS - performance.now();
    if (wait <= 0) void this.#read();
    else this.#timer = setTimeout(() => this.#read(), wait);
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#reading = true;
    this.#readAt = performance.now();
    const ids = [...this.#wanted].filter((id) => this.#live.get(id)?.ring.started);
    this.#wanted.clear();
    try {
      const cursors = ids.map((id) => this.#live.get(id)!.ring.head);
      const rows = ids.length ? await readAfter(ids, cursors) : [];
      const full = new Map<number, number>();
      for (const row of rows) {
        this.#deliver(Number(row.company_id), asEntry(row));
        full.set(Number(row.company_id), (full.get(Number(row.company_id)) ?? 0) + 1);
      }
      for (const [id, count] of full) if (count >= READ_LIMIT) this.#wanted.add(id);
    } catch {
      for (const id of ids) this.#wanted.add(id);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    this.#reading = false;
    if (this.#wanted.size) this.#timer ??= setTimeout(() => this.#read(), 0);
  }

  #deliver(companyId: number, entry: Entry): void {
    const live = this.#live.get(companyId);
    if (!live || !live.ring.push(entry)) return;
    for (const client of live.clients) client.offer(entry, this.epoch);
    for (const watcher of live.watchers) watcher(entry);
  }

  /** Every second: companies whose heads moved unnoticed, and companies that may no longer listen. */
  async #pollAll(): Promise<void> {
    const ids = [...this.#live.keys()];
    if (!ids.length) return;
    const rows = await platform()<{ id: number; seq: number; active: boolean; expired: boolean }[]>`
      select c.id, coalesce(h.seq, 0) as seq, c.active, c.id <> 1 and coalesce(c.due_at <= now(), false) as expired
      from app.companies c left join app.event_heads h on h.company_id = c.id where c.id = any (${ids})`.catch(() =>
      null
    );
    if (!rows) return;
    const found = new Map(rows.map((row) => [row.id, row]));
    // Only companies that were asked about: one whose first stream opened meanwhile is not among the answers.
    for (const id of ids) {
      const live = this.#live.get(id);
      if (!live) continue;
      const row = found.get(id);
      const behind = row !== undefined && row.seq > live.ring.head;
      if (behind) this.#wake(id);
      for (const client of [...live.clients]) {
        // Who comes back is let in as what the company is by then; before that it hears what made it so.
        if (!row?.active || !behind && client.expired !== row.expired) client.end();
      }
      const unused = !live.clients.size && !live.watchers.size && !live.opening;
      if (unused && live.ring.started) this.#live.delete(id);
      for (const client of [...live.clients]) client.endIfExpired();
    }
  }

  #heartbeat(): void {
    for (const live of this.#live.values()) {
      for (const client of [...live.clients]) client.beat(this.epoch, live.ring.head);
    }
  }

  #deliverPassing({ companyId, name, audience, payload }: PassingEvent): void {
    const live = this.#live.get(companyId);
    if (!live) return;
    const entry: Entry = {
      position: 0,
      name,
      audience: new Set(audience),
      except: null,
      payload: JSON.stringify(payload),
    };
    for (const client of live.clients) client.offer(entry, this.epoch);
    for (const watcher of live.watchers) watcher(entry);
  }
}

interface Row {
  company_id: number;
  position: number;
  name: string;
  audience: string[];
  except_: string[] | null;
  payload: string;
}
function asEntry(row: Row): Entry {
  return {
    position: row.position,
    name: row.name,
    audience: new Set(row.audience),
    except: row.except_ ? new Set(row.except_) : null,
    payload: row.payload,
  };
}
/** How many entries between two positions this person may see; counted no further than `max`. */
async function countFor(me: Me, after: number, head: number, max: number): Promise<number> {
  const keys = [...viewerKeys(me)];
  const [row] = await platform()<{ n: number }[]>`
    select count(*)::bigint as n from (
      select 1 from app.events where company_id = ${me.companyId} and position > ${after} and position <= ${head}
        and audience && ${keys}::text[] and not coalesce(except_ && ${keys}::text[], false) limit ${max + 1}) x`;
  return Number(row!.n);
}
function readAfter(ids: number[], cursors: number[]): Promise<Row[]> {
  return platform()<Row[]>`
    select e.company_id, e.position, e.name, e.audience, e.except_, e.payload::text as payload
    from unnest(${ids}::bigint[], ${cursors}::bigint[]) as w (company_id, position)
    cross join lateral (
      select * from app.events e where e.company_id = w.company_id and e.position > w.position order by e.position limit ${
    written(platform(), READ_LIMIT)
  }) e
    order by e.company_id, e.position`;
}
