// A copy of the bundled PostgreSQL's files, made while it runs: PostgreSQL is told when it begins and ends, and what was written meanwhile
// comes along in its log (WAL). A server that starts on the copy works the log off and has everything that was committed until then.
import { join } from "node:path";
import postgres from "postgres";

/** What belongs to the server that runs, or is made anew by one that starts. Of the folders the contents alone. */
const LEFT = /^(postmaster\.(pid|opts)|server\.log|backup_label(\.old)?|current_logfiles)$/;
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const MADE_ANEW = /^(pgsql_tmp|pg_internal\.init)/;
/** Says where the log begins that the files need: copied last. */
const CONTROL = "global/pg_control";

/**
 * Copies the cluster in the folder `from`, whose server answers at `superuserUrl`, into the folder `to`, which is not there yet. Its files
 * belong to whom they belong to in `from`, and are on the disk when this ends.
 */
export async function copyCluster(superuserUrl: string, from: string, to: string): Promise<void> {
  // One session: the beginning, and the hold on the log, are its own.
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {}, idle_timeout: 0, max_lifetime: null });
  try {
    const slot = `backup_${crypto.randomUUID().replaceAll("-", "_")}`;
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`;
    const [begun] = await sql<{ file: string }[]>`select pg_walfile_name(pg_backup_start('recado', true)) as file`;
    await copyFolder(from, to, "");
    await Deno.copyFile(join(from, CONTROL), join(to, CONTROL));
    await settle(join(from, CONTROL), join(to, CONTROL));
    const [ended] = await sql<{ file: string; label: string }[]>`
      select pg_walfile_name(lsn) as file, labelfile as label from pg_backup_stop(false)`;
    const log: string[] = [];
    for await (const { name } of Deno.readDir(join(from, "pg_wal"))) {
      if (!/^[0-9A-F]{24}$/.test(name) || name < begun!.file || name > ended!.file) continue;
      if (await copyFile(join(from, "pg_wal", name), join(to, "pg_wal", name))) log.push(name);
    }
    // The slot keeps it; a copy without its log would not start.
    for (const { file } of [begun!, ended!]) {
      if (!log.includes(file)) throw new Error(`PostgreSQL's log ${file} is gone.`);
    }
    const label = join(to, "backup_label");
    await Deno.writeTextFile(label, ended!.label, { mode: 0o600 });
    await givenLike(join(from, "PG_VERSION"), label);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

async function copyFolder(from: string, to: string, path: string): Promise<void> {
  await Deno.mkdir(join(to, path), { mode: 0o700 });
  await givenLike(join(from, path), join(to, path));
  for await (const { name, isDirectory } of Deno.readDir(join(from, path))) {
    const inner = path ? `${path}/${name}` : name;
    if ((!path && LEFT.test(name)) || MADE_ANEW.test(name) || inner === CONTROL) continue;
    if (isDirectory) {
      if (path && EMPTIED.has(path)) await emptyFolders(from, to, inner);
      else await copyFolder(from, to, inner);
    } else if (!EMPTIED.has(path)) await copyFile(join(from, inner), join(to, inner));
  }
}
/** `pg_wal/archive_status` and the like: the server expects them to be there. */
async function emptyFolders(from: string, to: string, path: string): Promise<void> {
  if (path.startsWith("pg_replslot/")) return;
  await Deno.mkdir(join(to, path), { mode: 0o700 });
  await givenLike(join(from, path), join(to, path));
}

/** Copies a file and waits for the disk. One that is gone is left out, false: it was a table's that is gone, as the log says too. */
export async function copyFile(from: string, to: string): Promise<boolean> {
  try {
    await Deno.copyFile(from, to);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  await settle(from, to);
  return true;
}
/** Gives a copied file to whom the original belongs, and waits until it is on the disk. */
async function settle(from: string, to: string): Promise<void> {
  await givenLike(from, to);
  using file = await Deno.open(to, { read: true, write: true });
  await file.syncData();
}

/** PostgreSQL takes only files of its own user, who is not the one that copies where that is root. */
async function givenLike(from: string, to: string): Promise<void> {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return;
  const { uid, gid } = await Deno.stat(from).catch(() => Deno.stat(join(from, "..")));
  await Deno.chown(to, uid, gid);
}
