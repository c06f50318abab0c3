// Brings a database up to date: numbered files, in order, once, under a lock. A file that changed after it ran stops the start.
import { createHash, createHmac } from "node:crypto";
import postgres from "postgres";

/** The login the API works as, in this database: owns nothing, cannot bypass row security. */
export function apiLogin(ownerUrl: string, secret: string): { url: string; role: string; password: string } {
  const url = new URL(ownerUrl);
  const database = decodeURIComponent(url.pathname.slice(1));
  const role = `${database.slice(0, 50)}_api`;
  const password = createHmac("sha256", secret).update(`database:${role}`).digest("hex");
  url.username = encodeURIComponent(role);
  url.password = password;
  return { url: url.toString(), role, password };
}

const folder = new URL("./migrations/", import.meta.url);

/** Runs what has not run yet. Returns the names of the files that ran. Throws when a file that ran was edited since. */
export async function migrate(ownerUrl: string, secret: string): Promise<string[]> {
  const { role, password } = apiLogin(ownerUrl, secret);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  const ran: string[] = [];
  try {
    await sql`select pg_advisory_lock(7266236, 1)`;
    await makeLogin(sql, role, password);
    await inheritRights(sql, role);
    await migrateJobs(sql, ownerUrl);
    await sql`create table if not exists public.recado_migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())`;
    const done = new Map(
      (await sql<{ name: string; hash: string }[]>`select name, hash from public.recado_migrations`).map((
        r,
      ) => [r.name, r.hash]),
    );
    for (const name of await files()) {
      const text = await Deno.readTextFile(new URL(name, folder));
      const hash = createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
      const before = done.get(name);
      if (before === hash) continue;
      if (before) {
        throw new Error(`Migration ${name} was changed after it ran. Restore the file; a change goes into a new one.`);
      }
      await sql.begin(async (tx) => {
        await tx.unsafe(text.replaceAll("{api}", quote(role)));
        await tx`insert into public.recado_migrations (name, hash) values (${name}, ${hash})`;
      });
      ran.push(name);
    }
    await sql`select pg_advisory_unlock(7266236, 1)`;
  } finally {
    await sql.end();
  }
  return ran;
}

/** The newest migration of the job runner that we run with. */
const JOBS_VERSION = 20;

/** The job runner's own tables. The library is only loaded when there is something to do: it is large. */
async function migrateJobs(sql: postgres.Sql, ownerUrl: string): Promise<void> {
  const [there] = await sql`select 1 from pg_tables where schemaname = 'graphile_worker' and tablename = 'migrations'`;
  const [row] = there ? await sql<{ id: number }[]>`select max(id) as id from graphile_worker.migrations` : [];
  if ((row?.id ?? 0) >= JOBS_VERSION) return;
  const { runMigrations } = await import("graphile-worker");
  await runMigrations({ connectionString: ownerUrl });
}

/** Whether every file has run in this database. */
export async function isUpToDate(sql: postgres.Sql): Promise<boolean> {
  const [there] = await sql`select 1 from pg_tables where schemaname = 'public' and tablename = 'recado_migrations'`;
  const ran = there ? await sql<{ name: string }[]>`select name from public.recado_migrations` : [];
  return new Set(await files()).isSubsetOf(new Set(ran.map(({ name }) => name)));
}

async function files(): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) if (/^\d{4}_.+\.sql$/.test(entry.name)) names.push(entry.name);
  return names.sort();
}

async function makeLogin(sql: postgres.Sql, role: string, password: string): Promise<void> {
  const [found] = await sql<{ powerful: boolean }[]>`
    select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as powerful from pg_roles where rolname = ${role}`;
  // Rights are named only where there are some to take: an owner who is no superuser may not name all of them.
  const rights = !found || found.powerful ? "nosuperuser nocreatedb nocreaterole nobypassrls" : "";
  // One that is there may inherit rights, which no process that works meanwhile may lose.
  await sql.unsafe(
    `${found ? "alter" : "create"} role ${quote(role)} login ${rights} ${
      found ? "" : "noinherit"
    } password '${password}'`,
  );
}

/**
 * A database that was restored under another name has its rights for the login of the name before: the login of this name inherits
 * them. Throws where a restore has left the rights out (docs/operations.md#backup).
 */
async function inheritRights(sql: postgres.Sql, role: string): Promise<void> {
  const [core] = await sql<{ login: string | null; olderThan16: boolean }[]>`
    select current_setting('server_version_num')::int < 160000 as "olderThan16",
      (select r.rolname from pg_policy p join pg_roles r on r.oid = any (p.polroles)
        where p.polrelid = c.oid and p.polname = 'tenant') as login
    from pg_class c where c.oid = to_regclass('app.companies')`;
  if (!core || core.login === role) return;
  if (!core.login) {
    throw new Error(
      "This database was restored without the rights of the API's login. docs/operations.md#backup says how to restore it.",
    );
  }
  if (core.olderThan16) await sql.unsafe(`alter role ${quote(role)} inherit`);
  await sql.unsafe(`grant ${quote(core.login)} to ${quote(role)} ${core.olderThan16 ? "" : "with inherit true"}`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
