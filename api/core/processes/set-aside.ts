// What is not tried again before a person has looked (docs/operations.md#set-aside).
import { platform } from "../../../db/tenant.ts";

/**
 * How many bodies of providers and how many jobs are set aside now. A job that was replaced while it was at work has no attempts left
 * either, and no error: where its process died, the one in its place is what counts.
 */
export async function countSetAside(): Promise<{ bodies: number; jobs: number }> {
  const [row] = await platform()<{ bodies: number; jobs: number }[]>`
    select (select count(*) from app.inbound_raw where processed_at is null and set_aside_at is not null)::bigint as bodies,
      (select count(*) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null and last_error is not null)::bigint as jobs`;
  return row!;
}
