import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
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
  expect(await boss.call(plans.listAll)).toContainEqual(changed);
});

test("flags of a plan, and whether it is open for sign-up, stay when a change leaves them out", async () => {
  const boss = await operator();
  const off = { useKanban: false, useCampaigns: false, isPublic: false };
  const { id } = await boss.call(plans.create, { body: form(off) });
  expect(await boss.call(plans.update, { params: { id }, body: form() })).toMatchObject({ ...off, useOpenAi: true });
  const body = form({ useCampaigns: true });
  expect(await boss.call(plans.update, { params: { id }, body })).toMatchObject({ ...off, useCampaigns: true });
});

test("everybody sees the plans open for sign-up, and only those", async () => {
  const boss = await operator();
  const open = await boss.call(plans.create, { body: form() });
  const hidden = await boss.call(plans.create, { body: form({ isPublic: false }) });
  const ids = (await boss.call(plans.listPublic, { query: { listPublic: "false" } })).map((plan) => plan.id);
  expect(ids).toContain(open.id);
  expect(ids).not.toContain(hidden.id);
});

test("two plans have two names", async () => {
  const boss = await operator();
  const [one, two] = [await boss.call(plans.create, { body: form() }), await boss.call(plans.create, { body: form() })];
  await expect(boss.call(plans.create, { body: form({ name: one.name }) })).rejects.toMatchObject({
    code: "ERR_DUPLICATED_NAME",
  });
  await expect(boss.call(plans.update, { params: { id: two.id }, body: form({ name: one.name }) })).rejects
    .toMatchObject({ code: "ERR_DUPLICATED_NAME" });
});

test("a plan is deleted when no company has it", async () => {
  const boss = await operator();
  const plan = await boss.call(plans.create, { body: form() });
  const company = await makeCompany(boss, plan.id);
  const remove = () => boss.call(plans.remove, { params: { id: plan.id } });
  await expect(remove()).rejects.toMatchObject({ code: "ERR_IN_USE" });
  await boss.call(companies.remove, { params: { id: company.id } });
  await remove();
  await expect(remove()).rejects.toMatchObject({ status: 404, code: "ERR_NO_PLAN_FOUND" });
});

test("a change of a plan is felt at once by people who are signed in", async () => {
  const boss = await operator();
  const member = await someone();
  const { plan } = await boss.call(companies.plan, { params: { id: member.companyId } });
  expect((await member.call(session.me)).company.plan.useKanban).toBe(true);
  await boss.call(plans.update, { params: { id: plan.id }, body: { ...plan, useKanban: false } });
  expect((await member.call(session.me)).company.plan.useKanban).toBe(false);
});

test("plans are the operator's business", async () => {
  const admin = await someone();
  await expect(admin.call(plans.listAll)).rejects.toMatchObject({ status: 403 });
  await expect(admin.call(plans.create, { body: form() })).rejects.toMatchObject({ status: 403 });
});

function makeCompany(boss: Person, planId: number): Promise<{ id: number }> {
  const name = unique();
  return boss.call(companies.create, { body: { name, email: `${name.replace(" ", "")}@test.local`, planId } });
}
