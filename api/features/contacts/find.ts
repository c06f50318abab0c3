// Contacts by what providers know them by.
import type { Identity } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";

/** A contact as the pipeline knows it. */
export interface KnownContact {
  contactId: number;
  name: string;
  namedByHand: boolean;
  pictureUrl: string | null;
  /** Its picture may be another by now: it was last asked for a week ago, or never. */
  pictureOld: boolean;
  active: boolean;
  /** `kind:value`, and `kind:value@address` where the address is known. */
  held: string[];
}

/** The contacts that have one of these identities, that of the best first. */
export async function findContacts(tx: Tx, identities: readonly Identity[]): Promise<KnownContact[]> {
  return await tx<KnownContact[]>`
    select c.id as "contactId", c.name, c.named_by_hand as "namedByHand", c.picture_url as "pictureUrl", c.active,
      c.picture_url is not null and coalesce(c.profile_asked_at < now() - interval '7 days', true) as "pictureOld",
      array(select x.kind || ':' || x.value || coalesce('@' || x.address, '') from app.contact_identities x where x.company_id = c.company_id and x.contact_id = c.id) as held
    from (
      select i.contact_id, min(w.place) as place
      from unnest(${identities.map((i) => i.kind)}::text[], ${
    identities.map((i) => i.value)
  }::text[]) with ordinality as w (kind, value, place)
      join app.contact_identities i on i.company_id = ${tx.companyId} and i.kind = w.kind and i.value = w.value
      group by i.contact_id) f
    join app.contacts c on c.company_id = ${tx.companyId} and c.id = f.contact_id
    order by f.place`;
}
