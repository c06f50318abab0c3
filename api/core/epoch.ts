// The epoch of the event log: cursors of another life of the database are recognised by it. A restore changes it.
import { join } from "node:path";
import { asPlatform } from "../../db/tenant.ts";

/** Lies in a DATA_DIR that is a copy, until somebody has started on it. */
const restored = (dataDir: string) => join(dataDir, "restored");

/** Says that what lies in this folder is a copy: its database looks like the one that it was made of, and will live another life. */
export async function markRestored(dataDir: string): Promise<void> {
  await Deno.writeTextFile(restored(dataDir), `${new Date().toISOString()}\n`, { mode: 0o600 });
}

/**
 * Eight hex digits; made anew when the database is not the one that the kept epoch belongs to (another cluster, another database), or is
 * a copy that nobody has started on.
 */
export async function readEpoch(dataDir: string): Promise<string> {
  const isCopy = await Deno.stat(restored(dataDir)).then(() => true, () => false);
  const epoch = await asPlatform(async (tx) => {
    await tx`select pg_advisory_xact_lock(7266236, 2)`;
    const [place] = await tx<{ place: string }[]>`
      select (select oid from pg_database where datname = current_database()) || ':' || (select system_identifier from pg_control_system()) as place`;
    const rows = await tx<
      { key: string; value: string }[]
    >`select key, value from app.platform where key in ('epoch', 'epochPlace')`;
    const kept = Object.fromEntries(rows.map((row) => [row.key, row.value]));
    if (kept.epoch && kept.epochPlace === place!.place && !isCopy) return kept.epoch;
    const made = crypto.randomUUID().slice(0, 8);
    for (const [key, value] of [["epoch", made], ["epochPlace", place!.place]] as const) {
      await tx`insert into app.platform (key, value) values (${key}, ${value}) on conflict (key) do update set value = excluded.value`;
    }
    return made;
  });
  if (isCopy) await Deno.remove(restored(dataDir)).catch(() => {});
  return epoch;
}
