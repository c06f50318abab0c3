import type { ProfileEvent } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import type { InboundLine } from "../../inbound.ts";
import { emit, everybody } from "../../core/live/emit.ts";
import { tellTicket } from "../messages/actions/tell.ts";
import { askChannel } from "../connections/actions/requests.ts";
import { contactChanged } from "./contract.ts";
import { refresh } from "./identify.ts";
import { findContacts } from "./find.ts";
import { byId } from "./queries.ts";

/** A name or picture as the provider has it now, a group's too; of somebody unknown it is forgotten. */
export async function profile(tx: Tx, line: InboundLine, { peer, lookup }: ProfileEvent): Promise<string> {
  const [known] = await findContacts(tx, peer.identities);
  if (!known) return "profile";
  const { contactId } = known;
  if (lookup) await askChannel(tx, line.id, "lookup", { contactId });
  const contact = await refresh(tx, contactId, peer, known) ? await byId(tx, contactId) : undefined;
  if (!contact) return "profile";
  emit(tx, contactChanged, everybody, { action: "update", contact });
  const tickets = await tx<{ id: number }[]>`
    select id from app.tickets where company_id = ${tx.companyId} and contact_id = ${contactId} and status <> 'closed' order by id`;
  for (const { id } of tickets) await tellTicket(tx, id);
  return "profile";
}
