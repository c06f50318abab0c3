// The walls, for every call, read from the contracts: session, due date, plan, permission, input, and other companies. A call
// that is added is held against all of them without a line here; what it lacks is a cell in the role matrix.
import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "./contract/endpoint.ts";
import { ErrorBody, type ErrorCode, errors } from "./contract/errors.ts";
import { lookIn, makeToken, type Person, someone, testApp } from "./core/testing/api.ts";
import { attacksOn, ownCall, wired } from "./proofs/security/attack.ts";
import { columns, matrix, type Role, roles } from "./proofs/security/matrix.ts";
import {
  brokenBodies,
  fieldsOf,
  first,
  hostile,
  jsonOf,
  nameOf,
  namesIn,
  pathOf,
  recordsIn,
  shapeOf,
  valid,
} from "./proofs/security/values.ts";
import { snapshot, tableOf } from "./proofs/security/tables.ts";
import { type Hidden, hideBeside } from "./proofs/security/hidden.ts";
import { makeWorld, type World } from "./proofs/security/world.ts";
import { asPlatform, withTenant } from "../db/tenant.ts";

const { api } = await testApp();
const calls = api.endpoints.map((e) => [nameOf(e), e] as const);
const guarded = calls.filter(([, e]) => e.access !== "public");

interface Answered {
  status: number;
  code: string | undefined;
  text: string;
}
/** Sends as somebody (or nobody) and holds the answer against the catalogue: code, status and shape. */
async function send(
  token: string | null,
  e: Pick<Endpoint, "method">,
  path: string,
  init: RequestInit = {},
): Promise<Answered> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const response = await api.http.fetch(new Request(`http://localhost${path}`, { ...init, method: e.method, headers }));
  const text = await response.text();
  if (response.ok) return { status: response.status, code: undefined, text };
  const body = ErrorBody.parse(JSON.parse(text));
  expect([body.error, errors[body.error as ErrorCode]]).toEqual([body.error, response.status]);
  expect(response.status, `${e.method} ${path} ${text}`).toBeLessThan(500);
  return { status: response.status, code: body.error, text };
}
/** What this call asks of somebody of a company: their own token, or one of their connections. */
const tokenFor = async (person: Person, e: Endpoint) =>
  e.access === "connection" ? await makeToken(person) : person.token;
const asJson = (body: unknown): RequestInit => ({
  body: jsonOf(body),
  headers: { "content-type": "application/json" },
});
function isObjectOrNothing(body: string | Uint8Array): boolean {
  try {
    const value = JSON.parse(
      (typeof body === "string" ? body : new TextDecoder().decode(body)).replace("\ufeff", "") || "{}",
    );
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
/** A path whose ids are nobody's. */
const nobodys = (e: Endpoint) => {
  const ids = (record: string) => record.includes(".") ? crypto.randomUUID() : 8_000_000_000_001;
  return pathOf(e, e.params ? valid(e.params, first, "", ids) as Record<string, unknown> : {});
};

test("there are calls, and no two are the same", () => {
  expect(calls.length).toBeGreaterThan(50);
  expect(new Set(calls.map(([name]) => name.replace(/\{\w+\}/g, "{}"))).size).toBe(calls.length);
});

test("every change that takes more than being signed in is written to the audit trail", () => {
  const plain = ["public", "connection", "user"];
  expect(calls.filter(([, e]) => e.method !== "GET" && !plain.includes(e.access) && !e.audit).map(([name]) => name))
    .toEqual([]);
});

test("every id says which record it names, and every record is a row of a table", async () => {
  const schemas = calls.flatMap(([name, { params, query, body }]) =>
    [params, query, body].map((one) => [name, one] as const)
  );
  const silent = schemas.flatMap(([name, schema]) =>
    Object.entries(schema?.meta()?.names ? {} : shapeOf(schema)).filter(([field, type]) =>
      /(^id|Ids?|^uuid)$/.test(field) && namesIn(type).length === 0
    )
      .map(([field]) => `${name}: ${field}`)
  );
  expect(silent).toEqual([]);
  const columns = await asPlatform((tx) =>
    tx<{ name: string }[]>`
      select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'app'`
  );
  const known = new Set(columns.map(({ name }) => name));
  const records = new Set(schemas.flatMap(([, schema]) => recordsIn(schema)));
  expect([...records].filter((record) => {
    const [noun, column = "id"] = record.split(".");
    return !known.has(`${tableOf(noun!)}.${column}`);
  })).toEqual([]);
  expect(records.size).toBeGreaterThan(12);
});

test("every error a call declares is in the catalogue", () => {
  expect(calls.flatMap(([, e]) => e.errors ?? []).filter((code) => !(code in errors))).toEqual([]);
});

describe("a path", () => {
  const withId = calls.filter(([, e]) => Object.values(shapeOf(e.params)).some((field) => field.def.type === "number"));
  let token: string;
  beforeAll(async () => {
    ({ token } = await someone({ super: true }));
  });
  test.each(withId)("%s with letters where an id belongs is no call", async (_, e) => {
    for (const word of ["all", "send", "1e3", "-1", "1.5", "٣"]) {
      const letters = e.path.replace(
        /\{(\w+)\}/g,
        (_, name) => shapeOf(e.params)[name]!.def.type === "number" ? encodeURIComponent(word) : "x",
      );
      // Another call may have that path.
      const fixed = calls.some(([, other]) => other.method === e.method && other.path === letters);
      const { status, code } = await send(token, e, `/api${letters}`, e.body ? asJson({}) : {});
      if (!fixed) expect([letters, status, code]).toEqual([letters, 404, "ERR_NO_ROUTE_FOUND"]);
    }
  });

  test("that is fixed is never swallowed by a call with an id", () => {
    const swallowed = calls.filter(([, e]) => !e.path.includes("{")).flatMap(([name, e]) =>
      calls.filter(([, other]) =>
        other.method === e.method && other.path.includes("{") &&
        new RegExp(`^${
          other.path.replace(
            /\{(\w+)\}/g,
            (_, name) => shapeOf(other.params)[name]!.def.type === "number" ? "[0-9]+" : "[^/]+",
          )
        }$`).test(e.path)
      ).map(([other]) => `${name} by ${other}`)
    );
    expect(swallowed).toEqual([]);
  });
});

describe("without a session", () => {
  test.each(guarded)("%s is 401", async (_, e) => {
    for (const token of [null, "", "x", "a.b.c", "null"]) {
      expect(await send(token, e, nobodys(e))).toMatchObject({ status: 401, code: "ERR_INVALID_TOKEN" });
    }
  });
});

describe("of an expired company", () => {
  let expired: Person;
  beforeAll(async () => {
    // The first company of an empty database is the platform's own, which never expires.
    await someone();
    expired = await someone({ dueAt: new Date(Date.now() - 60_000) });
  });
  test.each(guarded)("%s", async (_, e) => {
    const { status, code, text } = await send(await tokenFor(expired, e), e, nobodys(e));
    if (e.expired) expect(status).not.toBe(402);
    else {expect([status, code, JSON.parse(text).dueDate]).toEqual([
        402,
        "ERR_SUBSCRIPTION_EXPIRED",
        expect.any(String),
      ]);}
  });
});

describe("of somebody who has yet to set up the second factor that the company asks for", () => {
  let due: Person;
  beforeAll(async () => {
    due = await someone({ settings: { secondFactor: "everybody" } });
  });
  const people = guarded.filter(([, e]) => e.access !== "connection");
  test.each(people)("%s", async (_, e) => {
    const { status, code } = await send(due.token, e, nobodys(e), e.body ? asJson({}) : {});
    if (e.beforeFactor) expect(code).not.toBe("ERR_SECOND_FACTOR_DUE");
    else expect([status, code]).toEqual([403, "ERR_SECOND_FACTOR_DUE"]);
  });
});

describe("of somebody whose password was made for them", () => {
  let due: Person;
  beforeAll(async () => {
    due = await someone();
    await withTenant(
      { companyId: due.companyId },
      (tx) => tx`update app.users set password_given_at = now() where id = ${due.userId}`,
    );
  });
  const people = guarded.filter(([, e]) => e.access !== "connection");
  test.each(people)("%s", async (_, e) => {
    const { status, code } = await send(due.token, e, nobodys(e), e.body ? asJson({}) : {});
    if (e.beforeFactor) expect(code).not.toBe("ERR_PASSWORD_DUE");
    else expect([status, code]).toEqual([403, "ERR_PASSWORD_DUE"]);
  });
});

describe("with the plan's flag off", () => {
  const planned = guarded.filter(([, e]) => e.plan);
  /** Of a company whose plan has one flag on or off. */
  const people = new Map<string, Person>();
  beforeAll(async () => {
    for (const flag of new Set(planned.map(([, e]) => e.plan!))) {
      for (const on of [false, true]) {
        people.set(`${flag} ${on}`, await someone({ plan: { flags: { [flag]: on } }, super: true }));
      }
    }
  });
  test.each(planned)("%s is 403", async (_, e) => {
    const ask = async (on: boolean) =>
      await send(await tokenFor(people.get(`${e.plan!} ${on}`)!, e), e, nobodys(e), e.body ? asJson({}) : {});
    expect(await ask(false)).toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
    expect((await ask(true)).code).not.toBe("ERR_NO_PERMISSION");
  });
});

describe("the role matrix", () => {
  const tokens = new Map<Role, string>();
  beforeAll(async () => {
    for (const role of roles.filter((role) => role !== "anonymous")) {
      // Everything off but this one flag; close_pending is on by default.
      const flags = { close_pending: false, ...(columns[role] ? { [columns[role]]: true } : {}) };
      const person = await someone({
        profile: role === "admin" || role === "super" ? "admin" : "user",
        super: role === "super",
        flags,
      });
      tokens.set(
        role,
        role === "connection" ? await makeToken(person) : role === "support" ? await lookIn() : person.token,
      );
    }
  });

  test("has a cell for every call, and none for calls that are gone", () => {
    const names = calls.map(([name]) => name);
    expect(names.filter((name) => !matrix.has(name))).toEqual([]);
    expect([...matrix.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  test.each(calls)("%s", async (name, e) => {
    const may = matrix.get(name) ?? [];
    const got: Role[] = [];
    for (const role of roles) {
      // An empty body stops at validation, behind the wall that is asked here.
      const ends = name === "DELETE /auth/logout" || name === "DELETE /support/session";
      const token = ends ? null : tokens.get(role) ?? null;
      const { code } = await send(token, e, nobodys(e), e.body ? asJson({}) : {});
      const refused = code === "ERR_NO_PERMISSION" || (code === "ERR_INVALID_TOKEN" && e.access !== "public");
      if (!refused) got.push(role);
    }
    expect(got).toEqual(may.slice().sort((a, b) => roles.indexOf(a) - roles.indexOf(b)));
  });
});

describe("input", () => {
  let world: World;
  let operator: Person;
  beforeAll(async () => {
    world = await makeWorld();
    operator = await someone({ super: true });
  });
  /** Whoever gets behind the permission. */
  const token = (e: Endpoint) =>
    e.access === "public" ? null : matrix.get(nameOf(e))?.includes("admin") ? world.person.token : operator.token;

  test.each(calls.filter(([, e]) => e.body))("%s refuses broken bodies", async (_, e) => {
    for (const { type, body } of brokenBodies) {
      const { status, text } = await send(token(e), e, nobodys(e), {
        body: body as BodyInit,
        headers: { "content-type": type },
      });
      // Where every field may be missing, nothing and any object are no broken bodies.
      const declared = (e.errors ?? []).map((code) => errors[code]);
      const harmless = e.body!.safeParse({}).success && isObjectOrNothing(body) ? [200, ...declared] : [];
      expect([...harmless, 400, 401, 403, 404, 413, 415, 429], `${type} ${String(body).slice(0, 40)} ${text}`)
        .toContain(status);
    }
  });

  test.each(calls.filter(([, e]) => fieldsOf(e.body).length))(
    "%s answers each hostile field from the catalogue",
    async (_, e) => {
      const plain = valid(e.body!) as object;
      for (const [place, field] of fieldsOf(e.body).entries()) {
        // Each field gets a sixth, each value some field: proof S1 sends the rest.
        for (const value of hostile.filter((_, i) => (i + place) % 6 === 0)) {
          const body = { ...plain, [field]: value };
          const { status, text } = await send(token(e), e, nobodys(e), asJson(body));
          if (typeof value === "string" && !value.isWellFormed()) expect(status, text).not.toBe(200);
        }
      }
    },
  );

  test.each(calls.filter(([, e]) => e.params || e.query))(
    "%s answers each hostile parameter from the catalogue",
    async (_, e) => {
      const own = ownCall(e, world);
      for (const [place, schema] of [["params", e.params], ["query", e.query]] as const) {
        for (const field of fieldsOf(schema)) {
          for (const value of hostile.filter((v) => typeof v !== "object" || v === null)) {
            const path = place === "params"
              ? pathOf(e, { ...own.params, [field]: value })
              : pathOf(e, own.params, { [field]: value });
            // Only reading: what a hostile but possible id would delete is not the question here.
            if (e.method === "GET" || place === "query") await send(token(e), e, path);
            else if (typeof value !== "number" || value > 2 ** 53) {
              await send(
                token(e),
                e,
                path,
                e.body ? asJson({}) : {},
              );
            }
          }
        }
      }
    },
  );
});

describe("another company's records", () => {
  const MARK = `CANARY-B-${crypto.randomUUID().slice(0, 8)}`;
  let own: World;
  let other: World;
  let colleague: Person;
  let before: Record<string, string>;
  beforeAll(async () => {
    own = await makeWorld();
    other = await makeWorld({}, MARK);
    colleague = await someone({ colleagueOf: own.person, queueIds: [own.queueId] });
    before = await snapshot(other.companyId);
  });
  /** Places of bodies where a foreign id is no refusal, each with its reason; nothing may be shown or touched there either. */
  const harmless: Record<string, string> = {
    "body companyId": "clients send it along: only one's own means anything",
    "body selectedQueueIds": "a filter: it finds nothing",
    "body mentions": "who cannot be named is left out",
    "body options.id": "an option that is not there is made anew",
    "body chatbots.id": "an option that is not there is made anew",
    "POST /users/{id}/media-upload body userId": "clients send it along: the path says whose",
    "PUT /tags/{id} body nextLaneId": "what makes a used tag a lane is refused before",
    "PUT /tags/{id} body rollbackLaneId": "what makes a used tag a lane is refused before",
  };

  test.each(guarded)("%s neither shows nor touches them", async (name, e) => {
    for (const attack of attacksOn(e, own, other)) {
      // With what comes first in the company gone, a later refusal would prove nothing.
      const mine = /^DELETE|closeAll|PUT \/tickets/.test(name) && attack.place === "body" ? await makeWorld() : own;
      const sent = mine === own ? attack : attacksOn(e, mine, other).find(({ where }) => where === attack.where)!;
      const first = await tokenFor(mine.person, e);
      const tokens = mine === own && e.access !== "connection" ? [first, colleague.token] : [first];
      for (const token of tokens) {
        const { status, text } = await send(token, e, sent.path, wired(sent.body));
        expect(text, `${name} with ${sent.where}`).not.toMatch(/CANARY-B|987654321/);
        if (attack.place === "param") expect([403, 404], `${name} with ${sent.where}: ${text}`).toContain(status);
        if (
          attack.place === "body" && !harmless[attack.where] && !harmless[`${name} ${attack.where}`] &&
          token !== colleague.token
        ) {
          expect([403, 404], `${name} with ${sent.where}: ${text}`).toContain(status);
        }
      }
    }
    expect(await snapshot(other.companyId)).toEqual(before);
  });
});

describe("another queue's conversations", () => {
  const MARK = `CANARY-Q-${crypto.randomUUID().slice(0, 8)}`;
  /** Places of bodies where one's own sight is no question, each with its reason. */
  const harmless: Record<string, string> = {};
  interface Walled {
    world: World;
    hidden: Hidden[];
    /** Serves the world's queue and no other. */
    agent: Person;
    before: string[];
  }
  let walled: Walled;
  async function wall(): Promise<Walled> {
    const world = await makeWorld();
    const hidden = await hideBeside(world, MARK);
    const agent = await someone({ colleagueOf: world.person, queueIds: [world.queueId] });
    return { world, hidden, agent, before: await prints(hidden) };
  }
  const prints = (hidden: readonly Hidden[]) => Promise.all(hidden.map(({ print }) => print()));
  beforeAll(async () => {
    walled = await wall();
  });

  test.each(guarded)("%s neither shows nor touches them", async (name, e) => {
    for (const [n, { what }] of walled.hidden.entries()) {
      for (const named of ["tickets", "contact"] as const) {
        const attacks = attacksOn(e, walled.world, walled.hidden[n]![named]);
        for (const { where } of attacks.filter(({ where }) => where !== "body companyId")) {
          // What is changed is not there for the next attempt.
          const fresh = e.method !== "GET" && where.startsWith("body") ? await wall() : walled;
          const sent = attacksOn(e, fresh.world, fresh.hidden[n]![named]).find((one) => one.where === where)!;
          const { status, text } = await send(await tokenFor(fresh.agent, e), e, sent.path, wired(sent.body));
          const said = `${name} with ${where} of a ticket ${what}: ${text}`;
          expect(text, said).not.toContain(MARK);
          if (named === "tickets" && sent.place !== "query" && !harmless[`${name} ${where}`]) {
            expect([403, 404], said).toContain(status);
          }
          expect(await prints(fresh.hidden), said).toEqual(fresh.before);
        }
      }
    }
  });
});
