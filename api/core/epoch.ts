// The epoch of the event log: cursors of another life of the database are recognised by it. A restore into another cluster or
// database changes it.
import { asPlatform } from "../../db/tenant.ts";

/** Eight hex digits; made anew when the database is not the one that the kept epoch belongs to. */
export async function readEpoch(): Promise<string> {
  return await asPlatform(async (tx) => {
    await tx`select pg_advisory_xact_lock(7266236, 2)`;
    const [place] = await tx<{ place: string }[]>`
      select (select oid from pg_database where datname = current_database()) || ':' || (select system_identifier from pg_control_system()) as place`;
    const rows = await tx<
      { key: string; value: string }[]
    >`select key, value from app.platform where key in ('epoch', 'epochPlace')`;
    const kept = Object.fromEntries(rows.map((row) => [row.key, row.value]));
    if (kept.epoch && kept.epochPlace === place!.place) return kept.epoch;
    const epoch = crypto.randomUUID().slice(0, 8);
    for (const [key, value] of [["epoch", epoch], ["epochPlace", place!.place]] as const) {
      await tx`insert into app.platform (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`;
    }
    return epoch;
  });
}
