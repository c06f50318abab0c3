// SQL of the people who asked for no more automated messages.
import type postgres from "postgres";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { Tx } from "../../../db/tenant.ts";
import { mayHaveLeft } from "../messages/actions/may-have-left.ts";
import type { OptOut } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const rows = (tx: Tx): Fragment =>
  tx`
  select o.id, coalesce(c.name, '') as name, coalesce(nullif(o.number, ''), c.number, '') as number, o.contact_id as "contactId", o.why, o.said,
    case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'color', u.color) end as user, o.created_at as "createdAt"
  from app.opt_outs o
  left join app.contacts c on c.company_id = o.company_id and c.id = o.contact_id
  left join app.users u on u.company_id = o.company_id and u.id = o.user_id
  where o.company_id = ${tx.companyId}`;
const found = (tx: Tx, search: string): Fragment =>
  search
    ? tx`and (c.folded like app.pattern(${search}) or ${search.replace(/\D/g, "")} <> '' and o.number like '%' || ${
      search.replace(/\D/g, "")
    } || '%')`
    : tx``;

export function page(tx: Tx, search: string, size: number, skip: number): Promise<OptOut[]> {
  return tx<OptOut[]>`${rows(tx)} ${found(tx, search)} order by o.id desc limit ${size} offset ${skip}`;
}
/** How many are found, counted up to `most`. */
export async function count(tx: Tx, search: string, most: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from (${rows(tx)} ${found(tx, search)} limit ${most}) f`;
  return row!.n;
}
export async function byId(tx: Tx, id: number): Promise<OptOut | undefined> {
  const [row] = await tx<OptOut[]>`${rows(tx)} and o.id = ${id}`;
  return row;
}

/** Somebody as the list knows them: by contact, by number, or by both. */
export interface Somebody {
  contactId: number | null;
  number: string;
}
/** The contact with this id or this number; undefined where there is none. */
export async function contactOf(
  tx: Tx,
  who: { contactId: number } | { number: string },
): Promise<Somebody | undefined> {
  const [row] = "contactId" in who
    ? await tx<Somebody[]>`
      select id as "contactId", number from app.contacts where company_id = ${tx.companyId} and id = ${who.contactId} and not is_group`
    : await tx<Somebody[]>`
      select c.id as "contactId", ${who.number}::text as number from app.contact_identities i
      join app.contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where i.company_id = ${tx.companyId} and i.kind = ${PHONE} and i.value = ${who.number}`;
  return row;
}

/** The rows that name somebody, by contact or by any number of theirs. */
const naming = (tx: Tx, { contactId, number }: Somebody): Fragment =>
  tx`
  company_id = ${tx.companyId} and id in (
    select id from app.opt_outs where company_id = ${tx.companyId} and number = ${number} and number <> ''
    union all select id from app.opt_outs where company_id = ${tx.companyId} and contact_id = ${contactId}
    union all select o.id from app.contact_identities i join app.opt_outs o on o.company_id = i.company_id and o.number = i.value
      where i.company_id = ${tx.companyId} and i.contact_id = ${contactId} and i.kind = ${PHONE})`;
/** The first row that names somebody. */
export async function idOf(tx: Tx, who: Somebody): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`select id from app.opt_outs where ${naming(tx, who)} order by id limit 1`;
  return row?.id;
}
export async function insert(
  tx: Tx,
  o: Somebody & { why: OptOut["why"]; said: string; userId: number | null },
): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.opt_outs (company_id, number, contact_id, why, said, user_id)
    values (${tx.companyId}, ${o.number}, ${o.contactId}, ${o.why}, ${o.said}, ${o.userId})
    on conflict do nothing returning id`;
  return row?.id;
}
/** Deletes all that name the person of this row; answers their ids. */
export async function removePerson(tx: Tx, id: number): Promise<number[]> {
  const [row] = await tx<Somebody[]>`
    select contact_id as "contactId", number from app.opt_outs where company_id = ${tx.companyId} and id = ${id} for update`;
  if (!row) return [];
  const gone = await tx<{ id: number }[]>`
    delete from app.opt_outs where company_id = ${tx.companyId} and (id = ${id} or ${naming(tx, row)}) returning id`;
  return gone.map((one) => one.id);
}

export async function words(tx: Tx): Promise<string[] | undefined> {
  const [row] = await tx<{ words: string[] }[]>`select words from app.opt_out_words where company_id = ${tx.companyId}`;
  return row?.words;
}
export function setWords(tx: Tx, list: readonly string[]): Promise<unknown> {
  return list.length
    ? tx`
      insert into app.opt_out_words (company_id, words) values (${tx.companyId}, ${list as string[]})
      on conflict (company_id) do update set words = excluded.words`
    : tx`delete from app.opt_out_words where company_id = ${tx.companyId}`;
}

/** Answers to a campaign ask for something within this many hours. */
const ANSWER_HOURS = 72;
/**
 * Whether a campaign spoke last to this contact over this connection, and not long ago. What waited counts from when it left:
 * `sent_at` of ours says when it was written down.
 */
export async function campaignSpokeLast(tx: Tx, contactId: number, connectionId: number): Promise<boolean> {
  const [row] = await tx<{ yes: boolean }[]>`
    select m.send_class = 2 as yes
    from app.messages m where m.company_id = ${tx.companyId} and m.contact_id = ${contactId} and m.connection_id = ${connectionId}
      and m.from_me and not m.is_private and ${mayHaveLeft(tx)}
      and coalesce(m.tried_since, m.sent_at) > now() - make_interval(hours => ${ANSWER_HOURS})
    order by coalesce(m.tried_since, m.sent_at) desc, m.id desc limit 1`;
  return row?.yes ?? false;
}
