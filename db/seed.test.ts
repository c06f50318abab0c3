// What the seeded company shows is true: its figures are those of its rows, its page opens, its token is one.
import { expect, inject, test } from "vitest";
import postgres from "postgres";
import { DEMO_COMPANY, seedDemo } from "./seed.ts";

test("the seeded company's figures are those of its rows, and its web chat and tokens work", async () => {
  const url = inject("databaseUrl");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await seedDemo(url, { hashPassword: (password) => Promise.resolve(password), say: () => {} });
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
  await sql.end();
});
