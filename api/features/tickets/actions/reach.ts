// Which connections reach a contact (docs/product/tickets.md#opening).
import { must, refuse } from "../../../contract/errors.ts";
import type { Me } from "../../../core/access/auth.ts";
import type { ChannelPort } from "../../../core/parts.ts";
import type { Tx } from "../../../../db/tenant.ts";
import { contactOf } from "../queries.ts";

/** A connection that a conversation can go over. */
export interface Line {
  id: number;
  name: string;
  channel: string;
  groupAsTicket: boolean;
}

/**
 * The connections by which a contact can be written to: their channel knows who the contact is, and either it lets us begin with a
 * number, or there has been a conversation over the connection. First the one a new ticket takes: `first` where it is given, the
 * person's own, the company's default, one that is up, the oldest.
 */
export function reaching(tx: Tx, { plugins }: ChannelPort, me: Me, contactId: number, first?: number): Promise<Line[]> {
  const kinds = [...plugins.values()].flatMap(({ manifest: { id, abilities, identities } }) =>
    identities.map(({ kind, names }) => ({ channel: id, kind, begins: abilities.begin && names === "number" }))
  );
  return tx<Line[]>`
    select w.id, w.name, w.channel, w.group_as_ticket as "groupAsTicket" from app.connections w
    where w.company_id = ${tx.companyId} and w.deleted_at is null and exists (
      select 1 from app.contact_identities i
      join jsonb_to_recordset(${
    JSON.stringify(kinds)
  }::text::jsonb) k (channel text, kind text, begins boolean) on k.kind = i.kind
      where i.company_id = w.company_id and i.contact_id = ${contactId} and k.channel = w.channel
        and (k.begins or exists (
          select 1 from app.tickets t where t.company_id = w.company_id and t.contact_id = i.contact_id and t.connection_id = w.id)))
    order by w.id = ${first ?? null}::bigint desc nulls last,
      w.id = (select connection_id from app.users where company_id = ${tx.companyId} and id = ${me.id}) desc nulls last,
      w.is_default desc, w.status = 'CONNECTED' desc, w.id`;
}

/**
 * The connection for a conversation with a contact; `wanted` is held to, `first` is preferred. Refuses ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND,
 * ERR_NO_DEF_WAPP_FOUND where the company has none, ERR_CONTACT_OUT_OF_REACH.
 */
export async function lineFor(
  tx: Tx,
  channels: ChannelPort,
  me: Me,
  contactId: number,
  wanted?: number | null,
  first?: number,
): Promise<Line> {
  must(await contactOf(tx, contactId), "ERR_NO_CONTACT_FOUND");
  const lines = await reaching(tx, channels, me, contactId, first);
  const line = wanted ? lines.find(({ id }) => id === wanted) : lines[0];
  if (line) return line;
  const [some] = await tx`
    select 1 from app.connections where company_id = ${tx.companyId} and deleted_at is null
      and (${wanted ?? null}::bigint is null or id = ${wanted ?? null})`;
  if (some) return refuse("ERR_CONTACT_OUT_OF_REACH");
  return refuse(wanted ? "ERR_NO_WAPP_FOUND" : "ERR_NO_DEF_WAPP_FOUND");
}

/** Refuses ERR_CONTACT_OUT_OF_REACH where a ticket's channel does not know who the contact is: nobody would get the message. */
export async function checkReach(
  tx: Tx,
  { plugins }: ChannelPort,
  { contactId, channel }: { contactId: number; channel: string },
): Promise<void> {
  const kinds = plugins.get(channel)?.manifest.identities.map(({ kind }) => kind) ?? [];
  const [known] = await tx`
    select 1 from app.contact_identities
    where company_id = ${tx.companyId} and contact_id = ${contactId} and kind = any (${kinds}::text[]) limit 1`;
  if (!known) refuse("ERR_CONTACT_OUT_OF_REACH");
}
