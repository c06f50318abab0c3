// The trail of administration: one row for each change, in the change's own transaction, never altered (proof S27).
import type { Tx } from "../../../db/tenant.ts";

const hidden = /password|token|secret|key$|^(keys|endpoint|p256dh|auth)$/i;

/** A copy of the value in which everything that looks like a secret is hidden. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, v]) => [name, hidden.test(name) && v ? "[hidden]" : withoutSecrets(v)]),
  );
}

/** Writes one row. */
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
  },
): Promise<void> {
  const json = (value: unknown) => value === undefined ? null : JSON.stringify(withoutSecrets(value));
  await tx`
    insert into app.audit (company_id, user_id, connection_id, address, action, target, before, after)
    values (${tx.companyId}, ${tx.userId}, ${
    entry.connectionId ?? null
  }, ${entry.address}, ${entry.action}, ${entry.target},
      ${json(entry.before)}::text::jsonb, ${json(entry.after)}::text::jsonb)`;
}
