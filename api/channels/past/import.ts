// The job that brings collected old messages in: batch after batch, each its own transaction that takes its rows along. Killed
// anywhere, the next run goes on where the rows stand; two at once only wait for each other.
import { type Tx, withTenant } from "../../../db/tenant.ts";
import { isTransient } from "../../core/http/errors.ts";
import { enqueue } from "../../core/jobs.ts";
import { log } from "../../core/log.ts";
import { bringBatch, dropFirst } from "./batch.ts";
import { closePast, pastQueue } from "../../features/connections/tasks.ts";
import { tellAnew, tellPast } from "./tell.ts";
import { tellConnection } from "../lines/tell.ts";

/** Messages of one conversation in one transaction: some milliseconds. */
const BATCH = 200;
const TELL_EVERY_MS = 500;
/** Of the time a batch took, how much live traffic then has for itself. */
const REST = 0.5;
const LEFTOVERS = 5_000;
/** Files of old messages are asked for one by one, this far apart. */
const FILE_EVERY_S = 2;

export async function work(companyId: number, { connectionId }: { connectionId: number }): Promise<void> {
  if (!await withTenant({ companyId }, (tx) => begin(tx, connectionId))) return await clear(companyId, connectionId);
  let size = BATCH;
  for (let toldAt = 0;;) {
    const since = performance.now();
    const tell = since - toldAt >= TELL_EVERY_MS;
    const left = await tryBatch(companyId, connectionId, size, tell);
    if (left === "none") break;
    if (left === "withdrawn") return await clear(companyId, connectionId);
    // What a batch cannot take is found by taking one message at a time, and left out.
    size = left === "refused" ? 1 : BATCH;
    if (tell) toldAt = since;
    await new Promise((resolve) => setTimeout(resolve, (performance.now() - since) * REST));
  }
  await withTenant({ companyId }, (tx) => finish(tx, connectionId));
}

/** False when there is nothing wished for, or everything is in. */
async function begin(tx: Tx, connectionId: number): Promise<boolean> {
  const [row] = await tx`
    update app.connections set past_state = 'running' where company_id = ${tx.companyId} and id = ${connectionId}
      and past_from is not null and deleted_at is null and past_state in ('preparing', 'running') returning 1`;
  return row !== undefined;
}

type Left = "some" | "none" | "withdrawn" | "refused";
async function tryBatch(companyId: number, connectionId: number, size: number, tell: boolean): Promise<Left> {
  for (let tries = 0;; tries++) {
    try {
      return await withTenant({ companyId }, async (tx) => {
        const { left, at } = await bringBatch(tx, connectionId, size);
        if (left === "some") await progress(tx, connectionId, at, tell);
        return left;
      });
    } catch (error) {
      if (isTransient(error) && tries < 5) continue;
      // Only what PostgreSQL says of the values themselves; a lost connection is the whole job's trouble.
      if (!/^(22|23|54)/.test(String((error as { code?: unknown }).code ?? "")) && !(error instanceof TypeError)) {
        throw error;
      }
      if (size > 1) return "refused";
      log.warn("an old message could not be brought in and is left out", { error });
      await withTenant({ companyId }, (tx) => dropFirst(tx, connectionId));
      return "some";
    }
  }
}
async function progress(tx: Tx, connectionId: number, at: Date, tell: boolean): Promise<void> {
  if (!tell) return;
  const [row] = await tx<{ done: number; all: number }[]>`
    select past_done as done, past_all as all from app.connections where company_id = ${tx.companyId} and id = ${connectionId}`;
  if (row) tellPast(tx, connectionId, { this: row.done, all: row.all, date: at });
}

/** Everything is in: its files may be fetched now, its tickets closed. */
async function finish(tx: Tx, connectionId: number): Promise<void> {
  const [row] = await tx<{ close: boolean }[]>`
    update app.connections set past_state = 'done', past_at = now()
    where company_id = ${tx.companyId} and id = ${connectionId} and past_state = 'running' returning past_close as close`;
  if (!row) return;
  await releaseFiles(tx, connectionId);
  if (row.close) await enqueue(tx, closePast, { connectionId, userId: null }, { queue: pastQueue(connectionId) });
  await tellConnection(tx, connectionId);
  tellAnew(tx, connectionId);
}
/** The newest first: they are looked for, and those of the longest ago may be gone anyway. */
async function releaseFiles(tx: Tx, connectionId: number): Promise<void> {
  await tx`
    update app.channel_requests r set due_at = now() + make_interval(secs => w.place * ${FILE_EVERY_S})
    from (select id, row_number() over (order by payload ->> 'past' desc) as place from app.channel_requests
      where company_id = ${tx.companyId} and connection_id = ${connectionId} and kind = 'media' and due_at = 'infinity') w
    where r.company_id = ${tx.companyId} and r.id = w.id`;
}

/** The wish was withdrawn, or the connection deleted: what is not in yet stays out, what is in stays. */
async function clear(companyId: number, connectionId: number): Promise<void> {
  for (let gone = LEFTOVERS; gone === LEFTOVERS;) {
    gone = await withTenant({ companyId }, async (tx) => {
      const rows = await tx`
        delete from app.past_messages where company_id = ${companyId} and connection_id = ${connectionId} and (external_id, chat) in (
          select p.external_id, p.chat from app.past_messages p join app.connections c on c.company_id = p.company_id and c.id = p.connection_id
          where p.company_id = ${companyId} and p.connection_id = ${connectionId} and (c.past_from is null or c.deleted_at is not null) limit ${LEFTOVERS})
        returning 1`;
      if (rows.length) {
        await releaseFiles(tx, connectionId);
        tellAnew(tx, connectionId);
      }
      return rows.length;
    });
  }
}
