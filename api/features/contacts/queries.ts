// SQL of contacts. Inside names become the contract's here.
import type postgres from "postgres";
import { PHONE } from "../../../channels/sdk/phone.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { Contact } from "./contract.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

const shown = (tx: Tx): Fragment =>
  tx`c.id, c.name, c.number, c.email, c.is_group as "isGroup", c.active, c.disable_bot as "disableBot",
    c.accept_audio as "acceptAudioMessage", c.consent_at as "lgpdAcceptedAt", c.channel, '/media/' || c.picture_media_id as "urlPicture",
    c.created_at as "createdAt",
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by g.name_key, g.id)
      from app.contact_tags x join app.tags g on g.company_id = x.company_id and g.id = x.tag_id
      where x.company_id = c.company_id and x.contact_id = c.id), '[]') as tags,
    coalesce((select jsonb_agg(jsonb_build_object('id', e.place, 'name', e.item ->> 'name', 'value', e.item ->> 'value') order by e.place)
      from jsonb_array_elements(c.extra) with ordinality as e (item, place)), '[]') as "extraInfo",
    (select jsonb_build_object('id', w.id, 'name', w.name) from app.connections w
      where w.company_id = c.company_id and w.id = c.connection_id) as whatsapp,
    (select jsonb_build_object('userId', v.user_id, 'queueId', v.queue_id) from app.contact_wallets v
      where v.company_id = c.company_id and v.contact_id = c.id) as wallet`;

export interface Filter {
  search: string;
  tags: number[] | null;
  channel: string | null;
  isGroup: boolean | null;
  /** Only among these. */
  ids: number[] | null;
  /** Who looks reads numbers masked: people are found, and stand in the order, by what is shown of them. */
  hidden: boolean;
}
export interface Extra {
  name: string;
  value: string;
}

/** These contacts, in the order given. */
export function byIds(tx: Tx, ids: readonly number[]): Promise<Contact[]> {
  return tx<Contact[]>`
    select ${shown(tx)} from unnest(${ids as number[]}::bigint[]) with ordinality as wanted (id, place)
    join app.contacts c on c.company_id = ${tx.companyId} and c.id = wanted.id order by wanted.place`;
}
export async function byId(tx: Tx, id: number): Promise<Contact | undefined> {
  const [row] = await tx<Contact[]>`select ${
    shown(tx)
  } from app.contacts c where c.company_id = ${tx.companyId} and c.id = ${id}`;
  return row;
}

const filtered = (tx: Tx, f: Filter): Fragment =>
  tx`c.company_id = ${tx.companyId}
    ${f.channel === null ? tx`` : tx`and c.channel = ${f.channel}`}
    ${f.ids === null ? tx`` : tx`and c.id = any (${f.ids}::bigint[])`}
    ${f.isGroup === null ? tx`` : tx`and c.is_group = ${f.isGroup}`}
    ${
    f.tags === null ? tx`` : tx`and exists (select 1 from app.contact_tags x
      where x.company_id = c.company_id and x.contact_id = c.id and x.tag_id = any (${f.tags}::bigint[]))`
  }`;
const byName = (tx: Tx, hidden: boolean): Fragment =>
  hidden ? tx`app.name_key(app.shown_name(c.name, c.number, c.is_group)) collate "C"` : tx`c.name_key`;
/** The place of a contact in the order of names. */
export interface Place {
  key: string;
  id: number;
}
/** A page of places by name, from the first, behind another place, or `skip` later: walks the index of names. */
export async function pageOfPlaces(tx: Tx, f: Filter, size: number, from: Place | number): Promise<Place[]> {
  const key = byName(tx, f.hidden);
  return await tx<Place[]>`
    select ${key} as key, c.id from app.contacts c where ${filtered(tx, f)}
      ${typeof from === "number" ? tx`` : tx`and (${key}, c.id) > (${from.key} collate "C", ${from.id})`}
    order by ${key}, c.id limit ${size} ${typeof from === "number" && from > 0 ? tx`offset ${from}` : tx``}`;
}
/** How many there are, counted no further than `limit`. */
export async function count(tx: Tx, f: Filter, limit: number): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*) as n from (select 1 from app.contacts c where ${filtered(tx, f)} limit ${limit}) x`;
  return row!.n;
}
/** Ids that the text is found in, with how many there are in all. Under row security only this function may use the index. */
export async function search(
  tx: Tx,
  f: Filter,
  size: number,
  skip: number,
): Promise<{ id: number; total: number }[]> {
  return await tx<{ id: number; total: number }[]>`
    select id, total from app.search_contacts(${f.search}, ${f.isGroup}, ${f.channel}, ${f.tags}::bigint[], ${f.hidden}, ${size}::integer, ${skip}::integer)`;
}

export interface ContactFields {
  name: string;
  number: string;
  email: string;
  extra: Extra[];
  disableBot?: boolean;
  acceptAudio?: boolean;
}
/** The new contact's id, or nothing when the number is somebody's. */
export async function insert(tx: Tx, c: ContactFields): Promise<number | undefined> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.contacts (company_id, name, named_by_hand, number, email, extra, disable_bot, accept_audio)
    values (${tx.companyId}, ${c.name}, true, ${c.number}, ${c.email}, ${JSON.stringify(c.extra)}::text::jsonb,
      ${c.disableBot ?? false}, ${c.acceptAudio ?? true})
    on conflict (company_id, number) where number <> '' and not is_group do nothing returning id`;
  return row?.id;
}
export async function numberTaken(tx: Tx, number: string, exceptId: number): Promise<boolean> {
  const [row] = await tx`
    select 1 from app.contacts where company_id = ${tx.companyId} and number = ${number} and number <> '' and not is_group and id <> ${exceptId}`;
  return row !== undefined;
}
/** Missing fields stay; a name given by hand is not replaced by a provider's later. */
export function update(tx: Tx, id: number, c: Partial<ContactFields>): Promise<unknown> {
  return tx`
    update app.contacts set updated_at = now(), name = coalesce(${c.name ?? null}, name),
      named_by_hand = named_by_hand or ${c.name ?? null}::text is distinct from null and ${c.name ?? null} <> name,
      number = coalesce(${c.number ?? null}, number), email = coalesce(${c.email ?? null}, email),
      extra = coalesce(${c.extra ? JSON.stringify(c.extra) : null}::text::jsonb, extra),
      disable_bot = coalesce(${c.disableBot ?? null}, disable_bot), accept_audio = coalesce(${
    c.acceptAudio ?? null
  }, accept_audio)
    where company_id = ${tx.companyId} and id = ${id}`;
}
/** The phone by which channels find the contact; false when it is another contact's. */
export async function insertPhone(tx: Tx, contactId: number, number: string): Promise<boolean> {
  const [row] = await tx<{ contact_id: number }[]>`
    insert into app.contact_identities as i (company_id, kind, value, contact_id) values (${tx.companyId}, ${PHONE}, ${number}, ${contactId})
    on conflict (company_id, kind, value) do update set contact_id = i.contact_id returning contact_id`;
  return row?.contact_id === contactId;
}
export function removePhone(tx: Tx, contactId: number, number: string): Promise<unknown> {
  return tx`
    delete from app.contact_identities
    where company_id = ${tx.companyId} and kind = ${PHONE} and value = ${number} and contact_id = ${contactId}`;
}

export function setActive(tx: Tx, id: number, active: boolean): PromiseLike<unknown> {
  return tx`update app.contacts set active = ${active}, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
export function toggleAudio(tx: Tx, id: number): PromiseLike<unknown> {
  return tx`update app.contacts set accept_audio = not accept_audio, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}
export function toggleBot(tx: Tx, id: number): PromiseLike<unknown> {
  return tx`update app.contacts set disable_bot = not disable_bot, updated_at = now() where company_id = ${tx.companyId} and id = ${id}`;
}

/** The first thousand people by name, for choosing one. */
export async function names(tx: Tx, hidden: boolean): Promise<{ id: number; name: string; number: string }[]> {
  return await tx<{ id: number; name: string; number: string }[]>`
    select c.id, c.name, c.number from app.contacts c where c.company_id = ${tx.companyId} and not c.is_group
    order by ${byName(tx, hidden)}, c.id limit 1000`;
}
export async function profileOf(
  tx: Tx,
  number: string,
  ids: readonly number[] = [],
): Promise<{ contactId: number; urlPicture: string | null } | undefined> {
  const [row] = await tx<{ contactId: number; urlPicture: string | null }[]>`
    select id as "contactId", '/media/' || picture_media_id as "urlPicture" from app.contacts
    where company_id = ${tx.companyId} and not is_group and (number = ${number} and number <> '' or id = any (${ids as number[]}::bigint[]))
    order by number = ${number} desc limit 1`;
  return row;
}
/** A page of people for a file, after the last of the page before. */
export async function afterName(
  tx: Tx,
  last: { name: string; id: number } | null,
  size: number,
): Promise<(Contact & { key: string })[]> {
  return await tx<(Contact & { key: string })[]>`
    select ${shown(tx)}, c.name_key as key from app.contacts c
    where c.company_id = ${tx.companyId} and not c.is_group ${
    last ? tx`and (c.name_key, c.id) > (${last.name}, ${last.id})` : tx``
  } order by c.name_key, c.id limit ${size}`;
}
/** Finds people by number, all in one look; missing ones are left out. */
export async function byNumbers(
  tx: Tx,
  numbers: readonly string[],
): Promise<{ id: number; number: string; name: string; email: string }[]> {
  return await tx<{ id: number; number: string; name: string; email: string }[]>`
    select id, number, name, email from app.contacts
    where company_id = ${tx.companyId} and number = any (${numbers as string[]}::text[]) and number <> '' and not is_group
    union
    select c.id, i.value, c.name, c.email from app.contact_identities i
    join app.contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${tx.companyId} and i.kind = ${PHONE} and i.value = any (${numbers as string[]}::text[])`;
}
