import type postgres from "postgres";
import type { Tx } from "./tenant.ts";

type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * A whole number written into a statement instead of passed: for an unknown limit PostgreSQL assumes a tenth of the rows, finds its
 * general plan too dear, and plans the statement anew at each call. Only for a number of few values: each makes a statement to keep.
 */
export function written(sql: Pick<postgres.Sql, "unsafe">, number: number): Fragment {
  return sql.unsafe(String(Math.trunc(number))) as unknown as Fragment;
}

/** `limit … offset …` of a page. The offset is passed, or every page would be a statement of its own; the first has none. */
export function pageOf(tx: Tx, size: number, skip: number): Fragment {
  const limit = written(tx, size);
  return skip > 0 ? tx`limit ${limit} offset ${skip}` : tx`limit ${limit}`;
}
