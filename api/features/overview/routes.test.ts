import { expect, test } from "vitest";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { ApiError } from "../../contract/client.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { connections } from "../connections/contract.ts";
import { overview as calls } from "./contract.ts";

const unique = () => crypto.randomUUID().slice(0, 8);
const operator = () => someone({ super: true });
const code = (promise: Promise<unknown>) =>
  promise.then(() => "ok", (error) => error instanceof ApiError ? error.code : String(error));
/** Columns of a connection as its session would write them. */
const become = (person: Person, id: number, columns: Record<string, string | Date>) =>
  withTenant({ companyId: person.companyId }, (tx) => tx`update app.connections set ${tx(columns)} where id = ${id}`);
const nameCompany = async (person: Person, name: string) => {
  await asPlatform((tx) => tx`update app.companies set name = ${name} where id = ${person.companyId}`);
};
const trail = (person: Person) =>
  withTenant({ companyId: person.companyId }, (tx) =>
    tx<{ action: string; user_id: number | null }[]>`
      select action, user_id from app.audit where action like '%whatsapp-admin%' order by id`);

test("the operator sees the connections of every company, without codes, tokens and settings", async () => {
  const [boss, ana] = [await operator(), await someone()];
  const id = await makeConnection(ana);
  await become(ana, id, { qrcode: "SECRET-CODE", status: "qrcode" });
  const all = await boss.fetch("/api/whatsapp/all/?session=0");
  const text = await all.text();
  expect(all.status).toBe(200);
  expect(text).not.toMatch(/SECRET-CODE|"token"|"settings"|"qrcode":/);
  const line = { id, companyId: ana.companyId, status: "qrcode", company: { id: ana.companyId } };
  expect((JSON.parse(text) as { id: number }[]).find((one) => one.id === id)).toMatchObject(line);
  expect(await boss.call(calls.all, { query: { companyId: ana.companyId } })).toMatchObject([line]);
  const one = await boss.fetch(`/api/whatsapp-admin/${id}?session=0`);
  expect(Object.keys(await one.json()).sort()).toEqual(Object.keys(calls.show.response.shape).sort());
});

test("companies are listed with how many of their connections are connected, and with sums of those found", async () => {
  const boss = await operator();
  const mark = unique();
  const [first, second, third] = [await someone(), await someone(), await someone()];
  await nameCompany(first, `Ótica ${mark}`);
  await nameCompany(second, `Zebra ${mark}`);
  await nameCompany(third, `Nada ${mark}`);
  for (const status of ["CONNECTED", "CONNECTED", "DISCONNECTED"]) {
    await become(first, await makeConnection(first), { status });
  }
  for (const status of ["OPENING", "CONNECTED"]) await become(second, await makeConnection(second), { status });
  await become(second, await makeConnection(second), { deleted_at: new Date() });
  const found = await boss.call(calls.companies, { query: { searchParam: mark.toUpperCase() } });
  expect(found).toMatchObject({
    records: [
      { id: third.companyId, connected: 0, disconnected: 0, total: 0 },
      { id: first.companyId, name: `Ótica ${mark}`, connected: 2, disconnected: 1, total: 3 },
      { id: second.companyId, connected: 1, disconnected: 1, total: 2 },
    ],
    hasMore: false,
    count: 3,
    totals: { connected: 3, disconnected: 2, total: 5 },
  });
  const one = await boss.call(calls.companies, { query: { searchParam: `otica ${mark}` } });
  expect([one.count, one.totals.total]).toEqual([1, 3]);
});

test("the operator disconnects and restarts a company's connection, and both trails say so", async () => {
  const [boss, ana] = [await operator(), await someone()];
  const id = await makeConnection(ana);
  await become(ana, id, { status: "CONNECTED" });
  await boss.call(calls.disconnect, { params: { id } });
  expect(await ana.call(connections.show, { params: { id }, query: {} })).toMatchObject({ status: "DISCONNECTED" });
  await boss.call(calls.restart, { params: { id } });
  expect((await boss.call(calls.show, { params: { id } })).status).not.toBe("DISCONNECTED");
  const actions = ["DELETE /whatsapp-admin/{id}/session", "POST /whatsapp-admin/{id}/session"];
  expect(await trail(boss)).toEqual(actions.map((action) => ({ action, user_id: boss.userId })));
  expect(await trail(ana)).toEqual(actions.map((action) => ({ action, user_id: null })));
});

test("the operator's own connection leaves one line, in the one trail there is", async () => {
  const boss = await operator();
  const id = await makeConnection(boss);
  await boss.call(calls.restart, { params: { id } });
  expect(await trail(boss)).toHaveLength(1);
});

test("what is deleted or was never there is not found", async () => {
  const [boss, ana] = [await operator(), await someone()];
  const id = await makeConnection(ana);
  await become(ana, id, { deleted_at: new Date() });
  for (const gone of [id, 999_999_999]) {
    expect(await code(boss.call(calls.show, { params: { id: gone } }))).toBe("ERR_NO_WAPP_FOUND");
    expect(await code(boss.call(calls.restart, { params: { id: gone } }))).toBe("ERR_NO_WAPP_FOUND");
  }
  expect(await boss.call(calls.all, { query: { companyId: 999_999_999 } })).toEqual([]);
});

test("a company that is being removed is shown nowhere", async () => {
  const [boss, ana] = [await operator(), await someone()];
  const mark = unique();
  await nameCompany(ana, `Fim ${mark}`);
  const id = await makeConnection(ana);
  await asPlatform((tx) => tx`update app.companies set removed_at = now(), active = false where id = ${ana.companyId}`);
  expect((await boss.call(calls.companies, { query: { searchParam: mark } })).count).toBe(0);
  expect(await boss.call(calls.all, { query: { companyId: ana.companyId } })).toEqual([]);
  expect(await code(boss.call(calls.restart, { params: { id } }))).toBe("ERR_NO_WAPP_FOUND");
});

test("an admin gets nothing of it, neither of others nor of their own company", async () => {
  const ana = await someone();
  const id = await makeConnection(ana);
  expect(await code(ana.call(calls.all))).toBe("ERR_NO_PERMISSION");
  expect(await code(ana.call(calls.companies))).toBe("ERR_NO_PERMISSION");
  expect(await code(ana.call(calls.show, { params: { id } }))).toBe("ERR_NO_PERMISSION");
  expect(await code(ana.call(calls.restart, { params: { id } }))).toBe("ERR_NO_PERMISSION");
  expect(await code(ana.call(calls.disconnect, { params: { id } }))).toBe("ERR_NO_PERMISSION");
});
