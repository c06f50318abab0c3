// A simulated device's side of the pairwise encryption: its keys, and one ratchet with every device it writes with.
import { Buffer } from "node:buffer";
import * as signal from "libsignal";
import { type KeyPair, newKeyPair, sign, typed } from "../bytes/curve.ts";
import { bigEndian, fromBigEndian } from "../bytes/primitives.ts";
import { bytesOf, child, type Node, node } from "../nodes/node.ts";

export interface PreKey {
  readonly id: number;
  readonly key: Buffer;
}
/** What somebody needs to write to a device that never wrote to them. */
export interface Bundle {
  readonly registration: number;
  readonly identity: Buffer;
  readonly signed: PreKey & { readonly signature: Buffer };
  readonly once?: PreKey;
}
export interface Sealed {
  readonly type: "pkmsg" | "msg";
  readonly bytes: Buffer;
}

export class SignalParty {
  readonly identity: KeyPair = newKeyPair();
  readonly registration: number = 1 + crypto.getRandomValues(new Uint16Array(1))[0]! % 16380;
  readonly #signed = newKeyPair();
  readonly #signature = sign(this.identity, typed(this.#signed.open));
  readonly #once = new Map<number, KeyPair>();
  #nextKey = 1;
  /** Serialised: libsignal changes a record even when decryption fails. */
  readonly #sessions = new Map<string, unknown>();
  /** Ratchets must not turn twice at once. */
  #turn: Promise<unknown> = Promise.resolve();

  /** A bundle with a key that nobody else gets. */
  bundle(): Bundle {
    const id = this.#nextKey++;
    const pair = newKeyPair();
    this.#once.set(id, pair);
    return {
      registration: this.registration,
      identity: this.identity.open,
      signed: { id: 1, key: this.#signed.open, signature: this.#signature },
      once: { id, key: pair.open },
    };
  }

  hasSession(address: string): boolean {
    return this.#sessions.has(address);
  }
  /** Forgets the ratchet: the next message starts a new one. */
  forget(address: string): void {
    this.#sessions.delete(address);
  }

  /** Starts a session with what the other device left on the server. */
  begin(address: string, bundle: Bundle): Promise<void> {
    const { identity, signed, once } = bundle;
    // Without a one-time key the bundle is still good; the declared type asks for one.
    const device = {
      registrationId: bundle.registration,
      identityKey: typed(identity),
      signedPreKey: { keyId: signed.id, publicKey: typed(signed.key), signature: signed.signature },
      preKey: once && { keyId: once.id, publicKey: typed(once.key) },
    } as Parameters<signal.SessionBuilder["initOutgoing"]>[0];
    return this.#inTurn(() => new signal.SessionBuilder(this.#store(), addressOf(address)).initOutgoing(device));
  }

  encrypt(address: string, plain: Uint8Array): Promise<Sealed> {
    return this.#inTurn(async () => {
      const cipher = new signal.SessionCipher(this.#store(), addressOf(address));
      const { type, body } = await cipher.encrypt(Buffer.from(plain));
      return { type: type === 3 ? "pkmsg" : "msg", bytes: Buffer.from(body, "binary") };
    });
  }

  decrypt(address: string, type: string, bytes: Uint8Array): Promise<Buffer> {
    return this.#inTurn(() => {
      const cipher = new signal.SessionCipher(this.#store(), addressOf(address));
      return type === "pkmsg"
        ? cipher.decryptPreKeyWhisperMessage(Buffer.from(bytes))
        : cipher.decryptWhisperMessage(Buffer.from(bytes));
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  #store(): signal.SignalStorage {
    const pair = ({ open, secret }: KeyPair) => ({ pubKey: typed(open), privKey: secret });
    return {
      loadSession: (id) => {
        const saved = this.#sessions.get(id);
        return Promise.resolve(saved === undefined ? null : signal.SessionRecord.deserialize(revived(saved)));
      },
      storeSession: (id, record) => {
        this.#sessions.set(id, structuredClone(record.serialize()));
        return Promise.resolve();
      },
      isTrustedIdentity: () => true,
      loadPreKey: (id) => {
        const found = this.#once.get(Number(id));
        return Promise.resolve(found && pair(found));
      },
      removePreKey: (id) => void this.#once.delete(id),
      loadSignedPreKey: () => pair(this.#signed),
      getOurRegistrationId: () => this.registration,
      getOurIdentity: () => pair(this.identity),
    };
  }
}

/** Records are read with what they were written: a copy, so that a failed decryption leaves the kept one whole. */
function revived(saved: unknown): Uint8Array {
  return structuredClone(saved) as Uint8Array;
}
function addressOf(text: string): signal.ProtocolAddress {
  const dot = text.lastIndexOf(".");
  return new signal.ProtocolAddress(text.slice(0, dot), Number(text.slice(dot + 1)));
}

/** A bundle as the server hands it out. */
export function bundleNodes({ registration, identity, signed, once }: Bundle): Node[] {
  const key = (tag: string, { id, key }: PreKey, ...more: Node[]) =>
    node(tag, {}, [node("id", {}, bigEndian(id, 3)), node("value", {}, key), ...more]);
  return [
    node("registration", {}, bigEndian(registration, 4)),
    node("type", {}, Buffer.from([5])),
    node("identity", {}, identity),
    key("skey", signed, node("signature", {}, signed.signature)),
    ...(once ? [key("key", once)] : []),
  ];
}
export function readPreKey(found: Node): PreKey {
  return { id: fromBigEndian(bytesOf(found, "id")), key: bytesOf(found, "value") };
}
export function readSignedKey(found: Node | undefined): Bundle["signed"] {
  if (!found) throw new Error("The signed key is missing.");
  return { ...readPreKey(found), signature: bytesOf(found, "signature") };
}
/** A bundle from a retry receipt. */
export function readBundle(registration: Buffer, keys: Node): Bundle {
  const once = child(keys, "key");
  return {
    registration: fromBigEndian(registration),
    identity: bytesOf(keys, "identity"),
    signed: readSignedKey(child(keys, "skey")),
    once: once && readPreKey(once),
  };
}
