// People whom a search finds by the id that a provider knows them by, as others by their telephone number.
import type { Tx } from "../../../db/tenant.ts";
import { searchedKinds } from "../manifests.ts";

/** The contacts whose own id a text is, whole, and who has the same digits for a number; none where it is no such id. */
export async function contactsByOwnId(tx: Tx, text: string): Promise<number[]> {
  if (!/^\d{5,}$/.test(text)) return [];
  const rows = await tx<{ id: number }[]>`
    with own as (
      select i.contact_id as id from app.contact_identities i
      where i.company_id = ${tx.companyId} and i.kind = any (${searchedKinds()}::text[]) and i.value = ${text})
    select id from own union select c.id from app.contacts c
    where c.company_id = ${tx.companyId} and c.number = ${text} and not c.is_group and exists (select 1 from own) order by id`;
  return rows.map(({ id }) => id);
}
