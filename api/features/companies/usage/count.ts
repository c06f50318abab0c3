import { platform } from "../../../../db/tenant.ts";

/** Companies of one statement. */
const BATCH = 200;

/**
 * Counts the files of companies whose last count is an hour old or that have none, from an index alone. Two processes
 * that count at once write the same. Returns how many companies were counted.
 */
export async function countUsage(): Promise<number> {
  let sum = 0;
  for (let counted = BATCH; counted === BATCH; sum += counted) {
    const done = await platform()`
      insert into app.company_usage (company_id, bytes, files, counted_at)
      select c.id, m.bytes, m.files, now()
      from (select c.id from app.companies c left join app.company_usage u on u.company_id = c.id
        where c.removed_at is null and (u.counted_at is null or u.counted_at < now() - interval '1 hour')
        order by u.counted_at nulls first limit ${BATCH}) c,
        lateral (select coalesce(sum(f.bytes), 0) as bytes, count(*) as files from app.media f
          where f.company_id = c.id and f.state = 'stored') m
      order by c.id
      on conflict (company_id) do update
        set bytes = excluded.bytes, files = excluded.files, counted_at = excluded.counted_at`;
    counted = done.count;
  }
  return sum;
}
