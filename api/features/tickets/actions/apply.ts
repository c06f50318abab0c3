// Every change of a ticket goes through `applyChange`: row, counters, log and events move together or not at all.
import { must } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Ticket } from "../contract.ts";
import { moveCounters } from "../counters.ts";
import { happen } from "../effects.ts";
import * as queries from "../queries.ts";
import { announce } from "./announce.ts";

export interface LogLine {
  type: string;
  userId?: number | null;
  queueId?: number | null;
  /** Of a transfer: who had the ticket before. */
  hadUserId?: number | null;
}

/** Changes a locked ticket: writes the row, moves the counters, logs, and tells who sees it and who no longer does. */
export async function applyChange(
  tx: Tx,
  before: queries.TicketRow,
  patch: queries.TicketPatch,
  log: readonly LogLine[] = [],
): Promise<Ticket> {
  const after = { ...before, ...patch };
  // One connection carries out what it is given in order: what is read at the end is as the writes before leave it.
  const writes = [queries.write(tx, before.id, patch), writeLog(tx, before.id, log)];
  moveCounters(tx, before, after);
  const shown = queries.shownById(tx, before.id);
  const { id: ticketId, userId: from } = before;
  await Promise.all([
    ...writes,
    shown,
    happen(tx, "handedOver", { ticketId, from, to: after.userId, into: ticketId }),
    happen(tx, "changed", { ticketId, before, after }),
  ]);
  const ticket = must(await shown, "ERR_NO_TICKET_FOUND");
  announce(tx, ticket, before);
  return ticket;
}

export async function writeLog(tx: Tx, ticketId: number, lines: readonly LogLine[]): Promise<void> {
  await Promise.all(
    lines.map(({ type, userId = null, queueId = null, hadUserId = null }) =>
      tx`insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id, had_user_id) values (${tx.companyId}, ${ticketId}, ${type}, ${userId}, ${queueId}, ${hadUserId})`
    ),
  );
}
