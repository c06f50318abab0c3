// The log of calls: what was said to a service, what it answered, how long it took. The last 200 of each, secrets hidden.
import { cleaned } from "../../core/outside/clean.ts";
import { withoutSecrets } from "../../core/secrets/hide.ts";
import type { Tx } from "../../../db/tenant.ts";

const KEPT = 200;
/** Characters of each text. */
const CUT = 1_000;

export interface CallRecord {
  ticketId: number | null;
  /** Its words come after this message. */
  afterId: number | null;
  ms: number;
  outcome: "answered" | "silent" | "dropped" | "failed";
  detail?: string;
  said: string;
  answered?: string;
}
const shown = (text: string) => cleaned(String(withoutSecrets(text)).slice(0, CUT));

export async function logCall(tx: Tx, integrationId: number, call: CallRecord): Promise<void> {
  await tx`
    insert into app.integration_calls (company_id, integration_id, ticket_id, after_id, ms, outcome, detail, said, answered)
    values (${tx.companyId}, ${integrationId}, ${call.ticketId}, ${call.afterId}, ${
    Math.round(call.ms)
  }, ${call.outcome}, ${shown(call.detail ?? "")}, ${shown(call.said)}, ${shown(call.answered ?? "")})`;
  await tx`
    delete from app.integration_calls where company_id = ${tx.companyId} and integration_id = ${integrationId} and id < (
      select id from app.integration_calls where company_id = ${tx.companyId} and integration_id = ${integrationId}
      order by id desc offset ${KEPT - 1} limit 1)`;
}

export function lastCalls(tx: Tx, integrationId: number) {
  return tx<
    (Omit<CallRecord, "detail" | "answered" | "afterId"> & { id: number; at: Date; detail: string; answered: string })[]
  >`
    select id, at, ms, outcome, detail, said, answered, ticket_id as "ticketId" from app.integration_calls
    where company_id = ${tx.companyId} and integration_id = ${integrationId} order by id desc limit ${KEPT}`;
}

/** So many failures within so long pause an integration (docs/product/integrations.md#failures). */
const BREAKS_AT = 5;
const WITHIN = "10 minutes";

/** Whether it has failed so often by now that it is paused; true for the call that pauses it. */
export async function pauseAfterFailures(tx: Tx, integrationId: number): Promise<boolean> {
  const rows = await tx`
    update app.queue_integrations i set paused_until = now() + ${WITHIN}::interval
    where i.company_id = ${tx.companyId} and i.id = ${integrationId} and (i.paused_until is null or i.paused_until <= now())
      and (select count(*) from app.integration_calls c where c.company_id = i.company_id and c.integration_id = i.id
        and c.outcome = 'failed' and c.at > greatest(now() - ${WITHIN}::interval, i.paused_until)) >= ${BREAKS_AT}
    returning 1`;
  return rows.length > 0;
}
