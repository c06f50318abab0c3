// SQL of timed work: which tickets may have something due, what the rules look at, and who is there to be given one.
import type postgres from "postgres";
import { isOpen } from "../../core/still-allowed.ts";
import type { PlatformTx, Tx } from "../../../db/tenant.ts";
import { RESERVED_MIN, type TimedFacts } from "./timed.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;
/** A ticket of some company. */
export interface Due {
  companyId: number;
  id: number;
}

/** Somebody is at work until the next sign of life is overdue: it comes every five minutes. */
const ONLINE = "5 minutes 20 seconds";

/**
 * The next tickets, by company and id after `last`, for which a rule that is on may have come due: a few too many, never one too
 * few. Idle ones come straight from an index; those that no rule can touch any more are not read again and again. `companyId`
 * looks at one company only.
 */
export async function dueTickets(
  tx: PlatformTx,
  at: { now: Date; expireHours: number; last: Due; size: number; companyId: number | null },
): Promise<Due[]> {
  const { now, expireHours, last, size, companyId } = at;
  const idle = tx`coalesce(t.last_message_at, t.created_at)`;
  const before = (minutes: Fragment) => tx`${idle} <= ${now}::timestamptz - make_interval(mins => ${minutes})`;
  const hours = tx`${expireHours * 60}::integer`;
  const rating = tx`coalesce(nullif(w.rating_expires_min, 0), ${hours})`;
  return await tx<Due[]>`
    select x.company_id as "companyId", x.id from (
      select t.company_id, t.id
      from app.connections w
      cross join lateral (select w.status = 'CONNECTED' and w.deleted_at is null as up) line
      cross join lateral (select least(nullif(w.inactive_after_min, 0), nullif(w.close_after_min, 0), nullif(w.redirect_after_min, 0),
        nullif(w.rating_expires_min, 0), nullif(${hours}, 0)) as minutes) first
      join app.tickets t on t.company_id = w.company_id and t.connection_id = w.id and t.status <> 'closed'
        and ${before(tx`first.minutes`)}
      where t.imported_at is null and (not t.is_group or w.group_as_ticket) and (
        (t.status in ('open', 'pending') and line.up and w.inactive_after_min > 0 and w.inactive_text <> '' and ${
    before(tx`w.inactive_after_min`)
  } and not exists (select 1 from app.ticket_bots b where b.company_id = t.company_id and b.ticket_id = t.id and b.said ? 'inactive'))
        or (t.status = 'open' and line.up and w.close_after_min > 0 and ${before(tx`w.close_after_min`)}
          and (not w.close_if_ours_last or t.last_from_me or t.last_message_at is null))
        or (t.status = 'open' and w.close_after_min = 0 and ${hours} > 0 and ${before(hours)}
          and (t.last_from_me or t.last_message_at is null))
        or (t.status = 'lgpd' and ${hours} > 0 and ${before(hours)})
        or (t.status = 'nps' and ${rating} > 0 and ${before(rating)})
        or (t.status = 'pending' and t.queue_id is null and t.user_id is null and line.up and w.redirect_queue_id is not null
          and w.redirect_after_min > 0 and ${before(tx`w.redirect_after_min`)}))
      union
      select t.company_id, t.id
      from app.queues q
      join app.tickets t on t.company_id = q.company_id and t.queue_id = q.id and t.status = 'pending' and t.imported_at is null
      left join app.ticket_bots b on b.company_id = t.company_id and b.ticket_id = t.id
      where q.rotates and q.rotate_after_min > 0
        and (not t.is_bot or ${idle} <= ${now}::timestamptz - make_interval(mins => q.rotate_after_min))
        and (t.user_id is null or b.handed_at <= ${now}::timestamptz - make_interval(mins => q.rotate_after_min))
        and exists (
          select 1 from app.user_queues m join app.users u on u.company_id = m.company_id and u.id = m.user_id
          where m.company_id = q.company_id and m.queue_id = q.id and u.profile = 'user' and u.id is distinct from t.user_id
            and u.seen_at > ${now}::timestamptz - ${ONLINE}::interval and (not t.is_group or u.allow_groups))
      union
      select t.company_id, t.id
      from app.ticket_bots b
      join app.tickets t on t.company_id = b.company_id and t.id = b.ticket_id and t.status = 'pending' and t.user_id is not null
      join app.users u on u.company_id = t.company_id and u.id = t.user_id
      left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
      where b.handed_at is not null and not coalesce(q.rotates and q.rotate_after_min > 0, false)
        and (b.handed_at <= ${now}::timestamptz - make_interval(mins => ${RESERVED_MIN}) or not ${online(tx, now)})) x
    join app.companies c on c.id = x.company_id and ${isOpen(tx)}
    where (x.company_id, x.id) > (${last.companyId}, ${last.id}) ${
    companyId === null ? tx`` : tx`and x.company_id = ${companyId}`
  }
    order by x.company_id, x.id limit ${size}`;
}

const online = (tx: PlatformTx | Tx, now: Date): Fragment =>
  tx`coalesce(u.seen_at > ${now}::timestamptz - ${ONLINE}::interval, false)`;

/** What the rules look at, of these tickets. */
export async function factsOf(tx: Tx, ids: readonly number[], now: Date): Promise<(TimedFacts & { id: number })[]> {
  return await tx<(TimedFacts & { id: number })[]>`
    select t.id, t.status, t.queue_id as "queueId", t.user_id as "userId", t.is_bot as "isBot", t.is_group and not w.group_as_ticket as "groupChat",
      t.imported_at is not null as imported, w.status = 'CONNECTED' and w.deleted_at is null as connected,
      greatest(t.created_at, r.created_at, r.started_at, spoken.at) as "quietSince",
      case when word.from_me then 'ours' when not word.from_me then 'theirs' end as "lastWord",
      r.finished_at as "askedAt", coalesce(b.said, '{}') as said, b.handed_at as "handedAt",
      coalesce((select ${
    online(tx, now)
  } from app.users u where u.company_id = t.company_id and u.id = t.user_id), false) as "ownerOnline",
      w.redirect_after_min as "redirectAfterMin", w.redirect_queue_id as "redirectQueueId", w.inactive_after_min as "inactiveAfterMin",
      w.inactive_text as "inactiveText", w.close_after_min as "closeAfterMin", w.close_if_ours_last as "closeIfOursLast",
      w.expired_text as "expiredText",
      need.tag as "lacksTag", need.tag and exists (select 1 from app.ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id
        and l.type = 'tagRequired' and l.created_at >= r.created_at) as "toldOfTag",
      w.rating_expires_min as "ratingExpiresMin", case when q.rotates then q.rotate_after_min else 0 end as "rotateAfterMin"
    from app.tickets t
    join app.connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join app.queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join app.ticket_bots b on b.company_id = t.company_id and b.ticket_id = t.id
    left join lateral (select created_at, started_at, finished_at from app.ticket_rounds r
      where r.company_id = t.company_id and r.ticket_id = t.id order by r.id desc limit 1) r on true
    left join lateral (select coalesce(m.received_at, m.sent_at) as at from app.messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.is_private and m.data ->> 'auto' is distinct from 'inactive'
      order by m.sent_at desc, m.id desc limit 1) spoken on true
    left join lateral (select m.from_me from app.messages m
      where m.company_id = t.company_id and m.ticket_id = t.id and not m.is_private and m.data ->> 'auto' is null
      order by m.sent_at desc, m.id desc limit 1) word on true
    cross join lateral (select t.status = 'open'
      and exists (select 1 from app.settings s where s.company_id = t.company_id and s.key = 'requiredTag' and s.value = 'enabled')
      and not exists (select 1 from app.contact_tags c where c.company_id = t.company_id and c.contact_id = t.contact_id) as tag) need
    where t.company_id = ${tx.companyId} and t.id = any (${ids as number[]}::bigint[]) order by t.id`;
}

/**
 * Who of a queue is given a waiting ticket: online and no admin, with the fewest tickets, then given one the longest ago. Notes
 * that they were. Those who hand out tickets of one queue do it one after the other, so that each sees what the other gave.
 */
export async function nextPerson(
  tx: Tx,
  ticket: { queueId: number; userId: number | null; isGroup: boolean },
  now: Date,
): Promise<number | null> {
  const { queueId, userId, isGroup } = ticket;
  await tx`select 1 from app.queues where company_id = ${tx.companyId} and id = ${queueId} for no key update`;
  const [row] = await tx<{ userId: number }[]>`
    update app.user_queues g set given_at = ${now} from (
      select u.id from app.user_queues m join app.users u on u.company_id = m.company_id and u.id = m.user_id
      where m.company_id = ${tx.companyId} and m.queue_id = ${queueId} and u.profile = 'user' and u.id is distinct from ${userId}
        and u.seen_at > ${now}::timestamptz - ${ONLINE}::interval and (not ${isGroup} or u.allow_groups)
      order by (select count(*) from app.tickets t where t.company_id = u.company_id and t.user_id = u.id and t.status in ('pending', 'open')),
        m.given_at nulls first, u.id limit 1) next
    where g.company_id = ${tx.companyId} and g.queue_id = ${queueId} and g.user_id = next.id returning g.user_id as "userId"`;
  return row?.userId ?? null;
}
