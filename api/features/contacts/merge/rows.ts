// SQL of merging contacts and of undoing it.
import type { Tx } from "../../../../db/tenant.ts";
import type { JoinedTicket } from "../../tickets/actions/joined-rows.ts";
import { makeshiftName } from "./makeshift.ts";

/** The rows that were moved, by table; and the fields that the kept contact took over, before and after. */
export interface Moved {
  identities: { kind: string; value: string }[];
  tags: number[];
  newTags: number[];
  tickets: number[];
  joined: JoinedTicket[];
  merges: number[];
  taken: Record<string, { before: unknown; after: unknown }>;
}

export type Why = "identity" | "hand";

/** A contact as the rules of merging look at it. */
export interface ContactRow {
  id: number;
  name: string;
  namedByHand: boolean;
  number: string;
  email: string;
  channel: string;
  connectionId: number | null;
  isGroup: boolean;
  active: boolean;
  disableBot: boolean;
  acceptAudio: boolean;
  consentAt: Date | null;
  pictureUrl: string | null;
  pictureMediaId: string | null;
  extra: { name: string; value: string }[];
  createdAt: Date;
}

/** Holds these contacts: until the transaction ends nobody adds a ticket, message or identity to them. In the order of ids. */
export function lockContacts(tx: Tx, ids: readonly number[]): Promise<ContactRow[]> {
  return tx<ContactRow[]>`
    select id, name, named_by_hand as "namedByHand", number, email, channel, connection_id as "connectionId", is_group as "isGroup", active,
      disable_bot as "disableBot", accept_audio as "acceptAudio", consent_at as "consentAt", picture_url as "pictureUrl", picture_media_id as "pictureMediaId", extra, created_at as "createdAt"
    from app.contacts where company_id = ${tx.companyId} and id = any (${ids as number[]}::bigint[]) order by id for update`;
}
/** The tickets of these contacts, locked in the order every change takes. */
export async function lockTicketsOf(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = any (${contactIds as number[]}::bigint[]) order by id for update`;
  return rows.map((row) => row.id);
}
/** Whether somebody has said that these are two people. */
export async function parted(tx: Tx, [a, b]: readonly number[]): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.contact_merges where company_id = ${tx.companyId} and undone_at is not null
      and ((kept_id = ${a!} and gone_id = ${b!}) or (kept_id = ${b!} and gone_id = ${a!}))`;
  return row !== undefined;
}

/** The names this contact may have for want of a better one. */
export async function placeholders(tx: Tx, contactId: number): Promise<string[]> {
  const identities = await tx<{ kind: string; value: string }[]>`
    select kind, value from app.contact_identities where company_id = ${tx.companyId} and contact_id = ${contactId}`;
  return identities.map(makeshiftName);
}

export async function moveIdentities(tx: Tx, from: number, to: number): Promise<Moved["identities"]> {
  return [
    ...await tx<Moved["identities"]>`
      update app.contact_identities set contact_id = ${to} where company_id = ${tx.companyId} and contact_id = ${from} returning kind, value`,
  ];
}
export async function moveTags(tx: Tx, from: number, to: number): Promise<Pick<Moved, "tags" | "newTags">> {
  const tags = await tx<{ id: number }[]>`
    select tag_id as id from app.contact_tags where company_id = ${tx.companyId} and contact_id = ${from} order by tag_id`;
  const newTags = await tx<{ id: number }[]>`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select company_id, ${to}, tag_id from app.contact_tags where company_id = ${tx.companyId} and contact_id = ${from}
    on conflict do nothing returning tag_id as id`;
  return { tags: tags.map(({ id }) => id), newTags: newTags.map(({ id }) => id) };
}
/** Whose customer they are: the kept one's own answer stays, else it is that of the one that goes. */
export async function moveWallet(tx: Tx, from: number, to: number): Promise<void> {
  await tx`
    insert into app.contact_wallets (company_id, contact_id, user_id, queue_id)
    select company_id, ${to}, user_id, queue_id from app.contact_wallets where company_id = ${tx.companyId} and contact_id = ${from}
    on conflict do nothing`;
}
/** What is planned for them. */
export async function moveSchedules(tx: Tx, from: number, to: number): Promise<void> {
  await tx`update app.schedules set contact_id = ${to} where company_id = ${tx.companyId} and contact_id = ${from}`;
}
/** Two phones may have made the same id. In one conversation it is one message's: that of the contact that goes stays, and nothing names it any more. */
export async function forgetEqualIds(tx: Tx, from: number, to: number): Promise<void> {
  await tx`
    update app.messages m set external_id = null
    where m.company_id = ${tx.companyId} and m.contact_id = ${from} and m.external_id is not null and exists (
      select 1 from app.messages o
      where o.company_id = m.company_id and o.connection_id = m.connection_id and o.external_id = m.external_id and o.contact_id = ${to})`;
}
/** Tickets, messages and what waits for a session; `only` names the tickets that move. */
export async function moveConversations(tx: Tx, from: number, to: number, only: number[] | null = null): Promise<void> {
  const company = tx.companyId;
  const chosen = only === null ? tx`` : tx`and ticket_id = any (${only}::bigint[])`;
  await tx`update app.tickets set contact_id = ${to} where company_id = ${company} and contact_id = ${from} ${
    only === null ? tx`` : tx`and id = any (${only}::bigint[])`
  }`;
  await tx`update app.messages set contact_id = ${to} where company_id = ${company} and contact_id = ${from} ${chosen}`;
  await tx`update app.ticket_rounds set contact_id = ${to} where company_id = ${company} and contact_id = ${from} ${chosen}`;
  await tx`
    update app.messages_held h set contact_id = ${to} from app.messages m
    where h.company_id = ${company} and h.contact_id = ${from} and m.company_id = h.company_id and m.id = h.message_id and m.contact_id = ${to}`;
  if (only !== null) return;
  await tx`update app.campaign_shipping set contact_id = ${to} where company_id = ${company} and contact_id = ${from}`;
  await tx`update app.opt_outs set contact_id = ${to} where company_id = ${company} and contact_id = ${from}`;
  await tx`update app.early_updates set external_id = ${`until:${to}`} where company_id = ${company} and external_id = ${`until:${from}`}`;
  await tx`
    update app.channel_requests set payload = jsonb_set(payload, '{contactId}', ${String(to)}::text::jsonb)
    where company_id = ${company} and payload ->> 'contactId' = ${String(from)}`;
}
/** Earlier merges of the contact that goes are the kept one's now; a contact that was parted from it stays apart from the kept one. */
export async function moveMerges(tx: Tx, from: number, to: number): Promise<number[]> {
  await tx`update app.contact_merges set gone_id = ${to} where company_id = ${tx.companyId} and gone_id = ${from} and undone_at is not null`;
  const rows = await tx<{ id: number }[]>`
    update app.contact_merges set kept_id = ${to} where company_id = ${tx.companyId} and kept_id = ${from} returning id`;
  return rows.map(({ id }) => id);
}

const columns: Partial<Record<keyof ContactRow, string>> = {
  name: "name",
  namedByHand: "named_by_hand",
  number: "number",
  email: "email",
  channel: "channel",
  connectionId: "connection_id",
  active: "active",
  disableBot: "disable_bot",
  acceptAudio: "accept_audio",
  consentAt: "consent_at",
  pictureUrl: "picture_url",
  pictureMediaId: "picture_media_id",
  extra: "extra",
};
/** Writes these fields of a contact; the others stay. */
export async function takeOverFields(tx: Tx, id: number, fields: Record<string, unknown>): Promise<void> {
  const named = Object.entries(fields).flatMap(([field, value]) => {
    const column = columns[field as keyof ContactRow];
    return column ? [[column, value] as const] : [];
  });
  // Through a record of the table's own type: every column reads its value as it would write it.
  const json = JSON.stringify(Object.fromEntries(named));
  for (const [column] of named) {
    await tx`
      update app.contacts c set ${tx(column)} = r.${tx(column)}, updated_at = now()
      from jsonb_populate_record(null::app.contacts, ${json}::text::jsonb) r where c.company_id = ${tx.companyId} and c.id = ${id}`;
  }
}

/** Writes down what was done. */
export async function write(
  tx: Tx,
  done: { keptId: number; gone: ContactRow; why: Why; moved: Moved },
): Promise<void> {
  await tx`
    insert into app.contact_merges (company_id, kept_id, gone_id, why, user_id, gone, moved)
    values (${tx.companyId}, ${done.keptId}, ${done.gone.id}, ${done.why}, ${tx.userId}, ${
    JSON.stringify(done.gone)
  }::text::jsonb, ${JSON.stringify(done.moved)}::text::jsonb)`;
}
/** What an undo begins with. */
export interface MergeRow {
  id: number;
  keptId: number;
  goneId: number;
  gone: ContactRow;
  moved: Moved;
  undoneAt: Date | null;
}
export async function read(tx: Tx, id: number): Promise<MergeRow | undefined> {
  const [row] = await tx<MergeRow[]>`
    select id, kept_id as "keptId", gone_id as "goneId", gone, moved, undone_at as "undoneAt"
    from app.contact_merges where company_id = ${tx.companyId} and id = ${id} for update`;
  return row;
}
/** Whom this contact was made of, the latest first. */
export function ofContact(tx: Tx, contactId: number) {
  return tx<
    {
      id: number;
      why: string;
      name: string;
      number: string;
      createdAt: Date;
      undoneAt: Date | null;
      user: { id: number; name: string } | null;
    }[]
  >`
    select m.id, m.why, m.gone ->> 'name' as name, m.gone ->> 'number' as number, m.merged_at as "createdAt", m.undone_at as "undoneAt",
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as user
    from app.contact_merges m left join app.users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = ${tx.companyId} and m.kept_id = ${contactId} and m.undone_at is null order by m.id desc limit 100`;
}

/**
 * The contact that went is there again, under its id. A number that is another's by now stays away; its picture is asked for when
 * it writes again, because the file may have gone.
 */
export async function restore(tx: Tx, gone: ContactRow): Promise<void> {
  const taken = gone.number && await numberHeld(tx, gone.number);
  await tx`
    insert into app.contacts (company_id, id, name, named_by_hand, number, email, channel, connection_id, active, disable_bot, accept_audio, consent_at, picture_url, extra, created_at)
    overriding system value values (${tx.companyId}, ${gone.id}, ${gone.name}, ${gone.namedByHand}, ${
    taken ? "" : gone.number
  }, ${gone.email}, ${gone.channel}, ${gone.connectionId}, ${gone.active}, ${gone.disableBot}, ${gone.acceptAudio}, ${gone.consentAt}::text::timestamptz,
      ${gone.pictureUrl}, ${JSON.stringify(gone.extra)}::text::jsonb, ${gone.createdAt}::text::timestamptz)`;
}
async function numberHeld(tx: Tx, number: string): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.contacts where company_id = ${tx.companyId} and number = ${number} and not is_group`;
  return row !== undefined;
}
/** Identities, tags and earlier merges go back, what of them is still there; answers the tickets that do. */
export async function moveBack(tx: Tx, { keptId, goneId, moved }: MergeRow): Promise<number[]> {
  const company = tx.companyId;
  await tx`
    update app.contact_identities i set contact_id = ${goneId}
    from jsonb_to_recordset(${JSON.stringify(moved.identities)}::text::jsonb) as w (kind text, value text)
    where i.company_id = ${company} and i.contact_id = ${keptId} and i.kind = w.kind and i.value = w.value`;
  await tx`delete from app.contact_tags where company_id = ${company} and contact_id = ${keptId} and tag_id = any (${moved.newTags}::bigint[])`;
  await tx`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select company_id, ${goneId}, id from app.tags where company_id = ${company} and id = any (${moved.tags}::bigint[])`;
  await tx`update app.contact_merges set kept_id = ${goneId} where company_id = ${company} and kept_id = ${keptId} and id = any (${moved.merges}::bigint[])`;
  const rows = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${company} and contact_id = ${keptId} and id = any (${moved.tickets}::bigint[])`;
  const tickets = rows.map(({ id }) => id);
  await moveConversations(tx, keptId, goneId, tickets);
  return tickets;
}
/** The ticket that this one's conversation is in: itself, or the one that it was joined to by a later merge, and so on. */
export async function whereabouts(tx: Tx, ticketId: number): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    with recursive path (id, step) as (
      select ${ticketId}::bigint, 0
      union all
      select (j ->> 'into')::bigint, path.step + 1 from path
      join app.contact_merges m on m.company_id = ${tx.companyId} and m.undone_at is null
      cross join lateral jsonb_array_elements(m.moved -> 'joined') j
      where (j -> 'row' ->> 'id')::bigint = path.id and path.step < 50)
    select path.id from path join app.tickets t on t.company_id = ${tx.companyId} and t.id = path.id order by path.step limit 1`;
  return row?.id ?? ticketId;
}
export async function markUndone(tx: Tx, id: number): Promise<void> {
  await tx`update app.contact_merges set undone_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
