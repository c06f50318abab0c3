// Which webhooks, of all companies, have something to do.
import { platform } from "../../../db/tenant.ts";
import type { Place } from "./due.ts";

/** Webhooks with something to do: events that were not looked at, or deliveries that are due. */
export function busy(now: Date): Promise<Place[]> {
  return platform()<Place[]>`
    select w.company_id as "companyId", w.id from app.webhooks w
    join app.companies c on c.id = w.company_id join app.plans p on p.id = c.plan_id
    left join app.event_heads h on h.company_id = w.company_id
    where c.active and (c.id = 1 or c.due_at is null or c.due_at > now()) and p.flags ->> 'useExternalApi' is distinct from 'false'
      and (coalesce(h.seq, 0) > w.position or (w.paused_at is null and coalesce(w.wait_until, ${now}) <= ${now} and exists (
        select 1 from app.webhook_deliveries d where d.company_id = w.company_id and d.webhook_id = w.id and d.status = 'waiting'
          and d.next_at <= ${now} and coalesce(d.claimed_until, ${now}) <= ${now})))
    limit 500`;
}
