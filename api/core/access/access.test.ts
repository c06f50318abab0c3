// Who is let in, with calls that are declared here: the walls of every call that ships are in contract.test.ts.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { endpoint } from "../../contract/endpoint.ts";
import { makeToken, mount, type Person, someone } from "../testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { openApi } from "../http/openapi.ts";
import { route } from "../http/route.ts";

const call = <const E extends Omit<Parameters<typeof endpoint>[0], "summary" | "response">>(e: E) =>
  endpoint({ summary: "", response: z.object({ who: z.string() }), ...e });
const calls = {
  pay: call({
    method: "POST",
    path: "/pay",
    access: "admin",
    expired: true,
    audit: true,
    body: z.object({ n: z.number() }),
  }),
  work: call({ method: "GET", path: "/work", access: "admin" }),
  send: call({
    method: "POST",
    path: "/send",
    access: "connection",
    plan: "useExternalApi",
    audit: true,
    body: z.object({ n: z.number() }),
  }),
  look: call({ method: "GET", path: "/look", access: "connection", expired: true, perMinute: 3 }),
  slowly: call({ method: "GET", path: "/slowly", access: "user", perMinute: 2 }),
  open: call({ method: "GET", path: "/open", access: "public" }),
};
const api = mount((api) => {
  route(api, calls.pay, ({ me }) => Promise.resolve({ who: me.name }));
  route(api, calls.work, ({ me }) => Promise.resolve({ who: me.name }));
  route(api, calls.send, async ({ line, tx, body }) => {
    await tx`insert into app.contacts (name) values (${`Contact ${body.n}`})`;
    return { who: `${line.companyId} ${line.name} ${line.channel} ${line.timezone} ${tx.companyId} ${tx.userId}` };
  });
  route(api, calls.look, ({ line }) => Promise.resolve({ who: line.name }));
  route(api, calls.slowly, ({ me }) => Promise.resolve({ who: me.name }));
  route(api, calls.open, () => Promise.resolve({ who: "anybody" }));
});

async function ask(token: string | null, name: keyof typeof calls, options: { key?: string; n?: number } = {}) {
  const e = calls[name];
  const headers = new Headers({ "content-type": "application/json" });
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  if (options.key) headers.set("idempotency-key", options.key);
  const body = "body" in e ? JSON.stringify({ n: options.n ?? 1 }) : undefined;
  const answer = await api.http.fetch(
    new Request(`http://localhost/api${e.path}`, { method: e.method, headers, body }),
  );
  const { error, who } = await answer.json();
  return [answer.status, error ?? who];
}
const expired = { dueAt: new Date(Date.now() - 60_000) };
const refused = {
  token: [401, "ERR_INVALID_TOKEN"],
  permission: [403, "ERR_NO_PERMISSION"],
  unpaid: [402, "ERR_SUBSCRIPTION_EXPIRED"],
  often: [429, "ERR_TOO_MANY_REQUESTS"],
};
const inside = <T>(person: Person, work: Parameters<typeof withTenant<T>>[1]) =>
  withTenant({ companyId: person.companyId }, work);

describe("a call that expired companies may make, and only their admins", () => {
  test("lets in admins, paid up or not, and nobody else", async () => {
    await someone();
    const [paying, late] = [await someone(), await someone(expired)];
    for (const admin of [paying, late]) {
      expect((await ask(admin.token, "pay"))[0]).toBe(200);
      expect(await ask((await someone({ colleagueOf: admin })).token, "pay")).toEqual(refused.permission);
    }
    expect(await ask(late.token, "work")).toEqual(refused.unpaid);
    expect(await ask(await makeToken(late), "pay")).toEqual(refused.token);
  });
});

describe("a connection's token", () => {
  test("is let in as that connection, in its company, and is no person", async () => {
    const admin = await someone();
    const token = await makeToken(admin);
    const [line] = await inside(admin, (tx) => tx`select id, name from app.connections where token = ${token}`);
    const who = `${admin.companyId} ${line!.name} facebook America/Sao_Paulo ${admin.companyId} null`;
    expect(await ask(token, "send")).toEqual([200, who]);
    const rows = await inside(admin, (tx) => tx`select user_id, connection_id, after from app.audit`);
    expect(rows).toEqual([{ user_id: null, connection_id: line!.id, after: { n: 1 } }]);
    expect(await ask(token, "work")).toEqual(refused.token);
    expect(await ask(token, "open")).toEqual([200, "anybody"]);
  });

  test("of nobody, of a person, broken or of a deleted connection opens nothing", async () => {
    const admin = await someone();
    const token = await makeToken(admin);
    const others = [
      null,
      "",
      "x",
      admin.token,
      token.slice(1),
      token.toUpperCase(),
      `${token}'--`,
      "\\x00".repeat(8),
    ];
    for (const other of others) expect(await ask(other, "send"), String(other)).toEqual(refused.token);
    await inside(admin, (tx) => tx`update app.connections set deleted_at = now() where token = ${token}`);
    expect(await ask(token, "send")).toEqual(refused.token);
  });

  test("that two companies have opens neither", async () => {
    const [one, two] = [await someone(), await someone()];
    const token = await makeToken(one);
    expect((await ask(token, "send"))[0]).toBe(200);
    const other = await makeToken(two);
    await inside(two, (tx) => tx`update app.connections set token = ${token} where token = ${other}`);
    expect(await ask(token, "send")).toEqual(refused.token);
  });

  test("stands before the walls of its company: due date, plan, switched off", async () => {
    await someone();
    const late = await makeToken(await someone(expired));
    expect(await ask(late, "send")).toEqual(refused.unpaid);
    expect((await ask(late, "look"))[0]).toBe(200);
    const without = await someone({ plan: { flags: { useExternalApi: false } } });
    expect(await ask(await makeToken(without), "send")).toEqual(refused.permission);
  });

  test("keeps its own idempotency keys, apart from other connections' and from people's", async () => {
    const admin = await someone();
    const [one, two] = [await makeToken(admin), await makeToken(admin)];
    const first = await ask(one, "send", { key: "k", n: 1 });
    expect(await ask(one, "send", { key: "k", n: 1 })).toEqual(first);
    expect(await ask(one, "send", { key: "k", n: 2 })).toEqual([422, "ERR_IDEMPOTENCY_MISMATCH"]);
    expect((await ask(two, "send", { key: "k", n: 2 }))[0]).toBe(200);
    expect((await ask(admin.token, "pay", { key: "k", n: 3 }))[0]).toBe(200);
    const [row] = await inside(admin, (tx) => tx`select count(*)::int as n from app.contacts`);
    expect(row!.n).toBe(2);
  });
});

test("whoever asks more often than a call allows is told to wait, each for themselves", async () => {
  const admin = await someone();
  const [one, two] = [await makeToken(admin), await makeToken(admin)];
  for (let n = 0; n < 3; n++) expect((await ask(one, "look"))[0]).toBe(200);
  expect(await ask(one, "look")).toEqual(refused.often);
  expect((await ask(one, "send"))[0]).toBe(200);
  expect((await ask(two, "look"))[0]).toBe(200);
  const colleague = await someone({ colleagueOf: admin });
  for (const token of [admin.token, admin.token, colleague.token]) expect((await ask(token, "slowly"))[0]).toBe(200);
  expect(await ask(admin.token, "slowly")).toEqual(refused.often);
});

test("the documentation says who may call with what", () => {
  const { paths } = openApi(Object.values(calls), "1", "http://localhost") as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  const said = ([path, method]: [string, string]) => {
    const { security, "x-access": access, "x-expired": also } = paths[path]![method]!;
    return [security, access, also];
  };
  const rows: [string, string][] = [["/pay", "post"], ["/work", "get"], ["/look", "get"], ["/open", "get"]];
  expect(rows.map(said)).toEqual([
    [[{ bearer: [] }], "admin", true],
    [[{ bearer: [] }], "admin", undefined],
    [[{ connection: [] }], "connection", true],
    [[], "public", undefined],
  ]);
});
