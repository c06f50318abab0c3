// Which rows point at which, read from PostgreSQL's own catalogue: a table that is added tomorrow is in it.
import type postgres from "postgres";

/** A column that points at the rows of another table, by company and id. */
export interface Reference {
  /** With its schema, as SQL writes it. */
  table: string;
  column: string;
}

/** Every foreign key of the schema `app` to this table of it, in the order of their names. */
export async function referencesTo(sql: postgres.Sql | postgres.TransactionSql, table: string): Promise<Reference[]> {
  const rows = await sql<Reference[]>`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column
    from pg_constraint c
    join pg_attribute i on i.attrelid = c.confrelid and i.attname = 'id'
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[array_position(c.confkey, i.attnum)]
    where c.contype = 'f' and c.confrelid = ${`app.${table}`}::text::regclass order by 1, 2`;
  return [...rows];
}
