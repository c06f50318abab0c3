// The owner of the bundled PostgreSQL's database, in new clusters and in those of before.
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { type Embedded, findPgCtl, startEmbedded } from "../embedded.ts";
import { apiLogin, migrate } from "../migrate.ts";
import { printSchema } from "../schema.ts";
import { OWNER, passwordOf, SUPERUSER } from "./logins.ts";
import { prepareCluster } from "./prepare.ts";
import { runServer } from "./server.ts";

const SECRET = "a secret of a test";
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
});

async function newFolder(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "recado-owner-" });
  ending.push(() => Deno.remove(folder, { recursive: true }));
  return folder;
}
async function run(folder: string): Promise<{ server: Embedded; sql: postgres.Sql; close: () => Promise<void> }> {
  const server = await startEmbedded(folder, SECRET);
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  let closing: Promise<void> | undefined;
  const close = () => closing ??= sql.end({ timeout: 1 }).then(() => server.stop());
  ending.push(close);
  return { server, sql, close };
}

/** A cluster as it was made before: its superuser is called `recado`, owns the database, and everything in it. */
async function olderCluster(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const cluster = join(folder, "postgres");
  const pgCtl = await findPgCtl();
  await prepareCluster(cluster, pgCtl, SECRET, OWNER);
  return await runServer(cluster, pgCtl, {});
}

/** What may the login do, and what outside PostgreSQL's own schemas and extensions belongs to somebody else? */
async function rights(sql: postgres.Sql): Promise<{ role: unknown; others: string[] }> {
  const [role] = await sql`
    select rolname, rolsuper, rolbypassrls, rolreplication, rolcreatedb from pg_roles where rolname = current_user`;
  const others = await sql<{ what: string }[]>`
    with made as (select classid, objid from pg_depend where deptype = 'e'),
    owned as (
      select 'pg_class'::regclass as classid, oid, relowner as owner, relnamespace as space, relname::text as name from pg_class where relkind <> 't'
      union all select 'pg_proc'::regclass, oid, proowner, pronamespace, proname from pg_proc
      union all select 'pg_type'::regclass, oid, typowner, typnamespace, typname from pg_type
      union all select 'pg_namespace'::regclass, oid, nspowner, oid, nspname from pg_namespace)
    select o.name as what from owned o join pg_namespace n on n.oid = o.space
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and (o.classid, o.oid) not in (select * from made)
      and o.owner <> (select oid from pg_roles where rolname = current_user) and o.name <> 'public'
    union all select 'policy ' || polname || ' of ' || polrelid::regclass from pg_policy
    where polroles = array[10::oid]
    union all select 'database' from pg_database where datname = current_database() and datdba = 10`;
  return { role, others: others.map((row) => row.what) };
}
const POWERLESS = { rolname: OWNER, rolsuper: false, rolbypassrls: false, rolreplication: false, rolcreatedb: false };

describe("the owner of the bundled PostgreSQL's database", () => {
  test(
    "has the password of another secret after a start that is told the one before, and nobody has the old one",
    async () => {
      const folder = await newFolder();
      const first = await startEmbedded(folder, SECRET);
      await first.stop();
      await expect(startEmbedded(folder, "another secret")).rejects.toThrow(/password/);
      const second = await startEmbedded(folder, "another secret", {}, SECRET);
      const signsIn = async (url: string) => {
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        return await sql`select 1`.then(() => true, () => false).finally(() => sql.end());
      };
      const port = new URL(second.url).port;
      const withOld = (url: string) => Object.assign(new URL(url), { port }).href;
      expect(await Promise.all([second.url, second.superuserUrl].map(signsIn))).toEqual([true, true]);
      expect(await Promise.all([first.url, first.superuserUrl].map(withOld).map(signsIn))).toEqual([false, false]);
      await second.stop();
    },
    120_000,
  );

  test("is no superuser in a new cluster, and can bring the database up to date at every start", async () => {
    const folder = await newFolder();
    for (const start of ["first", "second"]) {
      const { server, sql, close } = await run(folder);
      expect((await migrate(server.url, SECRET)).length > 0, start).toBe(start === "first");
      expect(await rights(sql)).toEqual({ role: POWERLESS, others: [] });
      await expect(sql`copy (select 1) to program 'true'`).rejects.toThrow(/permission denied/);
      await expect(sql`select pg_read_file('PG_VERSION')`).rejects.toThrow(/permission denied/);
      await close();
    }
  }, 120_000);

  test("stops being one where it was, and nothing that was there is lost", async () => {
    const folder = await newFolder();
    const older = await olderCluster(folder);
    const login = (user: string, database: string) =>
      `postgres://${user}:${passwordOf(OWNER, SECRET)}@127.0.0.1:${older.port}/${database}`;
    const first = postgres(login(OWNER, "postgres"), { max: 1, onnotice: () => {} });
    await first`create database recado`;
    await first.end();
    const url = login(OWNER, "recado");
    await migrate(url, SECRET);
    const before = postgres(url, { max: 1, onnotice: () => {} });
    await before`
      with plan as (insert into app.plans (name, users, connections, queues) values ('Básico', 1, 1, 1) returning id)
      insert into app.companies (name, plan_id) select 'Padaria São João – Ünïcødé', id from plan`;
    const [{ id }] = await before`select id from app.companies` as unknown as [{ id: string }];
    await before`insert into app.queues (company_id, name, color) values (${id}, 'Vendas', '#00ff00')`;
    await before`create type public.shape as (side int)`;
    await before`create domain public."Small Number" as int check (value < 10)`;
    await before`create view public."Older view" as select count(*) from app.queues`;
    await before`create sequence public.alone`;
    expect((await rights(before)).role).toMatchObject({ rolsuper: true });
    const schema = await printSchema(before, apiLogin(url, SECRET).role);
    await before.end();
    await older.stop();

    for (const start of ["first", "second"]) {
      const { server, sql, close } = await run(folder);
      expect(await migrate(server.url, SECRET), start).toEqual([]);
      expect(await rights(sql), start).toEqual({ role: POWERLESS, others: [] });
      expect(await sql`select name from app.companies`).toEqual([{ name: "Padaria São João – Ünïcødé" }]);
      expect(await sql`select name from app.queues`).toEqual([{ name: "Vendas" }]);
      expect(await printSchema(sql, apiLogin(server.url, SECRET).role)).toBe(schema);
      const api = postgres(apiLogin(server.url, SECRET).url, { max: 1, onnotice: () => {} });
      expect(await api`select name from app.queues`).toEqual([]);
      await api.begin(async (tx) => {
        await tx`select set_config('app.company_id', ${id}, true)`;
        expect(await tx`select name from app.queues`).toEqual([{ name: "Vendas" }]);
      });
      await api.end();
      const superuser = postgres(server.superuserUrl, { max: 1, onnotice: () => {} });
      const powerful = await superuser`select rolname from pg_roles where rolsuper order by 1`;
      expect(powerful).toEqual([{ rolname: SUPERUSER }]);
      await superuser.end();
      await close();
    }
  }, 120_000);
});
