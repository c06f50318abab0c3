// A database of its own: a first start needs an empty one.
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { discover } from "./channels/lines/discover.ts";
import { apiLogin, migrate } from "../db/migrate.ts";
import { asPlatform, connectDatabase, disconnectDatabase } from "../db/tenant.ts";
import { firstStart } from "./first-start.ts";
import { checkPassword } from "./core/secrets/password.ts";
import { TEST_SECRET } from "./core/testing/secret.ts";
import { noteManifests } from "./core/manifests.ts";

const name = `first_${Date.now()}`;

beforeAll(async () => {
  noteManifests([...(await discover()).values()].map(({ plugin }) => plugin.manifest));
  const server = postgres(inject("databaseUrl"), { max: 1, onnotice: () => {} });
  await server.unsafe(`create database ${name}`);
  await server.end();
  const url = new URL(inject("databaseUrl"));
  url.pathname = `/${name}`;
  await migrate(url.href, TEST_SECRET);
  connectDatabase({ owner: url.href, api: apiLogin(url.href, TEST_SECRET).url }, { api: 2, owner: 4 });
});
afterAll(() => disconnectDatabase(1));
beforeEach(async () => {
  await asPlatform(async (tx) => {
    await tx`delete from app.connections`;
    await tx`delete from app.companies`;
    await tx`delete from app.plans`;
    await tx`delete from app.platform`;
  });
});

test("an empty database gets company 1, its super user and a web chat that works", async () => {
  const made = await firstStart({ ADMIN_EMAIL: "Boss@Test.local" });
  expect(made).toEqual({ email: "boss@test.local", password: expect.stringMatching(/^\w{14}$/) });
  const [row] = await asPlatform((tx) =>
    tx`
    select c.id, c.name, extract(year from c.due_at) as year, p.name as plan, u.profile, u.super, u.password, w.channel, w.is_default, a.account, w.settings ->> 'key' as key
    from app.companies c join app.plans p on p.id = c.plan_id join app.logins l on l.company_id = c.id
    join app.users u on u.company_id = c.id and u.id = l.user_id join app.connections w on w.company_id = c.id
    join app.channel_accounts a on a.company_id = c.id and a.connection_id = w.id where l.email = 'boss@test.local'`
  );
  expect(row).toMatchObject({
    id: 1,
    name: "Empresa 1",
    year: 2999,
    plan: "Plano 1",
    profile: "admin",
    super: true,
    channel: "webchat",
    is_default: true,
  });
  expect(row!.account).toMatch(/^[\w-]{22}$/);
  expect(row!.key).toBe(row!.account);
  expect(await checkPassword(made!.password!, row!.password)).toBe(true);
});

test("an installation begins with the product's name and a queue that its first person stands in and its chat leads into", async () => {
  await firstStart({ ADMIN_EMAIL: "boss@test.local" });
  const rows = await asPlatform((tx) =>
    tx`
    select p.value as name, q.name as queue, u.email, w.name as chat
    from app.platform p, app.queues q join app.user_queues m on m.company_id = q.company_id and m.queue_id = q.id
    join app.users u on u.company_id = m.company_id and u.id = m.user_id
    join app.connection_queues c on c.company_id = q.company_id and c.queue_id = q.id
    join app.connections w on w.company_id = c.company_id and w.id = c.connection_id where p.key = 'appName'`
  );
  expect(rows).toEqual([{ name: "Recado", queue: "Geral", email: "boss@test.local", chat: "Chat do site" }]);
});

test("a name that the operator chose stays when the installation starts again", async () => {
  await firstStart({ ADMIN_EMAIL: "boss@test.local" });
  await asPlatform((tx) => tx`update app.platform set value = 'Fala Comigo' where key = 'appName'`);
  await firstStart({ ADMIN_EMAIL: "boss@test.local" });
  const [kept] = await asPlatform((tx) => tx`select value from app.platform where key = 'appName'`);
  expect(kept!.value).toBe("Fala Comigo");
});

test("a configured password is used and never told", async () => {
  expect(await firstStart({ ADMIN_EMAIL: "a@test.local", ADMIN_PASSWORD: "chosen by hand" })).toEqual({
    email: "a@test.local",
  });
});

test("a second start makes nothing, and two at once make one company", async () => {
  const both = await Promise.all([1, 2, 3].map((n) => firstStart({ ADMIN_EMAIL: `n${n}@test.local` })));
  expect(both.filter((made) => made !== null)).toHaveLength(1);
  expect(await firstStart({ ADMIN_EMAIL: "late@test.local" })).toBeNull();
  expect(await asPlatform((tx) => tx`select id from app.companies`)).toEqual([{ id: 1 }]);
});

test("company 1 keeps its number after attempts that failed, and the next company has another", async () => {
  await asPlatform((tx) => tx`select setval(pg_get_serial_sequence('app.companies', 'id'), 41)`);
  await firstStart({ ADMIN_EMAIL: "b@test.local" });
  const [next] = await asPlatform((tx) =>
    tx`
    insert into app.companies (name, plan_id) select 'Second', id from app.plans limit 1 returning id`
  );
  expect(next!.id).toBe(2);
});
