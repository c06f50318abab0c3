// An operator looks into a company (docs/product/companies-and-plans.md#support).
import { expect, test } from "vitest";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { makeWorld } from "../../proofs/security/world.ts";
import { matrix } from "../../proofs/security/matrix.ts";
import { ownCall } from "../../proofs/security/attack.ts";
import { nameOf, pathOf } from "../../proofs/security/values.ts";
import { snapshot } from "../../proofs/security/tables.ts";
import { session } from "../session/contract.ts";
import { settings } from "../settings/contract.ts";
import { support } from "./contract.ts";

const { api } = await testApp();
const boss = await someone({ super: true, dueAt: null });

const allow = (admin: Person, data: "enabled" | "disabled") =>
  admin.call(settings.updateCompany, { body: { column: "supportAccess", data } });
const enter = async ({ companyId }: Pick<Person, "companyId">, operator = boss) =>
  (await operator.call(support.enter, { params: { id: companyId } })).token!;
const ask = (token: string, path: string, method = "GET", init: RequestInit = {}) =>
  api.http.fetch(
    new Request(`http://localhost${path}`, { method, ...init, headers: { authorization: `Bearer ${token}` } }),
  );
const me = async (token: string) => await (await ask(token, "/api/auth/me")).json();
const trail = ({ companyId }: Pick<Person, "companyId">) =>
  withTenant({ companyId }, (tx) =>
    tx<{ action: string; userId: number | null }[]>`
      select action, user_id as "userId" from app.audit where company_id = ${companyId} and action like '%support%' order by id`);

test("an operator looks into a company that allows it, for an hour; both trails and its admins are told", async () => {
  const admin = await someone();
  await expect(enter(admin)).rejects.toMatchObject({ code: "ERR_SUPPORT_NOT_ALLOWED" });
  await expect(enter(boss)).rejects.toMatchObject({ code: "ERR_SUPPORT_NOT_ALLOWED" });
  await allow(admin, "enabled");
  await expect(admin.call(support.enter, { params: { id: admin.companyId } })).rejects.toMatchObject({ status: 403 });
  const token = await enter(admin);
  const seen = await me(token);
  expect(seen).toMatchObject({ id: 0, companyId: admin.companyId, super: false, support: { mine: true } });
  const left = new Date(seen.support.until).getTime() - Date.now();
  expect(left).toBeGreaterThan(3_590_000);
  expect(left).toBeLessThanOrEqual(3_600_000);
  const looking = { by: seen.name, mine: false, until: seen.support.until };
  expect((await admin.call(session.me)).support).toEqual(looking);
  expect((await (await someone({ colleagueOf: admin })).call(session.me)).support).toBeNull();
  expect([await trail(admin), (await trail(boss)).at(-1)]).toEqual([
    [{ action: "POST /companies/{id}/support", userId: null }],
    { action: "POST /companies/{id}/support", userId: boss.userId },
  ]);
  const told = await withTenant(
    admin,
    (tx) => tx`select audience, payload from app.events where name = ${`company-${admin.companyId}-support`}`,
  );
  expect([...told]).toEqual([{ audience: ["admin"], payload: { support: looking } }]);
  expect(JSON.stringify(await withTenant(boss, (tx) => tx`select * from app.audit`))).not.toContain(token);
});

test("reads what the matrix names, and leaves no trace in any table", async () => {
  const world = await makeWorld();
  await allow(world.person, "enabled");
  const token = await enter(world);
  const before = await snapshot(world.companyId);
  const wrong: string[] = [];
  let read = 0;
  for (const e of api.endpoints.filter((e) => matrix.get(nameOf(e))!.includes("support") && e.access !== "public")) {
    const { params } = ownCall(e, world);
    const answer = await ask(token, pathOf(e, params, { markAsRead: "true" }));
    const text = await answer.text();
    read++;
    if (answer.status >= 500 || text.includes("ERR_NO_PERMISSION")) {
      wrong.push(`${nameOf(e)}: ${answer.status} ${text}`);
    }
  }
  expect(read).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
  expect(await snapshot(world.companyId)).toEqual(before);
});

test("is over when the company says so, when it allows nobody any more, and when the operator leaves or is none", async () => {
  const admin = await someone();
  await allow(admin, "enabled");
  const over = async (token: string) => (await ask(token, "/api/auth/me")).status === 401;
  const sent = await enter(admin);
  await admin.call(support.end);
  expect([await over(sent), (await admin.call(session.me)).support]).toEqual([true, null]);

  const left = await enter(admin);
  expect((await ask(left, "/api/support/session", "DELETE")).status).toBe(200);
  expect(await over(left)).toBe(true);
  expect((await ask(admin.token, "/api/support/session", "DELETE")).status).toBe(401);
  expect(await over(admin.token)).toBe(false);

  const forbidden = await enter(admin);
  await allow(admin, "disabled");
  expect(await over(forbidden)).toBe(true);
  await allow(admin, "enabled");
  expect(await over(forbidden)).toBe(true);

  const other = await someone({ super: true, dueAt: null });
  const plain = await enter(admin, other);
  expect(await over(plain)).toBe(false);
  await withTenant(other, (tx) => tx`update app.users set super = false where id = ${other.userId}`);
  const hour = await enter(admin);
  await withTenant(
    admin,
    (tx) => tx`update app.support_sessions set expires_at = now() where operator_id = ${boss.userId}`,
  );
  // What is known of a session is two seconds old at most.
  const { forgetSessions } = await import("../../core/access/auth.ts");
  forgetSessions(admin.companyId);
  expect([await over(plain), await over(hour)]).toEqual([true, true]);
});

test("an expired company is looked into too, and its hidden numbers stay hidden", async () => {
  const admin = await someone({
    settings: { enableLGPD: "enabled", lgpdHideNumber: "enabled", supportAccess: "enabled" },
  });
  await withTenant(admin, (tx) => tx`insert into app.contacts (name, number) values ('Ana', '5511987654321')`);
  const token = await enter(admin);
  const { contacts: [ana] } = await (await ask(token, "/api/contacts")).json();
  expect(ana.name).toBe("Ana");
  expect(ana.number).not.toContain("987654321");
  const late = await someone({ dueAt: new Date(Date.now() - 864e5), settings: { supportAccess: "enabled" } });
  expect((await ask(await enter(late), "/api/tickets")).status).toBe(200);
});
