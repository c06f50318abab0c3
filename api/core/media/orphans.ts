// Files that no row holds. Who may hold one is read from PostgreSQL's catalogue: every table that shows a file points at app.media by
// a foreign key, so that the table of tomorrow keeps its files without being listed here.
import type postgres from "postgres";
import { referencesTo } from "../../../db/references.ts";
import { platform, type Tx } from "../../../db/tenant.ts";
import { removeFiles } from "./media.ts";

const BATCH = 5_000;

/** SQL that is true of a row `f` of app.media that no row of any table holds. */
async function unheld(sql: postgres.Sql): Promise<string> {
  const holders = await referencesTo(sql, "media");
  return holders.map(({ table, column }) =>
    `not exists (select 1 from ${table} h where h.company_id = f.company_id and h.${column} = f.id)`
  ).join(" and ");
}

/** Files that nothing holds a day after they were kept: their message never came, or who held them is gone. Answers how many went. */
export async function sweepOrphans(): Promise<number> {
  const sql = platform();
  const condition = await unheld(sql);
  const rows = await sql<{ company_id: number; id: string }[]>`
    delete from app.media f where (company_id, id) in (
      select f.company_id, f.id from app.media f where f.created_at < now() - interval '1 day' and ${
    sql.unsafe(condition)
  }
      limit ${BATCH})
    returning company_id, id`;
  for (const row of rows) await removeFiles(row.company_id, [row.id]);
  return rows.length;
}

/** Deletes those of these files that nothing holds any more: their rows now, from the disk after the commit. */
export async function dropUnheld(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const condition = await unheld(tx);
  // Whoever is passing the file on at this moment comes first; the statement after this one sees it.
  await tx`
    select 1 from app.media where company_id = ${tx.companyId} and id = any (${ids as string[]}::text[]) order by id for update`;
  const rows = await tx<{ id: string }[]>`
    delete from app.media f
    where f.company_id = ${tx.companyId} and f.id = any (${ids as string[]}::text[]) and ${tx.unsafe(condition)}
    returning f.id`;
  tx.afterCommit.push(() => void removeFiles(tx.companyId, rows.map(({ id }) => id)));
}
