// SQL of tickets that become one, and of undoing it.
import type { Tx } from "../../../../db/tenant.ts";

/** What of a ticket went over into another, so that it can come back. */
export interface JoinedTicket {
  into: number;
  /** The row as it was. */
  row: Record<string, unknown>;
  messages: number[];
  log: number[];
  notes?: number[];
  rounds: number[];
  tags: number[];
  newTags: number[];
  drafts: { userId: number; mode: "reply" | "note"; text: string }[];
}

interface MovedDraft {
  userId: number;
  mode: "reply" | "note";
  text: string;
  rev: number;
  updatedAt: Date;
  /** Nothing was there: it can be moved back as it is. */
  whole: boolean;
}
interface Contents {
  row: Record<string, unknown>;
  messages: number[];
  log: number[];
  notes: number[];
  rounds: number[];
  tags: number[];
  /** Those of its tags that the other had not. */
  newTags: number[];
  drafts: MovedDraft[];
}
const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

/** Everything of a ticket goes over into another, the emptied row is deleted. The other becomes this contact's. */
export async function moveContents(tx: Tx, from: number, into: number, contactId: number): Promise<Contents> {
  const company = tx.companyId;
  const [kept] = await tx<{ row: Record<string, unknown> }[]>`
    select to_jsonb(t) as row from app.tickets t where t.company_id = ${company} and t.id = ${from}`;
  const messages = await tx<{ id: number }[]>`
    update app.messages set ticket_id = ${into}, contact_id = ${contactId} where company_id = ${company} and ticket_id = ${from} returning id`;
  const log = await tx<{ id: number }[]>`
    update app.ticket_log set ticket_id = ${into} where company_id = ${company} and ticket_id = ${from} returning id`;
  await tx`update app.lane_entries set ticket_id = ${into} where company_id = ${company} and ticket_id = ${from}`;
  await tx`update app.integration_calls set ticket_id = ${into} where company_id = ${company} and ticket_id = ${from}`;
  const notes = await tx<{ id: number }[]>`
    update app.ticket_notes set ticket_id = ${into} where company_id = ${company} and ticket_id = ${from} returning id`;
  const rounds = await tx<{ id: number }[]>`
    update app.ticket_rounds set ticket_id = ${into}, contact_id = ${contactId} where company_id = ${company} and ticket_id = ${from} returning id`;
  const tags = await tx<{ id: number }[]>`
    select tag_id as id from app.ticket_tags where company_id = ${company} and ticket_id = ${from} order by tag_id`;
  const newTags = await tx<{ id: number }[]>`
    insert into app.ticket_tags (company_id, ticket_id, tag_id, board_id, since, user_id)
    select company_id, ${into}, tag_id, board_id, since, user_id from app.ticket_tags where company_id = ${company} and ticket_id = ${from}
    on conflict do nothing returning tag_id as id`;
  const drafts = await tx<MovedDraft[]>`
    insert into app.drafts as d (company_id, user_id, ticket_id, mode, text, rev)
    select company_id, user_id, ${into}, mode, text, rev from app.drafts where company_id = ${company} and ticket_id = ${from} and text <> ''
    on conflict (company_id, user_id, ticket_id, mode) do update set updated_at = clock_timestamp(), rev = greatest(d.rev, excluded.rev) + 1,
      text = case when d.text = '' then excluded.text else d.text || chr(10) || excluded.text end
    returning user_id as "userId", mode, text, rev, updated_at as "updatedAt", xmax = 0 as whole`;
  await tx`
    update app.tickets t set waiting_since = least(t.waiting_since, f.waiting_since), last_inbound_at = greatest(t.last_inbound_at, f.last_inbound_at),
      value_cents = coalesce(t.value_cents, f.value_cents),
      (last_message, last_message_id, last_message_at, last_from_me, last_ack) = (
        select n.last_message, n.last_message_id, n.last_message_at, n.last_from_me, n.last_ack from app.tickets n
        where n.company_id = t.company_id and n.id in (t.id, f.id) order by n.last_message_at desc nulls last, n.id limit 1)
    from app.tickets f where t.company_id = ${company} and t.id = ${into} and f.company_id = t.company_id and f.id = ${from}`;
  await tx`delete from app.tickets where company_id = ${company} and id = ${from}`;
  await tx`update app.tickets set contact_id = ${contactId} where company_id = ${company} and id = ${into}`;
  return {
    row: kept!.row,
    messages: idsOf(messages),
    log: idsOf(log),
    notes: idsOf(notes),
    rounds: idsOf(rounds),
    tags: idsOf(tags),
    newTags: idsOf(newTags),
    drafts,
  };
}

/** The facts needed to bring a ticket back. */
interface Joined extends Omit<Contents, "drafts" | "notes"> {
  into: number;
  /** Missing in what was joined before there were notes. */
  notes?: number[];
  drafts: { userId: number; mode: string; text: string }[];
}

/** Writes the row again; false when no message of it is left, or its contact is gone. People and queues that are gone are not named. */
export async function restore(tx: Tx, { row, messages, into }: Joined, closed: boolean): Promise<boolean> {
  const [made] = await tx`
    insert into app.tickets (company_id, id, uuid, contact_id, connection_id, channel, status, queue_id, user_id, is_group, is_bot, use_integration,
      transferred, unread, last_message, last_message_id, last_message_at, last_from_me, last_ack, last_inbound_at, waiting_since, rating, created_at, imported_at, silent, value_cents)
    overriding system value
    select r.company_id, r.id, r.uuid, r.contact_id, r.connection_id, r.channel, 
      case when ended then 'closed' else r.status end,
      (select q.id from app.queues q where q.company_id = r.company_id and q.id = r.queue_id),
      (select u.id from app.users u where u.company_id = r.company_id and u.id = r.user_id),
      r.is_group, r.is_bot, r.use_integration and not ended, r.transferred, 0, r.last_message, r.last_message_id, r.last_message_at, r.last_from_me, r.last_ack,
      r.last_inbound_at, r.waiting_since, r.rating, r.created_at, r.imported_at, coalesce(r.silent, false), r.value_cents
    from jsonb_populate_record(null::app.tickets, ${JSON.stringify(row)}::text::jsonb) r
    cross join lateral (select ${closed} or exists (select 1 from app.tickets l where l.company_id = r.company_id
      and l.contact_id = r.contact_id and l.connection_id = r.connection_id and l.status <> 'closed') as ended) e
    where r.company_id = ${tx.companyId}
      and exists (select 1 from app.contacts c where c.company_id = r.company_id and c.id = r.contact_id)
      and exists (select 1 from app.messages m where m.company_id = r.company_id and m.ticket_id = ${into} and m.id = any (${messages}::bigint[]))
    returning 1`;
  return made !== undefined;
}

/** Moves back what is still there; answers how much of it is unread. */
export async function takeBack(tx: Tx, joined: Joined, into: number): Promise<number> {
  const company = tx.companyId;
  const id = Number(joined.row.id);
  const contactId = Number(joined.row.contact_id);
  const messages = await tx<{ unread: boolean }[]>`
    update app.messages set ticket_id = ${id}, contact_id = ${contactId} where company_id = ${company} and ticket_id = ${into} and id = any (${joined.messages}::bigint[])
    returning not read and not from_me as unread`;
  await tx`update app.ticket_log set ticket_id = ${id} where company_id = ${company} and ticket_id = ${into} and id = any (${joined.log}::bigint[])`;
  await tx`update app.ticket_notes set ticket_id = ${id} where company_id = ${company} and ticket_id = ${into} and id = any (${
    joined.notes ?? []
  }::bigint[])`;
  await tx`update app.ticket_rounds set ticket_id = ${id}, contact_id = ${contactId} where company_id = ${company} and ticket_id = ${into} and id = any (${joined.rounds}::bigint[])`;
  await tx`delete from app.ticket_tags where company_id = ${company} and ticket_id = ${into} and tag_id = any (${joined.newTags}::bigint[])`;
  await tx`
    insert into app.ticket_tags (company_id, ticket_id, tag_id, board_id)
    select company_id, ${id}, id, board_id from app.tags where company_id = ${company} and id = any (${joined.tags}::bigint[])`;
  for (const draft of joined.drafts) {
    await tx`update app.drafts set ticket_id = ${id}, rev = rev + 1 where company_id = ${company} and ticket_id = ${into} and user_id = ${draft.userId} and mode = ${draft.mode} and text = ${draft.text}`;
  }
  const unread = messages.filter((message) => message.unread).length;
  await tx`update app.tickets set unread = case when status = 'closed' then 0 else ${unread}::int end where company_id = ${company} and id = ${id}`;
  await showNewest(tx, into);
  return unread;
}

/** The list's line is the newest message's again. */
async function showNewest(tx: Tx, id: number): Promise<void> {
  await tx`
    update app.tickets t set last_message = left(regexp_replace(coalesce(n.body, ''), '\\s+', ' ', 'g'), 200), last_message_id = n.id, last_message_at = n.sent_at,
      last_from_me = coalesce(n.from_me, false), last_ack = coalesce(n.ack, 0)
    from (select 1) one left join lateral (
      select m.id, m.body, m.sent_at, m.from_me, m.ack from app.messages m
      where m.company_id = ${tx.companyId} and m.ticket_id = ${id} and not m.is_private order by m.sent_at desc, m.id desc limit 1) n on true
    where t.company_id = ${tx.companyId} and t.id = ${id}
      and not exists (select 1 from app.messages m where m.company_id = t.company_id and m.ticket_id = t.id and m.id = t.last_message_id)`;
}
