// The operator's calls that may name a company.
import { refuse } from "../../contract/errors.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import type { Me } from "./auth.ts";

/**
 * Works in the company that a super user names, in a transaction of its own; anybody else may name only their own. Refuses
 * ERR_NO_PERMISSION, and ERR_NO_COMPANY_FOUND where there is no such company.
 */
export async function inCompany<T>(
  tx: Tx,
  me: Me,
  companyId: number | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (companyId === undefined || companyId === me.companyId) return await work(tx);
  if (!me.super) return refuse("ERR_NO_PERMISSION");
  return await withTenant({ companyId, userId: null }, async (other) => {
    const [company] = await other`select 1 from app.companies where id = ${companyId}`;
    if (!company) refuse("ERR_NO_COMPANY_FOUND");
    return await work(other);
  });
}

/** The company that a call works in: the named one for a super user, anybody else's own. */
export function companyFor(me: Me, companyId: number | undefined): number {
  return me.super && companyId !== undefined ? companyId : me.companyId;
}
