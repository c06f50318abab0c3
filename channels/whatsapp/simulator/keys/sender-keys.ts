// Group encryption: one chain of keys per sender and group, handed to each member by the pairwise encryption. Own code on both
// sides of the simulator, so that Baileys' is measured against something else than itself.
import { Buffer } from "node:buffer";
import { proto } from "@whiskeysockets/baileys/WAProto/index.js";
import { type KeyPair, newKeyPair, sign, typed } from "../bytes/curve.ts";
import { isSignedBy } from "../../wire/signature.ts";
import { decryptCbc, encryptCbc, hkdf, hmac } from "../bytes/primitives.ts";

const VERSION = Buffer.from([0x33]);
const SIGNATURE = 64;
const MOST_SKIPPED = 2000;

const next = (chain: Uint8Array) => hmac(chain, Buffer.from([2]));
function messageKey(chain: Uint8Array): { iv: Buffer; key: Buffer } {
  const both = hkdf(hmac(chain, Buffer.from([1])), 48, Buffer.alloc(32), "WhisperGroup");
  return { iv: both.subarray(0, 16), key: both.subarray(16) };
}

/** The sender's end. */
export class SendingChain {
  readonly id: number = crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;
  readonly #signing: KeyPair = newKeyPair();
  #chain: Buffer = Buffer.from(crypto.getRandomValues(new Uint8Array(32)));
  #iteration = 0;
  /** Devices that have it. */
  readonly given = new Set<string>();

  /** What members need for everything from here on. */
  distribution(): Buffer {
    const { id } = this;
    const message = proto.SenderKeyDistributionMessage.encode({
      id,
      iteration: this.#iteration,
      chainKey: this.#chain,
      signingKey: typed(this.#signing.open),
    }).finish();
    return Buffer.concat([VERSION, message]);
  }

  encrypt(plain: Uint8Array): Buffer {
    const { iv, key } = messageKey(this.#chain);
    const message = proto.SenderKeyMessage.encode({
      id: this.id,
      iteration: this.#iteration,
      ciphertext: encryptCbc(key, iv, plain),
    }).finish();
    this.#chain = next(this.#chain);
    this.#iteration++;
    const body = Buffer.concat([VERSION, message]);
    return Buffer.concat([body, sign(this.#signing, body)]);
  }
}

/** A member's end of somebody else's chain. */
export class ReceivingChain {
  readonly #id: number;
  readonly #signer: Buffer;
  #chain: Buffer;
  #iteration: number;
  readonly #skipped = new Map<number, Buffer>();

  constructor(distribution: Uint8Array) {
    const { id, iteration, chainKey, signingKey } = proto.SenderKeyDistributionMessage.decode(distribution.subarray(1));
    if (!chainKey?.length || !signingKey?.length) throw new Error("A distribution without keys.");
    this.#id = id ?? 0;
    this.#iteration = iteration ?? 0;
    this.#chain = Buffer.from(chainKey);
    this.#signer = Buffer.from(signingKey);
  }

  /** Throws on a wrong signature, another chain's message, and one read before. */
  decrypt(bytes: Uint8Array): Buffer {
    const body = bytes.subarray(0, -SIGNATURE);
    if (!isSignedBy(this.#signer, body, bytes.subarray(-SIGNATURE))) {
      throw new Error("A group message with a wrong signature.");
    }
    const { id, iteration, ciphertext } = proto.SenderKeyMessage.decode(body.subarray(1));
    if (id !== this.#id) throw new Error("A group message of another chain.");
    const { iv, key } = messageKey(this.#at(iteration ?? 0));
    return decryptCbc(key, iv, ciphertext ?? new Uint8Array());
  }

  #at(iteration: number): Buffer {
    const kept = this.#skipped.get(iteration);
    this.#skipped.delete(iteration);
    if (kept) return kept;
    if (iteration < this.#iteration || iteration - this.#iteration > MOST_SKIPPED) {
      throw new Error("A group message that was read before, or of a far future.");
    }
    while (this.#iteration < iteration) {
      this.#skipped.set(this.#iteration++, this.#chain);
      this.#chain = next(this.#chain);
    }
    const chain = this.#chain;
    this.#chain = next(chain);
    this.#iteration++;
    return chain;
  }
}
