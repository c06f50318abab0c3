// Rows that are stored for a time only: each room says so in its `retention.ts`.

/** Rows of a table that are deleted once they are past their time. */
export interface Kept {
  /** A table of the schema `app`. */
  table: string;
  /** A condition in SQL that is true of a row past its time; the row is called `t`. */
  past: string;
}
/** Declares what is kept for a time: `keep("devices", "t.used_at < now() - interval '90 days'")`. */
export function keep(table: string, past: string): Kept {
  return { table, past };
}
