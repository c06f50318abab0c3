// Signatures of Meta's webhooks: HMAC-SHA256 with the app secret over the bytes as received.
import type { WebhookSecrets } from "../sdk/mod.ts";

export const SIGNATURE_HEADER = "x-hub-signature-256";
const encoder = new TextEncoder();

async function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

/** The header's value for a body, as Meta writes it: `sha256=` and 64 lower-case hex digits. */
export async function signatureOf(body: Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret, "sign"), body));
  return "sha256=" + Array.from(mac, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Whether one of the secrets signed these bytes. Constant time: WebCrypto compares. Only lower-case hex, as Meta writes it;
 * the old SHA-1 header counts for nothing. An empty secret signs nothing.
 */
export async function signed(headers: Headers, body: Uint8Array, secrets: WebhookSecrets): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/.exec(headers.get(SIGNATURE_HEADER) ?? "")?.[1];
  if (!hex) return false;
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  let good = false;
  for (const secret of secrets.appSecrets) {
    if (secret === "") continue;
    // No early end: the time of the check must not reveal which secret fitted.
    if (await crypto.subtle.verify("HMAC", await keyOf(secret, "verify"), mac, new Uint8Array(body))) good = true;
  }
  return good;
}
