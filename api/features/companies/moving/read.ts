// Takes a company that another installation wrote into this one, as a new company, whole or not at all. Nothing rings, nothing is sent:
// connections come without their keys, and what waited to be sent does not wait any more.
import { createReadStream } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { mediaPath } from "../../../core/media/media.ts";
import { asPlatform, type PlatformTx } from "../../../../db/tenant.ts";
import { unpackInto } from "./archive.ts";
import { type Moved, movedTables } from "./tables.ts";
import { FORMAT, type Manifest } from "./write.ts";

/** Rows that are written at once. */
const ROWS = 1_000;
const ID = /^[0-9a-f]{32}$/;
type Row = Record<string, unknown>;

export interface TakenIn {
  companyId: number;
  tables: Record<string, number>;
  files: number;
  /** What did not come along, and why. */
  left: string[];
}

/**
 * Reads the folder that `writeCompany` wrote, or the ZIP file that a company's admin downloaded. Throws for what is neither, and for
 * rows that this version has no place for.
 */
export async function takeInCompany(path: string, name?: string): Promise<TakenIn> {
  if ((await Deno.stat(path)).isDirectory) return await takeInFolder(path, name);
  // Beside the file: where that had room, its contents may have it too.
  const folder = await Deno.makeTempDir({ dir: dirname(resolve(path)), prefix: "recado-import-" });
  try {
    await unpackInto(path, folder);
    return await takeInFolder(folder, name);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function takeInFolder(folder: string, name?: string): Promise<TakenIn> {
  const manifest = JSON.parse(await Deno.readTextFile(join(folder, "recado.json"))) as Manifest;
  if (manifest.recado !== FORMAT) throw new Error("This folder is not an export that this version can read.");
  const left = Object.entries(manifest.left).map(([table, why]) => `${table}: ${why}`);
  const taken = await asPlatform(async (tx): Promise<TakenIn> => {
    const companyId = await newCompany(tx, { ...manifest.company, ...(name && { name }) });
    const tables = await movedTables(tx as never);
    const counts: Record<string, number> = {};
    for (const moved of tables) counts[moved.table] = await fill(tx, companyId, folder, moved);
    for (const moved of tables) if (moved.later.length) await complete(tx, companyId, folder, moved);
    for (const { table } of tables) await bumpIds(tx, companyId, table);
    left.push(...await newLogins(tx, companyId));
    return { companyId, tables: counts, files: 0, left };
  });
  taken.files = await copyFiles(folder, taken);
  return taken;
}

async function newCompany(tx: PlatformTx, company: Row): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into app.companies (name, email, phone, document, active, plan_id, due_at, recurrence, timezone, created_at, schedules)
    select c.name, c.email, c.phone, c.document, true, (select id from app.plans order by id limit 1), c.due_at, c.recurrence, c.timezone,
      c.created_at, c.schedules
    from jsonb_populate_record(null::app.companies, ${JSON.stringify(company)}::text::jsonb) c returning id`;
  return row!.id;
}

async function* rowsOf(folder: string, table: string): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  for await (const line of createInterface({ input: createReadStream(join(folder, `${table}.jsonl`)) })) {
    if (!line) continue;
    rows.push(JSON.parse(line));
    if (rows.length === ROWS) {
      yield rows;
      rows = [];
    }
  }
  if (rows.length) yield rows;
}
const quoted = (columns: readonly string[], before = "") => columns.map((column) => `${before}"${column}"`).join(", ");

async function fill(
  tx: PlatformTx,
  companyId: number,
  folder: string,
  { table, columns, later }: Moved,
): Promise<number> {
  let count = 0;
  const known = columns.filter((column) => !later.includes(column));
  for await (const rows of rowsOf(folder, table)) {
    // A column that the export does not have yet keeps its default.
    const there = known.filter((column) => column === "company_id" || column in rows[0]!);
    const given = JSON.stringify(rows.map((row) => ({ ...row, company_id: companyId })));
    await tx.unsafe(
      `insert into app."${table}" (${quoted(there)}) overriding system value
       select ${quoted(there, "r.")} from jsonb_populate_recordset(null::app."${table}", $1::text::jsonb) r`,
      [given],
    );
    count += rows.length;
  }
  return count;
}
/** Columns that name rows which were not there yet. */
async function complete(
  tx: PlatformTx,
  companyId: number,
  folder: string,
  { table, later, key }: Moved,
): Promise<void> {
  const same = key.filter((column) => column !== "company_id").map((column) => `t."${column}" = r."${column}"`).join(
    " and ",
  );
  for await (const all of rowsOf(folder, table)) {
    const rows = all.filter((row) => later.some((column) => row[column] !== null && row[column] !== undefined));
    if (!rows.length) continue;
    await tx.unsafe(
      `update app."${table}" t set ${later.map((column) => `"${column}" = r."${column}"`).join(", ")}
       from jsonb_populate_recordset(null::app."${table}", $1::text::jsonb) r where t.company_id = $2 and ${same}`,
      [JSON.stringify(rows), companyId],
    );
  }
}
/** Ids are kept: what is made later must not meet them. */
async function bumpIds(tx: PlatformTx, companyId: number, table: string): Promise<void> {
  const [sequence] = await tx<{ name: string | null }[]>`
    select pg_get_serial_sequence(${`app.${table}`}, 'id') as name
    where exists (select 1 from information_schema.columns where table_schema = 'app' and table_name = ${table} and column_name = 'id')`;
  if (!sequence?.name) return;
  await tx.unsafe(
    `select setval($1::text::regclass, greatest((select last_value from ${sequence.name}),
      (select coalesce(max(id), 1) from app."${table}" where company_id = $2)))`,
    [sequence.name, companyId],
  );
}
/** People sign in as before, but for those whose e-mail somebody has here. */
async function newLogins(tx: PlatformTx, companyId: number): Promise<string[]> {
  await tx`
    insert into app.logins (email, company_id, user_id)
    select email, company_id, id from app.users where company_id = ${companyId} and email <> '' on conflict do nothing`;
  const rows = await tx<{ email: string }[]>`
    select email from app.users u where company_id = ${companyId} and not exists (
      select 1 from app.logins l where l.company_id = u.company_id and l.user_id = u.id)`;
  const [open] = await tx<{ n: number }[]>`
    select count(*) as n from app.users where company_id = ${companyId} and password = ''`;
  return [
    ...rows.map(({ email }) => `${email}: somebody signs in here with this e-mail; give this person another`),
    ...(open!.n ? [`passwords of ${open!.n} people: set new ones with npm run reset-password`] : []),
  ];
}

async function copyFiles(folder: string, { companyId, left }: TakenIn): Promise<number> {
  let files = 0;
  for await (const { name, isFile } of Deno.readDir(join(folder, "media"))) {
    if (!isFile || !ID.test(name)) continue;
    const path = mediaPath(companyId, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.copyFile(join(folder, "media", name), path);
    files++;
  }
  for (const id of (JSON.parse(await Deno.readTextFile(join(folder, "recado.json"))) as Manifest).missing) {
    left.push(`media ${id}: the file was not on the disk`);
  }
  return files;
}
