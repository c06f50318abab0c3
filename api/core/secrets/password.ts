// argon2id by the runtime's WebCrypto: off the event loop, so that a flood of logins does not delay anybody else.
import { timingSafeEqual } from "node:crypto";
import { decodeBase64, encodeBase64 } from "deno-std/encoding/base64.js";

const MEMORY_KIB = 19_456;
const PASSES = 2;

interface Argon2idParams {
  name: "Argon2id";
  nonce: Uint8Array;
  parallelism: number;
  memory: number;
  passes: number;
}

async function derive(password: string, nonce: Uint8Array, memory: number, passes: number): Promise<Uint8Array> {
  const subtle = crypto.subtle as unknown as {
    importKey(
      format: string,
      key: Uint8Array,
      algorithm: { name: string },
      extractable: boolean,
      usages: string[],
    ): Promise<CryptoKey>;
    deriveBits(algorithm: Argon2idParams, key: CryptoKey, bits: number): Promise<ArrayBuffer>;
  };
  const key = await subtle.importKey(
    "raw-secret",
    new TextEncoder().encode(password.normalize("NFC")),
    { name: "Argon2id" },
    false,
    ["deriveBits"],
  );
  return new Uint8Array(await subtle.deriveBits({ name: "Argon2id", nonce, parallelism: 1, memory, passes }, key, 256));
}

/** The stored form of a password: parameters, salt and hash (proof S15). */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const hash = await derive(password, salt, MEMORY_KIB, PASSES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${encodeBase64(salt)}$${encodeBase64(hash)}`;
}

/** Whether the password is the stored one. Unreadable stored forms are simply not equal. */
export async function checkPassword(password: string, stored: string): Promise<boolean> {
  // As products of the Whaticket family stored them, from which companies come; hashed anew at the next login.
  if (stored.startsWith("$2")) return await (await import("bcryptjs")).compare(password, stored);
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) return false;
  const [, memory, passes, salt, hash] = match as unknown as [string, string, string, string, string];
  const wanted = decodeBase64(hash);
  const made = await derive(password, decodeBase64(salt), Number(memory), Number(passes));
  return wanted.length === made.length && timingSafeEqual(wanted, made);
}

/** True when the stored form was made with weaker parameters than today's: hash it anew at the next login. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$`);
}
