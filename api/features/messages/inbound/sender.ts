import type { Peer } from "../../../../channels/sdk/mod.ts";
import type { Tx } from "../../../../db/tenant.ts";
import type { Sender } from "../queries.ts";

/** Who of a group wrote: as a person named that contact, else as they call themselves. Empty where nobody knows. */
export async function senderOf(tx: Tx, { name, identities }: Peer): Promise<Sender> {
  const [contact] = await tx<{ name: string }[]>`
    select c.name from unnest(${identities.map((i) => i.kind)}::text[], ${
    identities.map((i) => i.value)
  }::text[]) with ordinality as w (kind, value, place)
    join app.contact_identities i on i.company_id = ${tx.companyId} and i.kind = w.kind and i.value = w.value
    join app.contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where c.named_by_hand order by w.place limit 1`;
  return { name: (contact?.name ?? name?.trim() ?? "").slice(0, 250), identities };
}
