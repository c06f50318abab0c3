// What a long load leaves behind: memory of the processes, locks that were waited for, dead rows, and the statements that took the most.
import type postgres from "postgres";
import { median } from "../setup/measure.ts";

/** A table's dead rows for each living one, and how much it has grown, bytes. */
export interface Bloat {
  table: string;
  dead: number;
  living: number;
  grown: number;
}
export interface Statement {
  text: string;
  calls: number;
  /** Of one call, ms. */
  mean: number;
  total: number;
}

/** Sizes of all tables with what belongs to them, bytes. */
export async function tableSizes(sql: postgres.Sql): Promise<Map<string, number>> {
  const rows = await sql<{ name: string; bytes: number }[]>`
    select relname as name, pg_total_relation_size(relid)::float8 as bytes from pg_stat_user_tables where schemaname = 'app'`;
  return new Map(rows.map((row) => [row.name, row.bytes]));
}
/** The tables with the most dead rows. */
export async function bloat(sql: postgres.Sql, before: Map<string, number>): Promise<Bloat[]> {
  const rows = await sql<{ table: string; dead: number; living: number; bytes: number }[]>`
    select relname as table, n_dead_tup::float8 as dead, n_live_tup::float8 as living, pg_total_relation_size(relid)::float8 as bytes
    from pg_stat_user_tables where schemaname = 'app' order by n_dead_tup desc limit 6`;
  return rows.map(({ bytes, ...row }) => ({ ...row, grown: bytes - (before.get(row.table) ?? 0) }));
}
/** How many sessions wait for a lock at this moment. */
export async function waitingForLocks(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<
    { n: number }[]
  >`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'`;
  return row!.n;
}
/** The statements that took the most time together. Needs `pg_stat_statements`. */
export async function slowest(sql: postgres.Sql, count: number): Promise<Statement[]> {
  return await sql<Statement[]>`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::float8 as calls, mean_exec_time as mean, total_exec_time as total
    from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
    order by total_exec_time desc limit ${count}`;
}

/** How much a series rises over its whole length, as a share of its median: by the median of all slopes, which no outlier moves. */
export function rise(values: readonly number[]): number {
  const slopes: number[] = [];
  for (let i = 0; i < values.length; i++) {
    for (let j = i + 1; j < values.length; j++) slopes.push((values[j]! - values[i]!) / (j - i));
  }
  return values.length < 3 ? 0 : median(slopes) * (values.length - 1) / median(values);
}
