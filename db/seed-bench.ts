// The data set of the benches (docs/performance.md): 20 companies, 50,000 contacts, 100,000 tickets, a million messages, all by
// arithmetic, loaded in bulk. Company 2 is the one of interest; the others share its tables.
import postgres from "postgres";
import * as statements from "./seed-bench-sql.ts";
import { firstNames, surnames, words } from "./seed-words.ts";

/** Changes whenever the data set does, so that a kept database is made anew. */
export const BENCH_VERSION = "1";
export const BENCH_PASSWORD = "bench-senha-1";
/** Connection 1 of company 2: a number of the WhatsApp Cloud API. */
export const BENCH_ACCOUNT = {
  phoneNumberId: "400500600700801",
  wabaId: "300400500600701",
  accessToken: "bench-token",
};
/** Where the sealed part of that connection belongs. */
export const BENCH_LINE = { companyId: 2, connectionId: 1 };

export type BenchSize = "usual" | "whole" | "people";
/** Contacts with tickets. */
const CONTACTS = 50_000;

export interface BenchOptions {
  /** The stored form of the password of all its people. */
  passwordHash: string;
  /** Encrypts the connection's secret settings. */
  seal: (settings: Record<string, unknown>) => Uint8Array;
  /** `usual` unless said: 50,000 contacts and a million messages. `whole`: twice and five times as many. `people`: neither. */
  size?: BenchSize;
  say?: (line: string) => void;
}
type Sql = postgres.Sql;
type Step = (what: string, work: () => Promise<unknown>) => Promise<void>;

/** Loads the data set. Empties an earlier load first; refuses a database that holds anything else. */
export async function seedBench(ownerUrl: string, options: BenchOptions): Promise<void> {
  const { size = "usual", say = () => {} } = options;
  await withOwner(ownerUrl, async (sql) => {
    const step = steps(say);
    await refuseOthers(sql);
    await sql`begin`;
    await step("empty", () => runAll(sql, statements.emptying));
    await step("people", () => makePeople(sql, options));
    if (size !== "people") {
      await withoutIndexes(sql, step, async () => {
        await makeLists(sql);
        await makeContacts(sql, step, 1, CONTACTS);
        await sql.unsafe(statements.ticketNumbers(size === "whole" ? 5 : 1), [1, CONTACTS * 2]);
        await pour(sql, step);
        // These never wrote.
        if (size === "whole") await makeContacts(sql, step, CONTACTS + 1, CONTACTS * 2);
        await step("half hours", () => sql.unsafe(statements.halfHours));
      });
      await step("counters", () => runAll(sql, statements.counters(false)));
    }
    await runAll(sql, statements.sequences);
    await sql`insert into app.platform (key, value) values ('bench', ${BENCH_VERSION}) on conflict (key) do update set value = excluded.value`;
    await sql`commit`;
    await step("vacuum", () => sql`vacuum analyze`);
  });
}

/** Adds tickets of company 2, each of a new contact and with so many messages. */
export async function addTickets(
  ownerUrl: string,
  count: number,
  say: (line: string) => void = () => {},
  messages = 1,
): Promise<void> {
  await withOwner(ownerUrl, async (sql) => {
    const step = steps(say);
    if (await benchVersion(sql) === null) {
      throw new Error("There is no bench company to add tickets to: run the seed with --bench first.");
    }
    await sql`begin`;
    const load = async () => {
      await makeLists(sql);
      const [row] = await sql<{ last: number }[]>`select coalesce(max(id), 0)::float8 as last from app.contacts`;
      const first = row!.last + 1;
      await sql.unsafe(statements.ownContactNumbers, [first, first + count - 1]);
      await sql`analyze seed_people`;
      await step("contacts", () => runAll(sql, statements.contacts));
      await sql.unsafe(statements.moreTicketNumbers(messages), [first, first + count - 1]);
      await pour(sql, step);
    };
    // For a few rows keeping the indexes costs less than making them anew.
    if (count > 20_000) await withoutIndexes(sql, step, load);
    else await load();
    await step("counters", () => runAll(sql, statements.counters(true)));
    await runAll(sql, statements.sequences);
    await sql`commit`;
    await step("vacuum", () => sql`vacuum analyze`);
  });
}

/** Fills the half hours that reports and dashboard read, for a data set of people only. */
export async function addHalfHours(ownerUrl: string): Promise<void> {
  await withOwner(ownerUrl, (sql) => runAll(sql, [statements.halfHours]));
}

/** The version of the data set in this database, or null without one. */
export async function benchVersion(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ value: string }[]>`select value from app.platform where key = 'bench'`;
  return row?.value ?? null;
}

async function withOwner(url: string, work: (sql: Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: "recado-seed" } });
  try {
    await sql`set maintenance_work_mem = '512MB'`;
    await sql`set work_mem = '128MB'`;
    const [role] = await sql`select has_parameter_privilege('session_replication_role', 'set') as may`;
    // Rows that point at rows made by the same arithmetic need no check each.
    if (role!.may) await sql`set session_replication_role = replica`;
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function steps(say: (line: string) => void): Step {
  return async (what, work) => {
    const began = performance.now();
    await work();
    say(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
}
async function runAll(sql: Sql, all: readonly string[]): Promise<void> {
  for (const text of all) await sql.unsafe(text);
}

async function refuseOthers(sql: Sql): Promise<void> {
  if (await benchVersion(sql) !== null) return;
  const [row] = await sql<{ used: boolean }[]>`
    select exists (select 1 from app.companies where id <> 1) or exists (select 1 from app.contacts) as used`;
  if (row!.used) {
    throw new Error(
      "This installation is in use; the bench's data set wants one of its own: set DATA_DIR to another folder.",
    );
  }
}

async function makePeople(sql: Sql, { passwordHash, seal }: BenchOptions): Promise<void> {
  for (const text of statements.people) await sql.unsafe(text, text.includes("$1") ? [passwordHash] : []);
  const { accessToken, ...open } = BENCH_ACCOUNT;
  const { companyId, connectionId } = BENCH_LINE;
  await sql`
    update app.connections set settings = ${JSON.stringify(open)}::text::jsonb, sealed = ${
    seal({ accessToken })
  }, number = '551140040001'
    where company_id = ${companyId} and id = ${connectionId}`;
  await sql`
    insert into app.channel_accounts (channel, account, company_id, connection_id)
    values ('whatsappapi', ${open.phoneNumberId}, ${companyId}, ${connectionId}) on conflict (channel, account) do nothing`;
}

async function makeLists(sql: Sql): Promise<void> {
  const [lists, lines, ...rest] = statements.lists;
  await sql.unsafe(lists!, [firstNames, surnames]);
  await sql.unsafe(lines!, [words]);
  await runAll(sql, rest);
}

async function makeContacts(sql: Sql, step: Step, first: number, last: number): Promise<void> {
  await sql`drop table if exists seed_people`;
  await sql.unsafe(statements.contactNumbers, [first, last]);
  await sql`analyze seed_people`;
  await step("contacts", () => runAll(sql, statements.contacts));
}

/** Tickets, messages and what belongs to them, from seed_tickets. */
async function pour(sql: Sql, step: Step): Promise<void> {
  await sql`analyze seed_tickets`;
  await step("tickets", () => runAll(sql, statements.tickets));
  await step("messages", () => sql.unsafe(statements.messages));
}

/** Runs a load without the secondary indexes of the large tables, then makes them again as they were. */
async function withoutIndexes(sql: Sql, step: Step, load: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any (array['app.contacts', 'app.tickets', 'app.messages', 'app.ticket_rounds']::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`;
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
  await load();
  await step("indexes", () => runAll(sql, indexes.map((index) => index.definition)));
}
