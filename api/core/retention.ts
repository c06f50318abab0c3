// What is kept for a time only (reliability C8): raw bodies and events 7 days, keys 30 days, parked updates 7 days, audit a year.
import { platform } from "../../db/tenant.ts";
import { removeFiles } from "./media.ts";

const BATCH = 5_000;

/** Deletes what is past its time, in pieces that hold no lock for long. Returns how many rows went. */
export async function sweepRetention(): Promise<number> {
  const sql = platform();
  const pieces = [
    () =>
      sql`delete from app.inbound_raw where id in (select id from app.inbound_raw where received_at < now() - interval '7 days' and processed_at is not null limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.events where (company_id, position) in (select company_id, position from app.events where created_at < now() - interval '7 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.idempotency_keys where ctid in (select ctid from app.idempotency_keys where created_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.early_updates where (company_id, id) in (select company_id, id from app.early_updates where created_at < now() - interval '7 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.audit where (company_id, id) in (select company_id, id from app.audit where at < now() - interval '1 year' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.login_attempts where ctid in (select ctid from app.login_attempts where at < now() - interval '1 day' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.sessions where ctid in (select ctid from app.sessions where coalesce(ended_at, expires_at) < now() - interval '7 days' limit ${BATCH}) returning 1`,
  ];
  let sum = 0;
  for (const piece of pieces) {
    for (let gone = BATCH; gone === BATCH; sum += gone) gone = (await piece()).length;
  }
  return sum + await sweepOrphans();
}

/** Files that no message and no person holds, a day after they were kept: their message never came. */
async function sweepOrphans(): Promise<number> {
  const rows = await platform()<{ company_id: number; id: string }[]>`
    delete from app.media f where (company_id, id) in (
      select f.company_id, f.id from app.media f
      where f.created_at < now() - interval '1 day'
        and not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)
        and not exists (select 1 from app.users u where u.company_id = f.company_id and u.picture = '/media/' || f.id)
      limit ${BATCH})
    returning company_id, id`;
  for (const row of rows) await removeFiles(row.company_id, [row.id]);
  return rows.length;
}
