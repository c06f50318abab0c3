// The token of an invitation's link. The database holds a keyed digest of it, so that who reads the table cannot accept anything.
import { randomBytes } from "node:crypto";
import { digest, digestsSince } from "../../core/secrets/seal.ts";

const TOKEN = /^(\d{1,15})\.[\w-]{43}$/;

/** A new token: it names its company, beside 256 bits nobody can guess. */
export function newToken(companyId: number): string {
  return `${companyId}.${randomBytes(32).toString("base64url")}`;
}
/** The company a token names; null for what is none. */
export function companyOf(token: string): number | null {
  const named = Number(TOKEN.exec(token)?.[1]);
  return Number.isSafeInteger(named) && named > 0 ? named : null;
}
/** What may be stored of it: also what was, before the installation's secret changed. */
export function storedSince(token: string): string[] {
  return digestsSince("invitation", token);
}
/** What is stored of it. */
export function stored(token: string): string {
  return digest("invitation", token);
}
