import { expect, test } from "vitest";
import { defaultSchedules } from "../../contract/rules/schedule.ts";
import { makeConnection, makeQueue, type Person, someone } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { companies } from "./contract.ts";

const unique = () => crypto.randomUUID().slice(0, 8);
const operator = () => someone({ super: true });
async function form(other: object = {}): Promise<{ name: string; email: string; planId: number; password?: string }> {
  const [plan] = await asPlatform((tx) =>
    tx<{ id: number }[]>`insert into app.plans (name) values (${unique()}) returning id`
  );
  return { name: `Loja ${unique()}`, email: `dono-${unique()}@test.local`, planId: plan!.id, ...other };
}
const signIn = (boss: Person, email: string, password: string) =>
  boss.call(session.login, { body: { email, password } });

test("a new company has an admin with the given password, and a web chat", async () => {
  const boss = await operator();
  const wanted = await form({ password: "dono da padaria", campaignsEnabled: true });
  const company = await boss.call(companies.create, { body: wanted });
  expect(company).toMatchObject({ name: wanted.name, status: true, plan: { id: wanted.planId, useKanban: true } });
  expect(company.password).toBeUndefined();
  const { user } = await signIn(boss, wanted.email, "dono da padaria");
  expect(user).toMatchObject({ profile: "admin", super: false, companyId: company.id });
  expect(user.company.companieSettings).toContainEqual({ key: "campaignsEnabled", value: "enabled" });
  const [chat] = await withTenant({ companyId: company.id }, (tx) => tx`select * from app.connections`);
  expect(chat).toMatchObject({
    channel: "webchat",
    status: "CONNECTED",
    is_default: true,
    token: expect.stringMatching(/^[A-Za-z0-9]{30}$/),
  });
});

test("without a password one is made and shown once", async () => {
  const boss = await operator();
  const wanted = await form();
  const { id, password } = await boss.call(companies.create, { body: wanted });
  expect((await signIn(boss, wanted.email, password!)).user.companyId).toBe(id);
  expect(JSON.stringify(await boss.call(companies.show, { params: { id } }))).not.toContain(password);
});

test("name and e-mail are nobody else's, the plan exists, the password is no common one", async () => {
  const boss = await operator();
  const wanted = await form();
  await boss.call(companies.create, { body: wanted });
  const again = async (other: object) => await boss.call(companies.create, { body: { ...await form(), ...other } });
  await expect(again({ name: wanted.name })).rejects.toMatchObject({ code: "ERR_DUPLICATED_NAME" });
  await expect(again({ email: wanted.email })).rejects.toMatchObject({ code: "ERR_DUPLICATED_EMAIL" });
  await expect(again({ planId: 2 ** 40 })).rejects.toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  await expect(again({ password: "senha123" })).rejects.toMatchObject({ code: "ERR_WEAK_PASSWORD" });
});

test("a change leaves alone what it does not name", async () => {
  const boss = await operator();
  const { id } = await boss.call(companies.create, {
    body: await form({ phone: "1133334444", dueDate: "2030-05-01" }),
  });
  const changed = await boss.call(companies.update, { params: { id }, body: { recurrence: "ANUAL" } });
  expect(changed).toMatchObject({ phone: "1133334444", recurrence: "ANUAL", dueDate: "2030-05-01T03:00:00.000Z" });
  expect(await boss.call(companies.update, { params: { id }, body: { dueDate: "" } })).toMatchObject({ dueDate: null });
});

test("a company that is switched off is out at once", async () => {
  const [boss, member] = [await operator(), await someone()];
  await member.call(session.me);
  await boss.call(companies.update, { params: { id: member.companyId }, body: { status: false } });
  await expect(member.call(session.me)).rejects.toMatchObject({ status: 401 });
});

test("somebody sees their own company only", async () => {
  const [member, other, boss] = [await someone({ profile: "user" }), await someone(), await operator()];
  expect(await member.call(companies.show, { params: { id: member.companyId } })).toMatchObject({
    id: member.companyId,
  });
  expect(await member.call(companies.plan, { params: { id: member.companyId } })).toMatchObject({
    plan: { useKanban: true },
  });
  for (const call of [companies.show, companies.plan]) {
    await expect(member.call(call, { params: { id: other.companyId } })).rejects.toMatchObject({
      status: 404,
      code: "ERR_NO_COMPANY_FOUND",
    });
  }
  expect(await boss.call(companies.show, { params: { id: other.companyId } })).toMatchObject({ id: other.companyId });
  await expect(other.call(companies.list)).rejects.toMatchObject({ status: 403 });
});

test("companies are found by name or e-mail, whatever the accents", async () => {
  const boss = await operator();
  const mark = unique();
  await boss.call(companies.create, { body: await form({ name: `Pão ${mark}` }) });
  const found = await boss.call(companies.listWithPlan, { query: { searchParam: `PAO ${mark}` } });
  expect(found).toMatchObject({ count: 1, hasMore: false, companies: [{ name: `Pão ${mark}` }] });
});

test("a deleted company leaves nothing behind", async () => {
  const boss = await operator();
  const member = await someone();
  const queueId = await makeQueue(member);
  const connectionId = await makeConnection(member, "webchat", crypto.randomUUID());
  await withTenant({ companyId: member.companyId }, async (tx) => {
    const [contact] =
      await tx`insert into app.contacts (name, connection_id) values ('Ana', ${connectionId}) returning id`;
    const [ticket] = await tx`insert into app.tickets (contact_id, connection_id, channel, queue_id, user_id) values (${
      contact!.id
    }, ${connectionId}, 'webchat', ${queueId}, ${member.userId}) returning id`;
    await tx`insert into app.media (id, kind) values ('m', 'image')`;
    await tx`insert into app.messages (ticket_id, contact_id, connection_id, from_me, media_id) values (${
      ticket!.id
    }, ${contact!.id}, ${connectionId}, false, 'm')`;
    await tx`update app.users set connection_id = ${connectionId}`;
  });
  await boss.call(companies.remove, { params: { id: member.companyId } });
  const tables = await asPlatform((tx) =>
    tx<{ name: string }[]>`
    select table_name as name from information_schema.columns where table_schema = 'app' and column_name = 'company_id'`
  );
  for (const { name } of tables) {
    expect([
      name,
      await asPlatform((tx) => tx`select 1 from ${tx(`app.${name}`)} where company_id = ${member.companyId}`),
    ]).toEqual([name, []]);
  }
  await expect(member.call(session.me)).rejects.toMatchObject({ status: 401 });
});

test("the operator's own company stays", async () => {
  const boss = await operator();
  await expect(boss.call(companies.remove, { params: { id: boss.companyId } })).rejects.toMatchObject({
    code: "ERR_IN_USE",
  });
  await expect(boss.call(companies.remove, { params: { id: 1 } })).rejects.toMatchObject({ code: "ERR_IN_USE" });
});

test("an admin sets the hours of their own company, the operator those of any", async () => {
  const [admin, operator] = [await someone(), await someone({ super: true })];
  const params = { id: admin.companyId };
  const body = { id: admin.companyId, schedules: defaultSchedules };
  expect((await admin.call(companies.schedules, { params, body })).schedules).toEqual(defaultSchedules);
  await expect((await someone()).call(companies.schedules, { params, body })).rejects.toMatchObject({ status: 404 });
  await expect((await someone({ colleagueOf: admin })).call(companies.schedules, { params, body })).rejects
    .toMatchObject({ status: 403 });
  await operator.call(companies.schedules, { params, body: { schedules: [] } });
  expect((await admin.call(companies.show, { params })).schedules).toEqual([]);
});
