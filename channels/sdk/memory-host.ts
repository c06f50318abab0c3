// A Host for tests that keeps everything in memory: tests read the plugin's reports from it, and its answers are made up.
import { guardedFetch } from "../../api/core/outside/egress.ts";
import type {
  Clock,
  ConnectionStatus,
  Content,
  Host,
  Identity,
  InboundEvent,
  Log,
  MediaRef,
  MessageEvent,
  OutboundMessage,
  PageHost,
  PageMessage,
  PastPart,
  PastWish,
  Peer,
  Secrets,
} from "./mod.ts";

/** Longest wait for a report of the plugin, ms. */
const PATIENCE_MS = 5_000;
const nothing = () => {};
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** Real time; sleeping ends early when the signal aborts. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, ms);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
};

export type InboundMedia = Extract<Content, { type: "media" }>;
/** Whether an event is a message. */
export function isMessage(event: InboundEvent): event is MessageEvent {
  return event.kind === "message";
}
const placeOf = ({ kind, value }: Identity, externalId: string) => `${kind}:${value}/${externalId}`;
const same = (one: Peer, other: Peer) => one.identities[0]?.value === other.identities[0]?.value;

interface Watcher {
  peer: Peer;
  onMessage(message: PageMessage): void;
}
export interface MemoryHostOptions {
  env?: Record<string, string>;
  /** Names a plugin may read; the manifest's list. */
  allowed?: readonly string[];
  config?: Record<string, unknown>;
  fetch?: typeof fetch;
  clock?: Clock;
  log?: Log;
  groups?: boolean;
  past?: PastWish;
  asked?: boolean;
}

export class MemoryHost implements Host, PageHost {
  readonly events: InboundEvent[] = [];
  readonly statuses: { status: ConnectionStatus; reason?: string; qrcode?: string }[] = [];
  readonly name = "Teste";
  readonly config: Record<string, unknown>;
  readonly env: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly log: Log;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly secrets: Secrets;
  readonly groups: boolean;
  readonly past: PastWish | null;
  readonly asked: boolean;
  /** The plugin's other reports, besides events and statuses. */
  readonly asides: { why: string; names: string[] }[] = [];
  readonly pasts: PastPart[] = [];
  readonly caught: ("replayed" | "unknown")[] = [];
  readonly accounts: string[] = [];
  beats = 0;
  readonly #payloads = new Map<string, Uint8Array>();
  readonly #ending = new AbortController();
  readonly #files = new Map<string, File>();
  readonly #pages: { peer: Peer; message: PageMessage }[] = [];
  readonly #watchers = new Set<Watcher>();
  readonly #changed = new Set<() => void>();

  constructor(options: MemoryHostOptions = {}) {
    const given = Object.entries(options.env ?? {});
    this.env = Object.fromEntries(given.filter(([name]) => options.allowed?.includes(name) ?? true));
    this.config = options.config ?? {};
    this.fetch = options.fetch ?? guardedFetch({ origins: [], allow: ["localhost", "127.0.0.1"] });
    this.clock = options.clock ?? realClock;
    this.log = options.log ?? silent;
    this.signal = this.#ending.signal;
    const stored = new Map<string, Uint8Array>();
    this.secrets = {
      get: (names) => Promise.resolve(Object.fromEntries(names.map((name) => [name, stored.get(name)]))),
      set(values) {
        for (const [name, value] of Object.entries(values)) value ? stored.set(name, value) : stored.delete(name);
        return Promise.resolve();
      },
      setAside: (why) => {
        this.asides.push({ why, names: [...stored.keys()] });
        stored.clear();
        return Promise.resolve();
      },
    };
    this.groups = options.groups ?? true;
    this.past = options.past ?? null;
    this.asked = options.asked ?? true;
  }

  /** Ends the connection from the host's side. */
  end(): void {
    this.#ending.abort();
  }

  receive(event: InboundEvent): Promise<void> {
    this.events.push(structuredClone(event));
    if (isMessage(event) && event.payload) this.#keep(event.peer, event.externalId, event.payload);
    if (isMessage(event)) {
      const media = event.content.type === "media" ? this.#pageMedia(event.content.media.ref) : undefined;
      const text = "text" in event.content ? event.content.text ?? "" : "";
      this.#show(event.peer, {
        id: event.externalId,
        key: event.key ?? null,
        fromVisitor: !event.fromMe,
        text,
        at: event.at,
        media,
      });
    }
    this.#wake();
    return Promise.resolve();
  }
  status(status: ConnectionStatus, detail?: { qrcode?: string; reason?: string }): Promise<void> {
    this.statuses.push({ status, ...detail });
    this.#wake();
    return Promise.resolve();
  }

  alive(): Promise<void> {
    this.beats++;
    return Promise.resolve();
  }
  caughtUp(outcome: "replayed" | "unknown"): Promise<void> {
    this.caught.push(outcome);
    return Promise.resolve();
  }
  /** The answer of `account`: false where another connection has it. */
  free = true;
  account(id: string): Promise<boolean> {
    this.accounts.push(id);
    return Promise.resolve(this.free);
  }
  bringPast(part: PastPart): Promise<void> {
    this.pasts.push(structuredClone(part));
    return Promise.resolve();
  }
  keepPayload(peer: Peer, externalId: string, payload: Uint8Array): Promise<void> {
    this.#keep(peer, externalId, payload);
    return Promise.resolve();
  }
  payload({ identities }: Peer, externalId: string): Promise<Uint8Array | null> {
    const found = identities.map((one) => this.#payloads.get(placeOf(one, externalId))).find(Boolean);
    return Promise.resolve(found ?? null);
  }
  #keep({ identities }: Peer, externalId: string, payload: Uint8Array): void {
    for (const one of identities) this.#payloads.set(placeOf(one, externalId), payload);
  }

  /** Waits for the first event from `from` on that fits. Throws when none comes. */
  async next<T extends InboundEvent>(fits: (event: InboundEvent) => event is T, from = 0): Promise<T> {
    return await this.#until(() => this.events.slice(from).find(fits), "no event came");
  }
  /** Waits for a status. Throws when it does not come. */
  async reached(status: ConnectionStatus): Promise<void> {
    await this.#until(() => this.statuses.at(-1)?.status === status || undefined, `${status} was not reported`);
  }
  async #until<T>(look: () => T | undefined, otherwise: string): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (let found = look();; found = look()) {
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${otherwise}; statuses: ${JSON.stringify(this.statuses)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200);
        this.#changed.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
  #wake(): void {
    for (const wake of this.#changed) wake();
    this.#changed.clear();
  }

  /** Records a sent message, as the real host's messages do: visitors' pages read it from here. */
  async sent(message: OutboundMessage, externalId: string): Promise<void> {
    const { media: file, key, text = "" } = message;
    const ref = file && (await this.keep(await file.open(), file.fileName, file.mimeType)).ref;
    const media = ref === undefined ? undefined : { ...this.#pageMedia(ref), kind: file?.kind ?? "document" as const };
    this.#show(message.to, {
      id: externalId,
      key,
      fromVisitor: false,
      text,
      at: Date.now(),
      media: media as PageMessage["media"],
    });
  }
  #show(peer: Peer, shown: Omit<PageMessage, "ack" | "deleted" | "edited">): void {
    if (this.#pages.some((page) => page.message.id === shown.id)) return;
    const message = { ack: 1, deleted: false, edited: false, ...shown };
    this.#pages.push({ peer, message });
    for (const watcher of this.#watchers) if (same(watcher.peer, peer)) watcher.onMessage(message);
  }
  #pageMedia(ref: string): PageMessage["media"] {
    const file = this.#files.get(ref);
    return file && { kind: "document", url: ref, mimeType: file.type, fileName: file.name, bytes: file.size };
  }

  history(peer: Peer, limit: number, before?: string): Promise<PageMessage[]> {
    const mine = this.#pages.filter((page) => same(page.peer, peer)).map((page) => page.message);
    const end = before === undefined ? mine.length : mine.findIndex((message) => message.id === before);
    return Promise.resolve(mine.slice(Math.max(0, end - limit), Math.max(0, end)));
  }
  watch(peer: Peer, onMessage: Watcher["onMessage"], _onTyping: (on: boolean) => void, signal: AbortSignal): void {
    const watcher = { peer, onMessage };
    this.#watchers.add(watcher);
    signal.addEventListener("abort", () => this.#watchers.delete(watcher), { once: true });
  }
  keep(file: Blob, fileName: string, mimeType = file.type): Promise<MediaRef> {
    const ref = crypto.randomUUID();
    this.#files.set(ref, new File([file], fileName, { type: mimeType }));
    const kind = (/^(image|audio|video)\//.exec(mimeType)?.[1] ?? "document") as MediaRef["kind"];
    return Promise.resolve({ kind, ref, mimeType, fileName, bytes: file.size, keep: true });
  }
  /** A file that `keep` took. */
  async kept(ref: string): Promise<Uint8Array | undefined> {
    return await this.#files.get(ref)?.bytes();
  }
  file(peer: Peer, name: string): Promise<Response | null> {
    const file = this.#files.get(name);
    const theirs = this.#pages.some((page) => same(page.peer, peer) && page.message.media?.url === name);
    return Promise.resolve(file && theirs ? new Response(file) : null);
  }
  allow(): boolean {
    return true;
  }
}
