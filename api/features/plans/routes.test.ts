import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { companies } from "../companies/contract.ts";
import { session } from "../session/contract.ts";
import { plans } from "./contract.ts";

const unique = () => `Plan ${crypto.randomUUID().slice(0, 8)}`;
const form = (other: object = {}) => ({ name: unique(), users: 3, connections: 2, queues: 4, amount: 49.9, ...other });
const operator = () => someone({ super: true });

test("a plan switches everything on unless it says otherwise", async () => {
  const boss = await operator();
  const made = await boss.call(plans.create, { body: form({ useKanban: false }) });
  expect(made).toMatchObject({ users: 3, amount: 49.9, isPublic: true, useKanban: false, useOpenAi: true });
  const changed = await boss.call(plans.update, {
    params: { id: made.id },
    body: { ...form(), useKanban: true, useOpenAi: false },
  });
  expect(changed).toMatchObject({ useKanban: true, useOpenAi: false });
  expect((await boss.call(plans.listAll)).find(({ id }) => id === made.id)).toMatchObject({ ...changed, companies: 0 });
});

test("the list says the most that one company uses of a plan, but for those with limits of their own", async () => {
  const boss = await operator();
  const { id: planId } = await boss.call(plans.create, { body: form() });
  const [small, large] = [await makeCompany(boss, planId), await makeCompany(boss, planId)];
  await asPlatform((tx) =>
    tx`insert into app.users (company_id, name, email, password, profile)
      select ${large.id}, 'Ana ' || n, 'ana' || n || '@test.local', '', 'user' from generate_series(1, 4) n`
  );
  const used = async () => (await boss.call(plans.listAll)).find(({ id }) => id === planId);
  expect(await used()).toMatchObject({ companies: 2, most: { users: 5, connections: 0, queues: 1 } });
  await boss.call(companies.update, { params: { id: large.id }, body: { numberAttendants: 9 } });
  expect(await used()).toMatchObject({ companies: 2, most: { users: 1 } });
  await boss.call(companies.remove, { params: { id: small.id } });
  expect(await used()).toMatchObject({ companies: 1, most: { users: 0, queues: 1 } });
});

test("a plan keeps its flags and its sign-up switch when a change leaves them out", async () => {
  const boss = await operator();
  const off = { useKanban: false, useCampaigns: false, isPublic: false };
  const { id } = await boss.call(plans.create, { body: form(off) });
  expect(await boss.call(plans.update, { params: { id }, body: form() })).toMatchObject({ ...off, useOpenAi: true });
  const body = form({ useCampaigns: true });
  expect(await boss.call(plans.update, { params: { id }, body })).toMatchObject({ ...off, useCampaigns: true });
});

test("the public list holds the plans open for sign-up, and only those", async () => {
  const boss = await operator();
  const open = await boss.call(plans.create, { body: form() });
  const hidden = await boss.call(plans.create, { body: form({ isPublic: false }) });
  const ids = (await boss.call(plans.listPublic, { query: { listPublic: "false" } })).map((plan) => plan.id);
  expect(ids).toContain(open.id);
  expect(ids).not.toContain(hidden.id);
});

test("a plan is refused when another has its name", async () => {
  const boss = await operator();
  const [one, two] = [await boss.call(plans.create, { body: form() }), await boss.call(plans.create, { body: form() })];
  await expect(boss.call(plans.create, { body: form({ name: one.name }) })).rejects.toMatchObject({
    code: "ERR_DUPLICATED_NAME",
  });
  await expect(boss.call(plans.update, { params: { id: two.id }, body: form({ name: one.name }) })).rejects
    .toMatchObject({ code: "ERR_DUPLICATED_NAME" });
});

test("a plan is deleted only when no company has it", async () => {
  const boss = await operator();
  const plan = await boss.call(plans.create, { body: form() });
  const company = await makeCompany(boss, plan.id);
  const remove = () => boss.call(plans.remove, { params: { id: plan.id } });
  await expect(remove()).rejects.toMatchObject({ code: "ERR_IN_USE" });
  await boss.call(companies.remove, { params: { id: company.id } });
  await remove();
  await expect(remove()).rejects.toMatchObject({ status: 404, code: "ERR_NO_PLAN_FOUND" });
});

test("a change of a plan takes effect at once for people who are signed in", async () => {
  const boss = await operator();
  const member = await someone();
  const { plan } = await boss.call(companies.plan, { params: { id: member.companyId } });
  expect((await member.call(session.me)).company.plan.useKanban).toBe(true);
  await boss.call(plans.update, { params: { id: plan.id }, body: { ...plan, useKanban: false } });
  expect((await member.call(session.me)).company.plan.useKanban).toBe(false);
});

test("an admin of a company neither lists all plans nor makes one", async () => {
  const admin = await someone();
  await expect(admin.call(plans.listAll)).rejects.toMatchObject({ status: 403 });
  await expect(admin.call(plans.create, { body: form() })).rejects.toMatchObject({ status: 403 });
});

function makeCompany(boss: Person, planId: number): Promise<{ id: number }> {
  const name = unique();
  return boss.call(companies.create, { body: { name, email: `${name.replace(" ", "")}@test.local`, planId } });
}
