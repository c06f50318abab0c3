// The tenant tables as PostgreSQL's catalogue has them: their rows, columns and prints. Nothing here knows a feature, so a new
// table is part of the proofs without a line here.
import { asPlatform, type PlatformTx } from "../../../db/tenant.ts";

/** A row of a table, by column. */
export type Row = Record<string, unknown>;

/** The table whose rows contracts call by this noun: `quickMessage` is a row of `quick_messages`. */
export function tableOf(noun: string): string {
  const snake = noun.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake.replace(/([^aeiou])y$/, "$1ie").replace(/(s|x|ch|sh)$/, "$1e") + "s";
}

export async function tenantTables(tx: PlatformTx): Promise<string[]> {
  // Straight from the catalogue: the views of the standard ask for every right of every column first.
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'v') order by 1`;
  return rows.map((row) => row.name);
}

/** The first row of each table that this company has rows in. */
export async function firstRows(tx: PlatformTx, companyId: number): Promise<Record<string, Row>> {
  const rows = await Promise.all((await tenantTables(tx)).map(async (table) => {
    const sql = `select * from app.${table} where company_id = $1 order by 1, 2 limit 1`;
    const [row] = await tx.unsafe<Row[]>(sql, [companyId], { prepare: true });
    return [table, row] as const;
  }));
  return Object.fromEntries(rows.filter((one): one is [string, Row] => one[1] !== undefined));
}

interface Column {
  name: string;
  type: string;
  /** Whether an insert must give it: no default, no value that PostgreSQL writes. */
  needed: boolean;
  /** The table and column of the record it names. */
  parent: string | null;
  parentColumn: string | null;
}
/** A plain value for a column of this type. */
const plain: Record<string, string> = {
  ...{ text: "Valor", boolean: "true", uuid: "01890a5d-ac96-774b-bcce-b302099a8057", jsonb: "{}", json: "{}" },
  ...{ date: "2026-01-15", "timestamp with time zone": "2096-01-15T12:00:00Z", "time without time zone": "12:00" },
  ...{ bytea: "\\x00", bigint: "1", integer: "1", smallint: "1", numeric: "1", "double precision": "1", ARRAY: "{}" },
};

/**
 * Gives a company a row of each of these tables in which it has none, made from the catalogue alone: keys point at the company's
 * first record. Throws where a table's checks want more: then world.ts has to make its row by hand.
 */
export async function fill(tx: PlatformTx, companyId: number, tables: readonly string[]): Promise<void> {
  const rows = await firstRows(tx, companyId);
  let missing = tables.filter((table) => !rows[table]);
  while (missing.length) {
    const left: string[] = [];
    for (const table of missing) {
      const columns = await columnsOf(tx, table);
      if (columns.some(({ parent, needed }) => needed && parent && !rows[parent])) left.push(table);
      else rows[table] = await insert(tx, companyId, table, columns, rows);
    }
    if (left.length === missing.length) throw new Error(`No row can be made for ${left}: they wait for each other.`);
    missing = left;
  }
}

/** One more row of a table, whose records are the first of these rows. Throws as `fill` does. */
export async function insertRow(
  tx: PlatformTx,
  companyId: number,
  table: string,
  rows: Readonly<Record<string, Row>>,
): Promise<Row> {
  return await insert(tx, companyId, table, await columnsOf(tx, table), rows);
}

async function insert(
  tx: PlatformTx,
  companyId: number,
  table: string,
  columns: readonly Column[],
  rows: Readonly<Record<string, Row>>,
): Promise<Row> {
  const given = columns.flatMap(({ name, type, needed, parent, parentColumn }) => {
    if (parent && parent !== table && rows[parent]) return [{ name, value: String(rows[parent][parentColumn!]) }];
    return needed ? [{ name, value: plain[type] ?? "" }] : [];
  });
  const names = ["company_id", ...given.map(({ name }) => `"${name}"`)];
  const [row] = await tx.unsafe<Row[]>(
    `insert into app.${table} (${names}) values (${names.map((_, n) => `$${n + 1}`)}) returning *`,
    [companyId, ...given.map(({ value }) => value)],
  ).catch((error) => {
    throw new Error(`A row of app.${table} has to be made by hand, in world.ts: ${error.message}`);
  });
  return row!;
}

/** A table's columns stay as they are while a process tests them, and asking for them costs more than a row. */
const known = new Map<string, readonly Column[]>();
async function columnsOf(tx: PlatformTx, table: string): Promise<readonly Column[]> {
  const found = known.get(table) ?? await tx<Column[]>`
    select c.column_name as name, c.data_type as type,
      c.is_nullable = 'NO' and c.column_default is null and c.is_identity = 'NO' and c.is_generated = 'NEVER' as needed,
      split_part(f.confrelid::regclass::text, '.', 2) as parent, r.attname as "parentColumn"
    from information_schema.columns c
    join pg_attribute a on a.attrelid = ${`app.${table}`}::text::regclass and a.attname = c.column_name
    left join pg_constraint f on f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any (f.conkey)
    left join pg_attribute r on r.attrelid = f.confrelid and r.attnum = f.confkey[array_position(f.conkey, a.attnum)]
    where c.table_schema = 'app' and c.table_name = ${table} and c.column_name <> 'company_id' order by c.ordinal_position`;
  known.set(table, found);
  return found;
}

/** Columns that hold free text: none that PostgreSQL writes itself, and none that names a record. */
export async function textColumns(tx: PlatformTx): Promise<{ table: string; column: string }[]> {
  return await tx<{ table: string; column: string }[]>`
    select table_name as table, column_name as column from information_schema.columns c
    where table_schema = 'app' and data_type = 'text' and is_generated = 'NEVER' and exists (
      select 1 from information_schema.columns k where k.table_schema = 'app' and k.table_name = c.table_name and k.column_name = 'company_id')
      and not exists (select 1 from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
        where f.contype = 'f' and f.conrelid = format('app.%I', c.table_name)::regclass and a.attname = c.column_name)
      and table_name not in ('channel_accounts', 'logins')`;
}

/** A fingerprint, as one column `print`, of a table's rows that a condition names: the same means byte for byte the same. */
export const printOf = (table: string, where: string): string =>
  `select '${table}' as name, count(*) || ':' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print
   from app.${table} t where ${where}`;
/** The fingerprints that these queries tell, in one question. */
export async function printsOf(
  tx: PlatformTx,
  queries: readonly string[],
  values: readonly number[],
): Promise<Record<string, string>> {
  const rows = await tx.unsafe<{ name: string; print: string }[]>(queries.join(" union all "), [...values], {
    prepare: true,
  });
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}

/** A fingerprint of each table's rows of one company. */
export async function snapshot(companyId: number): Promise<Record<string, string>> {
  return await asPlatform(async (tx) => {
    const own = (await tenantTables(tx)).map((table) => printOf(table, "company_id = $1"));
    return await printsOf(tx, [...own, printOf("companies", "id = $1")], [companyId]);
  });
}
