// The job that deletes what a closed company has (docs/product/companies-and-plans.md#deleting).
import { mediaFolder } from "../../../core/media/media.ts";
import { asPlatform, platform } from "../../../../db/tenant.ts";
import { removalOrder } from "./order.ts";
import { keepPayments } from "./payments.ts";

/** Rows of one statement, and how long others have the database to themselves after it, ms: nobody waits for a removal. */
const BATCH = 500;
const REST_MS = 10;

/**
 * Deletes a closed company: its rows in batches, each a transaction of its own, then its files. Killed amid it, the next try goes on
 * where it ended: what is gone needs no deleting. A company that is not closed, or is gone, is left alone.
 */
export async function work(_companyId: number, { id }: { id: number }): Promise<void> {
  const sql = platform();
  const [closed] = await sql`select 1 from app.companies where id = ${id} and removed_at is not null`;
  if (!closed) return;
  await asPlatform((tx) => keepPayments(tx, id));
  const tables = await removalOrder(sql);
  // What a trigger writes while rows of another table go is found by the next round.
  for (let gone = 1; gone > 0;) {
    gone = 0;
    for (const table of tables) gone += await emptyTable(table, id);
  }
  await sql`
    delete from graphile_worker._private_jobs where locked_at is null and payload ->> 'companyId' = ${String(id)}`;
  await Deno.remove(mediaFolder(id), { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await sql`delete from app.companies where id = ${id} and removed_at is not null`;
}

/** Where another process is at the same company, thought dead, their batches take turns: at once they could wait for each other's rows. */
async function emptyTable(table: string, id: number): Promise<number> {
  let sum = 0;
  for (let gone = BATCH; gone === BATCH;) {
    gone = await asPlatform(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('removal', ${id}::bigint))`;
      const done = await tx.unsafe(
        `delete from ${table} where ctid = any (array(select ctid from ${table} where company_id = $1 limit ${BATCH}))`,
        [id],
      );
      return done.count;
    });
    sum += gone;
    if (gone === BATCH) await new Promise((go) => setTimeout(go, REST_MS));
  }
  return sum;
}
