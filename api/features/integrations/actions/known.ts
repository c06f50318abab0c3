// What other features ask of integrations.
import { refuse } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { byId } from "../queries.ts";

/** Refuses ERR_NO_RECORD_FOUND where the company does not have this integration. */
export async function mustHaveIntegration(tx: Tx, id: number | null | undefined): Promise<void> {
  if (id && !await byId(tx, id)) refuse("ERR_NO_RECORD_FOUND");
}
