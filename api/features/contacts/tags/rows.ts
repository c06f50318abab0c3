// SQL of contacts' tags, many at once, in the order of their keys.
import { refuse } from "../../../contract/errors.ts";
import type { Tx } from "../../../../db/tenant.ts";

/** Colours for tags that a file brings, taken in turn (a new tag gets one by itself). */
const COLOURS = ["#2563eb", "#16a34a", "#d97706", "#dc2626", "#7c3aed", "#0891b2", "#db2777", "#65a30d"];

/** Ids by name in small letters; a name that no tag has becomes one. */
export async function tagIds(tx: Tx, names: readonly string[]): Promise<Map<string, number>> {
  if (!names.length) return new Map();
  // The same lock under which tags are named one by one.
  await tx`select pg_advisory_xact_lock(hashtextextended('tags', ${tx.companyId}::bigint))`;
  const wanted = names.map((name) => name.toLowerCase());
  const rows = await tx<{ id: number; key: string }[]>`
    with wanted as (
      select distinct on (key) key, name, place from unnest(${wanted}::text[], ${names as string[]}::text[]) with ordinality as w (key, name, place) order by key, place),
    known as (
      select lower(g.name) as key, min(g.id) as id from app.tags g
      where g.company_id = ${tx.companyId} and not g.kanban and lower(g.name) = any (${wanted}::text[]) group by 1),
    made as (
      insert into app.tags (company_id, name, color)
      select ${tx.companyId}, w.name, (${COLOURS}::text[])[1 + w.place % ${COLOURS.length}::bigint]
      from wanted w where not exists (select 1 from known k where k.key = w.key) returning id, lower(name) as key)
    select id, key from known union all select id, key from made`;
  return new Map(rows.map(({ id, key }) => [key, id]));
}

/** Refuses ERR_NO_TAG_FOUND where one is missing, or is a lane of the board. */
export async function mustHaveTags(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (!wanted.length) return;
  const rows = await tx`
    select 1 from app.tags where company_id = ${tx.companyId} and id = any (${wanted}::bigint[]) and not kanban`;
  if (rows.length < wanted.length) refuse("ERR_NO_TAG_FOUND");
}

/** Gives contacts tags; what they have already stays. */
export async function insertPairs(tx: Tx, pairs: readonly { contact: number; tag: number }[]): Promise<void> {
  if (!pairs.length) return;
  await tx`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select ${tx.companyId}, r.contact, r.tag
    from jsonb_to_recordset(${
    JSON.stringify(pairs)
  }::text::jsonb) as r (contact bigint, tag bigint) order by 2, 3 on conflict do nothing`;
}

/** Holds a contact, so that two changes of its tags come one after the other; false when there is none. */
export async function lockContact(tx: Tx, id: number): Promise<boolean> {
  const [row] =
    await tx`select 1 from app.contacts where company_id = ${tx.companyId} and id = ${id} for no key update`;
  return row !== undefined;
}

/** Makes these the contact's tags; answers those that came or went. */
export async function setOfContact(tx: Tx, contactId: number, ids: readonly number[]): Promise<number[]> {
  const wanted = ids as number[];
  const gone = await tx<{ id: number }[]>`
    delete from app.contact_tags where company_id = ${tx.companyId} and contact_id = ${contactId}
      and not tag_id = any (${wanted}::bigint[]) returning tag_id as id`;
  const come = await tx<{ id: number }[]>`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select ${tx.companyId}, ${contactId}, id from unnest(${wanted}::bigint[]) id on conflict do nothing returning tag_id as id`;
  return [...gone, ...come].map(({ id }) => id);
}

/** Takes a tag off a contact; false when it did not have it. */
export async function leaveContact(tx: Tx, contactId: number, tagId: number): Promise<boolean> {
  const gone = await tx`
    delete from app.contact_tags where company_id = ${tx.companyId} and contact_id = ${contactId} and tag_id = ${tagId} returning 1`;
  return gone.length > 0;
}
