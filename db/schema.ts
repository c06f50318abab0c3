// Prints what the migrations make, from the catalogue: db/schema.sql. Its diff is the review of a migration.
import type postgres from "postgres";

/** The schema `app` as text: tables with columns and constraints, indexes, functions. The login's name is shown as {api}. */
export async function printSchema(sql: postgres.Sql, apiRole: string): Promise<string> {
  const tables = await sql<
    { oid: number; name: string }[]
  >`select oid, relname as name from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') order by relname`;
  const parts = ["-- Made by `npm run schema` from the migrations. Do not edit."];
  for (const { oid, name } of tables) parts.push(await printTable(sql, oid, name));
  const functions = await sql<{ text: string }[]>`
    select pg_get_functiondef(p.oid) as text from pg_proc p where pronamespace = 'app'::regnamespace and prokind in ('f', 'p') order by proname, pg_get_function_identity_arguments(p.oid)`;
  parts.push(...functions.map((f) => `${f.text.trim()};`));
  return `${parts.join("\n\n").replaceAll(apiRole, "{api}")}\n`;
}

async function printTable(sql: postgres.Sql, oid: number, name: string): Promise<string> {
  const columns = await sql<{ line: string }[]>`
    select '  ' || quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) || coalesce(' collate ' || quote_ident(l.collname), '') || case when attnotnull then ' not null' else '' end
      || case when attidentity <> '' then ' generated always as identity' when attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
           when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation and l.collname <> 'default' where attrelid = ${oid} and attnum > 0 and not attisdropped order by attnum`;
  const constraints = await sql<{ line: string }[]>`
    select '  ' || pg_get_constraintdef(oid) as line from pg_constraint where conrelid = ${oid} and contype in ('p', 'f', 'c', 'u') order by contype desc, pg_get_constraintdef(oid)`;
  const indexes = await sql<{ line: string }[]>`
    select pg_get_indexdef(indexrelid) || ';' as line from pg_index i where indrelid = ${oid} and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u')) order by 1`;
  const [security] = await sql<{ line: string }[]>`
    select case when relforcerowsecurity then '-- row security forced: ' || (select string_agg(polname, ', ' order by polname) from pg_policy where polrelid = ${oid}) else '-- no row security' end as line from pg_class where oid = ${oid}`;
  const body = [...columns, ...constraints].map((row) => row.line).join(",\n");
  return [`create table app.${name} (\n${body}\n);`, security!.line, ...indexes.map((row) => row.line)].join("\n");
}
