// SQL of contact lists and the people on them.
import type postgres from "postgres";
import type { Tx } from "../../../db/tenant.ts";
import { pageOf } from "../../../db/written.ts";
import type { CampaignAnswer, ContactList, ListItem } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shownList = (tx: Tx): Fragment => tx`id, name, items as "contactsCount"`;
const foundLists = (tx: Tx, search: string): Fragment =>
  tx`company_id = ${tx.companyId} ${search ? tx`and app.fold(name) like (select app.pattern(${search}))` : tx``}`;

/** A page by name; companies keep tens of lists. */
export function page(tx: Tx, search: string, size: number, skip: number): Promise<ContactList[]> {
  return tx<ContactList[]>`
    select ${shownList(tx)} from app.contact_lists where ${
    foundLists(tx, search)
  } order by name_key, id limit ${size} offset ${skip}`;
}
export async function count(tx: Tx, search: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`select count(*) as n from app.contact_lists where ${foundLists(tx, search)}`;
  return row!.n;
}
export function all(tx: Tx): Promise<ContactList[]> {
  return tx<ContactList[]>`
    select ${shownList(tx)} from app.contact_lists where company_id = ${tx.companyId} order by name_key, id`;
}
export async function byId(tx: Tx, id: number): Promise<ContactList | undefined> {
  const [row] = await tx<ContactList[]>`
    select ${shownList(tx)} from app.contact_lists where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
/** The same, held for a change of its people: two uploads into one list come one after the other. */
export async function lock(tx: Tx, id: number): Promise<ContactList | undefined> {
  const [row] = await tx<ContactList[]>`
    select ${shownList(tx)} from app.contact_lists where company_id = ${tx.companyId} and id = ${id} for no key update`;
  return row;
}
export async function insert(tx: Tx, name: string): Promise<ContactList> {
  const [row] = await tx<ContactList[]>`
    insert into app.contact_lists (company_id, name) values (${tx.companyId}, ${name}) returning ${shownList(tx)}`;
  return row!;
}
export async function rename(tx: Tx, id: number, name: string): Promise<ContactList | undefined> {
  const [row] = await tx<ContactList[]>`
    update app.contact_lists set name = ${name} where company_id = ${tx.companyId} and id = ${id} returning ${
    shownList(tx)
  }`;
  return row;
}
export async function remove(tx: Tx, id: number): Promise<{ id: number } | undefined> {
  const [row] = await tx<{ id: number }[]>`
    delete from app.contact_lists where company_id = ${tx.companyId} and id = ${id} returning id`;
  return row;
}
/** Whether a campaign that runs, or is about to, takes its people from the list. */
export async function isInUse(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.campaigns where company_id = ${tx.companyId} and list_id = ${id} and status in ('PROGRAMADA', 'EM_ANDAMENTO') limit 1`;
  return row !== undefined;
}
/** Moves the number of people of a list; answers the list as it is then. */
export async function addToCount(tx: Tx, id: number, n: number): Promise<ContactList> {
  const [row] = await tx<ContactList[]>`
    update app.contact_lists set items = items + ${n} where company_id = ${tx.companyId} and id = ${id} returning ${
    shownList(tx)
  }`;
  return row!;
}

const shown = (tx: Tx): Fragment =>
  tx`id, name, number, email, company_id as "companyId", list_id as "contactListId", valid as "isWhatsappValid"`;
const found = (tx: Tx, listId: number, search: string): Fragment =>
  tx`company_id = ${tx.companyId} and list_id = ${listId} ${
    search ? tx`and folded like (select app.pattern(${search}))` : tx``
  }`;

/** The place of a person in the order of names. */
export interface Place {
  key: string;
  id: number;
}
/** A person of a page, with their place and how many are on their list. */
interface PlacedItem extends Omit<ListItem, "companyId" | "contactListId"> {
  key: string;
  total: number;
}
/** A page by name, from the first, behind a place, or `skip` later: walks the list's index of names. */
export function itemPage(
  tx: Tx,
  listId: number,
  search: string,
  size: number,
  from: Place | number,
): Promise<PlacedItem[]> {
  return tx<PlacedItem[]>`
    select id, name, number, email, valid as "isWhatsappValid", name_key as key,
      (select l.items from app.contact_lists l where l.company_id = ${tx.companyId} and l.id = ${listId}) as total
    from app.contact_list_items where ${found(tx, listId, search)}
      ${typeof from === "number" ? tx`` : tx`and (name_key, id) > (${from.key} collate "C", ${from.id})`}
    order by name_key, id ${pageOf(tx, size, typeof from === "number" ? from : 0)}`;
}
/** How many are found, counted no further than `most`. */
export async function itemCount(tx: Tx, listId: number, search: string, most: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from (select 1 from app.contact_list_items where ${
    found(tx, listId, search)
  } limit ${most}) f`;
  return row!.n;
}
export async function itemById(tx: Tx, id: number): Promise<ListItem | undefined> {
  const [row] = await tx<ListItem[]>`
    select ${shown(tx)} from app.contact_list_items where company_id = ${tx.companyId} and id = ${id}`;
  return row;
}
export interface ItemFields {
  name: string;
  number: string;
  email: string;
}
/** The new person, or nothing where the number is on the list. */
export async function insertItem(tx: Tx, listId: number, f: ItemFields): Promise<ListItem | undefined> {
  const [row] = await tx<ListItem[]>`
    insert into app.contact_list_items (company_id, list_id, name, number, email)
    values (${tx.companyId}, ${listId}, ${f.name}, ${f.number}, ${f.email}) on conflict do nothing returning ${
    shown(tx)
  }`;
  return row;
}
/** Nothing where the number is another person's of the list. What the provider said of the old number is forgotten with it. */
export async function updateItem(tx: Tx, id: number, f: ItemFields): Promise<ListItem | undefined> {
  const [row] = await tx<ListItem[]>`
    update app.contact_list_items i set name = ${f.name}, number = ${f.number}, email = ${f.email},
      valid = case when number = ${f.number} then valid end, checked_at = case when number = ${f.number} then checked_at end
    where company_id = ${tx.companyId} and id = ${id} and not exists (
      select 1 from app.contact_list_items o
      where o.company_id = i.company_id and o.list_id = i.list_id and o.number = ${f.number} and o.id <> i.id)
    returning ${shown(tx)}`;
  return row;
}
export async function removeItem(tx: Tx, id: number): Promise<{ listId: number } | undefined> {
  const [row] = await tx<{ listId: number }[]>`
    delete from app.contact_list_items where company_id = ${tx.companyId} and id = ${id} returning list_id as "listId"`;
  return row;
}
export async function setValid(tx: Tx, id: number, valid: boolean): Promise<ListItem | undefined> {
  const [row] = await tx<ListItem[]>`
    update app.contact_list_items set valid = ${valid}, checked_at = now()
    where company_id = ${tx.companyId} and id = ${id} returning ${shown(tx)}`;
  return row;
}

/** Adds people in the order of their numbers, or gives those of the list the new name and e-mail; answers who is new. */
export async function upsert(tx: Tx, listId: number, rows: readonly ItemFields[]): Promise<Set<string>> {
  const made = await tx<{ number: string }[]>`
    with given as (
      select name, number, email from jsonb_to_recordset(${
    JSON.stringify(rows)
  }::text::jsonb) as r (name text, number text, email text)),
    known as (
      select i.number from app.contact_list_items i join given g on g.number = i.number
      where i.company_id = ${tx.companyId} and i.list_id = ${listId}),
    kept as (
      insert into app.contact_list_items as i (company_id, list_id, name, number, email)
      select ${tx.companyId}, ${listId}, name, number, email from given order by number
      on conflict (company_id, list_id, number) do update
        set name = excluded.name, email = case when excluded.email = '' then i.email else excluded.email end
      returning number)
    select number from kept except select number from known`;
  return new Set(made.map(({ number }) => number));
}

/** Adds whom a statement names (name, number, email); who is on the list stays as they are. Answers how many came. */
export async function addFrom(tx: Tx, listId: number, people: Fragment): Promise<number> {
  const made = await tx`
    insert into app.contact_list_items (company_id, list_id, name, number, email)
    select ${tx.companyId}, ${listId}, p.name, p.number, p.email from (${people}) p order by p.number
    on conflict do nothing`;
  return made.count;
}
/** Contacts with a tag and a number, as people of a list. */
export const withTag = (tx: Tx, tagId: number): Fragment =>
  tx`
    select case when c.name = '' then c.number else left(c.name, 50) end as name, c.number, c.email
    from app.contact_tags x join app.contacts c on c.company_id = x.company_id and c.id = x.contact_id
    where x.company_id = ${tx.companyId} and x.tag_id = ${tagId} and c.number <> '' and not c.is_group`;
/** These contacts, where they have a number. */
export const among = (tx: Tx, ids: readonly number[]): Fragment =>
  tx`
    select case when c.name = '' then c.number else left(c.name, 50) end as name, c.number, c.email from app.contacts c
    where c.company_id = ${tx.companyId} and c.id = any (${ids as number[]}::bigint[]) and c.number <> '' and not c.is_group`;
/** People of a campaign by what they did. */
export function whoOf(tx: Tx, campaignId: number, { who, said }: { who: CampaignAnswer; said: string }): Fragment {
  const did = {
    answered: tx`s.answered_at is not null`,
    confirmed: tx`s.confirmed_at is not null`,
    silent: tx`s.answered_at is null and s.confirmed_at is null and s.status in ('sent', 'confirming', 'expired')`,
  };
  const words = said === "" ? tx`` : tx`and exists (
    select 1 from app.messages m where m.company_id = s.company_id and m.id = s.answer_message_id
      and app.fold(left(m.body, 2000)) like (select app.pattern(${said})))`;
  return tx`
    select case when s.name = '' then s.number else left(s.name, 50) end as name, s.number, s.email from app.campaign_shipping s
    where s.company_id = ${tx.companyId} and s.campaign_id = ${campaignId} and s.number <> '' and s.status <> 'optedout'
      and ${did[who]} ${words}`;
}
export async function hasCampaign(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx`select 1 from app.campaigns where company_id = ${tx.companyId} and id = ${id}`;
  return rows.length > 0;
}
export async function hasTag(tx: Tx, tagId: number): Promise<boolean> {
  const [row] = await tx`select 1 from app.tags where company_id = ${tx.companyId} and id = ${tagId} and not kanban`;
  return row !== undefined;
}
