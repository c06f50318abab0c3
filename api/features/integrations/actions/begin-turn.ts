// The incoming message's side of a turn: in its transaction the ticket is handed over and the call is asked for, nothing more.
import { enqueue } from "../../../core/jobs.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { turn } from "../tasks.ts";

/** A customer types in pieces: the call waits so long after the last piece, and so long after the first at most, ms. */
const QUIET_MS = 1_500;
const AT_MOST_MS = 5_000;

/**
 * Words of the customer are to be carried: to this integration or prompt, which begins anew, or without one to who leads already. Texts that
 * follow quickly make one turn.
 */
export async function beginTurn(
  tx: Tx,
  ticketId: number,
  to: { integrationId: number } | { promptId: number } | null,
  { messageId, now }: { messageId: number; now: Date },
): Promise<void> {
  const integrationId = to && "integrationId" in to ? to.integrationId : null;
  const promptId = to && "promptId" in to ? to.promptId : null;
  const [row] = await tx<{ askedAt: Date }[]>`
    insert into app.integration_sessions as s (company_id, ticket_id, integration_id, prompt_id, heard_id, asked_at, last_at)
    values (${tx.companyId}, ${ticketId}, ${integrationId}, ${promptId}, ${messageId - 1}, ${now}, ${now})
    on conflict (company_id, ticket_id) do update set asked_at = coalesce(s.asked_at, excluded.asked_at) ${
    to === null
      ? tx``
      : tx`, integration_id = excluded.integration_id, prompt_id = excluded.prompt_id, external_id = null, expects = null, heard_id = excluded.heard_id, turn = s.turn + 1`
  } returning asked_at as "askedAt"`;
  await ask(tx, ticketId, new Date(Math.min(now.getTime() + QUIET_MS, row!.askedAt.getTime() + AT_MOST_MS)));
}

/** Asks for a turn's call; those of one ticket follow each other. */
export function ask(tx: Tx, ticketId: number, runAt: Date): Promise<unknown> {
  const name = `integration:${ticketId}`;
  return enqueue(tx, turn, { ticketId }, { queue: name, key: name, runAt, attempts: 5 });
}
