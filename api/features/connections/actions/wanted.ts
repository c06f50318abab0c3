// Whether a connection shall be connected: its own people say so, or the platform's operator.
import { must } from "../../../contract/errors.ts";
import { emit, everybody } from "../../../core/live/emit.ts";
import type { Parts } from "../../../core/parts.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { clearOutage } from "../../notifications/actions.ts";
import { sessionChanged } from "../contract.ts";
import * as queries from "../queries.ts";
import { tellConnection } from "./tell.ts";

/**
 * Opens a connection of the transaction's company anew, or closes it until somebody opens it again; everybody of the company is
 * told. Answers the connection as it was. Refuses ERR_NO_WAPP_FOUND.
 */
export async function wantConnection(
  tx: Tx,
  parts: Parts,
  id: number,
  want: boolean,
): Promise<Pick<queries.ConnectionRecord, "id" | "name" | "channel" | "number" | "status">> {
  const { name, channel, number, status } = must(await queries.byId(tx, id), "ERR_NO_WAPP_FOUND");
  await queries.setWanted(tx, id, want);
  if (!want) clearOutage(tx, id);
  const now = await tellConnection(tx, parts, id, "update");
  const { reason, since, updatedAt, qrcode, retries } = now;
  const session = { id, number: now.number, status: now.status, reason, since, updatedAt, qrcode, retries };
  emit(tx, sessionChanged, everybody, { action: "update", session });
  tx.afterCommit.push(() => parts.channels.reopen(tx.companyId, id));
  return { id, name, channel, number, status };
}
