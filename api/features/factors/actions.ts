// Second factors as sign-in, the command line and admins meet them (docs/product/session.md#second-factor).
import { emit, only } from "../../core/live/emit.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import type { Tx } from "../../../db/tenant.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { takeAppCode } from "./authenticator.ts";
import { factorsChanged } from "./contract.ts";
import * as queries from "./queries.ts";
import { takeCode } from "./recovery.ts";

export { hasFactor } from "./queries.ts";
export { askForOne, ownerOf, type Site, takeOne } from "./passkeys.ts";

/** Takes a code, the app's or a recovery code; false where it is neither. */
export async function takeAnyCode(tx: Tx, userId: number, typed: string): Promise<boolean> {
  return await takeAppCode(tx, userId, typed) || await takeCode(tx, userId, typed);
}

/** Takes all factors of a person away. */
export async function clearFactors(tx: Tx, userId: number): Promise<void> {
  await queries.removeAuthenticator(tx, userId);
  await queries.removePasskeys(tx, userId);
  await queries.replaceCodes(tx, userId, []);
  tellFactors(tx, userId);
}

/** Tells a person's devices that their factors changed, and asks anew whether they may go on: a factor may be due now. */
export function tellFactors(tx: Tx, userId: number): void {
  emit(tx, factorsChanged, only(userId), { action: "update" });
  rightsChanged(tx, userId);
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}
