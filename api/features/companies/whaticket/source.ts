// A database of the Whaticket family, on PostgreSQL or MySQL. Its tables and columns differ by product and version: they are asked for.
import mysql from "mysql2";
import postgres from "postgres";
import type { FindFile } from "./files.ts";
import type { Report } from "./report.ts";

export type Row = Record<string, unknown>;

interface Wanted {
  company?: string;
  /** Rows of a page. */
  size: number;
  /** Columns that are read, as far as they are there; all without. */
  only?: readonly string[];
}
export interface Source {
  /** Server and database, without user and password. */
  name: string;
  /** The columns of a table; none where there is no such table. */
  columns(table: string): Promise<ReadonlySet<string>>;
  /** All rows of a table in the order of their ids, so many at a time; of one company where the table knows companies. */
  pages(table: string, wanted: Wanted): AsyncGenerator<Row[]>;
  /** Fetches a file of a message, where files do not lie in a folder. */
  file?: FindFile;
  /** Says what of the source has no row at all. */
  tell?(report: Report): void;
  close(): Promise<void>;
}

/** Opens `postgres://…` or `mysql://…`. Throws for another address, and where nobody answers. */
export async function openSource(address: string): Promise<Source> {
  const url = new URL(address);
  const name = `${url.host}${url.pathname}`;
  if (/^postgres(ql)?:$/.test(url.protocol)) return await fromPostgres(address, name);
  if (/^(mysql|mariadb):$/.test(url.protocol)) return await fromMysql(address, name);
  throw new Error("The address begins with postgres:// or mysql://.");
}

/** Columns that hold a row's place, as far as its table has them: some products number messages within tickets only. */
const ORDER = ["id", "ticketId", "contactId", "tagId", "userId", "queueId", "whatsappId"];
function reading(
  table: string,
  columns: ReadonlySet<string>,
  quote: string,
  { company, only }: Wanted,
): [string, string[]] {
  const q = (name: string) => `${quote}${name}${quote}`;
  const scoped = company !== undefined && columns.has("companyId");
  const order = (columns.has("id") ? ["id"] : ORDER.filter((one) => columns.has(one))).map(q).join(", ");
  const where = scoped ? ` where ${q("companyId")} = ${quote === '"' ? "$1" : "?"}` : "";
  const list = only?.filter((one) => columns.has(one)).map(q).join(", ") || "*";
  return [`select ${list} from ${q(table)}${where}${order ? ` order by ${order}` : ""}`, scoped ? [company] : []];
}

async function fromPostgres(address: string, name: string): Promise<Source> {
  const sql = postgres(address, { max: 2, onnotice: () => {}, connection: { TimeZone: "UTC" } });
  await sql`select 1`;
  const columns = remembered(async (table) =>
    (await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_schema = any (current_schemas(false)) and table_name = ${table}`)
      .map(({ name }) => name)
  );
  return {
    name,
    columns,
    async *pages(table, wanted) {
      const [text, values] = reading(table, await columns(table), '"', wanted);
      yield* sql.unsafe<Row[]>(text, values).cursor(wanted.size);
    },
    close: () => sql.end(),
  };
}

async function fromMysql(address: string, name: string): Promise<Source> {
  const pool = mysql.createPool({ uri: address, timezone: "Z", charset: "utf8mb4", supportBigNumbers: true });
  const ask = async (text: string, values: string[] = []) => (await pool.promise().query(text, values))[0];
  await ask("select 1");
  const columns = remembered(async (table) =>
    (await ask(
      "select column_name as name from information_schema.columns where table_schema = database() and table_name = ?",
      [table],
    ) as { name: string }[]).map(({ name }) => name)
  );
  return {
    name,
    columns,
    async *pages(table, wanted) {
      const { size } = wanted;
      const [text, values] = reading(table, await columns(table), "`", wanted);
      const connection = await new Promise<mysql.PoolConnection>((done, fail) =>
        pool.getConnection((error, one) => error ? fail(error) : done(one))
      );
      try {
        let page: Row[] = [];
        for await (const row of connection.query(text, values).stream({ highWaterMark: size })) {
          page.push(row as Row);
          if (page.length < size) continue;
          yield page;
          page = [];
        }
        if (page.length) yield page;
      } finally {
        // It may be amid an answer that nobody reads to its end.
        connection.destroy();
      }
    },
    close: () => pool.promise().end(),
  };
}

function remembered(ask: (table: string) => Promise<string[]>): Source["columns"] {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  return (table) => {
    const found = known.get(table) ?? ask(table).then((names) => new Set(names));
    known.set(table, found);
    return found;
  };
}

/** Every row of a table that may be absent, one after the other. */
export async function* rowsOf(source: Source, table: string, company?: string): AsyncGenerator<Row> {
  for await (const page of pagesOf(source, table, company)) yield* page;
}
/** The same in pages. */
export async function* pagesOf(
  source: Source,
  table: string,
  company?: string,
  only?: readonly string[],
): AsyncGenerator<Row[]> {
  if ((await source.columns(table)).size) yield* source.pages(table, { company, size: PAGE, only });
}
/** Rows that are read and written at once. */
const PAGE = 2_000;
