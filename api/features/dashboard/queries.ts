// All numbers in one pass over the company's rounds of the range, person by person; the states of now come from the counters.
import type { z } from "zod";
import type { Me } from "../../core/access/auth.ts";
import type { DayRange } from "../../core/lists/day-range.ts";
import type { Tx } from "../../../db/tenant.ts";
import { statusesOf } from "../tickets/contract.ts";
import { visible } from "../tickets/visibility.ts";
import { isOnline } from "../users/actions/people.ts";
import type { Attendant, Counters } from "./contract.ts";

/** Sums by queue and person, for somebody who does not see all: what they could see of such a ticket. */
const visibleSums = (tx: Tx, me: Me, status: string) =>
  me.profile === "admin"
    ? tx`true`
    : tx`app.sees(nullif(s.user_id, 0), nullif(s.queue_id, 0), false, ${status}, false, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${me.allHistoric}, ${me.allUserChat})`;

/** Open, and what the tab of waiting tickets holds. */
const LIVE = ["open", ...statusesOf("pending")];

interface Overview {
  counters: z.input<typeof Counters>;
  /** Everybody, also those without a ticket in the range. */
  attendants: z.input<typeof Attendant>[];
}

const inRange = (tx: Tx, r: DayRange) =>
  tx`b.company_id = ${tx.companyId} and b.created_at >= ${r.from}::text::timestamptz and b.created_at < ${r.until}::text::timestamptz`;
/**
 * The rounds of the range whose tickets this person may see, each with its ticket's status. An admin sees all: then only tickets that
 * are not closed are read, a small part of a company's.
 */
const rounds = (tx: Tx, me: Me, r: DayRange) =>
  me.profile === "admin"
    ? tx`select b.*, coalesce(t.status, 'closed') as status from app.ticket_rounds b
        left join (select id, status from app.tickets where company_id = ${tx.companyId} and status <> 'closed') t on t.id = b.ticket_id
        where ${inRange(tx, r)}`
    : tx`select b.*, t.status from app.ticket_rounds b join app.tickets t on t.company_id = b.company_id and t.id = b.ticket_id
        where ${inRange(tx, r)} and ${visible(tx, me)}`;

/** The company's counters and its people's, of the range. */
export async function overview(tx: Tx, me: Me, r: DayRange): Promise<Overview> {
  const live = me.profile === "admin"
    ? tx`true`
    : tx`app.sees(nullif(s.user_id, 0), nullif(s.queue_id, 0), s.is_group, s.status, false, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${me.allHistoric}, ${me.allUserChat})`;
  const contactSeen = me.profile === "admin"
    ? tx``
    : tx`and exists (select 1 from app.tickets t where t.company_id = c.company_id and t.contact_id = c.id and ${
      visible(tx, me)
    })`;
  const [row] = await tx<(Overview["counters"] & Pick<Overview, "attendants">)[]>`
    with live as (select status, sum(tickets)::bigint as n from app.ticket_counters s where company_id = ${tx.companyId} and status = any (${LIVE}) and ${live} group by status),
    firsts as (
      select count(*)::bigint as n from (
        select 1 from app.contacts c join app.ticket_rounds x on x.company_id = c.company_id and x.contact_id = c.id
        where c.company_id = ${tx.companyId} and c.created_at >= ${r.from}::text::timestamptz and c.created_at < ${r.until}::text::timestamptz
        ${contactSeen} group by c.id having count(*) = 1) y),
    people as materialized (
      select user_id, count(*) as tickets, count(*) filter (where status = 'closed') as finished, count(*) filter (where status = 'group') as groups,
        count(*) filter (where by_customer) as passive,
        sum(extract(epoch from finished_at - started_at)) filter (where finished_at > started_at) as support_s, count(*) filter (where finished_at > started_at) as supported,
        sum(extract(epoch from started_at - created_at)) filter (where started_at > created_at) as wait_s, count(*) filter (where started_at > created_at) as waited,
        sum(rating) as rating, count(rating) as rated, count(*) filter (where rating > 8) as promoters, count(*) filter (where rating between 7 and 8) as neutral,
        count(*) filter (where rating < 7) as detractors,
        count(*) filter (where status = 'nps' and rating is null and not exists (
          select 1 from app.ticket_rounds l where l.company_id = base.company_id and l.ticket_id = base.ticket_id and l.id > base.id)) as waiting_rating,
        count(*) filter (where status = 'closed' and rating is null) as unrated
      from (${rounds(tx, me, r)}) base group by user_id),
    sums as (
      select coalesce(sum(tickets), 0) as tickets, coalesce(sum(finished), 0) as finished, coalesce(sum(groups), 0) as groups, coalesce(sum(passive), 0) as passive,
        coalesce(sum(support_s) / nullif(sum(supported), 0), 0) / 60 as support, coalesce(sum(wait_s) / nullif(sum(waited), 0), 0) / 60 as wait,
        coalesce(sum(rated), 0) as rated, coalesce(sum(promoters), 0) as promoters, coalesce(sum(neutral), 0) as neutral, coalesce(sum(detractors), 0) as detractors,
        coalesce(sum(waiting_rating), 0) as waiting_rating, coalesce(sum(unrated), 0) as unrated
      from people)
    select coalesce((select n from live where status = 'open'), 0) as "supportHappening", coalesce((select sum(n)::bigint from live where status <> 'open'), 0) as "supportPending",
      finished::bigint as "supportFinished", groups::bigint as "supportGroups", (select n from firsts) as leads, round(support, 1) as "avgSupportTime", round(wait, 1) as "avgWaitTime",
      (tickets - passive)::bigint as "activeTickets", passive::bigint as "passiveTickets", tickets::bigint as tickets,
      round((promoters - detractors) * 100.0 / greatest(rated, 1), 1) as "npsScore", round(promoters * 100.0 / greatest(rated, 1), 1) as "npsPromotersPerc",
      round(neutral * 100.0 / greatest(rated, 1), 1) as "npsPassivePerc", round(detractors * 100.0 / greatest(rated, 1), 1) as "npsDetractorsPerc",
      waiting_rating::bigint as "waitRating", rated::bigint as "withRating", unrated::bigint as "withoutRating", round(rated * 100.0 / greatest(tickets, 1), 1) as "percRating",
      (select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color, 'rating', coalesce(round(p.rating::numeric / nullif(p.rated, 0), 1), 0),
          'countRating', coalesce(p.rated, 0), 'tickets', coalesce(p.tickets, 0), 'avgWaitTime', coalesce(round(p.wait_s / nullif(p.waited, 0) / 60, 1), 0),
          'avgSupportTime', coalesce(round(p.support_s / nullif(p.supported, 0) / 60, 1), 0), 'online', ${isOnline(tx)})
          order by coalesce(p.tickets, 0) desc, u.name_key, u.id)
        from app.users u left join people p on p.user_id = u.id where u.company_id = ${tx.companyId}) as attendants
    from sums`;
  const { attendants, ...counters } = row!;
  return { counters, attendants: attendants ?? [] };
}

/** Rounds by person, most first; those of nobody are left out. */
export function byUser(
  tx: Tx,
  me: Me,
  r: DayRange,
): Promise<{ id: number; name: string; color: string; quantity: number }[]> {
  return tx`
    select u.id, u.name, u.color, b.quantity
    from (select user_id, count(*)::bigint as quantity from (${rounds(tx, me, r)}) x group by user_id) b
    join app.users u on u.company_id = ${tx.companyId} and u.id = b.user_id
    order by b.quantity desc, u.name_key, u.id`;
}

/** Days a chart has room for; a longer range shows its end. */
const DAYS_MAX = 366;
/** Rounds by the day they began on, on the company's calendar. */
export function byDay(tx: Tx, me: Me, r: DayRange): Promise<{ day: string; total: number }[]> {
  return tx`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(x.total, 0)::bigint as total
    from generate_series(greatest(${r.firstDay}::date, ${r.lastDay}::date - ${
    DAYS_MAX - 1
  }::int), ${r.lastDay}::date, interval '1 day') d (day)
    left join (
      select (b.created_at at time zone ${me.timezone})::date as day, count(*) as total from (${
    rounds(tx, me, r)
  }) b group by 1) x on x.day = d.day::date
    order by d.day`;
}

/** Messages of the range from the half-hour sums: exact where the zone's midnight is one of theirs, as in nearly all zones. */
export async function messages(tx: Tx, me: Me, r: DayRange, fromMe: boolean): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select coalesce(sum(case when ${fromMe} then s.sent else s.received end), 0)::bigint as count from app.half_hours s
    where s.company_id = ${tx.companyId} and s.slot >= ${r.from}::text::timestamptz and s.slot < ${r.until}::text::timestamptz and ${
    visibleSums(tx, me, "open")
  }`;
  return row!.count;
}

/** Open and waiting tickets, longest unmoved first; a panel shows no more than it has room for. */
const PANEL_MAX = 1000;
export async function liveIds(tx: Tx, me: Me, queues: number[] | null): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from app.tickets t
    where t.company_id = ${tx.companyId} and t.status = any (${LIVE}) and ${visible(tx, me)}
      and (${queues === null} or coalesce(t.queue_id, 0) = any (${queues ?? []}::bigint[]))
    order by t.updated_at, t.id limit ${PANEL_MAX}`;
  return rows.map((row) => row.id);
}

/** Tickets that last moved in the range, longest unmoved first; `user` null is anybody, `own` leaves those that wait in. */
export async function movedIds(
  tx: Tx,
  me: Me,
  range: DayRange,
  of: { statuses: string[]; queues: number[] | null; user: number | null; own: boolean },
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select t.id from app.tickets t
    where t.company_id = ${tx.companyId} and t.status = any (${of.statuses}) and ${visible(tx, me)}
      and t.updated_at >= ${range.from}::text::timestamptz and t.updated_at < ${range.until}::text::timestamptz
      and (${of.queues === null} or coalesce(t.queue_id, 0) = any (${of.queues ?? []}::bigint[]))
      and (${of.user === null} or t.user_id = ${of.user ?? 0})
      and (${!of.own} or t.user_id = ${me.id} or t.status = any (${statusesOf("pending") as string[]}))
    order by t.updated_at, t.id limit ${PANEL_MAX}`;
  return rows.map((row) => row.id);
}
