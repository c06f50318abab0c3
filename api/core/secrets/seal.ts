// Encryption at rest: AES-256-GCM with the key's id in front, so that keys can be rotated (proof S24, docs/security.md#secrets).
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

interface Root {
  secret: string;
  key: Uint8Array;
  /** Of the key, 4 bytes that say nothing about it. */
  id: Uint8Array;
}
let now = rootOf("");
let previous: Root | null = null;

/** The form of what is sealed: 2, the key's id, nonce, tag, body. Form 1, of before there were ids, has none of its key. */
const FORM = 2;
const WITHOUT_ID = 1;

function rootOf(secret: string): Root {
  const derive = (purpose: string, bytes: number) =>
    new Uint8Array(hkdfSync("sha256", secret, "recado", purpose, bytes));
  return { secret, key: derive("sealed-storage", 32), id: derive("sealed-storage-id", 4) };
}

/** Sets the installation's secret once at start; `before` is the one it took the place of. */
export function setSecret(value: string, before?: string): void {
  now = rootOf(value);
  previous = before && before !== value ? rootOf(before) : null;
}

/** Encrypts; `bound` (a company and record) must be the same when opening, so that a row cannot be moved to another. */
export function seal(bytes: Uint8Array, bound: string): Uint8Array {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", now.key, iv);
  cipher.setAAD(new TextEncoder().encode(bound));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([sealedStart(), iv, cipher.getAuthTag(), body]);
}

/** What everything that is sealed with today's secret begins with. */
export function sealedStart(): Uint8Array {
  return Buffer.concat([Uint8Array.of(FORM), now.id]);
}

/** Decrypts what `seal` made with this secret or the one before. Throws when it was changed, bound elsewhere or made with another key. */
export function unseal(sealed: Uint8Array, bound: string): Uint8Array {
  const roots = previous ? [now, previous] : [now];
  if (sealed[0] === FORM) {
    const root = roots.find(({ id }) => id.every((byte, at) => sealed[1 + at] === byte));
    if (!root) throw new Error("Sealed with an unknown key.");
    return open(sealed.subarray(5), bound, root);
  }
  if (sealed[0] !== WITHOUT_ID) throw new Error("Sealed in an unknown form.");
  if (!previous) return open(sealed.subarray(1), bound, now);
  try {
    return open(sealed.subarray(1), bound, now);
  } catch {
    return open(sealed.subarray(1), bound, previous);
  }
}

function open(sealed: Uint8Array, bound: string, root: Root): Uint8Array {
  const decipher = createDecipheriv("aes-256-gcm", root.key, sealed.subarray(0, 12));
  decipher.setAAD(new TextEncoder().encode(bound));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
}

/** A keyed digest for one purpose, hex. Another SECRET_KEY makes another. */
export function digest(purpose: string, value: string): string {
  return digestOf(now, purpose, value);
}
/** The digests that today's secret and the one before make: for who compares with what was made earlier. */
export function digestsSince(purpose: string, value: string): string[] {
  return [now, ...previous ? [previous] : []].map((root) => digestOf(root, purpose, value));
}
function digestOf(root: Root, purpose: string, value: string): string {
  return createHmac("sha256", root.secret).update(`${purpose}:${value}`).digest("hex");
}
/** The raw key of one purpose, for signing tokens. */
export function purposeKey(purpose: string): string {
  return digest("key", purpose);
}
/** The same of the secret before; null without one. */
export function purposeKeyBefore(purpose: string): string | null {
  return previous && digestOf(previous, "key", purpose);
}
/** The secret that the oldest of what is stored was made with. */
export function oldestSecret(): string {
  return (previous ?? now).secret;
}
