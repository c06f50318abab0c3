// Somebody says their own password again before what it guards is changed.
import { refuse } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { checkSecret } from "./passwords.ts";

/** Refuses ERR_WRONG_PASSWORD unless the password is this person's. */
export async function confirmPassword(tx: Tx, userId: number, password: string): Promise<void> {
  const [row] = await tx<{ password: string }[]>`
    select password from app.users where company_id = ${tx.companyId} and id = ${userId}`;
  if (!await checkSecret(password, row?.password ?? null)) refuse("ERR_WRONG_PASSWORD");
}
