// Requests to the process that holds a connection: a row that stays until it is done.
import type { Tx } from "../../../../db/tenant.ts";
import { wakeChannel } from "../../../core/live/wake.ts";

export type RequestKind = "media" | "edit" | "remove" | "react" | "read" | "lookup" | "link" | "refuseCall";
/** Asks the process that holds the connection to do something, at once or in some seconds; kept until done. */
export async function askChannel(
  tx: Tx,
  connectionId: number,
  kind: RequestKind,
  payload: Record<string, unknown>,
  afterS = 0,
): Promise<void> {
  if (afterS === 0) tx.afterCommit.push(() => wakeChannel(tx.companyId, connectionId));
  await tx`insert into app.channel_requests (company_id, connection_id, kind, payload, due_at) values (${tx.companyId}, ${connectionId}, ${kind}, ${
    JSON.stringify(payload)
  }::text::jsonb, now() + make_interval(secs => ${afterS}))`;
}
