// What a plugin wants to find again with a message: what a provider may ask for once more, what a quote or a forward repeats.
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { seal, unseal } from "../../core/secrets/seal.ts";

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

/** Keeps a payload in the message's own transaction. The first one stays, unless `replace` says that this one is fuller. */
export async function keepPayload(
  tx: Tx,
  connectionId: number,
  externalId: string,
  payload: Uint8Array,
  replace = false,
): Promise<void> {
  const sealed = sealPayload(tx.companyId, connectionId, externalId, payload);
  await tx`
    insert into app.message_payloads (company_id, connection_id, external_id, sealed) values (${tx.companyId}, ${connectionId}, ${externalId}, ${sealed})
    on conflict (company_id, connection_id, external_id) do ${
    replace ? tx`update set sealed = excluded.sealed, created_at = now()` : tx`nothing`
  }`;
}

/** The payload stored with a message; null after 14 days, or if there was none. */
export async function readPayload(
  companyId: number,
  connectionId: number,
  externalId: string,
): Promise<Uint8Array | null> {
  const [row] = await withTenant(
    { companyId },
    (tx) =>
      tx<{ sealed: Uint8Array }[]>`
      select sealed from app.message_payloads where company_id = ${companyId} and connection_id = ${connectionId} and external_id = ${externalId}`,
    { read: true },
  );
  return row ? unseal(row.sealed, bound(companyId, connectionId, externalId)) : null;
}
