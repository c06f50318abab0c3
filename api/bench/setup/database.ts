// The bench's own database below .cache/bench. Loaded once a day and kept; each run works on a copy, so that what one run writes
// does not slow the next.
import { createHash } from "node:crypto";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbedded } from "../../../db/embedded.ts";
import { BENCH_VERSION, type BenchSize } from "../../../db/seed-bench.ts";
import { loadBench, prepareDatabase } from "./data.ts";
import { readEnv } from "../../core/env.ts";
import { setSecret } from "../../core/secrets/seal.ts";
import { readSecret } from "../../core/secrets/secret.ts";

/** What statements cost is counted, and there is room for several processes with their pools. */
const WATCHED = { shared_preload_libraries: "pg_stat_statements", max_connections: "400" };
export const FOLDER = ".cache/bench";
/** The API's login is named after the database: one that is measured keeps its name. `people`: for lists that grow. */
const names: Record<BenchSize, string> = { usual: "bench", whole: "bench_whole", people: "bench_growing" };

export interface BenchDatabase {
  url: string;
  secret: string;
  sql: postgres.Sql;
  /** Writes out what was loaded, so that it is not written during what is measured. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a fresh copy of the data set of this size. `watched`: what each statement costs is counted, and the owner may look. */
export async function openDatabase(size: BenchSize = "usual", watched = false): Promise<BenchDatabase> {
  await Deno.mkdir(FOLDER, { recursive: true });
  const { secret } = await readSecret({ DATA_DIR: FOLDER });
  setSecret(secret);
  const server = await startEmbedded(FOLDER, secret, watched ? WATCHED : {});
  const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => {} });
  const owner = new URL(server.url).username;
  // Loading is faster where the owner may leave checks out that its own arithmetic makes needless.
  await admin.unsafe(`grant set on parameter session_replication_role to ${owner}`);
  const at = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  // The copy keeps the name, the original is put aside under another.
  const name = names[size];
  const kept = `${name}_${await version()}`;
  const there = (await admin<{ name: string }[]>`select datname as name from pg_database`).map((row) => row.name);
  const old = there.filter((other) =>
    other === name ||
    (other !== kept && other.startsWith(`${name}_`) && /^[0-9a-f]{10}$/.test(other.slice(name.length + 1)))
  );
  for (const other of old) await admin.unsafe(`drop database "${other}" with (force)`);
  if (!there.includes(kept)) {
    console.log("Loading the data set…");
    await admin.unsafe(`create database "${name}" owner ${owner}`);
    await prepareDatabase(at(name), secret, readEnv({ ADMIN_PASSWORD: "bench-senha-1", LOG_LEVEL: "warn" }));
    await loadBench(at(name), size);
    await admin.unsafe(`alter database "${name}" rename to "${kept}"`);
  }
  await admin.unsafe(`create database "${name}" owner ${owner} template "${kept}" strategy file_copy`);
  if (watched) {
    const inside = postgres(Object.assign(new URL(server.superuserUrl), { pathname: `/${name}` }).href, {
      max: 1,
      onnotice: () => {},
    });
    await inside.unsafe(`create extension pg_stat_statements; grant pg_monitor to ${owner}`);
    await inside.end();
  }
  await admin`checkpoint`;
  const sql = postgres(at(name), { max: 2, onnotice: () => {} });
  return {
    url: at(name),
    secret,
    sql,
    async settle() {
      await admin`checkpoint`;
    },
    async close() {
      await sql.end({ timeout: 2 });
      await admin.unsafe(`drop database if exists "${name}" with (force)`);
      await admin.end({ timeout: 2 });
      await server.stop();
    },
  };
}

/** Of the tables and the data set; the day too, because times in it are counted from its making. */
async function version(): Promise<string> {
  const hash = createHash("sha256").update(`${BENCH_VERSION} ${new Date().toISOString().slice(0, 10)}`);
  for (const folder of ["db/migrations", "db"]) {
    const names: string[] = [];
    for await (const entry of Deno.readDir(folder)) if (/\.sql$|^seed-/.test(entry.name)) names.push(entry.name);
    for (const name of names.sort()) hash.update(await Deno.readTextFile(join(folder, name)));
  }
  return hash.digest("hex").slice(0, 10);
}
