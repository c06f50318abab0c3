// Messages by the id their provider gave them. Such an id is one message's in its conversation only: two people's phones may make
// the same, and whoever knows one may name it.
import type postgres from "postgres";
import type { Identity } from "../../../channels/sdk/mod.ts";
import type { Tx } from "../../../db/tenant.ts";
import { type MessageRow, ruled } from "./queries.ts";

/** A contact's conversation, or that of whoever has one of these identities; null where the provider tells none of what it names. */
export type Within = { contactId: number } | { identities: readonly Identity[] } | null;

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Contacts that have one of these identities, as a subquery. */
export const contactsNamed = (tx: Tx, identities: readonly Identity[]): Fragment =>
  tx`select i.contact_id from app.contact_identities i join unnest(${identities.map(({ kind }) => kind)}::text[], ${
    identities.map(({ value }) => value)
  }::text[]) as w (kind, value) on w.kind = i.kind and w.value = i.value where i.company_id = ${tx.companyId}`;
const inside = (tx: Tx, within: Within): Fragment =>
  within === null
    ? tx``
    : "contactId" in within
    ? tx`and m.contact_id = ${within.contactId}`
    : tx`and m.contact_id in (${contactsNamed(tx, within.identities)})`;

/** The message with this id in its conversation, locked for a change. */
export async function lockByExternal(
  tx: Tx,
  connectionId: number,
  externalId: string,
  within: Within,
): Promise<MessageRow | undefined> {
  const [row] = await tx<MessageRow[]>`
    select ${ruled(tx)} from app.messages m
    where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} ${
    inside(tx, within)
  } order by m.id limit 1 for update of m`;
  return row;
}
/** The id of a message of this contact's conversation. */
export async function quotedId(
  tx: Tx,
  connectionId: number,
  externalId: string,
  contactId: number,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select m.id from app.messages m
    where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} and m.contact_id = ${contactId}`;
  return row?.id ?? null;
}
/** Whether one of these contacts is this one. */
export async function isWith(tx: Tx, contactId: number, identities: readonly Identity[]): Promise<boolean> {
  const [row] = await tx`select 1 where ${contactId} in (${contactsNamed(tx, identities)})`;
  return row !== undefined;
}

/** The message with a provider's id. */
export interface Stored {
  placeholder: boolean;
}
/** Whether a provider's message was taken already; deleted ones count. */
export async function stored(
  tx: Tx,
  connectionId: number,
  externalId: string,
  identities: readonly Identity[],
): Promise<Stored | undefined> {
  const [row] = await tx<Stored[]>`
    select m.kind = 'unknown' and coalesce(m.data ? 'placeholder', false) as placeholder from app.messages m
    where m.company_id = ${tx.companyId} and m.connection_id = ${connectionId} and m.external_id = ${externalId} ${
    inside(tx, { identities })
  }
    union all select false from app.messages_gone g
    where g.company_id = ${tx.companyId} and g.connection_id = ${connectionId} and g.external_id = ${externalId}
      and (g.marks is null or g.marks && array(
        select app.identity_mark(w.kind, w.value) from unnest(${identities.map(({ kind }) => kind)}::text[], ${
    identities.map(({ value }) => value)
  }::text[]) as w (kind, value)))`;
  return row;
}
