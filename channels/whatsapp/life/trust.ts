// Whom the plugin believes to be WhatsApp, and to be an account's phone. Baileys 7.0.0-rc14 drops libsignal's answer, so its check
// accepts every well-formed signature: its check is replaced by one that counts.
import { Buffer } from "node:buffer";
import { Curve, WA_CERT_DETAILS } from "@whiskeysockets/baileys";
import { checkInRuntime, isSignedBy } from "../wire/signature.ts";

/**
 * Makes signatures count from now on, in the whole process. `rootKey` (64 hex digits) is believed instead of WhatsApp's own; the
 * environment allows it for an address of this computer only.
 */
export function insistOnSignatures(rootKey?: string): void {
  Curve.verify = isSignedBy;
  checkInRuntime();
  if (rootKey) WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, "hex");
}
