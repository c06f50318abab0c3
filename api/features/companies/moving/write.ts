// Writes a company whole into a folder: one file of JSON lines for each table, its files, and what stays behind.
import { join } from "node:path";
import { mediaPath } from "../../../core/media/media.ts";
import { asPlatform } from "../../../../db/tenant.ts";
import { changed, movedTables, staying } from "./tables.ts";

export const FORMAT = 1;
/** Rows that are read at once. */
const ROWS = 1_000;

export interface Manifest {
  recado: typeof FORMAT;
  at: string;
  company: Record<string, unknown>;
  /** Rows of each table. */
  tables: Record<string, number>;
  files: number;
  /** Files that the database names and the disk has not. */
  missing: string[];
  left: Record<string, string>;
}

/**
 * Writes the company as it is at one moment. Null where there is none. The folder must be there. `forAdmin`: without the
 * hashes of passwords, which an admin must not read; its files are the company's under a second name, where the disk has that.
 */
export async function writeCompany(
  companyId: number,
  folder: string,
  { forAdmin = false } = {},
): Promise<Manifest | null> {
  return await asPlatform(async (tx) => {
    await tx`set transaction isolation level repeatable read`;
    const [row] = await tx<{ company: Record<string, unknown> }[]>`
      select to_jsonb(c) - 'id' - 'plan_id' - 'name_key' - 'version' - 'removed_at' as company from app.companies c where id = ${companyId}`;
    if (!row) return null;
    const manifest: Manifest = {
      ...{
        recado: FORMAT,
        at: new Date().toISOString(),
        company: row.company,
        tables: {},
        files: 0,
        missing: [],
        left: staying,
      },
    };
    for (const { table, columns, key } of await movedTables(tx as never)) {
      using file = await Deno.open(join(folder, `${table}.jsonl`), { write: true, create: true, truncate: true });
      const list = columns.map((column) => `t."${column}"`).join(", ");
      const order = key.map((column) => `t."${column}"`).join(", ");
      const reading = tx.unsafe<{ row: Record<string, unknown> }[]>(
        `select to_jsonb(x) - 'company_id' as row from (select ${list} from app."${table}" t where company_id = $1 order by ${order}) x`,
        [companyId],
      ).cursor(ROWS);
      let count = 0;
      for await (const rows of reading) {
        const lines = rows.map(({ row }) => {
          const moved = (changed[table] ?? ((one) => one))(row);
          return JSON.stringify(forAdmin && table === "users" ? { ...moved, password: "" } : moved) + "\n";
        });
        await writeAll(file, new TextEncoder().encode(lines.join("")));
        count += rows.length;
      }
      manifest.tables[table] = count;
    }
    await copyFiles(companyId, folder, manifest, forAdmin);
    await Deno.writeTextFile(join(folder, "recado.json"), JSON.stringify(manifest, null, 2));
    return manifest;
  });
}

async function copyFiles(companyId: number, folder: string, manifest: Manifest, linked: boolean): Promise<void> {
  await Deno.mkdir(join(folder, "media"), { recursive: true });
  for (const line of (await Deno.readTextFile(join(folder, "media.jsonl"))).split("\n")) {
    if (!line) continue;
    const { id, state } = JSON.parse(line) as { id: string; state: string };
    if (state !== "stored") continue;
    const [from, to] = [mediaPath(companyId, id), join(folder, "media", id)];
    const copied = linked && await done(Deno.link(from, to)) || await done(Deno.copyFile(from, to));
    if (copied) manifest.files++;
    else manifest.missing.push(id);
  }
}
const done = (work: Promise<void>) => work.then(() => true, () => false);
async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
}
