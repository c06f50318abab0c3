// Each number in one pass over the company's rounds of the range; the states of now come from the counters.
import type { z } from "zod";
import type { Tx } from "../../../db/tenant.ts";
import type { Attendant, Counters } from "./contract.ts";

export interface Range {
  from: string;
  until: string;
}

/** The range in the company's time zone: given days, else the last `days`, else this month so far. */
export async function range(
  tx: Tx,
  zone: string,
  q: { date_from?: string; date_to?: string; days?: number },
): Promise<Range> {
  const [row] = await tx<Range[]>`
    select (coalesce(nullif(${q.date_from ?? ""}, '')::date, case when ${
    q.days ?? null
  }::int is not null then today - ${
    q.days ?? 0
  }::int else date_trunc('month', today)::date end)::timestamp at time zone ${zone})::text as from,
      ((coalesce(nullif(${q.date_to ?? ""}, '')::date, today) + 1)::timestamp at time zone ${zone})::text as until
    from (select (now() at time zone ${zone})::date as today) t`;
  return row!;
}

export async function counters(tx: Tx, r: Range): Promise<z.input<typeof Counters>> {
  const [row] = await tx<z.input<typeof Counters>[]>`
    with base as materialized (
      select b.*, t.status from app.ticket_rounds b join app.tickets t on t.company_id = b.company_id and t.id = b.ticket_id
      where b.company_id = ${tx.companyId} and b.created_at >= ${r.from}::timestamptz and b.created_at < ${r.until}::timestamptz),
    live as (select status, sum(tickets)::bigint as n from app.ticket_counters where company_id = ${tx.companyId} and status in ('open', 'pending') group by status),
    firsts as (
      select count(*)::bigint as n from (
        select 1 from app.contacts c join app.ticket_rounds x on x.company_id = c.company_id and x.contact_id = c.id
        where c.company_id = ${tx.companyId} and c.created_at >= ${r.from}::timestamptz and c.created_at < ${r.until}::timestamptz
        group by c.id having count(*) = 1) y),
    sums as (
      select count(*)::bigint as tickets, count(*) filter (where status = 'closed')::bigint as finished, count(*) filter (where status = 'group')::bigint as groups,
        count(*) filter (where not by_customer)::bigint as active, count(*) filter (where by_customer)::bigint as passive,
        coalesce(avg(extract(epoch from finished_at - started_at)) filter (where finished_at > started_at), 0) / 60 as support,
        coalesce(avg(extract(epoch from started_at - created_at)) filter (where started_at > created_at), 0) / 60 as wait,
        count(rating)::bigint as rated, count(*) filter (where rating > 8)::bigint as promoters, count(*) filter (where rating between 7 and 8)::bigint as neutral, count(*) filter (where rating < 7)::bigint as detractors,
        count(*) filter (where status = 'nps')::bigint as waiting_rating, count(*) filter (where status = 'closed' and rating is null)::bigint as unrated
      from base)
    select coalesce((select n from live where status = 'open'), 0) as "supportHappening", coalesce((select n from live where status = 'pending'), 0) as "supportPending",
      finished as "supportFinished", groups as "supportGroups", (select n from firsts) as leads, round(support::numeric, 1) as "avgSupportTime", round(wait::numeric, 1) as "avgWaitTime",
      active as "activeTickets", passive as "passiveTickets", tickets,
      round((promoters - detractors) * 100.0 / greatest(rated, 1), 1) as "npsScore", round(promoters * 100.0 / greatest(rated, 1), 1) as "npsPromotersPerc",
      round(neutral * 100.0 / greatest(rated, 1), 1) as "npsPassivePerc", round(detractors * 100.0 / greatest(rated, 1), 1) as "npsDetractorsPerc",
      waiting_rating as "waitRating", rated as "withRating", unrated as "withoutRating", round(rated * 100.0 / greatest(tickets, 1), 1) as "percRating"
    from sums`;
  return row!;
}

/** Everybody, also those without a ticket in the range. */
export function attendants(tx: Tx, r: Range): Promise<z.input<typeof Attendant>[]> {
  return tx<z.input<typeof Attendant>[]>`
    select u.id, u.name, coalesce(round(avg(b.rating), 1), 0) as rating, count(b.rating)::bigint as "countRating", count(b.id)::bigint as tickets,
      round((coalesce(avg(extract(epoch from b.started_at - b.created_at)) filter (where b.started_at > b.created_at), 0) / 60)::numeric, 1) as "avgWaitTime",
      round((coalesce(avg(extract(epoch from b.finished_at - b.started_at)) filter (where b.finished_at > b.started_at), 0) / 60)::numeric, 1) as "avgSupportTime",
      coalesce(u.seen_at > now() - interval '5 minutes', false) as online
    from app.users u left join app.ticket_rounds b
      on b.company_id = u.company_id and b.user_id = u.id and b.created_at >= ${r.from}::timestamptz and b.created_at < ${r.until}::timestamptz
    where u.company_id = ${tx.companyId} group by u.company_id, u.id order by tickets desc, lower(u.name)`;
}
