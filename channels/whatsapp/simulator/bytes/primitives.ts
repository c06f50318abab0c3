// The few cryptographic steps the protocol is made of, and integers as its bytes want them.
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto";

export const NOTHING: Buffer = Buffer.alloc(0);

/** `value` as `size` bytes, the highest first. */
export function bigEndian(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}
export function fromBigEndian(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

export function sha256(...parts: Uint8Array[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
export function hmac(key: Uint8Array, ...parts: Uint8Array[]): Buffer {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}
export function hkdf(key: Uint8Array, length: number, salt: Uint8Array, info = ""): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, Buffer.from(info), length));
}

/** Ciphertext with its 16-byte tag behind it. */
export function sealGcm(key: Uint8Array, iv: Uint8Array, plain: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(data);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
/** Throws when the tag does not fit. */
export function openGcm(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createDecipheriv("aes-256-gcm", key, iv);
  cipher.setAAD(data);
  cipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
}
export function encryptCbc(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}
/** Throws when the padding does not fit. */
export function decryptCbc(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer {
  const cipher = createDecipheriv("aes-256-cbc", key, iv);
  return Buffer.concat([cipher.update(sealed), cipher.final()]);
}
/** Encrypts and decrypts: in counter mode both are one. */
export function streamCtr(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv("aes-256-ctr", key, iv);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}
