// Rights that changed.
import type { Tx } from "../../../db/tenant.ts";
import { forgetSessions } from "../access/auth.ts";

/** A person's rights changed: their streams start anew with the rights of now. */
export function rightsChanged(tx: Tx, who: number | "everybody"): void {
  const audience = who === "everybody" ? ["company"] : [`user:${who}`];
  tx.events.push({ name: "recado-rights", audience, except: null, payload: {} });
  tx.afterCommit.push(() => forgetSessions(tx.companyId));
}

/** What a company's API key may do changed, or it ended: its streams end everywhere, and who comes back is asked again. */
export function keyChanged(tx: Tx, keyId: number): void {
  tx.events.push({ name: "recado-rights", audience: [`key:${keyId}`], except: null, payload: {} });
}
