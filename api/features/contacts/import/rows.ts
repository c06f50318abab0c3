// SQL of an import: many rows in few statements, in the order of their keys, so that two imports at once wait and do not deadlock.
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
