import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { someone, testApp } from "../../../core/testing/api.ts";
import { bomb } from "../../../core/testing/pictures.ts";
import { asPlatform, withTenant } from "../../../../db/tenant.ts";
import { tenantTables } from "../../../proofs/security/tables.ts";
import { makeWorld } from "../../../proofs/security/world.ts";
import { Browser } from "../../session/testing-browser.ts";
import { countRows, importCompanies } from "./import.ts";
import { openSource, type Source } from "./source.ts";
import { hasMariaDb, onMariaDb, onPostgres, startMariaDb } from "./testing/database.ts";
import { type Database, familyDatabase, type Product, TAKEN } from "./testing/family.ts";

await testApp();
// A server has a plan before companies come.
await someone();
const server = inject("databaseUrl");
const endings: (() => unknown)[] = [];
let mariadb = "";
beforeAll(async () => {
  if (!hasMariaDb) return;
  const [url, stop] = await startMariaDb();
  mariadb = url;
  endings.push(stop);
});
afterAll(async () => {
  for (const end of endings.reverse()) await end();
});
async function opened(url: string): Promise<Source> {
  const source = await openSource(url);
  endings.push(() => source.close());
  return source;
}
/** A source on PostgreSQL, and what tells its people apart. */
async function sourceOf(product: Product, change: (database: Database) => void = () => {}): Promise<[Source, string]> {
  const people = crypto.randomUUID().slice(0, 8);
  const database = familyDatabase(product, people);
  change(database);
  const [url, drop] = await onPostgres(server, database);
  endings.push(drop);
  return [await opened(url), people];
}
const plain = (name = crypto.randomUUID()) => ({ folder: null, name });

/** How many rows the company has, by table. */
async function rowsOf(companyId: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  await asPlatform(async (tx) => {
    for (const table of await tenantTables(tx)) {
      const [row] = await tx.unsafe<{ count: number }[]>(
        `select count(*) from app.${table} where company_id = $1`,
        [companyId],
      );
      if (Number(row!.count)) counts[table] = Number(row!.count);
    }
  });
  return counts;
}
/** Rows by table, without those of the server's own bookkeeping about a company. */
async function taken(companyId: number): Promise<Record<string, number>> {
  const { imported_rows: _, event_heads: _heads, events: _events, ticket_counters: _counters, ...rest } = await rowsOf(
    companyId,
  );
  return rest;
}

/** Of every product the same: what differs is what the product does not have. */
const everywhere = {
  boards: 1,
  contacts: TAKEN.contacts + 1,
  contact_identities: TAKEN.contacts,
  tickets: TAKEN.tickets,
  messages: TAKEN.messages,
  media: 12,
  users: TAKEN.users,
  logins: TAKEN.users,
  user_queues: 1,
  queues: TAKEN.queues,
  connections: TAKEN.connections + 1,
  connection_queues: 1,
  quick_messages: 1,
  settings: 1,
};
const expected: Record<Product, Record<string, number>> = {
  community: everywhere,
  ticketz: { ...everywhere, tags: 2, ticket_tags: 1, contact_tags: 1, chatbot_options: 2 },
  saas: { ...everywhere, tags: 2, ticket_tags: 1, contact_tags: 1, chatbot_options: 2 },
};

for (const product of ["community", "ticketz", "saas"] as const) {
  test(`every row of ${product} on PostgreSQL has its place here, and nothing else comes to be`, async () => {
    const [source] = await sourceOf(product);
    const { companies } = await importCompanies(source, {
      ...plain(),
      company: product === "community" ? undefined : "7",
    });
    expect(await taken(companies[0]!)).toEqual(expected[product]);
  });
  test.skipIf(!hasMariaDb)(
    `every row of ${product} on MariaDB has its place here, and nothing else comes to be`,
    async () => {
      const url = await onMariaDb(mariadb, familyDatabase(product, crypto.randomUUID().slice(0, 8)));
      const source = await opened(url);
      const { companies } = await importCompanies(source, {
        ...plain(),
        company: product === "community" ? undefined : "7",
      });
      expect(await taken(companies[0]!)).toEqual(expected[product]);
    },
  );
}

test.skipIf(!hasMariaDb)("letters of a table in another encoding come as they are read there", async () => {
  const source = await opened(await onMariaDb(mariadb, familyDatabase("saas", crypto.randomUUID().slice(0, 8))));
  const { companies: [companyId] } = await importCompanies(source, { ...plain(), company: "7" });
  const names = await withTenant({ companyId: companyId! }, (tx) => tx`select name, color from app.tags order by id`);
  expect(names).toEqual([{ name: "Atenção", color: "#aabbcc" }, { name: "Tag 2", color: "#64748b" }]);
  const [queue] = await withTenant({ companyId: companyId! }, (tx) => tx`select greeting from app.queues order by id`);
  expect(queue).toEqual({ greeting: "Oi! 👋" });
});

test("an import that runs twice takes nothing twice, and what is new there comes with the second", async () => {
  const [source] = await sourceOf("ticketz");
  const first = await importCompanies(source, plain());
  const [companyId] = first.companies;
  const before = await rowsOf(companyId!);
  const again = await importCompanies(source, plain());
  expect(again.companies).toEqual(first.companies);
  expect(await rowsOf(companyId!)).toEqual({ ...before, events: expect.any(Number) });
  for (const { taken } of Object.values(again.report.counts)) expect(taken).toBe(0);
});

test("an import that is killed amid the messages goes on where it was", async () => {
  const [source] = await sourceOf("saas");
  const dying: Source = {
    ...source,
    async *pages(table, wanted) {
      let pages = 0;
      for await (const page of source.pages(table, { ...wanted, size: 100 })) {
        if (table === "Messages" && pages++ === 3) throw new Error("killed");
        yield page;
      }
    },
  };
  await expect(importCompanies(dying, { ...plain(), company: "7" })).rejects.toThrow("killed");
  const { companies, report } = await importCompanies(source, { ...plain(), company: "7" });
  expect(await taken(companies[0]!)).toEqual(expected.saas);
  expect(report.counts.messages).toEqual({ read: 603, taken: 300, known: 300 });
});

test("the report names what was left out or changed, with why and which", async () => {
  const [source] = await sourceOf("ticketz");
  const { report } = await importCompanies(source, { ...plain(), company: "7" });
  expect(Object.fromEntries([...report.left].map(([reason, { count }]) => [reason, count]))).toMatchInlineSnapshot(`
    {
      "companies: no subscription that still runs; it has 30 days here": 1,
      "contacts: somebody of this number is here already; both are one": 1,
      "contacts: the number is none; they are kept by name": 1,
      "files: not there; their messages say so": 12,
      "messages: no time, or one that cannot be": 1,
      "messages: reactionMessage: no message of its own": 1,
      "messages: the ticket is gone": 1,
      "options: a loop, or a parent that is gone": 2,
      "quick messages: no shortcut": 1,
      "settings: a value that is none here": 1,
      "tickets: another one of the contact is open; they are closed": 7,
      "tickets: the connection is gone; they hang on one called Conexão excluída": 1,
      "tickets: the contact is gone": 1,
      "users: no e-mail, or one of somebody else in the company; they have no sign-in": 1,
      "users: no password that can be kept; npm run reset-password gives a new one": 1,
    }
  `);
  expect(report.left.get("options: a loop, or a parent that is gone")?.examples).toEqual([
    "QueueOptions 3",
    "QueueOptions 4",
  ]);
  expect(report.lines().join("\n")).toContain("messages: 603 read, 600 taken");
});

test("nothing of an import is sent, rung or waited for: messages are history, tickets start no timer", async () => {
  const [source] = await sourceOf("community");
  const { companies: [companyId] } = await importCompanies(source, plain());
  const at = { companyId: companyId! };
  const found = await withTenant(at, async (tx) => ({
    statuses: await tx`select distinct status from app.messages`,
    tickets: await tx`select 1 from app.tickets where imported_at is null`,
    lines: await tx`select distinct status, wanted, sealed from app.connections`,
  }));
  expect(found).toEqual({
    statuses: [{ status: "sent" }],
    tickets: [],
    lines: [{ status: "DISCONNECTED", wanted: false, sealed: null }],
  });
});

test("an import leaves no job behind", async () => {
  const [source] = await sourceOf("community");
  const { companies: [companyId] } = await importCompanies(source, plain());
  const jobs = await asPlatform((tx) =>
    tx`select 1 from graphile_worker._private_jobs where payload ->> 'companyId' = ${String(companyId)}`
  );
  expect(jobs).toEqual([]);
});

test("a ticket shows the last message and how many are unread, as if it had come here", async () => {
  const [source] = await sourceOf("community");
  const { companies: [companyId] } = await importCompanies(source, plain());
  const rows = await withTenant({ companyId: companyId! }, (tx) =>
    tx<{ shown: boolean; unread: boolean }[]>`
      select t.last_message_id = l.id and t.last_message = l.body as shown,
        t.unread = case when t.status = 'closed' then 0 else (select count(*) from app.messages u where u.ticket_id = t.id and not u.from_me and not u.read) end as unread
      from app.tickets t cross join lateral (select * from app.messages m where m.ticket_id = t.id order by sent_at desc, id desc limit 1) l`);
  expect(rows).toHaveLength(TAKEN.tickets);
  for (const row of rows) expect(row).toEqual({ shown: true, unread: true });
});

test("a person signs in with the password of there, which is then hashed as ours are", async () => {
  const [source, people] = await sourceOf("saas");
  const { companies: [companyId] } = await importCompanies(source, { ...plain(), company: "7" });
  const email = `ana-${people}@test.local`;
  const stored = () =>
    withTenant(
      { companyId: companyId! },
      (tx) => tx<{ password: string }[]>`select password from app.users where email = ${email}`,
    );
  expect((await stored())[0]!.password).toMatch(/^\$2b\$/);
  expect((await new Browser().signIn({ email, password: "segredo-2026" })).status).toBe(401);
  expect((await new Browser().signIn({ email, password: "Segredo-2026" })).status).toBe(200);
  await expect.poll(async () => (await stored())[0]!.password).toMatch(/^\$argon2id\$/);
  expect((await new Browser().signIn({ email, password: "Segredo-2026" })).status).toBe(200);
});

test("files come with their messages, and a name that leads out of the folder brings none", async () => {
  const folder = await Deno.makeTempDir({ prefix: "recado-public-" });
  endings.push(() => Deno.remove(folder, { recursive: true }));
  await Deno.mkdir(`${folder}/public/company7`, { recursive: true });
  const picture = bomb(3, 2);
  await Deno.writeFile(`${folder}/public/foto-1.png`, picture);
  await Deno.writeFile(`${folder}/public/company7/foto-51.png`, picture);
  await Deno.writeFile(`${folder}/secret.png`, picture);
  await Deno.symlink(`${folder}/secret.png`, `${folder}/public/foto-151.png`);
  const [source] = await sourceOf("ticketz", ({ Messages }) => {
    for (const row of Messages!.rows) if (row.mediaUrl === "foto-101.png") row.mediaUrl = "../secret.png";
  });
  const { companies: [companyId], report } = await importCompanies(source, {
    folder: `${folder}/public`,
    company: "7",
  });
  const rows = await withTenant(
    { companyId: companyId! },
    (tx) => tx`select state, kind, width, count(*)::int from app.media group by 1, 2, 3 order by 4`,
  );
  expect(rows).toEqual([
    { state: "stored", kind: "image", width: 3, count: 2 },
    { state: "failed", kind: "image", width: null, count: 10 },
  ]);
  expect(report.left.get("files: not there; their messages say so")?.count).toBe(10);
});

test("an answer quotes what it quoted there", async () => {
  for (const product of ["community", "saas"] as const) {
    const [source] = await sourceOf(product);
    const { companies: [companyId] } = await importCompanies(source, {
      ...plain(),
      company: product === "saas" ? "7" : undefined,
    });
    const rows = await withTenant({ companyId: companyId! }, (tx) =>
      tx`
      select m.external_id as answer, q.external_id as quoted from app.messages m join app.messages q on q.id = m.quoted_id`);
    expect(rows).toEqual([
      product === "saas" ? { answer: "WID121", quoted: "WID61" } : { answer: "3EB0000121", quoted: "3EB0000061" },
    ]);
  }
});

test("other companies keep every row as it was", async () => {
  const world = await makeWorld();
  const before = await rowsOf(world.companyId);
  const [source] = await sourceOf("saas");
  await importCompanies(source, plain());
  expect(await rowsOf(world.companyId)).toEqual(before);
});

test("a dry run counts and writes nothing", async () => {
  const [source, people] = await sourceOf("saas");
  const counts = await countRows(source, plain());
  expect(counts).toMatchObject({ Companies: 2, Users: 3, Contacts: 42, Tickets: 61, Messages: 603 });
  expect(await asPlatform((tx) => tx`select 1 from app.users where email like ${`%${people}%`}`)).toEqual([]);
});

test("a database that is none of the family is refused before anything is written", async () => {
  const [source] = await sourceOf("community", (database) => void delete database.Whatsapps);
  await expect(importCompanies(source, plain())).rejects.toThrow("There is no table Whatsapps");
  await expect(openSource("sqlite://here")).rejects.toThrow("postgres:// or mysql://");
});
