// Codes of an app (RFC 6238): six digits, a new one each half minute.
import { Secret, TOTP } from "otpauth";
import { seal, unseal } from "../../core/secrets/seal.ts";
import type { Tx } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

const PERIOD_S = 30;
/** Clocks of phones are off: a code counts half a minute early and late. */
const WINDOW = 1;

const bound = (tx: Tx, userId: number) => `authenticator:${tx.companyId}:${userId}`;
const totp = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }), period: PERIOD_S });

/** A new secret as the app reads it, by hand and as a QR code; null where a confirmed one stands. */
export async function newSecret(
  tx: Tx,
  userId: number,
  names: { issuer: string; label: string },
): Promise<{ secret: string; uri: string } | null> {
  const made = totp(crypto.getRandomValues(new Uint8Array(20)), names);
  const sealed = seal(made.secret.bytes, bound(tx, userId));
  return await queries.putSecret(tx, userId, sealed) ? { secret: made.secret.base32, uri: made.toString() } : null;
}

/**
 * Takes a code of this person's app; false where it is wrong, older than one that was taken, or there is no app. `first`: the app is
 * yet to be confirmed, and this code does it.
 */
export async function takeAppCode(tx: Tx, userId: number, typed: string, first = false): Promise<boolean> {
  const token = typed.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return false;
  await queries.lockPerson(tx, userId);
  const kept = await queries.authenticator(tx, userId);
  if (!kept || kept.confirmed === first) return false;
  const app = totp(unseal(kept.sealed, bound(tx, userId)));
  const off = app.validate({ token, window: WINDOW });
  const step = off === null ? null : app.counter() + off;
  if (step === null || step <= kept.lastStep) return false;
  await queries.takeStep(tx, userId, step);
  return true;
}
