// A session belongs to one process at a time: a lease in PostgreSQL, renewed while it is held. The fence only grows, so an owner
// that was paused cannot write after another has taken over (docs/architecture/channels-host.md#leases). Times are the database's.
import { platform } from "../../../db/tenant.ts";

/** Seconds a lease lives, ms between renewals, ms after the last renewal at which an owner gives up by itself. */
export interface Rhythm {
  ttlS: number;
  renewMs: number;
  selfFenceMs: number;
}
export const RHYTHM: Rhythm = { ttlS: 15, renewMs: 5_000, selfFenceMs: 10_000 };

export interface Lease {
  companyId: number;
  connectionId: number;
  fence: number;
}

/** That the company of connection `c` is not cut off because it has not paid (docs/product/billing.md#overdue). */
const isServed = () =>
  platform()`not exists (select 1 from app.companies k where k.id = c.company_id and k.suspended_at is not null)`;

/** Takes what is free: wanted connections of these channels whose lease is missing or has run out. */
export async function acquire(
  processId: string,
  channels: readonly string[],
  limit: number,
  ttlS: number,
): Promise<Lease[]> {
  return await platform()<Lease[]>`
    insert into app.leases as l (company_id, connection_id, process_id, expires_at)
    select c.company_id, c.id, ${processId}, now() + make_interval(secs => ${ttlS})
    from app.connections c left join app.leases o on o.company_id = c.company_id and o.connection_id = c.id
    where c.channel = any (${channels as string[]}) and c.wanted and c.deleted_at is null and ${isServed()}
      and (o.connection_id is null or o.expires_at < now())
    order by c.company_id, c.id limit ${limit}
    on conflict (company_id, connection_id) do update set process_id = excluded.process_id, fence = l.fence + 1, expires_at = excluded.expires_at where l.expires_at < now()
    returning company_id as "companyId", connection_id as "connectionId", fence`;
}

/** Renews what this process holds and is still wanted; what does not come back is lost. */
export async function renew(processId: string, ttlS: number): Promise<Lease[]> {
  return await platform()<Lease[]>`
    update app.leases l set expires_at = now() + make_interval(secs => ${ttlS})
    from app.connections c
    where l.process_id = ${processId} and c.company_id = l.company_id and c.id = l.connection_id and c.wanted and c.deleted_at is null and l.expires_at > now()
      and ${isServed()}
    returning l.company_id as "companyId", l.connection_id as "connectionId", l.fence`;
}

/** Gives leases back at once, so that another process need not wait for them to run out. */
export async function release(processId: string, lease?: Lease): Promise<void> {
  const one = lease
    ? platform()`and company_id = ${lease.companyId} and connection_id = ${lease.connectionId} and fence = ${lease.fence}`
    : platform()``;
  await platform()`update app.leases set expires_at = now() - interval '1 second' where process_id = ${processId} ${one}`;
}
