// Somebody says their own password again before what it guards is changed. It is compared before the call's transaction, because a
// hash waits for its turn; the transaction asks only whether the stored form is still the one that it was compared with.
import { refuse } from "../../../contract/errors.ts";
import { allow } from "../../../core/access/rate-limit.ts";
import { type Tx, withTenant } from "../../../../db/tenant.ts";
import { checkSecret } from "./passwords.ts";

const PER_MINUTE = 2;
const BURST = 10;
/** The stored form that the password fitted; null where it fitted none. */
export type Said = string | null;

/** Compares the password with this person's own. Refuses ERR_TOO_MANY_REQUESTS to who guesses. */
export async function sayPassword(me: { id: number; companyId: number }, password: string): Promise<Said> {
  if (!allow(`own-password:${me.companyId}:${me.id}`, PER_MINUTE, BURST)) {
    refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
  }
  const stored = await withTenant({ companyId: me.companyId }, (tx) => storedPassword(tx, me.id), { read: true });
  return await checkSecret(password, stored) ? stored : null;
}

/** Refuses ERR_WRONG_PASSWORD unless what was said is this person's password still. */
export async function confirmPassword(tx: Tx, userId: number, said: Said): Promise<void> {
  if (said === null || said !== await storedPassword(tx, userId)) refuse("ERR_WRONG_PASSWORD");
}

async function storedPassword(tx: Tx, userId: number): Promise<string | null> {
  const [row] = await tx<{ password: string }[]>`
    select password from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  return row?.password ?? null;
}
