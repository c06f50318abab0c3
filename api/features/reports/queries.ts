// SQL of the report: one row for each round. What a later round did to its ticket does not touch an earlier one: that is closed, with
// the person, the queue and the last message it had.
import type postgres from "postgres";
import type { Me } from "../../core/access/auth.ts";
import type { DayRange } from "../../core/lists/day-range.ts";
import type { Mark } from "../../core/lists/page-marks.ts";
import type { Tx } from "../../../db/tenant.ts";
import { visible } from "../tickets/visibility.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** The filters, empty ones as null. */
export interface ReportFilters {
  search: string;
  contact: number | null;
  connections: number[] | null;
  users: number[] | null;
  queues: number[] | null;
  statuses: string[] | null;
  onlyRated: boolean;
}
/** A row of the report, with where it stands and what its mask looks at. */
export interface FoundRow {
  roundId: number;
  at: string;
  id: number;
  uuid: string;
  whatsappName: string;
  contactName: string;
  contactNumber: string;
  isGroup: boolean;
  userName: string | null;
  queueName: string | null;
  queueColor: string | null;
  status: string;
  /** What the ticket shows; null for a round that another followed. */
  lastMessage: string | null;
  /** Of such a round: what was said last before its end. */
  said: { kind: string; body: string } | null;
  createdAt: Date;
  closedAt: Date | null;
  supportTime: number | null;
  NPS: number | null;
  /** Days since 30 December 1899 on the company's clock, as spreadsheets count. */
  createdDay: number;
  closedDay: number | null;
}

/** The last round of a ticket shows how it is now, an earlier one how it was. */
const status = (tx: Tx): Fragment => tx`case when of.last then t.status else 'closed' end`;
const queue = (tx: Tx): Fragment => tx`case when of.last then t.queue_id else r.queue_id end`;
const user = (tx: Tx): Fragment => tx`case when of.last then t.user_id else r.user_id end`;

function from(tx: Tx, me: Me, w: ReportFilters, range: DayRange): Fragment {
  const parts = [
    tx`r.company_id = ${tx.companyId} and r.created_at >= ${range.from}::text::timestamptz and r.created_at < ${range.until}::text::timestamptz`,
  ];
  if (me.profile !== "admin") parts.push(visible(tx, me));
  if (w.statuses) parts.push(tx`${status(tx)} = any (${w.statuses})`);
  if (w.queues) parts.push(tx`coalesce(${queue(tx)}, 0) = any (${w.queues}::bigint[])`);
  if (w.users) parts.push(tx`${user(tx)} = any (${w.users}::bigint[])`);
  if (w.connections) parts.push(tx`t.connection_id = any (${w.connections}::bigint[])`);
  if (w.contact !== null) parts.push(tx`t.contact_id = ${w.contact}`);
  if (w.search) {
    parts.push(
      tx`t.contact_id in (select c.id from app.contacts c where c.company_id = ${tx.companyId} and c.folded like app.pattern(${w.search}))`,
    );
  }
  if (w.onlyRated) parts.push(tx`r.rating is not null`);
  const where = parts.reduce((all, part) => tx`${all} and ${part}`);
  return tx`from app.ticket_rounds r join app.tickets t on t.company_id = r.company_id and t.id = r.ticket_id
    cross join lateral (select not exists (
      select 1 from app.ticket_rounds n where n.company_id = r.company_id and n.ticket_id = r.ticket_id and n.id > r.id) as last) of
    where ${where}`;
}

/** Rows after a mark, newest first. The limit is written out: for an unknown one PostgreSQL plans a tenth of the table. */
export function rows(
  tx: Tx,
  me: Me,
  w: ReportFilters,
  range: DayRange,
  page: { mark: Mark | null; skip: number; limit: number },
): Promise<FoundRow[]> {
  const { mark, skip, limit } = page;
  const beyond = mark ? tx`and (r.created_at, r.id) < (${mark.at}::text::timestamptz, ${mark.id})` : tx``;
  return tx<FoundRow[]>`
    select p.round_id as "roundId", p.at::text as at, p.id, p.uuid, w.name as "whatsappName", c.name as "contactName", c.number as "contactNumber",
      c.is_group as "isGroup", u.name as "userName", q.name as "queueName", q.color as "queueColor", p.status, p.last_message as "lastMessage",
      case when p.last_message is null then (
        select jsonb_build_object('kind', m.kind, 'body', m.body) from app.messages m
        where m.company_id = p.company_id and m.ticket_id = p.id and not m.is_private and not m.is_deleted
          and m.sent_at between p.at and coalesce(p.finished_at, p.at)
        order by m.sent_at desc, m.id desc limit 1) end as said,
      p.at as "createdAt", p.finished_at as "closedAt", round((extract(epoch from p.finished_at - p.started_at) / 60)::numeric, 1) as "supportTime",
      p.rating as "NPS",
      extract(epoch from p.at at time zone ${me.timezone})::float8 / 86400 + 25569 as "createdDay",
      extract(epoch from p.finished_at at time zone ${me.timezone})::float8 / 86400 + 25569 as "closedDay"
    from (
      select r.id as round_id, r.created_at as at, r.started_at, r.finished_at, r.rating, t.company_id, t.id, t.uuid,
        ${
    status(tx)
  } as status, case when of.last then t.last_message end as last_message, t.contact_id, t.connection_id,
        ${queue(tx)} as queue_id, ${user(tx)} as user_id
      ${from(tx, me, w, range)} ${beyond}
      order by r.created_at desc, r.id desc ${tx.unsafe(`limit ${Math.trunc(limit)}`) as unknown as Fragment} ${
    skip ? tx`offset ${skip}` : tx``
  }) p
    join app.contacts c on c.company_id = p.company_id and c.id = p.contact_id
    join app.connections w on w.company_id = p.company_id and w.id = p.connection_id
    left join app.queues q on q.company_id = p.company_id and q.id = p.queue_id
    left join app.users u on u.company_id = p.company_id and u.id = p.user_id
    order by p.at desc, p.round_id desc`;
}

/** How many rows the report has in all. */
export async function total(tx: Tx, me: Me, w: ReportFilters, range: DayRange): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::bigint as count ${from(tx, me, w, range)}`;
  return row!.count;
}
