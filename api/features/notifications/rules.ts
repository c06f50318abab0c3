// SQL of people's rules, and of the people a company could ring.
import type postgres from "postgres";
import { refuse } from "../../contract/errors.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { NotificationRules } from "./contract.ts";
import type { Person } from "./decide.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Before anybody changed something: one's own tickets and what waits, at any time. */
const rules = (tx: Tx): Fragment =>
  tx`jsonb_build_object('level', coalesce(r.level, 'waiting'), 'hideText', coalesce(r.hide_text, false), 'connections', coalesce(r.connections, true),
    'quiet', jsonb_build_object('on', coalesce(r.quiet_on, false), 'from', coalesce(r.quiet_from, '22:00'), 'to', coalesce(r.quiet_to, '07:00')),
    'queues', coalesce((select jsonb_agg(jsonb_build_object('queueId', x.queue_id, 'level', x.level) order by x.queue_id)
      from app.notification_queue_rules x where x.company_id = u.company_id and x.user_id = u.id), '[]')) as rules`;
const joined = (tx: Tx): Fragment =>
  tx`left join app.notification_rules r on r.company_id = u.company_id and r.user_id = u.id`;

export async function read(tx: Tx, userId: number): Promise<NotificationRules> {
  const [row] = await tx<{ rules: NotificationRules }[]>`
    select ${rules(tx)} from app.users u ${joined(tx)} where u.company_id = ${tx.companyId} and u.id = ${userId}`;
  return row!.rules;
}

/** Holds a person's rules until the transaction ends: two devices that each change a part change both. */
export function lock(tx: Tx, userId: number): Promise<unknown> {
  return tx`select 1 from app.users where company_id = ${tx.companyId} and id = ${userId} for no key update`;
}

/** Writes the whole of a person's rules. Refuses ERR_NO_QUEUE_FOUND. */
export async function write(tx: Tx, userId: number, given: NotificationRules): Promise<void> {
  const { level, quiet, hideText, connections } = given;
  await tx`
    insert into app.notification_rules (company_id, user_id, level, quiet_on, quiet_from, quiet_to, hide_text, connections)
    values (${tx.companyId}, ${userId}, ${level}, ${quiet.on}, ${quiet.from}, ${quiet.to}, ${hideText}, ${connections})
    on conflict (company_id, user_id) do update set level = excluded.level, quiet_on = excluded.quiet_on,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, hide_text = excluded.hide_text, connections = excluded.connections`;
  const byQueue = new Map(given.queues.map((rule) => [rule.queueId, rule.level]));
  const ids = [...byQueue.keys()];
  const [found] = await tx<{ n: number }[]>`
    select count(*) as n from app.queues where company_id = ${tx.companyId} and id = any (${ids}::bigint[])`;
  if (found!.n !== ids.length) refuse("ERR_NO_QUEUE_FOUND");
  await tx`delete from app.notification_queue_rules where company_id = ${tx.companyId} and user_id = ${userId}`;
  await tx`
    insert into app.notification_queue_rules (company_id, user_id, queue_id, level)
    select ${tx.companyId}, ${userId}, q.id, q.level from unnest(${ids}::bigint[], ${[
    ...byQueue.values(),
  ]}::text[]) as q (id, level)`;
}

/** Somebody whose devices could ring. */
export interface Candidate extends Person {
  language: string;
}
/** Everybody of the company who has a device; with `ids`, only these. */
export function candidates(tx: Tx, ids: readonly number[] | null = null): Promise<Candidate[]> {
  return tx<Candidate[]>`
    select u.id, u.profile, u.language, u.all_tickets as "allTicket", u.allow_groups as "allowGroup", u.all_history as "allHistoric",
      u.all_user_chat as "allUserChat",
      u.allow_connections as "allowConnections",
      array(select q.queue_id from app.user_queues q where q.company_id = u.company_id and q.user_id = u.id) as "queueIds",
      ${rules(tx)}
    from app.users u ${joined(tx)}
    where u.company_id = ${tx.companyId} and (${ids === null} or u.id = any (${(ids ?? []) as number[]}::bigint[]))
      and exists (select 1 from app.devices d where d.company_id = u.company_id and d.user_id = u.id)`;
}

/** What the app's icon shows each of these people: unread in their own tickets, in groups, and in what waits for them. */
export async function badges(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx<{ id: number; unread: number }[]>`
    select u.id, coalesce(sum(t.unread), 0)::bigint as unread
    from (select u.*, array(select q.queue_id from app.user_queues q where q.company_id = u.company_id and q.user_id = u.id) as queues
      from app.users u where u.company_id = ${tx.companyId} and u.id = any (${ids as number[]}::bigint[])) u
    left join app.ticket_counters t on t.company_id = u.company_id and t.status in ('open', 'pending', 'group')
      and (t.status <> 'open' or t.user_id = u.id)
      and app.sees(nullif(t.user_id, 0), nullif(t.queue_id, 0), t.is_group, t.status, u.profile = 'admin', u.id, u.queues, u.all_tickets, u.allow_groups, false, u.all_user_chat)
    group by u.id`;
  return new Map(rows.map((row) => [row.id, Math.max(0, row.unread)]));
}
