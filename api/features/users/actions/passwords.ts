// Passwords: which are allowed, how they are kept, whether one fits.
import { refuse } from "../../../contract/errors.ts";
import { PRODUCT_NAME } from "../../../contract/settings.ts";
import { lanes } from "../../../core/access/rate-limit.ts";
import { checkPassword, hashPassword } from "../../../core/secrets/password.ts";
import { commonPasswords } from "../common-passwords.ts";
import { isGuessable } from "../guessable.ts";

/** Hashing costs a core for a moment: at most as many at once as there are cores (proof S14). */
const hashing = lanes(navigator.hardwareConcurrency);

/**
 * The stored form of a new password. Refuses ERR_WEAK_PASSWORD for short and common ones, and for those that are made of `context`,
 * names and addresses of whom it is for (docs/product/session.md#passwords).
 */
export async function makeSecret(password: string, minLength: number, context: readonly string[]): Promise<string> {
  const weak = [...password].length < minLength || commonPasswords.has(password.toLowerCase()) ||
    isGuessable(password, [PRODUCT_NAME, ...context]);
  if (weak) refuse("ERR_WEAK_PASSWORD");
  return await hashing(() => hashPassword(password));
}

let nobody: Promise<string> | undefined;

/** Whether the password fits. Without a stored form the same work is done, so that time tells nothing (proof S14). */
export async function checkSecret(password: string, stored: string | null): Promise<boolean> {
  const against = stored || await (nobody ??= hashPassword(crypto.randomUUID()));
  const fits = await hashing(() => checkPassword(password, against));
  return fits && against === stored;
}
