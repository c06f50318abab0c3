import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../contract/endpoint.ts";
import { makeConnection, someone } from "../../core/testing/api.ts";
import { customerWrites } from "../../core/testing/inbound.ts";
import { ownDatabase } from "../../core/testing/own-database.ts";
import { withTenant } from "../../../db/tenant.ts";
import { contacts } from "../contacts/contract.ts";
import { tickets } from "./contract.ts";

let owner: postgres.Sql;
beforeAll(async () => {
  owner = postgres(await ownDatabase(), { max: 1, onnotice: () => {} });
});
afterAll(() => owner.end());

test("a word of thousands of messages finds their conversations, each once, the newest first, and no other", async () => {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "facebook");
  const all: number[] = [];
  for (const from of ["ana", "bea", "caio", "davi", "eva"]) {
    all.push((await customerWrites(admin, { connectionId, from })).ticketId);
  }
  const with_ = all.slice(1, 4);
  await withTenant({ companyId: admin.companyId }, (tx) =>
    tx`
      insert into app.messages (ticket_id, contact_id, connection_id, from_me, kind, body, external_id)
      select t.id, t.contact_id, t.connection_id, false, 'chat', 'O BOLETO já saiu ' || n, 'common-' || t.id || '-' || n
      from app.tickets t, generate_series(1, 1000) n where t.company_id = ${tx.companyId} and t.id = any (${with_}::bigint[])`);
  const query = { searchParam: "boleto ja", searchOnMessages: "true" as const };
  const { tickets: found, count, hits } = await admin.call(tickets.list, { query });
  expect([found.map(({ id }) => id), count]).toEqual([with_.toReversed(), 3]);
  expect(Object.keys(hits!).map(Number).sort((a, b) => a - b)).toEqual(with_);
});

describe("a name that more than a thousand contacts have", () => {
  /** So many tickets of people of this name, the earlier the older; those of other names at every `every`th place. */
  async function crowd(name: string, many: number, others: { name: string; every: number }) {
    const admin = await someone();
    const connectionId = await makeConnection(admin, "facebook");
    const company = { companyId: admin.companyId };
    await withTenant(company, (tx) =>
      tx`
        insert into app.contacts (name, number)
        select case when n % ${others.every} = 0 then ${others.name} else ${name} end || ' ' || n, '55119' || lpad(n::text, 8, '0') from generate_series(1, ${many}::int) n`);
    // PostgreSQL finds each ticket's contact by its id when it knows that there are many.
    await owner`analyze app.contacts`;
    await withTenant(company, (tx) =>
      tx`
        insert into app.tickets (contact_id, connection_id, channel, status, updated_at)
        select id, ${connectionId}, 'facebook', case when number < '5511900001000' then 'open' else 'closed' end, '2026-01-01'::timestamptz + right(number, 8)::int * interval '1 second'
        from app.contacts where company_id = ${tx.companyId} order by number`);
    const ask = async (query: Partial<TicketQueryInput>) => {
      const page = await admin.call(tickets.list, { query: { showAll: "true", ...query } as TicketQueryInput });
      return { ...page, names: page.tickets.map((ticket) => ticket.contact.name) };
    };
    return { admin, ask };
  }
  type TicketQueryInput = NonNullable<Call<typeof tickets.list>["query"]>;
  const numbered = (name: string, from: number, to: number, not: number) =>
    Array.from({ length: Math.abs(from - to) + 1 }, (_, i) => from + Math.sign(to - from) * i)
      .filter((n) => n % not !== 0).map((n) => `${name} ${n}`);

  test("is found newest first, page by page, and oldest first, without those of other names", async () => {
    const { ask } = await crowd("João Souza", 3000, { name: "Ana", every: 3 });
    const first = await ask({ searchParam: "SOUZA" });
    const size = first.tickets.length;
    const all = numbered("João Souza", 3000, 1, 3);
    expect(first.names).toEqual(all.slice(0, size));
    expect(first).toMatchObject({ hasMore: true, countIsMinimum: true });
    expect(first.count).toBeGreaterThan(size);
    expect((await ask({ searchParam: "souza", pageNumber: 2 })).names).toEqual(all.slice(size, 2 * size));
    expect((await ask({ searchParam: "joao souza", sortTickets: "ASC" })).names)
      .toEqual(all.toReversed().slice(0, size));
  });

  test("is found in the tickets of one status, with all of them counted", async () => {
    const { ask } = await crowd("Souza", 3000, { name: "Ana", every: 3 });
    const open = numbered("Souza", 999, 1, 3);
    const page = await ask({ searchParam: "souza", status: "open" });
    expect(page.names).toEqual(open.slice(0, page.tickets.length));
    expect([page.count, page.countIsMinimum]).toEqual([open.length, undefined]);
  });

  test("is found on its last page, where the beginning of the list has too few of it", async () => {
    const { ask } = await crowd("Souza", 3000, { name: "Ana", every: 3 });
    const size = (await ask({ searchParam: "souza" })).tickets.length;
    const all = numbered("Souza", 3000, 1, 3);
    const last = Math.ceil(all.length / size);
    const page = await ask({ searchParam: "souza", pageNumber: last });
    expect(page.names).toEqual(all.slice((last - 1) * size));
    expect(page.hasMore).toBe(false);
  });

  test("is looked for in no contact of other companies", async () => {
    const { admin } = await crowd("Souza", 3000, { name: "Ana", every: 3 });
    const pagesRead = () =>
      withTenant({ companyId: admin.companyId }, async (tx) => {
        await tx`set local plan_cache_mode = auto`;
        const [row] = await tx`
          explain (analyze, buffers, format json)
          select * from app.search_tickets('souza', false, '{}', true, 1, '{}', true, true, true, true, false, false, 41, 0)`;
        const [{ Plan: plan }] = row!["QUERY PLAN"] as [{ Plan: Record<string, number> }];
        return plan["Shared Hit Blocks"]! + plan["Shared Read Blocks"]!;
      });
    const alone = await pagesRead();
    await owner`
      insert into app.companies (name, plan_id, due_at)
      select 'Company ' || n, (select min(id) from app.plans), now() + interval '9 days' from generate_series(1, 300) n`;
    await owner`
      insert into app.contacts (company_id, name, number)
      select id, 'Bia ' || n, '55' || id || lpad(n::text, 3, '0')
      from app.companies, generate_series(1, 30) n where id <> ${admin.companyId}`;
    expect(await pagesRead()).toBeLessThan(1.5 * alone);
  });

  test("stands in the list of contacts by name, also where thousands come before it", async () => {
    const { admin } = await crowd("Zacarias", 13_500, { name: "Ana", every: 12 });
    const page = async (searchParam: string, pageNumber: number) => {
      const found = await admin.call(contacts.list, { query: { searchParam, pageNumber } });
      return [found.contacts.map(({ name }) => name), found.count, found.countIsMinimum];
    };
    const names = (name: string, all: boolean) =>
      Array.from({ length: 13_500 }, (_, i) => i + 1).filter((n) => (n % 12 === 0) === all).map((n) => `${name} ${n}`)
        .sort();
    const [anas, others] = [names("Ana", true), names("Zacarias", false)];
    for (const number of [1, 2]) {
      expect(await page("ana", number)).toEqual([anas.slice((number - 1) * 20, number * 20), 1000, true]);
      expect(await page("zacarías", number)).toEqual([others.slice((number - 1) * 20, number * 20), 1000, true]);
    }
    expect(await page("5511900000012", 1)).toEqual([["Ana 12"], 1, undefined]);
  });
});
