// What a plugin wants to find again with a message: what a provider may ask for once more, what a quote or a forward repeats.
import type { Identity } from "../../../channels/sdk/mod.ts";
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { seal, unseal } from "../../core/secrets/seal.ts";
import { contactsNamed } from "./provider-ids.ts";

const bound = (companyId: number, connectionId: number, externalId: string) =>
  `payload:${companyId}:${connectionId}:${externalId}`;

/** A payload as `message_payloads` holds it, for who writes the row later. */
export function sealPayload(
  companyId: number,
  connectionId: number,
  externalId: string,
  payload: Uint8Array,
): Uint8Array {
  return seal(payload, bound(companyId, connectionId, externalId));
}

/** Where a payload is kept: with a message of this contact. */
export interface PayloadPlace {
  connectionId: number;
  contactId: number;
  externalId: string;
}

/** Keeps a payload in the message's own transaction. The first one stays, unless `replace` says that this one is fuller. */
export async function keepPayload(
  tx: Tx,
  { connectionId, contactId, externalId }: PayloadPlace,
  payload: Uint8Array,
  replace = false,
): Promise<void> {
  const sealed = sealPayload(tx.companyId, connectionId, externalId, payload);
  await tx`
    insert into app.message_payloads (company_id, connection_id, external_id, contact_id, sealed)
    values (${tx.companyId}, ${connectionId}, ${externalId}, ${contactId}, ${sealed})
    on conflict (company_id, connection_id, external_id, contact_id) do ${
    replace ? tx`update set sealed = excluded.sealed, created_at = now()` : tx`nothing`
  }`;
}

/** Keeps what belongs to a message of our own, of whoever these identities name; of nobody known there is no message. */
export async function keepOwnPayload(
  tx: Tx,
  { connectionId, identities, externalId }: {
    connectionId: number;
    identities: readonly Identity[];
    externalId: string;
  },
  payload: Uint8Array,
): Promise<void> {
  const rows = await tx<{ id: number }[]>`
    select c.id from app.contacts c where c.company_id = ${tx.companyId} and c.id in (${
    contactsNamed(tx, identities)
  }) order by c.id`;
  for (const { id: contactId } of rows) {
    await keepPayload(tx, { connectionId, contactId, externalId }, payload, true);
  }
}

/**
 * The payload stored with a message of whoever these identities name; null after 14 days, or if there was none. Contacts that were
 * merged into them count, and what was stored before conversations were written down.
 */
export async function readPayload(
  companyId: number,
  { connectionId, identities, externalId }: {
    connectionId: number;
    identities: readonly Identity[];
    externalId: string;
  },
): Promise<Uint8Array | null> {
  const [row] = await withTenant(
    { companyId },
    (tx) =>
      tx<{ sealed: Uint8Array }[]>`
      select p.sealed from app.message_payloads p
      where p.company_id = ${companyId} and p.connection_id = ${connectionId} and p.external_id = ${externalId}
        and (p.contact_id = 0 or p.contact_id in (${contactsNamed(tx, identities)})
          or exists (select 1 from app.contact_merges g where g.company_id = ${companyId} and g.gone_id = p.contact_id and g.undone_at is null
            and g.kept_id in (${contactsNamed(tx, identities)})))
      order by p.contact_id in (${contactsNamed(tx, identities)}) desc, p.contact_id desc limit 1`,
    { read: true },
  );
  return row ? unseal(row.sealed, bound(companyId, connectionId, externalId)) : null;
}
