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
  /** Nobody's where a company's key acts. */
  userId?: number | null;
  queueId?: number | null;
  /** Of a transfer: who had the ticket before. */
  hadUserId?: number | null;
  /** Why, in one of the words of its kind. */
  detail?: string | null;
}

/** Nothing leads by itself any more where a person has the ticket, it no longer waits, or the bot is told to let go. */
function letGo(patch: queries.TicketPatch): queries.TicketPatch {
  const { userId = null, status = "pending", isBot } = patch;
  const ends = userId !== null || !["pending", "lgpd"].includes(status) || isBot === false;
  return ends ? { useIntegration: false, ...patch } : patch;
}

/** Changes a locked ticket: writes the row, moves the counters, logs, and tells who sees it and who no longer does. */
export async function applyChange(
  tx: Tx,
  before: queries.TicketRow,
  patch: queries.TicketPatch,
  log: readonly LogLine[] = [],
): Promise<Ticket> {
  const whole = letGo(patch);
  const after = { ...before, ...whole };
  // One connection carries out what it is given in order: what is read at the end is as the writes before leave it.
  const writes = [queries.write(tx, before.id, whole), writeLog(tx, before.id, log)];
  if (before.silent && after.status !== "closed") moveCounters(tx, null, after);
  else if (!before.silent) moveCounters(tx, before, after);
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
    lines.map(({ type, userId = null, queueId = null, hadUserId = null, detail = null }) =>
      tx`insert into app.ticket_log (company_id, ticket_id, type, user_id, queue_id, had_user_id, detail) values (${tx.companyId}, ${ticketId}, ${type}, ${
        userId || null
      }, ${queueId}, ${hadUserId}, ${detail})`
    ),
  );
}
