// Proofs S2, S4, S5: no record of one company reaches another by any name in any call, and the database itself holds that wall
// when a query forgets it.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import postgres from "postgres";
import type { Endpoint } from "../../contract/endpoint.ts";
import { linkSignature } from "../../core/media/link.ts";
import { makeToken, type Person, someone, testApp } from "../../core/testing/api.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { apiLogin } from "../../../db/migrate.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { attacksOn, ownCall, type Sent, wired } from "./attack.ts";
import { Reader } from "./reader.ts";
import { fieldsOf, nameOf, pathOf } from "./values.ts";
import { snapshot, tenantTables } from "./tables.ts";
import { makeWorld, type World } from "./world.ts";

const { api } = await testApp();
const MARK = `CANARY-B-${crypto.randomUUID().slice(0, 8)}`;
const LEAK = /CANARY-B|987654321/;
let own: World;
let other: World;
let colleague: Person;
/** A connection's of A, for the calls of programs. */
let program = "";
let before: Record<string, string>;

beforeAll(async () => {
  own = await makeWorld();
  other = await makeWorld({}, MARK);
  colleague = await someone({
    colleagueOf: own.person,
    queueIds: [own.queueId],
    flags: { allow_connections: true, all_tickets: true, all_history: true },
  });
  program = await makeToken(own.person);
  before = await snapshot(other.companyId);
});
afterAll(async () => {
  expect(await snapshot(other.companyId)).toEqual(before);
});

async function ask(
  token: string,
  method: string,
  path: string,
  body?: Sent["body"],
  more: Record<string, string> = {},
) {
  const sent = wired(body);
  const headers = { ...sent.headers as Record<string, string>, authorization: `Bearer ${token}`, ...more };
  const response = await api.http.fetch(new Request(`http://localhost${path}`, { method, ...sent, headers }));
  const text = await response.text();
  expect(text, `${method} ${path}`).not.toMatch(LEAK);
  expect([...response.headers].join(), `${method} ${path}`).not.toMatch(LEAK);
  return { status: response.status, text };
}

test("every tenant table of B holds the mark, and B's own people read it", async () => {
  const rows = await asPlatform(async (tx) => {
    const found: Record<string, number> = {};
    for (const table of await tenantTables(tx)) {
      const [row] = await tx.unsafe<{ n: number }[]>(
        `select count(*)::int as n from app.${table} where company_id = $1`,
        [other.companyId],
      );
      found[table] = row!.n;
    }
    return found;
  });
  expect(Object.entries(rows).filter(([, n]) => n === 0).map(([table]) => table)).toEqual([]);
  let seen = 0;
  for (const e of api.endpoints.filter((e) => e.method === "GET" && e.access !== "public")) {
    const { params } = ownCall(e, other);
    const response = await other.person.fetch(pathOf(e, params, { markAsRead: "false" }));
    if (LEAK.test(await response.text())) seen++;
  }
  expect(seen).toBeGreaterThan(12);
  before = await snapshot(other.companyId);
});

test("an admin and a colleague of A get nothing of B when any place of any call names a record of B", async () => {
  let tried = 0;
  for (const e of api.endpoints.filter((e) => e.access !== "public")) {
    for (const attack of attacksOn(e, own, other)) {
      for (const token of e.access === "connection" ? [program] : [own.person.token, colleague.token]) {
        if (attack.place !== "param" && e.method === "DELETE") continue;
        const { status, text } = await ask(token, e.method, attack.path, attack.body);
        expect(status, `${nameOf(e)} ${attack.where} ${text}`).toBeLessThan(500);
        if (attack.place === "param") expect([403, 404], `${nameOf(e)} ${attack.where} ${text}`).toContain(status);
        tried++;
      }
    }
  }
  console.log(`${tried} attacks`);
  expect(tried).toBeGreaterThan(120);
  expect(await snapshot(other.companyId)).toEqual(before);
});

test("a call answers B's id as it answers an id that nobody has", async () => {
  for (
    const e of api.endpoints.filter((e) => e.access !== "public" && fieldsOf(e.params).some((name) => name !== "key"))
  ) {
    const attack = attacksOn(e, own, other).find(({ place }) => place === "param");
    if (!attack) continue;
    // Guesses of a password are limited: somebody who has made none yet.
    const guesses = attack.body && "password" in attack.body;
    const person = guesses ? await someone({ colleagueOf: own.person, profile: "admin" }) : own.person;
    const token = e.access === "connection" ? program : person.token;
    const foreign = await ask(token, e.method, attack.path, attack.body);
    const path = attack.path.replace(other.uuid, crypto.randomUUID())
      .replace(other.uploadKey, crypto.randomUUID()).replace(/\/\d+(?=\/|$)/, "/8000000000001");
    const nobody = await ask(token, e.method, path, attack.body);
    expect([foreign.status, foreign.text], nameOf(e)).toEqual([nobody.status, nobody.text]);
    expect(foreign.status, nameOf(e)).not.toBe(429);
  }
});

test("searches, pages and filters of A find nothing of B", async () => {
  const words = [
    MARK,
    "CANARY",
    "canary-b",
    "%",
    "_",
    "\\",
    "a",
    "-",
    String(other.ticketId),
    `#${other.ticketId}`,
    "webchat",
  ];
  for (
    const e of api.endpoints.filter((e): e is Endpoint =>
      e.method === "GET" && e.access !== "public" && fieldsOf(e.query).length > 0
    )
  ) {
    const { params } = ownCall(e, own);
    const has = new Set(fieldsOf(e.query));
    for (const word of has.has("searchParam") ? words : [""]) {
      for (const page of has.has("pageNumber") ? [1, 2] : [1]) {
        for (const deep of has.has("searchOnMessages") ? ["true", "false"] : [""]) {
          const query = {
            searchParam: word,
            pageNumber: page,
            ...(deep ? { searchOnMessages: deep, showAll: "true" } : {}),
          };
          for (const token of [own.person.token, colleague.token]) await ask(token, "GET", pathOf(e, params, query));
        }
      }
    }
  }
});

test("B's idempotency key, page marks and cursor mean nothing to A", async () => {
  const { status } = await ask(own.person.token, "POST", "/api/queue", {
    name: `Q ${Date.now()}`,
    color: "#0a0b0c",
    greetingMessage: "Oi",
  }, {
    "idempotency-key": "k",
  });
  expect(status).toBe(200);
  const heads = await asPlatform((tx) =>
    tx<
      { company_id: number; seq: number }[]
    >`select company_id, seq from app.event_heads where company_id in (${own.companyId}, ${other.companyId})`
  );
  const headOf = (id: number) => heads.find((row) => row.company_id === id)?.seq ?? 0;
  for (const position of [0, headOf(other.companyId), headOf(other.companyId) - 1]) {
    const reader = await Reader.open(own.person, `0000beef.${position}`);
    await reader.until(/hello/);
    reader.close();
    expect(reader.text).not.toMatch(LEAK);
  }
});

test("company A hears its own events and none of company B", async () => {
  const readers = await Promise.all([Reader.open(own.person), Reader.open(colleague)]);
  await withTenant({ companyId: other.companyId }, (tx) => {
    for (
      const audience of [["company"], ["admin"], [`user:${own.userId}`], [`queue:${own.queueId}`], ["unqueued"], [
        "historic",
      ], [`session:${own.person.sessionId}`]]
    ) {
      tx.events.push({ name: `company-${own.companyId}-ticket`, audience, except: null, payload: { leak: MARK } });
    }
    return Promise.resolve();
  });
  (await testApp()).stream.pass(other.companyId, `company-${own.companyId}-typing`, ["company"], { leak: MARK });
  await ask(own.person.token, "POST", "/api/queue", {
    name: `Heard ${Date.now()}`,
    color: "#0d0e0f",
    greetingMessage: "Oi",
  });
  for (const reader of readers) {
    await reader.until(/Heard/);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    reader.close();
    expect(reader.text).not.toMatch(LEAK);
  }
  before = await snapshot(other.companyId);
});

test("B's files are refused by name, with A's token and with A's signature", async () => {
  const until = Math.floor(Date.now() / 1000) + 600;
  const forA = linkSignature(own.companyId, other.mediaId, until);
  for (
    const query of [
      "",
      `?c=${other.companyId}&e=${until}&s=${forA}`,
      `?c=${own.companyId}&e=${until}&s=${forA}`,
      `?c=${other.companyId}&e=${until}&s=`,
    ]
  ) {
    expect((await ask(own.person.token, "GET", `/media/${other.mediaId}${query}`)).status, query).toBe(404);
  }
  const good = linkSignature(other.companyId, other.mediaId, until);
  expect(
    (await api.http.fetch(
      new Request(`http://localhost/media/${other.mediaId}?c=${other.companyId}&e=${until}&s=${good}`),
    )).status,
  ).toBe(200);
});

describe("row security as the second wall (S4)", () => {
  let sql: postgres.Sql;
  beforeAll(() => {
    sql = postgres(apiLogin(inject("databaseUrl"), TEST_SECRET).url, { max: 1, onnotice: () => {} });
  });
  afterAll(() => sql.end());
  const as = <T>(companyId: number, work: (tx: postgres.TransactionSql) => Promise<T>) =>
    sql.begin(async (tx) => {
      await tx.unsafe(`set local app.company_id = '${companyId}'`);
      return await work(tx);
    }) as Promise<T>;

  test("every tenant table shows A's rows and no others when A is set", async () => {
    const tables = await asPlatform(tenantTables);
    const platformOnly = ["channel_accounts", "logins"];
    let mine = 0;
    for (const table of tables.filter((name) => !platformOnly.includes(name))) {
      const [row] = await as(
        own.companyId,
        (tx) =>
          tx.unsafe(
            `select count(*) filter (where company_id <> ${own.companyId})::int as foreign, count(*)::int as all from app.${table}`,
          ),
      );
      expect([table, row!.foreign]).toEqual([table, 0]);
      if (row!.all > 0) mine++;
    }
    expect(mine).toBeGreaterThan(12);
    expect(await as(own.companyId, (tx) => tx`select id from app.companies`)).toMatchObject([{
      id: String(own.companyId),
    }]);
  });

  test("no row of B can be written, moved or deleted when A is set", async () => {
    // What only the platform writes is no company's to touch, its own rows included.
    const write = (sql: string) =>
      as(own.companyId, (tx) => tx.unsafe(sql)).catch((error) => {
        if (/permission denied for table/.test(error.message)) return { count: 0 };
        throw error;
      });
    for (
      const table of (await asPlatform(tenantTables)).filter((name) =>
        !["channel_accounts", "logins", "audit"].includes(name)
      )
    ) {
      const gone = await write(`delete from app.${table} where company_id = ${other.companyId}`);
      const moved = await write(
        `update app.${table} set company_id = ${own.companyId} where company_id = ${other.companyId}`,
      );
      expect([table, gone.count, moved.count]).toEqual([table, 0, 0]);
      const away = write(`update app.${table} set company_id = ${other.companyId}`);
      await away.then(
        (done) => expect([table, done.count]).toEqual([table, 0]),
        (error) => expect(error.message, table).toMatch(/row-level security|identity|violates/),
      );
    }
    await expect(
      as(
        own.companyId,
        (tx) => tx`insert into app.queues (company_id, name, color) values (${other.companyId}, 'x', '#fff')`,
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      as(
        own.companyId,
        (tx) => tx`update app.companies set last_login = now() where id = ${other.companyId} returning id`,
      ),
    ).resolves.toHaveLength(0);
  });

  test("no key of A's rows can point at B's when A is set", async () => {
    const attempts: [string, string][] = [
      ["user_queues", `insert into app.user_queues (user_id, queue_id) values (${own.userId}, ${other.queueId})`],
      [
        "tickets.contact",
        `insert into app.tickets (contact_id, connection_id, channel) values (${other.contactId}, ${own.connectionId}, 'x')`,
      ],
      [
        "tickets.connection",
        `insert into app.tickets (contact_id, connection_id, channel) values (${own.contactId}, ${other.connectionId}, 'x')`,
      ],
      ["tickets.queue", `update app.tickets set queue_id = ${other.queueId}`],
      ["tickets.user", `update app.tickets set user_id = ${other.userId}`],
      ["messages.media", `update app.messages set media_id = '${other.mediaId}'`],
      ["contact_tags", `insert into app.contact_tags (contact_id, tag_id) values (${own.contactId}, ${other.tagId})`],
      ["users.connection", `update app.users set connection_id = ${other.connectionId}`],
      [
        "channel_requests",
        `insert into app.channel_requests (connection_id, kind, payload) values (${other.connectionId}, 'x', '{}')`,
      ],
    ];
    for (const [what, statement] of attempts) {
      await expect(as(own.companyId, (tx) => tx.unsafe(statement)), what).rejects.toThrow(/foreign key/);
    }
  });

  test("the connection belongs to no company after a transaction, also after a failed one", async () => {
    await as(own.companyId, (tx) => tx`select 1`);
    await as(own.companyId, (tx) => tx`select 1/0`).catch(() => {});
    expect(await sql`select count(*)::int as n from app.users`).toMatchObject([{ n: 0 }]);
  });
});
