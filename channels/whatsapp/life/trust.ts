// Whom the plugin believes to be WhatsApp, and to be an account's phone. Baileys 7.0.0-rc14 drops libsignal's answer, so its check
// accepts every well-formed signature: its check is replaced by one that counts.
import { Buffer } from "node:buffer";
import { Curve, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import * as curve from "libsignal/src/curve.js";

/** What libsignal puts before a key of curve 25519. */
const KIND = Buffer.from([5]);

function verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const typed = key.length === 33 ? Buffer.from(key) : Buffer.concat([KIND, key]);
    return curve.verifySignature(typed, Buffer.from(message), Buffer.from(signature)) === true;
  } catch {
    return false;
  }
}

/**
 * Makes signatures count from now on, in the whole process. `rootKey` (64 hex digits) is believed instead of WhatsApp's own; the
 * environment allows it for an address of this computer only.
 */
export function insistOnSignatures(rootKey?: string): void {
  Curve.verify = verify;
  if (rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, "hex");
}
