// Somebody says their own password again before what it guards is changed.
import { refuse } from "../../../contract/errors.ts";
import { allow } from "../../../core/access/rate-limit.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { checkSecret } from "./passwords.ts";

const PER_MINUTE = 2;
const BURST = 10;

/** Refuses ERR_WRONG_PASSWORD unless the password is this person's, and ERR_TOO_MANY_REQUESTS to who guesses. */
export async function confirmPassword(tx: Tx, userId: number, password: string): Promise<void> {
  if (!allow(`own-password:${tx.companyId}:${userId}`, PER_MINUTE, BURST)) {
    refuse("ERR_TOO_MANY_REQUESTS", { retryAfter: 30 });
  }
  const [row] = await tx<{ password: string }[]>`
    select password from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  if (!await checkSecret(password, row?.password ?? null)) refuse("ERR_WRONG_PASSWORD");
}
