// Signatures of WhatsApp's devices (XEd25519: a key of curve 25519 signs as one of Ed25519). libsignal checks them with
// curve25519-js, which takes about 17 ms for one; each message of a group carries one. The runtime checks the same in 0.2 ms.
import { Buffer } from "node:buffer";
import { createPublicKey, verify } from "node:crypto";
import { createRequire } from "node:module";

/** The field of both curves has this many elements. */
const P = 2n ** 255n - 19n;
const within = (n: bigint) => ((n % P) + P) % P;
/** The number that gives 1 when multiplied with `n`, by Euclid; 0 has none and answers 0. */
function inverse(n: bigint): bigint {
  let [rest, divisor, factor, last] = [within(n), P, 1n, 0n];
  while (rest !== 0n) {
    const times = divisor / rest;
    [divisor, rest] = [rest, divisor % rest];
    [last, factor] = [factor, last - times * factor];
  }
  return within(last);
}

/** The same point as a key of Ed25519, 32 bytes: y = (u - 1) / (u + 1). The sign of its x travels in the signature. */
function asEd25519(key: Uint8Array, sign: number): Buffer {
  const u = BigInt(`0x${Buffer.from(key).reverse().toString("hex")}`) & (2n ** 255n - 1n);
  const y = within((u - 1n) * inverse(u + 1n));
  const bytes = Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
  bytes[31]! |= sign;
  return bytes;
}

/**
 * Whether `signature` (64 bytes) is the key's for this message. `key` has 32 bytes, or libsignal's 05 before them. False for every
 * signature that is not right, also a malformed one.
 */
export function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const bare = key.length === 33 && key[0] === 5 ? key.subarray(1) : key;
  if (bare.length !== 32 || signature.length !== 64) return false;
  const plain = Buffer.from(signature);
  const sign = plain[63]! & 0x80;
  plain[63]! &= 0x7f;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: asEd25519(bare, sign).toString("base64url") };
    return verify(null, message, createPublicKey({ key: jwk, format: "jwk" }), plain);
  } catch {
    return false;
  }
}

/** From now on libsignal checks signatures this way too, in the whole process: those of groups' messages. */
export function checkInRuntime(): void {
  const require = createRequire(import.meta.url);
  const inLibsignal = createRequire(require.resolve("libsignal/src/curve.js"));
  inLibsignal("curve25519-js").verify = isSignedBy;
}
