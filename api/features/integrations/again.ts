// The last call of an integration once more: the same words of the customer, to the flow as it is now.
import { must, refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import { applyChange } from "../tickets/actions/apply.ts";
import { lock } from "../tickets/queries.ts";
import { ask } from "./actions/begin-turn.ts";
import { mayAnswer } from "./turn/begin.ts";

/**
 * The flow leads the ticket again from where these words began. Refuses ERR_NO_RECORD_FOUND where there was no call, and
 * ERR_ALREADY_IN_STATE where a person has the customer, or the conversation has ended.
 */
export async function sendAgain(tx: Tx, integrationId: number): Promise<void> {
  const [call] = await tx<{ ticketId: number | null; afterId: number | null }[]>`
    select ticket_id as "ticketId", after_id as "afterId" from app.integration_calls
    where company_id = ${tx.companyId} and integration_id = ${integrationId} order by id desc limit 1`;
  const { ticketId, afterId } = must(call, "ERR_NO_RECORD_FOUND");
  const ticket = ticketId === null ? undefined : await lock(tx, ticketId);
  if (!ticket || afterId === null || !mayAnswer(ticket, true)) refuse("ERR_ALREADY_IN_STATE");
  const [session] = await tx`
    update app.integration_sessions set turn = turn + 1, heard_id = ${afterId}, asked_at = now(), prompt_id = null,
      integration_id = ${integrationId},
      external_id = case when integration_id = ${integrationId} then external_id end,
      expects = case when integration_id = ${integrationId} then expects end
    where company_id = ${tx.companyId} and ticket_id = ${ticket.id} returning 1`;
  if (!session) refuse("ERR_ALREADY_IN_STATE");
  await applyChange(tx, ticket, { useIntegration: true, isBot: true });
  await ask(tx, ticket.id, new Date());
}
