// Signatures of Standard Webhooks: what we send to programs is signed as every library of theirs checks it.
import { createHmac } from "node:crypto";

/** `v1,` and the base64 of an HMAC-SHA256 of id, time and body; a secret of the form `whsec_…` is base64 itself. */
export function signature(secret: string, id: string, at: number, body: string): string {
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret);
  return `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`;
}
