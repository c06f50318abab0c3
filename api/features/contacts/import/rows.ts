// SQL of an import: many rows in few statements, in the order of their keys, so that two imports at once wait and do not deadlock.
import { refuse } from "../../../contract/errors.ts";
import { PHONE } from "../../../../channels/sdk/phone.ts";
import type { Tx } from "../../../../db/tenant.ts";

interface NewRow {
  number: string;
  name: string;
  email: string;
}

/** Makes contacts with their phones; answers ids by number, without those that somebody else made meanwhile. */
export async function insertMany(tx: Tx, given: readonly NewRow[]): Promise<Map<string, number>> {
  if (!given.length) return new Map();
  const made = await tx<{ id: number; number: string }[]>`
    with made as (
      insert into app.contacts (company_id, name, named_by_hand, number, email)
      select ${tx.companyId}, r.name, true, r.number, r.email
      from jsonb_to_recordset(${
    JSON.stringify(given)
  }::text::jsonb) as r (name text, number text, email text) order by r.number
      on conflict (company_id, number) where number <> '' and not is_group do nothing returning id, number)
    select id, number from made order by number`;
  await tx`
    insert into app.contact_identities (company_id, kind, value, contact_id)
    select ${tx.companyId}, ${PHONE}, r.number, r.id
    from jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as r (id bigint, number text) order by r.number
    on conflict (company_id, kind, value) do nothing`;
  return new Map(made.map(({ id, number }) => [number, id]));
}

/** The file's name is one that a person gave; an e-mail it lacks stays as it is. */
export function updateOne(tx: Tx, id: number, c: { name: string; email: string }): PromiseLike<unknown> {
  return tx`
    update app.contacts set name = ${c.name}, named_by_hand = true, updated_at = now(),
      email = case when ${c.email} = '' then email else ${c.email} end
    where company_id = ${tx.companyId} and id = ${id}`;
}

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

export async function mustHaveTags(tx: Tx, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (!wanted.length) return;
  const rows = await tx`
    select 1 from app.tags where company_id = ${tx.companyId} and id = any (${wanted}::bigint[]) and not kanban`;
  if (rows.length < wanted.length) refuse("ERR_NO_TAG_FOUND");
}
export async function insertPairs(tx: Tx, pairs: readonly { contact: number; tag: number }[]): Promise<void> {
  if (!pairs.length) return;
  await tx`
    insert into app.contact_tags (company_id, contact_id, tag_id)
    select ${tx.companyId}, r.contact, r.tag
    from jsonb_to_recordset(${
    JSON.stringify(pairs)
  }::text::jsonb) as r (contact bigint, tag bigint) order by 2, 3 on conflict do nothing`;
}
