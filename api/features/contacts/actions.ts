// Contacts as other features read them.
import type { Tx } from "../../../db/tenant.ts";
import type { Contact } from "./contract.ts";
import * as queries from "./queries.ts";

/** One contact of the transaction's company, as everybody is shown it. */
export function contactById(tx: Tx, id: number): Promise<Contact | undefined> {
  return queries.byId(tx, id);
}
