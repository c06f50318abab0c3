// What is kept for a time only (reliability C8): raw bodies and events 7 days, keys and ended drafts 30 days, parked updates 7 days,
// audit and gaps a year, payloads of messages 14 days, old messages until their import has ended, keys of a deleted connection an hour (its device is unlinked first), of ended sessions and checked
// numbers 30, files in pieces a day, devices that ring 90 days after their last use.
import { platform } from "../../../db/tenant.ts";
import { removeFiles } from "./media.ts";
import { sweepPieces } from "./pieces.ts";

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
      sql`delete from app.uploads where ctid in (select ctid from app.uploads where touched_at < now() - interval '1 day' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.idempotency_keys where ctid in (select ctid from app.idempotency_keys where created_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.early_updates where (company_id, id) in (select company_id, id from app.early_updates where created_at < now() - interval '7 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.audit where (company_id, id) in (select company_id, id from app.audit where at < now() - interval '1 year' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.drafts where ctid in (select ctid from app.drafts where text = '' and updated_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.login_attempts where ctid in (select ctid from app.login_attempts where at < now() - interval '1 day' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.sessions where ctid in (select ctid from app.sessions where coalesce(ended_at, expires_at) < now() - interval '7 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.devices where (company_id, id) in (select company_id, id from app.devices where used_at < now() - interval '90 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.notifications_shown where (company_id, device_id, ticket_id) in (select company_id, device_id, ticket_id from app.notifications_shown where shown_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.message_payloads where (company_id, connection_id, external_id) in (select company_id, connection_id, external_id from app.message_payloads where created_at < now() - interval '14 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.past_messages where (company_id, connection_id, external_id) in (select p.company_id, p.connection_id, p.external_id from app.past_messages p join app.connections c on c.company_id = p.company_id and c.id = p.connection_id where c.past_from is null or c.deleted_at is not null limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.channel_requests where (company_id, id) in (select company_id, id from app.channel_requests where answer_by < now() - interval '1 hour' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.number_checks where (company_id, channel, number) in (select company_id, channel, number from app.number_checks where checked_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.connection_secrets_kept where (company_id, connection_id, kept_at, name) in (select company_id, connection_id, kept_at, name from app.connection_secrets_kept where kept_at < now() - interval '30 days' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.connection_secrets where (company_id, connection_id, name) in (select s.company_id, s.connection_id, s.name from app.connection_secrets s join app.connections c on c.company_id = s.company_id and c.id = s.connection_id where c.deleted_at < now() - interval '1 hour' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.connection_gaps where (company_id, id) in (select company_id, id from app.connection_gaps where to_at < now() - interval '1 year' limit ${BATCH}) returning 1`,
    () =>
      sql`delete from app.quick_messages where (company_id, id) in (select company_id, id from app.quick_messages where user_id is null and not for_all and not readable limit ${BATCH}) returning 1`,
  ];
  let sum = 0;
  for (const piece of pieces) {
    for (let gone = BATCH; gone === BATCH; sum += gone) gone = (await piece()).length;
  }
  return sum + await sweepOrphans() + await sweepPieces();
}

/** Files that no message, quick message, connection or person holds, a day after they were kept: their message never came. */
async function sweepOrphans(): Promise<number> {
  const rows = await platform()<{ company_id: number; id: string }[]>`
    delete from app.media f where (company_id, id) in (
      select f.company_id, f.id from app.media f
      where f.created_at < now() - interval '1 day'
        and not exists (select 1 from app.messages m where m.company_id = f.company_id and m.media_id = f.id)
        and not exists (select 1 from app.quick_messages q where q.company_id = f.company_id and q.media_id = f.id)
        and not exists (select 1 from app.connections w where w.company_id = f.company_id and w.greeting_media_id = f.id)
        and not exists (select 1 from app.users u where u.company_id = f.company_id and u.picture = '/media/' || f.id)
      limit ${BATCH})
    returning company_id, id`;
  for (const row of rows) await removeFiles(row.company_id, [row.id]);
  return rows.length;
}
