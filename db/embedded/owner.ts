// The database's owner in the bundled PostgreSQL: a login that is no superuser. It is made once, by the superuser of the cluster.
// In clusters of before, the owner was that superuser itself: there it gets another name, and what it owned goes to a new owner.
import postgres from "postgres";
import { OWNER, passwordOf, SUPERUSER } from "./logins.ts";

/** Sees that owner and database are there, with the passwords of this secret; `previous` is the one that seeded them before. */
export async function settleOwner(port: number, secret: string, database: string, previous?: string): Promise<void> {
  if (!await signsIn(port, SUPERUSER, secret)) {
    if (previous && await signsIn(port, SUPERUSER, previous)) await changePassword(port, previous, secret);
    else await moveOwner(port, secret, database, previous);
  }
  const sql = connect(port, SUPERUSER, passwordOf(SUPERUSER, secret), "postgres");
  try {
    await sql.unsafe(`drop role if exists ${MOVER}`);
    const [role] = await sql`select 1 from pg_roles where rolname = ${OWNER}`;
    const verb = role ? "alter" : "create";
    await sql.unsafe(
      `${verb} role ${OWNER} login nosuperuser createrole nobypassrls password '${passwordOf(OWNER, secret)}'`,
    );
    const [found] = await sql`select 1 from pg_database where datname = ${database}`;
    if (!found) await sql.unsafe(`create database "${database}" owner ${OWNER}`);
  } finally {
    await sql.end();
  }
}

/** Nobody can give itself another name: a login that is there for this alone. */
const MOVER = "recado_mover";

async function changePassword(port: number, previous: string, secret: string): Promise<void> {
  const sql = connect(port, SUPERUSER, passwordOf(SUPERUSER, previous), "postgres");
  try {
    await sql.unsafe(`alter role ${SUPERUSER} password '${passwordOf(SUPERUSER, secret)}'`);
  } finally {
    await sql.end();
  }
}

async function moveOwner(port: number, secret: string, database: string, previous?: string): Promise<void> {
  const [ownerPassword, superuserPassword] = [passwordOf(OWNER, secret), passwordOf(SUPERUSER, secret)];
  const before = previous && await signsIn(port, OWNER, previous) ? passwordOf(OWNER, previous) : ownerPassword;
  const old = connect(port, OWNER, before, "postgres");
  let place = "postgres";
  try {
    await old.unsafe(`drop role if exists ${MOVER}`);
    await old.unsafe(`create role ${MOVER} superuser login password '${superuserPassword}'`);
    const [found] = await old`select 1 from pg_database where datname = ${database}`;
    if (found) place = database;
  } finally {
    await old.end();
  }
  const sql = connect(port, MOVER, superuserPassword, place);
  try {
    // All or nothing: a process that dies here leaves what was.
    await sql.begin(async (tx) => {
      await tx.unsafe(`alter role ${OWNER} rename to ${SUPERUSER}`);
      await tx.unsafe(`alter role ${SUPERUSER} password '${superuserPassword}'`);
      await tx.unsafe(`create role ${OWNER} login nosuperuser createrole nobypassrls password '${ownerPassword}'`);
      await tx.unsafe(handOver);
    });
  } finally {
    await sql.end();
  }
}

/**
 * Gives the new owner what the superuser made in this database, and the logins it made. What came with PostgreSQL or with an
 * extension stays. `reassign owned` refuses all of it for the cluster's first superuser.
 */
const handOver = `
do $$
declare
  before constant oid := '${SUPERUSER}'::regrole;
  statement text;
begin
  for statement in
    with ours as (
      select oid, nspname from pg_namespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'),
    foreign_made as (select classid, objid from pg_depend where deptype = 'e')
    select format('alter database %I owner to ${OWNER}', current_database()) where current_database() <> 'postgres'
    union all
    select format('alter schema %I owner to ${OWNER}', nspname) from pg_namespace
    where nspowner = before and oid in (select oid from ours) and ('pg_namespace'::regclass, oid) not in (select * from foreign_made)
    union all
    select format('alter table %s owner to ${OWNER}', c.oid::regclass) from pg_class c
    where relowner = before and relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in (select oid from ours)
      and ('pg_class'::regclass, oid) not in (select * from foreign_made)
    union all
    select format('alter sequence %s owner to ${OWNER}', c.oid::regclass) from pg_class c
    where relowner = before and relkind = 'S' and relnamespace in (select oid from ours)
      and ('pg_class'::regclass, oid) not in (select * from foreign_made)
      and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${OWNER}', p.oid::regprocedure) from pg_proc p
    where proowner = before and pronamespace in (select oid from ours) and ('pg_proc'::regclass, oid) not in (select * from foreign_made)
    union all
    select format('alter %s %s owner to ${OWNER}', case typtype when 'd' then 'domain' else 'type' end, t.oid::regtype)
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where typowner = before and typnamespace in (select oid from ours) and ('pg_type'::regclass, t.oid) not in (select * from foreign_made)
      and (typtype in ('e', 'd', 'r') or c.relkind = 'c')
    union all
    select format('alter policy %I on %s to ${OWNER}', polname, polrelid::regclass) from pg_policy where polroles = array[before]
    union all
    select format('grant %I to ${OWNER} with admin option', rolname) from pg_roles
    where not rolsuper and rolname !~ '^pg_' and rolname <> '${OWNER}'
  loop
    execute statement;
  end loop;
end $$`;

async function signsIn(port: number, login: typeof OWNER | typeof SUPERUSER, secret: string): Promise<boolean> {
  const sql = connect(port, login, passwordOf(login, secret), "postgres");
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    // A wrong password, or nobody of this name.
    if (String((error as { code?: unknown }).code).startsWith("28")) return false;
    throw error;
  } finally {
    await sql.end();
  }
}

function connect(port: number, username: string, password: string, database: string): postgres.Sql {
  return postgres({
    host: "127.0.0.1",
    port,
    username,
    password,
    database,
    max: 1,
    onnotice: () => {},
    connection: { search_path: "pg_catalog" },
  });
}
