// Keys of curve 25519. On the wire a public key has 32 bytes; libsignal puts the kind of key, 05, in front of it.
import { Buffer } from "node:buffer";
import * as signal from "libsignal/src/curve.js";

export interface KeyPair {
  /** 32 bytes each. */
  readonly open: Buffer;
  readonly secret: Buffer;
}

/** A wire key as libsignal wants it. */
export function typed(key: Uint8Array): Buffer {
  return key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key]);
}
export function newKeyPair(): KeyPair {
  const { pubKey, privKey } = signal.generateKeyPair();
  return { open: Buffer.from(pubKey).subarray(1), secret: Buffer.from(privKey) };
}
export function agree(own: KeyPair, theirs: Uint8Array): Buffer {
  return Buffer.from(signal.calculateAgreement(typed(theirs), own.secret));
}
/** XEd25519, 64 bytes. */
export function sign(own: KeyPair, ...message: Uint8Array[]): Buffer {
  return Buffer.from(signal.calculateSignature(own.secret, Buffer.concat(message)));
}
