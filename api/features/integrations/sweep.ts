// Turns that were set aside: their process died in them again and again, or they failed as often as a job is tried.
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { handToPeople } from "../prompts/actions/hand-over.ts";
import { lockVisible } from "../tickets/queries.ts";
import { turn } from "./tasks.ts";
import { mayAnswer } from "./turn/begin.ts";

/**
 * Gives the tickets of such turns to people: nobody else would answer these customers (docs/product/integrations.md#a-turn). A turn that
 * had begun when another was asked for has lost its key to it, and is not tried again either: the other one answers.
 */
export async function handOverLost(): Promise<void> {
  const lost = await asPlatform((tx) =>
    tx<{ companyId: number; id: number }[]>`
      select t.company_id as "companyId", t.id from graphile_worker._private_jobs j
      join graphile_worker._private_tasks k on k.id = j.task_id and k.identifier = ${turn.name}
      join app.tickets t on t.company_id = (j.payload ->> 'companyId')::bigint and t.id = (j.payload -> 'data' ->> 'ticketId')::bigint
      where j.key is not null and j.attempts >= j.max_attempts and j.locked_at is null
        and t.use_integration and t.user_id is null and t.status = 'pending'`
  );
  for (const { companyId, id } of lost) {
    await withTenant({ companyId }, async (tx) => {
      const ticket = await lockVisible(tx, id, tx`t.use_integration`);
      if (ticket && mayAnswer(ticket, true)) await handToPeople(tx, ticket, "broken");
    });
  }
}
