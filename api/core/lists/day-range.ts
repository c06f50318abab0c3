// Days as a company counts them: from midnight to midnight of its own time zone, whatever the clock of the server.
import type { Tx } from "../../../db/tenant.ts";

/** A span of whole days: the instants it begins and ends at (the end not included), and its first and last day. */
export interface DayRange {
  from: string;
  until: string;
  firstDay: string;
  lastDay: string;
}
export interface DaysWanted {
  from?: string;
  to?: string;
  /** The last so many days before today, and today. */
  days?: number;
}

/** The given days, else the last `days`, else this month so far. A range that ends before it begins is empty. */
export async function dayRange(tx: Tx, zone: string, wanted: DaysWanted): Promise<DayRange> {
  const [row] = await tx<DayRange[]>`
    select (first::timestamp at time zone ${zone})::text as from, ((last + 1)::timestamp at time zone ${zone})::text as until,
      first::text as "firstDay", last::text as "lastDay"
    from (
      select coalesce(nullif(${wanted.from ?? ""}, '')::date, case when ${wanted.days ?? null}::int is not null
          then today - ${wanted.days ?? 0}::int else date_trunc('month', today)::date end) as first,
        coalesce(nullif(${wanted.to ?? ""}, '')::date, today) as last
      from (select (now() at time zone ${zone})::date as today) t) d`;
  return row!;
}
