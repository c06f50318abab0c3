// Encryption at rest: AES-256-GCM with a key id in front, so that keys can be rotated (proof S24).
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

let secret = "";
let key = new Uint8Array(32);
const KEY_ID = 1;

/** Sets the installation's secret once at start. */
export function setSecret(value: string): void {
  secret = value;
  key = new Uint8Array(hkdfSync("sha256", value, "recado", "sealed-storage", 32));
}

/** Encrypts; `bound` (a company and record) must be the same when opening, so that a row cannot be moved to another. */
export function seal(bytes: Uint8Array, bound: string): Uint8Array {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(new TextEncoder().encode(bound));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Uint8Array.of(KEY_ID), iv, cipher.getAuthTag(), body]);
}

/** Decrypts what `seal` made. Throws when it was changed, bound elsewhere or made with another key. */
export function unseal(sealed: Uint8Array, bound: string): Uint8Array {
  if (sealed[0] !== KEY_ID) throw new Error("Sealed with an unknown key.");
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(1, 13));
  decipher.setAAD(new TextEncoder().encode(bound));
  decipher.setAuthTag(sealed.subarray(13, 29));
  return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]);
}

/** A keyed digest for one purpose, hex. */
export function digest(purpose: string, value: string): string {
  return createHmac("sha256", secret).update(`${purpose}:${value}`).digest("hex");
}
/** The raw key of one purpose, for signing tokens. */
export function purposeKey(purpose: string): string {
  return digest("key", purpose);
}
