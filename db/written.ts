import type postgres from "postgres";

type Sql = Pick<postgres.Sql, "unsafe">;
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * A whole number written into a statement instead of passed: for an unknown limit PostgreSQL assumes a tenth of the rows, finds its
 * general plan too dear, and plans the statement anew at each call. Only for a number of few values: each makes a statement to keep.
 */
export function written(sql: Sql, number: number): Fragment {
  return sql.unsafe(String(Math.trunc(number))) as unknown as Fragment;
}

/** `limit … offset …` of a page. The offset is passed, or every page would be a statement of its own; the first has none. */
export function pageOf(sql: Sql, size: number, skip: number): Fragment {
  const limit = sql.unsafe(`limit ${Math.trunc(size)}`) as unknown as Fragment;
  const ask = sql as unknown as (strings: TemplateStringsArray, ...values: unknown[]) => Fragment;
  return skip > 0 ? ask`${limit} offset ${skip}` : limit;
}
