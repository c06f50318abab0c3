// The trail of administration: one row for each change, in the change's own transaction, never altered (proof S27).
import type { Tx } from "../../../db/tenant.ts";
import { withoutSecrets } from "../secrets/hide.ts";

/** Writes one row. Secrets that the contract marks are hidden in `after` already; what is called or looks like one is hidden here. */
export async function writeAudit(
  tx: Tx,
  entry: {
    action: string;
    target: string;
    address: string;
    before?: unknown;
    after?: unknown;
    /** Whose token was used, where no person did it. */
    connectionId?: number | null;
    /** Whose API key was used. */
    keyId?: number | null;
  },
): Promise<void> {
  const json = (value: unknown) => value === undefined ? null : JSON.stringify(withoutSecrets(value));
  await tx`
    insert into app.audit (company_id, user_id, connection_id, key_id, address, action, target, before, after)
    values (${tx.companyId}, ${tx.userId}, ${entry.connectionId ?? null}, ${
    entry.keyId ?? null
  }, ${entry.address}, ${entry.action}, ${entry.target},
      ${json(entry.before)}::text::jsonb, ${json(entry.after)}::text::jsonb)`;
}
