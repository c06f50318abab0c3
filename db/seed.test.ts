// What the seeded company shows is true: its figures are those of its rows, its page opens, its token is one, its queues are reached.
import { expect, inject, test } from "vitest";
import postgres from "postgres";
import { DEMO_COMPANY, seedDemo } from "./seed.ts";
import { emptying } from "./seed-bench-sql.ts";

test("the seeded company's figures are those of its rows, its web chat and tokens work, and customers reach each of its queues", async () => {
  const url = inject("databaseUrl");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await seedDemo(url, {
    hashPassword: (password) => Promise.resolve(password),
    seal: () => new Uint8Array(30),
    say: () => {},
  });
  const [company] = await sql<{ id: number }[]>`select id from app.companies where name = ${DEMO_COMPANY}`;
  const id = company!.id;
  const [sums] = await sql`
    select sum(received)::int as received, sum(sent)::int as sent, sum(opened)::int as opened, sum(closed)::int as closed
    from app.half_hours where company_id = ${id}`;
  const [rows] = await sql`
    select (select count(*)::int from app.messages where company_id = ${id} and not is_private and not from_me) as received,
      (select count(*)::int from app.messages where company_id = ${id} and not is_private and from_me) as sent,
      (select count(*)::int from app.ticket_rounds where company_id = ${id}) as opened,
      (select count(finished_at)::int from app.ticket_rounds where company_id = ${id}) as closed`;
  expect(sums).toEqual(rows);
  const lines = await sql<{ id: number; token: string; channel: string; key: string | null }[]>`
    select w.id, w.token, w.channel, a.account as key from app.connections w
    left join app.channel_accounts a on a.connection_id = w.id and a.company_id = w.company_id where w.company_id = ${id}`;
  for (const { token } of lines) expect(token).toMatch(/^[A-Za-z0-9]{30}$/);
  expect(lines.find(({ channel }) => channel === "webchat")?.key).toMatch(/^[A-Za-z0-9_-]{4,64}$/);
  const [unfilled] = await sql`
    select count(*)::int as n from app.connections where company_id = ${id} and channel = 'whatsappapi'
      and (sealed is null or not settings ?& array['phoneNumberId', 'wabaId'])`;
  expect(unfilled!.n).toBe(0);
  const unreached = await sql`
    select q.name from app.queues q where q.company_id = ${id} and (
      not exists (select 1 from app.user_queues u where u.company_id = ${id} and u.queue_id = q.id)
      or not exists (select 1 from app.connection_queues c join app.connections w
        on w.company_id = c.company_id and w.id = c.connection_id and w.greeting <> ''
        where c.company_id = ${id} and c.queue_id = q.id))`;
  expect(unreached).toEqual([]);
  await sql.end();
});

test("loading the bench's data set anew empties no table of people, lines or files along", async () => {
  const sql = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  const emptied = [...emptying[0]!.matchAll(/app\.(\w+)/g)].map((match) => match[1]!);
  const rows = await sql<{ name: string }[]>`
    with recursive gone as (
      select format('app.%I', name)::regclass as oid from unnest(${emptied}::text[]) as t (name)
      union select f.conrelid::regclass from gone join pg_constraint f on f.contype = 'f' and f.confrelid = gone.oid)
    select c.relname as name from gone join pg_class c on c.oid = gone.oid`;
  await sql.end();
  const all = rows.map(({ name }) => name);
  expect(all.length).toBeGreaterThan(emptied.length);
  expect(
    ["users", "logins", "companies", "connections", "queues", "tags", "media"].filter((name) => all.includes(name)),
  )
    .toEqual([]);
});
