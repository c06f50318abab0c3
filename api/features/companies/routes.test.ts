import { expect, test } from "vitest";
import { defaultSchedules } from "../../contract/rules/schedule.ts";
import { makeConnection, type Person, someone } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { companies } from "./contract.ts";
import { countUsage } from "./usage/count.ts";

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

test("a new company has a queue with its admin in it, and leaves no row when its e-mail is refused", async () => {
  const boss = await operator();
  const wanted = await form({ password: "dono da padaria" });
  await boss.call(companies.create, { body: wanted });
  const { user } = await signIn(boss, wanted.email, "dono da padaria");
  expect(user.queues).toEqual([{ id: expect.any(Number), name: "Geral", color: expect.stringMatching(/^#\w{6}$/) }]);
  const again = await form({ email: wanted.email });
  await expect(boss.call(companies.create, { body: again })).rejects.toMatchObject({ code: "ERR_DUPLICATED_EMAIL" });
  const left = await asPlatform((tx) => tx`select 1 from app.companies where name = ${again.name}`);
  expect(left).toEqual([]);
});

test("the server makes a password and shows it once when none is given", async () => {
  const boss = await operator();
  const wanted = await form();
  const { id, password } = await boss.call(companies.create, { body: wanted });
  expect((await signIn(boss, wanted.email, password!)).user.companyId).toBe(id);
  expect(JSON.stringify(await boss.call(companies.show, { params: { id } }))).not.toContain(password);
});

test("a company is refused when its name or e-mail is taken, its plan unknown or its password common", async () => {
  const boss = await operator();
  const wanted = await form();
  await boss.call(companies.create, { body: wanted });
  const again = async (other: object) => await boss.call(companies.create, { body: { ...await form(), ...other } });
  await expect(again({ name: wanted.name })).rejects.toMatchObject({ code: "ERR_DUPLICATED_NAME" });
  await expect(again({ email: wanted.email })).rejects.toMatchObject({ code: "ERR_DUPLICATED_EMAIL" });
  await expect(again({ planId: 2 ** 40 })).rejects.toMatchObject({ code: "ERR_NO_PLAN_FOUND" });
  await expect(again({ password: "senha123" })).rejects.toMatchObject({ code: "ERR_WEAK_PASSWORD" });
});

test("a change leaves the fields alone that it does not name", async () => {
  const boss = await operator();
  const { id } = await boss.call(companies.create, {
    body: await form({ phone: "1133334444", dueDate: "2030-05-01" }),
  });
  const changed = await boss.call(companies.update, { params: { id }, body: { recurrence: "ANUAL" } });
  expect(changed).toMatchObject({ phone: "1133334444", recurrence: "ANUAL", dueDate: "2030-05-01T03:00:00.000Z" });
  expect(await boss.call(companies.update, { params: { id }, body: { dueDate: "" } })).toMatchObject({ dueDate: null });
});

test("a company's people are signed out at once when it is switched off", async () => {
  const [boss, member] = [await operator(), await someone()];
  await member.call(session.me);
  await boss.call(companies.update, { params: { id: member.companyId }, body: { status: false } });
  await expect(member.call(session.me)).rejects.toMatchObject({ status: 401 });
});

test("a person sees their own company only", async () => {
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

test("a search finds companies by name or e-mail, without regard to accents", async () => {
  const boss = await operator();
  const mark = unique();
  await boss.call(companies.create, { body: await form({ name: `Pão ${mark}` }) });
  const found = await boss.call(companies.listWithPlan, { query: { searchParam: `PAO ${mark}` } });
  expect(found).toMatchObject({ count: 1, hasMore: false, companies: [{ name: `Pão ${mark}` }] });
});

test("a company keeps its address, payment and own limits, and gives the limits up for the plan's", async () => {
  const boss = await operator();
  const more = {
    paymentMethod: "Boleto",
    addressStreet: "Rua São João, 1º andar",
    addressCity: "Ribeirão Preto",
    addressState: "SP",
    numberAttendants: 7,
    numberConections: 2,
    campaignsEnabled: true,
  };
  const made = await boss.call(companies.create, { body: await form(more) });
  expect(made).toMatchObject({ ...more, folderSize: null, version: expect.any(Number) });
  const update = (body: object) => boss.call(companies.update, { params: { id: made.id }, body });
  expect(await update({ numberAttendants: "", addressCity: "" }))
    .toMatchObject({ ...more, numberAttendants: null, addressCity: "" });
  await expect(update({ numberConections: 0 })).rejects.toMatchObject({ code: "ERR_VALIDATION" });
});

test("the second of two operators who save the same company learns what the first one saved", async () => {
  const boss = await operator();
  const { id, version } = await boss.call(companies.create, { body: await form() });
  const save = (body: object) => boss.call(companies.update, { params: { id }, body: { ...body, version } });
  const both = await Promise.allSettled([save({ phone: "1" }), save({ document: "2" })]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const now = await boss.call(companies.show, { params: { id } });
  const refused = both.find((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "ERR_RECORD_CHANGED", status: 409, body: { record: now } });
  await expect(boss.call(companies.renew, { params: { id }, body: { version } })).rejects
    .toMatchObject({ code: "ERR_RECORD_CHANGED" });
});

test("the due date moves by the recurrence from its old day, and a short month does not shorten the next", async () => {
  const boss = await operator();
  const made = await boss.call(companies.create, { body: await form({ dueDate: "2027-01-31" }) });
  const renew = () => boss.call(companies.renew, { params: { id: made.id }, body: {} });
  expect(await renew()).toMatchObject({ dueDate: "2027-02-28T03:00:00.000Z" });
  expect(await renew()).toMatchObject({ dueDate: "2027-03-31T03:00:00.000Z" });
  for (
    const [recurrence, due] of [
      ["BIMESTRAL", "2027-05-31"],
      ["TRIMESTRAL", "2027-08-31"],
      ["SEMESTRAL", "2028-02-29"],
      [
        "ANUAL",
        "2029-02-28",
      ],
    ] as const
  ) {
    await boss.call(companies.update, { params: { id: made.id }, body: { recurrence } });
    expect([recurrence, (await renew()).dueDate]).toEqual([recurrence, `${due}T03:00:00.000Z`]);
  }
});

test("a company without a due date has one a period from today when it is moved on", async () => {
  const boss = await operator();
  const { id } = await boss.call(companies.create, { body: await form({ recurrence: "ANUAL" }) });
  const { dueDate } = await boss.call(companies.renew, { params: { id }, body: {} });
  const days = (Date.parse(dueDate!) - Date.now()) / 864e5;
  expect(days).toBeGreaterThan(363);
  expect(days).toBeLessThan(367);
});

test("companies come in the order that was asked for, those without a date last", async () => {
  const boss = await operator();
  const mark = unique();
  const make = async (name: string, dueDate: string | null) =>
    await boss.call(companies.create, { body: await form({ name: `${name} ${mark}`, dueDate }) });
  await make("Érica", "2030-01-02");
  await make("Zuleica", null);
  await make("Ana", "2030-01-03");
  const names = async (query: object) =>
    (await boss.call(companies.listWithPlan, { query: { searchParam: mark, ...query } })).companies
      .map(({ name }) => name.split(" ")[0]);
  expect(await names({})).toEqual(["Ana", "Érica", "Zuleica"]);
  expect(await names({ sort: "dueDate" })).toEqual(["Érica", "Ana", "Zuleica"]);
  expect(await names({ sort: "dueDate", order: "desc" })).toEqual(["Ana", "Érica", "Zuleica"]);
  expect(await names({ sort: "id", order: "desc" })).toEqual(["Ana", "Zuleica", "Érica"]);
});

test("what a company's files take is counted from the files that are stored", async () => {
  const [boss, member] = [await operator(), await someone()];
  await withTenant({ companyId: member.companyId }, (tx) =>
    tx`insert into app.media (id, kind, bytes, state) values
      ('a', 'image', 700, 'stored'), ('b', 'image', 300, 'stored'), ('c', 'image', 5000, 'failed')`);
  while (await countUsage());
  expect(await boss.call(companies.show, { params: { id: member.companyId } }))
    .toMatchObject({ folderSize: 1000, numberFileFolder: 2, updatedAtFolder: expect.any(String) });
});

test("what goes with a company is counted before it is deleted", async () => {
  const [boss, member] = [await operator(), await someone()];
  await makeConnection(member);
  await someone({ colleagueOf: member });
  expect(await boss.call(companies.contents, { params: { id: member.companyId } }))
    .toEqual({ users: 2, connections: 1, contacts: 0, tickets: 0, messages: 0, files: 0 });
});

test("the operator's own company cannot be deleted", async () => {
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
