// What every table must be, read from PostgreSQL's own catalogue (proof S4).
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import postgres from "postgres";
import { TEST_SECRET } from "../api/core/testing/secret.ts";
import { apiLogin } from "./migrate.ts";
import { referencesTo } from "./references.ts";

let owner: postgres.Sql;
let api: postgres.Sql;
beforeAll(() => {
  const url = inject("databaseUrl");
  owner = postgres(url, { max: 1, onnotice: () => {} });
  api = postgres(apiLogin(url, TEST_SECRET).url, { max: 1, onnotice: () => {} });
});
afterAll(() => Promise.all([owner.end(), api.end()]));

/** Tables that belong to no company, each with its reason. */
const platform: Record<string, string> = {
  platform: "white-label settings, epoch",
  platform_secrets: "push keys, what providers of the platform ask for",
  plans: "shared by all companies",
  gateways: "how companies pay the operator",
  past_payments: "what companies that are gone had paid",
  payment_events: "what providers call about, before it is known whose it is",
  companies: "the tenants themselves",
  logins: "finds a company by an e-mail",
  login_attempts: "counts unknown e-mails too",
  passkey_challenges: "at sign-in nobody knows yet whose device it is",
  channel_accounts: "finds a company by a provider's account",
  broadcasts: "told to all companies",
  help_items: "shown to all companies",
  announcements: "told to all companies",
  inbound_raw: "one body can hold several companies' events",
  processes: "who is alive",
  job_deaths: "counts jobs of everybody",
};

/** Columns that name a file which is no row of app.media. */
const elsewhere: Record<string, string> = {
  "app.contacts.picture_url": "an address of the provider's",
  "app.uploads.file": "pieces on the disk that are no file yet",
  "app.prompts.knows_file_lists": "whether the prompt knows the lists, which hold their files",
};

async function tenantTables(): Promise<string[]> {
  const rows =
    await owner`select relname from pg_class where relnamespace = 'app'::regnamespace and relkind in ('r', 'p') order by 1`;
  return rows.map((row) => row.relname as string).filter((name) => !platform[name]);
}

describe("tenant tables", () => {
  test("begin their primary key and every unique index with company_id", async () => {
    const rows = await owner`
      select c.relname, i.indexrelid::regclass::text as index, a.attname from pg_index i join pg_class c on c.oid = i.indrelid
      left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where c.relnamespace = 'app'::regnamespace and (i.indisunique or i.indisprimary)`;
    const tables = await tenantTables();
    expect(rows.filter((row) => tables.includes(row.relname) && row.attname !== "company_id").map((row) => row.index))
      .toEqual([]);
    const withKey = new Set(rows.map((row) => row.relname));
    expect(tables.filter((name) => !withKey.has(name))).toEqual([]);
  });

  test("point at each other by company and id only", async () => {
    const rows = await owner`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to", conname,
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as first
      from pg_constraint where contype = 'f' and connamespace = 'app'::regnamespace`;
    const tables = new Set((await tenantTables()).map((name) => `app.${name}`));
    expect(
      rows.filter((row) => tables.has(row.from) && row.first !== "company_id").map((row) =>
        `${row.from}.${row.conname}`
      ),
    ).toEqual([]);
  });

  test("hold the files that their columns name by a foreign key: who does not loses them in a day", async () => {
    const named = await owner`
      select attrelid::regclass || '.' || attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped
        and attname ~ '(^|_)(media|picture|file)(_|$)' and attname !~ '_name$' and c.relname <> 'media' order by 1`;
    const held = new Set((await referencesTo(owner, "media")).map(({ table, column }) => `${table}.${column}`));
    expect(named.map((row) => row.column).filter((column) => !held.has(column) && !elsewhere[column])).toEqual([]);
    expect(held.size).toBeGreaterThan(5);
  });

  test("have row security, forced, with one policy for the API", async () => {
    const rows =
      await owner`select relname, relrowsecurity and relforcerowsecurity as forced, (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies from pg_class c where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')`;
    const tables = await tenantTables();
    expect(
      rows.filter((row) => tables.includes(row.relname) && !(row.forced && row.policies === 2)).map((row) =>
        row.relname
      ),
    ).toEqual([]);
  });
});

describe("the API's login", () => {
  test("owns nothing, is no superuser and cannot bypass row security", async () => {
    const [role] =
      await api`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`;
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    const [owned] =
      await owner`select count(*)::int as n from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = ${
        (await api`select current_user as name`)[0]!.name
      }`;
    expect(owned!.n).toBe(0);
  });

  test("sees no row of any tenant table without a company", async () => {
    for (const name of await tenantTables()) {
      const [row] = await api.unsafe(`select count(*)::int as n from app.${name}`);
      expect([name, row!.n]).toEqual([name, 0]);
    }
  });

  test("cannot insert a row without a company", async () => {
    await expect(api`insert into app.queues (name, color) values ('x', '#000')`).rejects.toThrow();
  });

  test("cannot read what belongs to the platform", async () => {
    for (
      const name of [
        "logins",
        "login_attempts",
        "gateways",
        "payment_events",
        "past_payments",
        "channel_accounts",
        "broadcasts",
        "inbound_raw",
        "passkey_challenges",
        "platform_secrets",
        "processes",
      ]
    ) {
      await expect(api.unsafe(`select * from app.${name}`), name).rejects.toThrow(/permission denied/);
    }
  });

  test("cannot change or delete the audit trail", async () => {
    await expect(api`update app.audit set action = 'x'`).rejects.toThrow(/permission denied/);
    await expect(api`delete from app.audit`).rejects.toThrow(/permission denied/);
  });
});

test("every definer function fixes its search path and filters by the current company", async () => {
  const rows =
    await owner`select proname, proconfig, prosrc from pg_proc where pronamespace = 'app'::regnamespace and prosecdef`;
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    expect([row.proname, (row.proconfig ?? []).some((line: string) => line.startsWith("search_path="))]).toEqual([
      row.proname,
      true,
    ]);
    expect([row.proname, /company_id\(\)/.test(row.prosrc)]).toEqual([row.proname, true]);
  }
});
