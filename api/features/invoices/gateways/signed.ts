import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether one of these signatures, in hex, is that of a text by this secret (HMAC-SHA256). Takes as long for a wrong one. */
export function signedBy(secret: string, text: string | Uint8Array, signatures: readonly string[]): boolean {
  const right = createHmac("sha256", secret).update(text).digest();
  return signatures.some((signature) => {
    const given = Buffer.from(signature, "hex");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
