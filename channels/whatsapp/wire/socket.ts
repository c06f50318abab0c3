// One socket of Baileys: what it is told at the start, guarded, and really over when it ends. A socket that ended is dead; the next
// one is made only then.
import {
  addTransactionCapability,
  Browsers,
  type CacheStore,
  type ConnectionState,
  DEFAULT_CONNECTION_CONFIG,
  DisconnectReason,
  isJidNewsletter,
  isJidStatusBroadcast,
  makeWASocket,
  proto,
  type SocketConfig,
  type WASocket,
} from "@whiskeysockets/baileys";
import type { Host } from "../../sdk/mod.ts";
import type { DeviceAuth } from "./auth-state.ts";
import { withTransactionsOf } from "./before-receipt.ts";
import { guard } from "./guard.ts";
import { libraryLog } from "./library-log.ts";
import { Recent } from "./recent.ts";

const { INITIAL_BOOTSTRAP, PUSH_NAME } = proto.HistorySync.HistorySyncType;
/** Baileys pings this often; any answer is a sign of life. */
export const KEEP_ALIVE_MS = 15_000;
/** How long a socket that ends may take to say so to WhatsApp before it is cut. */
const GOODBYE_MS = 1_000;
/** The storage tries again by itself, and ends the socket when it cannot. */
const TRANSACTIONS = { maxCommitRetries: 1, delayBetweenTriesMs: 100 };
/** Messages of which it is remembered how often they were asked for again. */
const RETRY_COUNTERS = 2_000;

/** What outlives a socket: how often a message was asked for again must not begin anew with each. */
export class Counters implements CacheStore {
  #counts = new Recent<unknown>(RETRY_COUNTERS);
  get<T>(key: string): T | undefined {
    return this.#counts.get(key) as T | undefined;
  }
  set<T>(key: string, value: T): void {
    this.#counts.set(key, value);
  }
  del(key: string): void {
    this.#counts.delete(key);
  }
  flushAll(): void {
    this.#counts.clear();
  }
}

export interface Asked {
  host: Host;
  auth: DeviceAuth;
  counters: Counters;
  getMessage: SocketConfig["getMessage"];
  groupOf: SocketConfig["cachedGroupMetadata"];
  keepAliveMs?: number;
  /** How long a QR is shown; as WhatsApp's own clients do when missing. */
  qrMs?: number;
}

/** Why a socket ended: what Baileys said, or what we knew before it. */
export type End = unknown;

export class OpenSocket {
  readonly socket: WASocket;
  /** Resolves with the reason once the socket is closed, at the network too. */
  readonly ended: Promise<End>;
  #finish!: (end: End) => void;
  readonly #onEnding = new Set<() => void>();
  #over = false;
  /** The phone let this device go: what it was given before comes to no other line. */
  #unlinked = false;

  constructor({ host, auth, counters, getMessage, groupOf, keepAliveMs = KEEP_ALIVE_MS, qrMs }: Asked) {
    this.ended = new Promise((resolve) => this.#finish = resolve);
    const past = host.past !== null;
    this.socket = makeWASocket({
      waWebSocketUrl: host.env.WHATSAPP_SOCKET_URL ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl,
      auth: auth.state,
      logger: libraryLog(host.log),
      browser: past ? Browsers.macOS("Desktop") : Browsers.macOS("Chrome"),
      // Else the phone stops telling of messages.
      markOnlineOnConnect: false,
      syncFullHistory: past,
      // Whom the phone knows comes with the first part, whether messages are wanted or not.
      shouldSyncHistoryMessage: ({ syncType }) => past || syncType === INITIAL_BOOTSTRAP || syncType === PUSH_NAME,
      shouldIgnoreJid: (jid) => isJidStatusBroadcast(jid) || isJidNewsletter(jid),
      getMessage,
      cachedGroupMetadata: groupOf,
      msgRetryCounterCache: counters,
      keepAliveIntervalMs: keepAliveMs,
      qrTimeout: qrMs,
      transactionOpts: TRANSACTIONS,
      // Baileys sends inside of its own transaction, before the moved keys are kept: a process that dies then uses a key twice. With
      // transactions of their own, keys are kept when something is sealed, so before it leaves.
      makeSignalRepository: ({ creds }, logger, lidsOf) => {
        const keys = addTransactionCapability(auth.state.keys, logger, TRANSACTIONS);
        return withTransactionsOf(
          keys,
          DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, logger, lidsOf),
        );
      },
    });
    guard(
      this.socket,
      () => this.end(new Error("A frame could not be read.")),
      (error) => host.log.warn("the WhatsApp library failed over a stanza", { error }),
      () => this.#over && !this.#unlinked,
    );
    this.on(({ connection, lastDisconnect }) => {
      if (connection === "close") this.#close(lastDisconnect?.error);
    });
  }

  /** Whether this one still counts: an event of a socket that ended may act on nothing. */
  get over(): boolean {
    return this.#over;
  }
  /** Updates of the connection, until the socket is over. */
  on(listener: (update: Partial<ConnectionState>) => void): void {
    this.socket.ev.on("connection.update", (update) => {
      if (!this.#over) listener(update);
    });
  }
  onCredentials(listener: () => void): void {
    this.socket.ev.on("creds.update", () => {
      if (!this.#over) listener();
    });
  }
  /** Called as soon as it is known that the socket ends. Returns how to forget it. */
  onEnding(listener: () => void): () => void {
    if (this.#over) listener();
    else this.#onEnding.add(listener);
    return () => this.#onEnding.delete(listener);
  }
  /** Any frame WhatsApp sends. */
  onFrame(listener: () => void): void {
    this.socket.ws.on("frame", listener);
  }

  /** Ends it. `silent` cuts a line that does not answer anyway. */
  end(why: Error, silent = false): Promise<End> {
    void this.socket.end(why).catch(() => {});
    this.#close(why, silent);
    return this.ended;
  }

  #close(why: End, silent = false): void {
    if (this.#over) return;
    this.#over = true;
    const { output } = (why ?? {}) as { output?: { statusCode?: number } };
    this.#unlinked = output?.statusCode === DisconnectReason.loggedOut;
    for (const listener of this.#onEnding) listener();
    this.#onEnding.clear();
    void this.#cut(silent ? 0 : GOODBYE_MS).then(() => this.#finish(why));
  }
  /** Baileys waits up to 30 s for a goodbye that a dead line never says. */
  async #cut(afterMs: number): Promise<void> {
    const raw = (this.socket.ws as unknown as { socket: RawSocket | null }).socket;
    if (!raw || raw.readyState === CLOSED) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => raw.terminate(), afterMs);
      raw.once("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
const CLOSED = 3;
/** What Baileys keeps for itself: the connection below. */
interface RawSocket {
  readyState: number;
  once(event: "close", listener: () => void): void;
  terminate(): void;
}
