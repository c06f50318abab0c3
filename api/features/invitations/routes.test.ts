import { expect, test } from "vitest";
import { makeQueue, type Options, type Person, someone } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { Browser } from "../session/testing-browser.ts";
import { users } from "../users/contract.ts";
import { invitations } from "./contract.ts";

const PASSWORD = "escolhida por mim mesma";
const unique = () => crypto.randomUUID().slice(0, 8);
const newEmail = () => `convidada-${unique()}@test.local`;
const code = (value: string) => ({ code: value });

/** An admin, and a link that they made. */
async function invited(other: object = {}, options: Options = {}) {
  const admin = await someone(options);
  const email = newEmail();
  const made = await admin.call(invitations.create, { body: { email, ...other } });
  return { admin, email, made, token: made.link!.split("#")[1]! };
}
const accept = (token: string, other: object = {}) =>
  new Browser().call("POST", "/invitations/accept", { token, name: "Açucena Ünal", password: PASSWORD, ...other });
const open = (token: string) => new Browser().call("POST", "/invitations/open", { token });
const over = { status: 404, body: { error: "ERR_INVITATION_OVER" } };
const later = (admin: Person) =>
  withTenant(
    admin,
    (tx) =>
      tx`update app.invitations set expires_at = now() - interval '1 second' where company_id = ${admin.companyId}`,
  );

test("an invited colleague chooses name and password, and works in the queues of the invitation", async () => {
  const admin = await someone();
  const [kept, gone] = [await makeQueue(admin, "Vendas"), await makeQueue(admin, "Oficina")];
  const email = newEmail();
  const made = await admin.call(invitations.create, {
    body: { email: email.toUpperCase(), profile: "admin", queueIds: [kept, gone] },
  });
  expect(made).toMatchObject({ email, profile: "admin", queues: [{ name: "Oficina" }, { name: "Vendas" }] });
  await withTenant(admin, (tx) => tx`delete from app.queues where company_id = ${admin.companyId} and id = ${gone}`);
  const [, token] = made.link!.split("#");
  expect((await open(token!)).body).toMatchObject({ email });
  expect(await accept(token!, { language: "tr" })).toMatchObject({ status: 200, body: { email } });
  const { body } = await new Browser().signIn({ email, password: PASSWORD });
  expect(body.user).toMatchObject({
    name: "Açucena Ünal",
    profile: "admin",
    companyId: admin.companyId,
    language: "tr",
    queues: [{ id: kept }],
  });
});

test("a link opens one account when many people use it at a time", async () => {
  const { admin, token } = await invited();
  const answers = await Promise.all([1, 2, 3].map((n) => accept(token, { name: `Pessoa ${n}` })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect((await admin.call(users.list)).count).toBe(2);
  expect(await admin.call(invitations.list)).toEqual([]);
});

test("a link ends after seven days, when an admin takes it back, and when the same e-mail gets a newer one", async () => {
  const { admin, email, made, token } = await invited();
  const days = (Date.parse(made.expiresAt) - Date.now()) / 864e5;
  expect(Math.round(days)).toBe(7);
  const newer = await admin.call(invitations.create, { body: { email } });
  expect(await admin.call(invitations.list)).toHaveLength(1);
  expect(await accept(token)).toMatchObject(over);
  const [, second] = newer.link!.split("#");
  await later(admin);
  expect(await admin.call(invitations.list)).toEqual([]);
  expect([await open(second!), await accept(second!)]).toMatchObject([over, over]);
  const third = await admin.call(invitations.create, { body: { email } });
  await admin.call(invitations.remove, { params: { id: third.id } });
  expect(await accept(third.link!.split("#")[1]!)).toMatchObject(over);
});

test("a link ends when its author loses the right to invite, and when the company is switched off", async () => {
  const { admin, token } = await invited();
  const boss = await someone({ colleagueOf: admin, profile: "admin" });
  await boss.call(users.update, { params: { id: admin.userId }, body: { profile: "user" } });
  expect(await accept(token)).toMatchObject(over);
  await boss.call(users.update, { params: { id: admin.userId }, body: { profile: "admin" } });
  await asPlatform((tx) => tx`update app.companies set active = false where id = ${admin.companyId}`);
  expect([await open(token), await accept(token)]).toMatchObject([over, over]);
});

test.each(["", "1", "1.x", `999999999999999.${"a".repeat(43)}`, `${2 ** 60}.${"a".repeat(43)}`, "é".repeat(40)])(
  "a text that is no token is refused like an expired one: %s",
  async (token) => {
    expect(await accept(token)).toMatchObject(over);
  },
);

test("a link stays valid when the password is refused", async () => {
  const { token } = await invited();
  expect(await accept(token, { password: "senha123" })).toMatchObject({ body: { error: "ERR_WEAK_PASSWORD" } });
  expect(await accept(token)).toMatchObject({ status: 200 });
});

test("the database and the audit trail hold neither the token nor a text that gives it away", async () => {
  const { admin, token } = await invited();
  const rows = await withTenant(
    admin,
    (tx) =>
      tx`select to_jsonb(i)::text as text from app.invitations i where company_id = ${admin.companyId}
       union all select to_jsonb(a)::text from app.audit a where company_id = ${admin.companyId}`,
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { text } of rows) expect(text).not.toContain(token.split(".")[1]);
});

test("an invitation is refused at once when its e-mail is in use, its queue unknown or the plan full", async () => {
  const admin = await someone({ plan: { users: 2 } });
  const invite = (body: object) => admin.call(invitations.create, { body: { email: newEmail(), ...body } });
  await expect(invite({ email: (await someone()).email })).rejects.toMatchObject(code("ERR_DUPLICATED_EMAIL"));
  await expect(invite({ queueIds: [2 ** 40] })).rejects.toMatchObject(code("ERR_NO_QUEUE_FOUND"));
  const { link } = await invite({});
  await someone({ colleagueOf: admin });
  await expect(invite({})).rejects.toMatchObject(code("ERR_PLAN_LIMIT"));
  expect(await accept(link!.split("#")[1]!)).toMatchObject({ body: { error: "ERR_PLAN_LIMIT" } });
});

test("one address may try tokens a few times a minute", async () => {
  const flood = new Browser();
  const answers = [];
  for (let n = 0; n < 25; n++) answers.push(await flood.call("POST", "/invitations/open", { token: "1.x" }));
  expect(answers.map(({ status }) => status)).toContain(429);
});

test("an invitation that is asked for again under its key is the same one, and its link is not told again", async () => {
  const admin = await someone();
  const ask = () =>
    admin.call(invitations.create, { body: { email: "repetida@test.local" } }, { "idempotency-key": "once" });
  const { link, ...first } = await ask();
  expect(link).toContain("/invitation#");
  expect(await ask()).toEqual(first);
});
