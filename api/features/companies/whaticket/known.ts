// Which of our rows a row of the source became.
import type { PlatformTx } from "../../../../db/tenant.ts";

/** What one company's import is about. */
export interface Taking {
  tx: PlatformTx;
  source: string;
  companyId: number;
}

/** Our ids of one kind by theirs. */
export async function knownOf({ tx, source, companyId }: Taking, kind: string): Promise<Map<string, number>> {
  const rows = await tx<{ theirs: string; ours: number }[]>`
    select theirs, ours from app.imported_rows where company_id = ${companyId} and source = ${source} and kind = ${kind}`;
  return new Map(rows.map(({ theirs, ours }) => [theirs, ours]));
}
/** Notes what rows became, in the transaction that makes them. */
export async function note(
  { tx, source, companyId }: Taking,
  kind: string,
  made: readonly [string, number][],
): Promise<void> {
  if (!made.length) return;
  await tx`
    insert into app.imported_rows (company_id, source, kind, theirs, ours)
    select ${companyId}, ${source}, ${kind}, x.theirs, x.ours
    from unnest(${made.map(([theirs]) => theirs)}::text[], ${
    made.map(([, ours]) => ours)
  }::bigint[]) as x (theirs, ours)
    on conflict do nothing`;
}
/** The company that one of the source became, or null. */
export async function companyOf(tx: PlatformTx, source: string, theirs: string): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    select company_id as id from app.imported_rows where source = ${source} and kind = 'company' and theirs = ${theirs}`;
  return row?.id ?? null;
}
/** Rows as PostgreSQL reads them in `jsonb_to_recordset`. */
export const json = (rows: readonly object[]): string => JSON.stringify(rows);
