// Who hears of a connection that has changed.
import { must } from "../../../contract/errors.ts";
import { emit } from "../../../core/live/emit.ts";
import type { Parts } from "../../../core/parts.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { connectionChanged } from "../contract.ts";
import { present } from "../present.ts";
import * as queries from "../queries.ts";
import { toldOf } from "./code.ts";

/** Tells everybody of the company how this connection is now, and answers it. Refuses ERR_NO_WAPP_FOUND. */
export async function tellConnection(
  tx: Tx,
  parts: Parts,
  id: number,
  action: "create" | "update",
): Promise<ReturnType<typeof present>> {
  const whatsapp = present(must(await queries.byId(tx, id), "ERR_NO_WAPP_FOUND"), tx.companyId, parts);
  for (const { audience, connection } of toldOf(whatsapp)) {
    emit(tx, connectionChanged, audience, { action, whatsapp: connection });
  }
  return whatsapp;
}
