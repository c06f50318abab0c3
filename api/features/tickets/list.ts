// GET /tickets: filters, paging and counts. Three ways to the page: straight down an index, by text search, and counts from
// counters wherever these can answer.
import type { z } from "zod";
import type postgres from "postgres";
import { can } from "../../contract/permissions.ts";
import { COUNT_EXACT_UP_TO } from "../../contract/limits.ts";
import type { Me } from "../../core/access/auth.ts";
import { contactsByOwnId } from "../../core/lists/own-ids.ts";
import { type Mark, nearestMark, noteMark } from "../../core/lists/page-marks.ts";
import type { Tx } from "../../../db/tenant.ts";
import { pageOf, written } from "../../../db/written.ts";
import { statusesOf, type Ticket, type TicketPage, type TicketQuery } from "./contract.ts";
import { type Tab, tabs } from "./counters.ts";
import * as queries from "./queries.ts";
import { served, visible } from "./visibility.ts";

type Query = z.output<typeof TicketQuery>;
type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Page = z.input<typeof TicketPage>;

/** The query after the rules: a plain user's open tab holds only their own tickets unless they may see all. */
interface Wanted {
  statuses: string[] | null;
  queues: number[] | null;
  users: number[] | null;
  connections: number[] | null;
  contacts: number[] | null;
  tags: number[] | null;
  unread: boolean;
  from: string | null;
  movedFrom: string | null;
  /** Also what one only reads: searches, what is closed, a contact's tickets; not what waits for people or is theirs. */
  reads: boolean;
}
type Filters = Pick<Query, "showAll" | "users" | "queueIds" | "whatsapps" | "tags"> & Partial<Query>;
function wanted(q: Filters, me: Me): Wanted {
  const all = q.showAll && can(me, "tickets-manager:showall");
  const users = q.users && can(me, "tickets-manager:usersFilter") ? q.users : null;
  const own = q.status === "open" && !all && !users;
  return {
    statuses: q.status ? [...statusesOf(q.status)] : q.statusFilter ?? null,
    queues: q.queueIds ?? null,
    users: own ? [me.id] : users,
    connections: q.whatsapps ?? null,
    contacts: q.contacts ?? null,
    tags: q.tags ?? null,
    unread: q.withUnreadMessages === true,
    from: q.date || null,
    movedFrom: q.updatedAt || null,
    reads: !q.status || q.status === "closed",
  };
}

/** One page of tickets this person may see. */
export async function listTickets(tx: Tx, me: Me, q: Query): Promise<Page> {
  const w = wanted(q, me);
  const text = q.searchParam.trim();
  // Whoever reads numbers masked finds nobody by them.
  const own = text && !me.hideNumbers ? await contactsByOwnId(tx, text) : [];
  if (own.length > 0) w.contacts = w.contacts ? w.contacts.filter((id) => own.includes(id)) : own;
  else if (text) return await search(tx, me, q, w);
  const [page, counted] = await Promise.all([straight(tx, me, q, w), count(tx, me, w)]);
  return { ...page, ...counted };
}

/** Walks the list's index from the nearest known page beginning; one index per status, because their order is only within it. */
async function straight(tx: Tx, me: Me, q: Query, w: Wanted): Promise<{ tickets: Ticket[]; hasMore: boolean }> {
  const size = q.pageSize;
  const list = `${tx.companyId}:${me.id}:${q.sortTickets}:${size}:${JSON.stringify(w)}`;
  const start = nearestMark(list, q.pageNumber);
  const skip = (q.pageNumber - start.page) * size;
  const walk = (status: Fragment, end: Fragment) =>
    tx`
    select t.id, t.updated_at from app.tickets t
    where t.company_id = ${tx.companyId} and ${status} and ${conditions(tx, me, w)} ${
      beyond(tx, start.mark, q.sortTickets)
    }
    order by t.updated_at ${direction(tx, q)}, t.id ${direction(tx, q)} ${end}`;
  const several = w.statuses && w.statuses.length > 1;
  const wantedRows = several
    ? tx`
    select x.id, x.updated_at from unnest(${w.statuses}::text[]) s (status)
    cross join lateral (${walk(tx`t.status = s.status`, upTo(tx, skip, size))}) x
    order by x.updated_at ${direction(tx, q)}, x.id ${direction(tx, q)} ${pageOf(tx, size + 1, skip)}`
    : walk(w.statuses ? tx`t.status = ${w.statuses[0] ?? ""}` : tx`true`, pageOf(tx, size + 1, skip));
  const rows = await queries.page(tx, wantedRows, direction(tx, q));
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const hasMore = rows.length > size;
  if (last && hasMore) noteMark(list, q.pageNumber + 1, { at: last.at, id: last.id });
  return { tickets: shown, hasMore };
}
/** As many rows of one status as the page may take from it. */
function upTo(tx: Tx, skip: number, size: number): Fragment {
  return skip ? tx`limit ${skip + size + 1}` : tx`limit ${written(tx, size + 1)}`;
}
function direction(tx: Tx, q: Query): Fragment {
  return q.sortTickets === "ASC" ? tx`asc` : tx`desc`;
}
/** As text: a parameter of type timestamptz is sent as a Date, which has no microseconds, and rows would fall between pages. */
function beyond(tx: Tx, mark: Mark | null, sort: string): Fragment {
  if (!mark) return tx``;
  return sort === "ASC"
    ? tx`and (t.updated_at, t.id) > (${mark.at}::text::timestamptz, ${mark.id})`
    : tx`and (t.updated_at, t.id) < (${mark.at}::text::timestamptz, ${mark.id})`;
}
function conditions(tx: Tx, me: Me, w: Wanted): Fragment {
  const parts = [w.reads ? visible(tx, me) : served(tx, me)];
  // What was sent by itself is found with its contact, not in the lists of what people did.
  if (w.reads && !w.contacts) parts.push(tx`not t.silent`);
  if (w.queues) parts.push(tx`coalesce(t.queue_id, 0) = any (${w.queues}::bigint[])`);
  if (w.users) {
    parts.push(w.users.length === 1 ? tx`t.user_id = ${w.users[0]!}` : tx`t.user_id = any (${w.users}::bigint[])`);
  }
  if (w.connections) parts.push(tx`t.connection_id = any (${w.connections}::bigint[])`);
  if (w.contacts) parts.push(tx`t.contact_id = any (${w.contacts}::bigint[])`);
  if (w.tags) {
    parts.push(
      tx`(exists (select 1 from app.ticket_tags x where x.company_id = t.company_id and x.ticket_id = t.id and x.tag_id = any (${w.tags}::bigint[]))
        or exists (select 1 from app.contact_tags y where y.company_id = t.company_id and y.contact_id = t.contact_id and y.tag_id = any (${w.tags}::bigint[])))`,
    );
  }
  if (w.unread) parts.push(tx`t.unread > 0`);
  if (w.from) {
    parts.push(tx`t.created_at >= ${day(tx, me, w.from)} and t.created_at < ${day(tx, me, w.from)} + interval '1 day'`);
  }
  if (w.movedFrom) {
    parts.push(
      tx`t.updated_at >= ${day(tx, me, w.movedFrom)} and t.updated_at < ${day(tx, me, w.movedFrom)} + interval '1 day'`,
    );
  }
  return parts.reduce((all, part) => tx`${all} and ${part}`);
}
function inStatuses(tx: Tx, { statuses }: Wanted): Fragment {
  return statuses ? tx`t.status = any (${statuses})` : tx`true`;
}
/** The beginning of a day in the company's time zone. */
function day(tx: Tx, me: Me, date: string): Fragment {
  return tx`(${date}::date::timestamp at time zone ${me.timezone})`;
}

/** From counters where these know the answer, else counted up to 1,000. */
async function count(tx: Tx, me: Me, w: Wanted): Promise<{ count: number; countIsMinimum?: boolean }> {
  if (!w.connections && !w.contacts && !w.tags && !w.unread && !w.from && !w.movedFrom) {
    const [row] = await tx<{ n: number }[]>`
      select coalesce(sum(t.tickets), 0)::bigint as n from app.ticket_counters t
      where t.company_id = ${tx.companyId}
        and (${w.statuses === null} or t.status = any (${w.statuses ?? []}))
        and (${w.queues === null} or t.queue_id = any (${w.queues ?? []}::bigint[]))
        and (${w.users === null} or t.user_id = any (${w.users ?? []}::bigint[]))
        and app.sees(nullif(t.user_id, 0), nullif(t.queue_id, 0), t.is_group, t.status, ${
      me.profile === "admin"
    }, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${
      w.reads && me.allHistoric
    }, ${me.allUserChat})`;
    return { count: row!.n };
  }
  const [row] = await tx<{ n: number }[]>`
    select count(*)::bigint as n from (
      select 1 from app.tickets t where t.company_id = ${tx.companyId} and ${inStatuses(tx, w)} and ${
    conditions(tx, me, w)
  } limit ${COUNT_EXACT_UP_TO + 1}) x`;
  return bounded(row!.n);
}
/** What each tab holds for this person under these filters: from counters where these can tell, else live tickets are counted. */
export async function countTabs(tx: Tx, me: Me, q: Filters): Promise<Record<"open" | "pending" | "group", Tab>> {
  const all = q.showAll && can(me, "tickets-manager:showall");
  const users = q.users && can(me, "tickets-manager:usersFilter") ? q.users : undefined;
  if (!q.tags && !q.whatsapps && !users) return await tabs(tx, me, all, q.queueIds);
  const counted = async (status: "open" | "pending" | "group"): Promise<Tab> => {
    const w = wanted({ ...q, status }, me);
    const [row] = await tx<Tab[]>`
      select count(*)::bigint as count, coalesce(sum(t.unread), 0)::bigint as unread from app.tickets t
      where t.company_id = ${tx.companyId} and ${inStatuses(tx, w)} and ${conditions(tx, me, w)}`;
    return row!;
  };
  const [open, pending, group] = await Promise.all([counted("open"), counted("pending"), counted("group")]);
  return { open, pending, group };
}
function bounded(n: number): { count: number; countIsMinimum?: boolean } {
  return n > COUNT_EXACT_UP_TO ? { count: COUNT_EXACT_UP_TO, countIsMinimum: true } : { count: n };
}

/** Text search goes through the definer function: under row security no trigram index would be used. */
async function search(tx: Tx, me: Me, q: Query, w: Wanted): Promise<Page> {
  const span = async (date: string) => {
    const [row] = await tx<{ from: string; until: string }[]>`select ${day(tx, me, date)}::text as from, (${
      day(tx, me, date)
    } + interval '1 day')::text as until`;
    return row!;
  };
  const made = w.from ? await span(w.from) : null;
  const moved = w.movedFrom ? await span(w.movedFrom) : null;
  const filters = Object.fromEntries(
    Object.entries({
      statuses: w.statuses,
      queues: w.queues,
      users: w.users,
      connections: w.connections,
      contacts: w.contacts,
      tags: w.tags,
      unread: w.unread || null,
      from: made?.from,
      until: made?.until,
      movedFrom: moved?.from,
      movedUntil: moved?.until,
    }).filter(([, value]) => value !== null && value !== undefined),
  );
  const rows = await tx<{ id: number; total: number; more: boolean }[]>`
    select id, total, more from app.search_tickets(${q.searchParam.trim()}, ${q.searchOnMessages}, ${
    JSON.stringify(filters)
  }::text::jsonb,
      ${me.profile === "admin"}, ${me.id}, ${me.queueIds}::bigint[], ${me.allTicket}, ${me.allowGroup}, ${
    w.reads && me.allHistoric
  }, ${me.allUserChat},
      ${me.hideNumbers}, ${q.sortTickets === "ASC"}, ${q.pageSize + 1}, ${(q.pageNumber - 1) * q.pageSize})`;
  const ids = rows.slice(0, q.pageSize).map((row) => row.id);
  return {
    tickets: ids.length ? await queries.byIds(tx, ids) : [],
    hasMore: rows.length > q.pageSize,
    ...bounded(rows[0]?.total ?? 0),
    ...(rows[0]?.more && { countIsMinimum: true }),
    ...(q.searchOnMessages && { hits: Object.fromEntries(await queries.saidIn(tx, ids, q.searchParam.trim())) }),
  };
}
