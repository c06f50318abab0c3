// A device's credentials and keys in the host's encrypted storage. Each write of keys is one transaction and is done before anything
// else leaves; credentials go in order, the newest state, together with keys where both changed. One process owns a session at a
// time: a refused write means that it is no longer this one.
import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from "@whiskeysockets/baileys";
import { ChannelError, type Secrets } from "../../sdk/mod.ts";
import { Recent } from "./recent.ts";

const CREDS = "creds";
/** Values kept in memory, as bytes: a record handed out is always a fresh copy, since libsignal changes what it is given. */
const CACHED = 2_000;
const TRIES = 3;
const BETWEEN_TRIES_MS = 250;

type Values = Record<string, Uint8Array | null>;

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value, BufferJSON.replacer));
const decode = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes), BufferJSON.reviver);

/** What may go wrong with the storage: it is another process's now, or it cannot be written for whatever reason. */
export type StorageTrouble = "not-ours" | "failed";

export class DeviceAuth {
  readonly state: AuthenticationState;
  #cache = new Recent<Uint8Array | null>(CACHED);
  #tail: Promise<void> = Promise.resolve();
  /** Not begun yet. */
  #batch: { values: Values; done: Promise<void> } | null = null;
  #changed = false;
  #broken = false;

  private constructor(
    private secrets: Secrets,
    private trouble: (what: StorageTrouble) => void,
    creds: AuthenticationCreds,
  ) {
    this.state = {
      creds,
      keys: { get: (type, ids) => this.#get(type, ids), set: (data) => this.#set(data) },
    };
  }

  /** Reads what is kept, or begins a new device that is kept once a phone has agreed to it. Told of trouble once. */
  static async open(secrets: Secrets, trouble: (what: StorageTrouble) => void): Promise<DeviceAuth> {
    const { [CREDS]: kept } = await secrets.get([CREDS]);
    const creds = kept ? decode(kept) as AuthenticationCreds : initAuthCreds();
    // As JSON its bytes became base64.
    if (creds.account) creds.account = proto.ADVSignedDeviceIdentity.fromObject(creds.account);
    return new DeviceAuth(secrets, trouble, creds);
  }

  /** Whether a phone has agreed. Before, nothing is kept: a login as a number that only asked for a code would be refused for good. */
  get linked(): boolean {
    return this.state.creds.account !== undefined && this.state.creds.account !== null;
  }
  /** Whether it was linked and never yet heard everything that waited for it. */
  get fresh(): boolean {
    return this.state.creds.additionalData?.fresh === true;
  }
  set fresh(fresh: boolean) {
    this.state.creds.additionalData = fresh ? { fresh } : undefined;
    this.changed();
  }

  /** The credentials changed; Baileys has merged them already. Written soon, with keys that come at the same time. */
  changed(): void {
    if (this.#changed) return;
    this.#changed = true;
    setTimeout(() => this.#changed && this.#write({}).catch(() => {}), 0);
  }
  /** Resolves when everything so far is kept, or could not be. What its socket wants to write later is refused: the next one has begun. */
  async close(): Promise<void> {
    if (this.#changed) await this.#write({}).catch(() => {});
    await this.#tail;
    this.#broken = true;
  }

  async #get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
    const missing = ids.filter((id) => this.#cache.get(`${type}/${id}`) === undefined);
    if (missing.length) {
      const kept = await this.secrets.get(missing.map((id) => `${type}/${id}`));
      for (const id of missing) {
        const name = `${type}/${id}`;
        // Written meanwhile: what was read is older.
        if (this.#cache.get(name) === undefined) this.#cache.set(name, kept[name] ?? null);
      }
    }
    const found: Record<string, SignalDataTypeMap[T]> = {};
    for (const id of ids) {
      const bytes = this.#cache.get(`${type}/${id}`);
      if (bytes) found[id] = revive(type, decode(bytes));
    }
    return found;
  }

  async #set(data: SignalDataSet): Promise<void> {
    const values: Values = {};
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        values[`${type}/${id}`] = value === null || value === undefined ? null : encode(value);
      }
    }
    for (const [name, value] of Object.entries(values)) this.#cache.set(name, value);
    await this.#write(values);
  }

  /** What comes while a write is under way goes together in the next one. */
  #write(values: Values): Promise<void> {
    if (this.#batch) {
      Object.assign(this.#batch.values, values);
      return this.#batch.done;
    }
    const all: Values = { ...values };
    const done = this.#tail.then(async () => {
      this.#batch = null;
      if (this.#broken) throw new Error("The storage of this session has failed, or its line has ended.");
      if (this.#changed && this.linked) all[CREDS] = encode(this.state.creds);
      this.#changed = false;
      if (Object.keys(all).length) await this.#keep(all);
    });
    this.#batch = { values: all, done };
    this.#tail = done.catch(() => {});
    return done;
  }
  async #keep(values: Values): Promise<void> {
    for (let tries = 1;; tries++) {
      try {
        return await this.secrets.set(values);
      } catch (error) {
        const lost = error instanceof ChannelError && error.code === "not-connected";
        if (!lost && tries < TRIES) {
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
          continue;
        }
        this.#broken = true;
        this.trouble(lost ? "not-ours" : "failed");
        throw error;
      }
    }
  }
}

function revive<T extends keyof SignalDataTypeMap>(type: T, value: unknown): SignalDataTypeMap[T] {
  const revived = type === "app-state-sync-key"
    ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
    : value;
  return revived as SignalDataTypeMap[T];
}
