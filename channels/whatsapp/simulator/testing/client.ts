// A real Baileys client with its keys in memory, as tests connect it to the simulator. It collects what it is told.
import {
  type AuthenticationState,
  type BaileysEventMap,
  type ConnectionState,
  initAuthCreds,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
} from "@whiskeysockets/baileys";
import { checkInRuntime } from "../../wire/signature.ts";
import type { Simulator } from "../simulator.ts";

// As the product has it; the library's own way costs a second of each ten that tests take.
checkInRuntime();

const silent = {
  level: "silent",
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
};

/** Credentials and keys that outlive a socket. */
export function memoryAuth(): AuthenticationState {
  const kept = new Map<string, unknown>();
  return {
    creds: initAuthCreds(),
    keys: {
      get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
        const found: Record<string, SignalDataTypeMap[T]> = {};
        for (const id of ids) {
          const value = kept.get(`${type}/${id}`);
          // Copied: a client must not change what is kept by changing what it got.
          if (value !== undefined && value !== null) found[id] = structuredCopy(value) as SignalDataTypeMap[T];
        }
        return found;
      },
      set(data: SignalDataSet) {
        for (const [type, values] of Object.entries(data)) {
          for (const [id, value] of Object.entries(values ?? {})) {
            if (value === null) kept.delete(`${type}/${id}`);
            else kept.set(`${type}/${id}`, structuredCopy(value));
          }
        }
      },
    },
  };
}
function structuredCopy(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

type Socket = ReturnType<typeof makeWASocket>;

export class Client {
  auth = memoryAuth();
  socket!: Socket;
  updates: Partial<ConnectionState>[] = [];
  upserts: { type: string; message: WAMessage; requestId?: string }[] = [];
  events: { name: string; data: unknown }[] = [];
  /** What could not be decoded, of a client that is guarded. */
  broken: unknown[] = [];
  readonly config: Partial<UserFacingSocketConfig>;

  constructor(
    readonly simulator: Pick<Simulator, "socketUrl" | "scan" | "settled">,
    config: Partial<UserFacingSocketConfig> = {},
  ) {
    this.config = config;
  }

  connect(): Socket {
    this.updates = [];
    const socket = makeWASocket({
      waWebSocketUrl: this.simulator.socketUrl,
      auth: this.auth,
      logger: silent,
      retryRequestDelayMs: 10,
      ...this.config,
    });
    this.socket = socket;
    socket.ev.process((events) => {
      for (const [name, data] of Object.entries(events)) {
        if (name === "connection.update") this.updates.push(data as Partial<ConnectionState>);
        else if (name === "creds.update") Object.assign(this.auth.creds, data);
        else if (name === "messages.upsert") {
          const { messages, type, requestId } = data as BaileysEventMap["messages.upsert"];
          for (const message of messages) this.upserts.push({ type, message, requestId });
          this.events.push({ name, data });
        } else this.events.push({ name, data });
      }
    });
    return socket;
  }

  /** Baileys lets what it throws over a frame it cannot decode escape, which ends the process. This catches it. */
  guard(): void {
    const { ws } = this.socket;
    const [listener] = ws.listeners("message") as ((data: unknown) => Promise<void>)[];
    ws.removeAllListeners("message");
    ws.on("message", (data: unknown) => void listener!(data).catch((error) => this.broken.push(error)));
  }

  /** Connects, is scanned by the phone of `pn`, and comes back logged in. */
  async link(pn: string): Promise<Socket> {
    this.connect();
    const { qr } = await this.update(({ qr }) => qr !== undefined, "a QR");
    await this.simulator.scan({ pn, qr: qr! });
    await this.closed();
    const socket = await this.login();
    // Until the phone's history came, Baileys keeps all events to itself.
    await this.event("messaging-history.set");
    await this.simulator.settled({ account: pn });
    return socket;
  }
  async login(): Promise<Socket> {
    const socket = this.connect();
    await this.update(
      ({ receivedPendingNotifications }) => receivedPendingNotifications === true,
      "the end of the backlog",
    );
    return socket;
  }
  /** Status code the connection ended with. */
  async closed(ms?: number): Promise<number> {
    const { lastDisconnect } = await this.update(({ connection }) => connection === "close", "the end", ms);
    const error = lastDisconnect?.error as { output?: { statusCode: number } } | undefined;
    return error?.output?.statusCode ?? 0;
  }
  async end(): Promise<void> {
    if (!this.socket || this.updates.some(({ connection }) => connection === "close")) return;
    void this.socket.end(undefined);
    await this.closed();
  }

  update(fits: (update: Partial<ConnectionState>) => boolean, what: string, ms?: number) {
    return until(() => this.updates.find(fits), what, ms);
  }
  /** The upsert of a message with content, or of its stub. */
  upsert(id: string, fits: (one: Client["upserts"][number]) => boolean = ({ message }) => Boolean(message.message)) {
    return until(() => this.upserts.find((one) => one.message.key.id === id && fits(one)), `the upsert of ${id}`);
  }
  /** What became of an own message. Baileys folds what happens within milliseconds into the message's own upsert. */
  fates(id: string): { status?: number | null; code?: string }[] {
    type Part = { key: { id: string }; update: { status?: number; messageStubParameters?: string[] } };
    const upserts = this.upserts.filter(({ message }) => message.key.id === id).map(({ message }) => message);
    const updates = this.events.filter(({ name }) => name === "messages.update").flatMap(({ data }) => data as Part[])
      .filter(({ key }) => key.id === id).map(({ update }) => update);
    return [...upserts, ...updates].map(({ status, messageStubParameters }) => ({
      status,
      code: messageStubParameters?.[0],
    }));
  }
  /** Addresses of the members of whom receipts for an own message in a group came. */
  readers(id: string): string[] {
    type Part = { key: { id: string }; receipt: { userJid?: string | null } };
    const upserts = this.upserts.filter(({ message }) => message.key.id === id).flatMap(({ message }) =>
      message.userReceipt ?? []
    );
    const updates = this.events.filter(({ name }) => name === "message-receipt.update").flatMap(({ data }) =>
      data as Part[]
    )
      .filter(({ key }) => key.id === id).map(({ receipt }) => receipt);
    return [...upserts, ...updates].flatMap(({ userJid }) => userJid ?? []);
  }
  /** The first part of an event, in whole or of its list, that fits. */
  event<K extends keyof BaileysEventMap>(
    name: K,
    fits: (part: BaileysEventMap[K] extends (infer P)[] ? P : BaileysEventMap[K]) => unknown = () => true,
  ) {
    type Part = BaileysEventMap[K] extends (infer P)[] ? P : BaileysEventMap[K];
    const parts = () =>
      this.events.filter((event) => event.name === name).flatMap(({ data }) =>
        (Array.isArray(data) ? data : [data]) as Part[]
      );
    return until(() => parts().find(fits), name);
  }
}

/** Looks every few milliseconds. Rejects with what was missed. */
export async function until<T>(look: () => T | undefined | false, what: string, ms = 30_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`Waited ${ms} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
