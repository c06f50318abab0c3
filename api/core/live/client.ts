// One connected client: what it may see, what was written to it, and when it must go.
import { eventNamed } from "../../contract/event.ts";
import { type KeyScope, scopeOfEvent } from "../../contract/programs/keys.ts";
import type { Me } from "../access/auth.ts";
import { forgetSessions } from "../access/auth.ts";
import { forgetKeys } from "../access/by-key.ts";
import { expiredKey } from "./emit.ts";
import { masker } from "../http/mask.ts";
import { metrics } from "../metrics.ts";
import type { Entry } from "./ring.ts";

/** A client that does not read is dropped here; it resumes when it comes back. */
const MAX_QUEUED_BYTES = 1024 * 1024;
const encoder = new TextEncoder();

/**
 * The keys of a person: an event reaches who holds one of its audience's keys (the rule of app.sees, as sets). Of an expired company
 * they are others, which only events for such companies name.
 */
export function viewerKeys(
  me:
    & Pick<
      Me,
      | "id"
      | "sessionId"
      | "profile"
      | "queueIds"
      | "allTicket"
      | "allHistoric"
      | "allUserChat"
      | "allowGroup"
      | "allowConnections"
    >
    & Partial<Pick<Me, "companyExpired" | "support" | "key">>,
): Set<string> {
  if (me.key) return new Set(["company", "admin", `key:${me.key.id}`]);
  const keys = new Set(["company", `user:${me.id}`, `session:${me.sessionId}`]);
  // What admins alone are told, such as the code that links a device, is not for who only looks.
  if (me.profile === "admin" && !me.support) keys.add("admin");
  for (const id of me.queueIds) keys.add(`queue:${id}`);
  if (me.allTicket) keys.add("unqueued");
  if (me.allHistoric) keys.add("historic");
  if (me.allUserChat) keys.add("live");
  if (me.allowConnections) keys.add("connections");
  if (me.allowGroup) {
    keys.add("group").add(`group-user:${me.id}`);
    for (const id of me.queueIds) keys.add(`group-queue:${id}`);
  }
  return me.companyExpired ? new Set([...keys].map(expiredKey)) : keys;
}

/**
 * How positions of an expired company's streams are named. They say nothing of what such a stream left out: once the company has
 * paid, they are of another epoch, and the client fetches everything anew.
 */
export function epochOf(epoch: string, me: Pick<Me, "companyExpired">): string {
  return me.companyExpired ? `${epoch}x` : epoch;
}

/** Hides the numbers in an event's payload; null where its contract has none. */
export function maskOf(name: string): ((payload: unknown) => unknown) | null {
  const event = eventNamed(name);
  return event ? masker(event.payload) : null;
}

/** The name under which streams of one person, or one key, are counted. */
export const whoOf = (me: Pick<Me, "id" | "key">): string => me.key ? `key:${me.key.id}` : `user:${me.id}`;

/** Whether a key of these scopes hears an event of this name. What ends its streams it always hears. */
export function hears(scopes: readonly KeyScope[], name: string): boolean {
  const scope = scopeOfEvent(name);
  return name === "recado-rights" || scope !== undefined && scopes.includes(scope);
}

export class Client {
  #keys: Set<string>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #ended = false;
  readonly body: ReadableStream<Uint8Array>;

  constructor(
    private me: Me,
    private expiresAt: number,
    private onEnd: (client: Client) => void,
  ) {
    this.#keys = viewerKeys(me);
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#gone(),
    }, { highWaterMark: MAX_QUEUED_BYTES, size: (chunk) => chunk?.byteLength ?? 0 });
  }

  /** The first bytes: where the client stands, how far the log is, and how long to wait before coming back (spread, against herds). */
  greet(epoch: string, position: number, head: number): void {
    this.#write(
      encoder.encode(
        `retry: ${1000 + Math.floor(Math.random() * 1000)}\nevent: hello\nid: ${
          epochOf(epoch, this.me)
        }.${position}\ndata: {"head":${head}}\n\n`,
      ),
    );
  }
  /** The client cannot continue: it must fetch anew what it shows. */
  reset(epoch: string, head: number): void {
    metrics.resets.inc();
    this.#write(encoder.encode(`event: reset\nid: ${epochOf(epoch, this.me)}.${head}\ndata: {}\n\n`));
  }
  beat(epoch: string, head: number): void {
    this.#write(encoder.encode(`event: heartbeat\nid: ${epochOf(epoch, this.me)}.${head}\ndata: {"head":${head}}\n\n`));
  }
  /** Writes the entry if this person may see it. True if it was written. */
  offer(entry: Entry, epoch: string): boolean {
    if (this.#ended || !this.sees(entry)) return false;
    if (entry.name === "recado-rights") {
      forgetSessions(this.me.companyId);
      forgetKeys();
      this.reset(epoch, entry.position);
      this.end();
      return false;
    }
    this.#write(this.#encode(entry, epoch));
    metrics.events.inc();
    if (entry.name.endsWith("-auth") && entry.payload.includes(this.me.sessionId)) this.end();
    return true;
  }
  /** Whose it is: a person, or a company's key. */
  get who(): string {
    return whoOf(this.me);
  }
  /** Whether it only hears what an expired company may. */
  get expired(): boolean {
    return this.me.companyExpired;
  }
  get ended(): boolean {
    return this.#ended;
  }
  endIfExpired(): void {
    if (Date.now() / 1000 >= this.expiresAt) this.end();
  }
  end(): void {
    if (this.#ended) return;
    this.#gone();
    try {
      this.#controller.close();
    } catch { /* the other side was faster */ }
  }

  /** Whether this person, or the company's key, may see the entry. */
  sees(entry: Pick<Entry, "audience" | "except" | "name">): boolean {
    if (this.me.key && !hears(this.me.key.scopes, entry.name)) return false;
    if (entry.except) { for (const key of entry.except) if (this.#keys.has(key)) return false; }
    for (const key of entry.audience) if (this.#keys.has(key)) return true;
    return false;
  }
  #encode(entry: Entry, epoch: string): Uint8Array {
    const mask = this.me.hideNumbers ? maskOf(entry.name) : null;
    if (this.expired) return frame(entry, entry.payload, epochOf(epoch, this.me));
    if (!mask) return entry.bytes ??= frame(entry, entry.payload, epoch);
    return entry.maskedBytes ??= frame(entry, JSON.stringify(mask(JSON.parse(entry.payload))), epoch);
  }
  #write(bytes: Uint8Array): void {
    if (this.#ended) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) {
      return this.end();
    }
    try {
      this.#controller.enqueue(bytes);
    } catch {
      this.#gone();
    }
  }
  #gone(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.onEnd(this);
  }
}

function frame(entry: Entry, payload: string, epoch: string): Uint8Array {
  const id = entry.position ? `id: ${epoch}.${entry.position}\n` : "";
  return encoder.encode(`${id}event: ${entry.name}\ndata: ${payload}\n\n`);
}
