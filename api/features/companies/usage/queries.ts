// SQL of what a company uses. It runs in a transaction of that company.
import type { z } from "zod";
import type { Tx } from "../../../../db/tenant.ts";
import type { Usage } from "../contract.ts";

type Part<K extends keyof Usage> = z.input<typeof Usage>[K];
const MOST_USERS = 200;
const MOST_PROBLEMS = 50;

/** The last twelve months by the company's calendar; one in which nothing happened is there too. */
export async function months(tx: Tx): Promise<Part<"months">> {
  return await tx<Part<"months">>`
    with here as (select timezone as zone, date_trunc('month', now() at time zone timezone) as this
        from app.companies where id = ${tx.companyId}),
      sums as (
        select date_trunc('month', h.slot at time zone here.zone) as month, sum(h.opened) as opened, sum(h.received) as received,
          sum(h.sent) as sent, count(distinct nullif(h.user_id, 0)) filter (where h.accepted + h.closed + h.sent > 0) as people
        from app.half_hours h, here
        where h.company_id = ${tx.companyId} and h.slot >= (here.this - interval '11 months') at time zone here.zone group by 1)
    select to_char(m, 'YYYY-MM') as month, coalesce(s.opened, 0)::int as opened, coalesce(s.received, 0)::int as received,
      coalesce(s.sent, 0)::int as sent, coalesce(s.people, 0)::int as people
    from here, generate_series(here.this - interval '11 months', here.this, interval '1 month') m
    left join sums s on s.month = m order by m`;
}

/** The people, who was here last first. */
export async function people(tx: Tx): Promise<Part<"users">> {
  return await tx<Part<"users">>`
    select u.id, u.name, u.email, u.profile, u.seen_at as "seenAt",
      coalesce(u.seen_at > now() - interval '5 minutes 20 seconds', false) as online
    from app.users u where u.company_id = ${tx.companyId}
    order by u.seen_at desc nulls last, u.name_key, u.id limit ${MOST_USERS}`;
}

/** What went wrong in the last 30 days, the latest first; what happened often on a day is one line. No text of anybody is read. */
export async function problems(tx: Tx): Promise<Part<"problems">> {
  const since = tx`now() - interval '30 days'`;
  return await tx<Part<"problems">>`
    with failed as (
      select connection_id, coalesce(error, '') as reason, max(created_at) as at, count(*)::int as count
      from (select connection_id, error, created_at from app.messages
        where company_id = ${tx.companyId} and status = 'failed' order by id desc limit 5000) m
      where created_at > ${since} group by 1, 2, date_trunc('day', created_at)),
    unanswered as (
      select integration_id, split_part(detail, ' ', 1) as reason, max(at) as at, count(*)::int as count
      from app.integration_calls where company_id = ${tx.companyId} and outcome = 'failed' and at > ${since}
      group by 1, 2, date_trunc('day', at)),
    unsent as (
      select connection_id, coalesce(error, '') as reason, max(updated_at) as at, count(*)::int as count
      from app.schedules where company_id = ${tx.companyId} and status = 'ERRO' and updated_at > ${since}
      group by 1, 2, date_trunc('day', updated_at))
    select * from (
      select 'connection' as kind, g.from_at as at, g.to_at as until, c.name, c.channel, coalesce(g.reason, '') as reason, 1 as count
      from app.connection_gaps g join app.connections c on c.company_id = g.company_id and c.id = g.connection_id
      where g.company_id = ${tx.companyId} and g.from_at > ${since}
      union all select 'message', f.at, null, c.name, c.channel, f.reason, f.count from failed f
        join app.connections c on c.company_id = ${tx.companyId} and c.id = f.connection_id
      union all select 'integration', f.at, null, q.name, '', f.reason, f.count from unanswered f
        join app.queue_integrations q on q.company_id = ${tx.companyId} and q.id = f.integration_id
      union all select 'schedule', f.at, null, c.name, c.channel, f.reason, f.count from unsent f
        join app.connections c on c.company_id = ${tx.companyId} and c.id = f.connection_id) p
    order by at desc limit ${MOST_PROBLEMS}`;
}

/** How much of what plans limit there is; connections of the channel `builtIn` count for nobody. */
export async function inUse(tx: Tx, builtIn: string): Promise<Part<"inUse">> {
  const [row] = await tx<Part<"inUse">[]>`
    select (select count(*) from app.users where company_id = ${tx.companyId}) as users,
      (select count(*) from app.connections
        where company_id = ${tx.companyId} and deleted_at is null and channel <> ${builtIn}) as connections,
      (select count(*) from app.queues where company_id = ${tx.companyId}) as queues`;
  return row!;
}
