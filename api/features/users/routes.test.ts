import { expect, test } from "vitest";
import { makeConnection, makeQueue, type Person, someone, testApp } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { session } from "../session/contract.ts";
import { Browser, phone, refused, withPassword } from "../session/testing-browser.ts";
import { commonPasswords } from "./common-passwords.ts";
import { makeSecret } from "./actions/passwords.ts";
import { users } from "./contract.ts";

const unique = () => crypto.randomUUID().slice(0, 8);
const form = (other: object = {}) => ({
  name: "Bia",
  email: `bia-${unique()}@test.local`,
  password: "boa noite amigos",
  ...other,
});
const create = (admin: Person, other: object = {}) => admin.call(users.create, { body: form(other) });
const update = (by: Person, id: number, body: Record<string, unknown>) =>
  by.call(users.update, { params: { id }, body });
const code = (value: string) => ({ code: value });

test("a person is made with every field, signs in, and is announced to everybody", async () => {
  const admin = await someone();
  const [queueId, whatsappId] = [await makeQueue(admin, "Vendas"), await makeConnection(admin)];
  const wanted = form({
    email: `Bia-${unique()}@Test.local`,
    queueIds: [queueId],
    whatsappId,
    allTicket: "enable",
    allHistoric: "enabled",
    startWork: "00:00",
    language: "es",
  });
  const made = await admin.call(users.create, { body: wanted });
  expect(made).toMatchObject({
    companyId: admin.companyId,
    name: "Bia",
    email: wanted.email.toLowerCase(),
    profile: "user",
    super: false,
    startWork: "00:00",
    endWork: "23:59",
    whatsappId,
    allTicket: "enabled",
    allowGroup: false,
    allHistoric: "enabled",
    allUserChat: "disabled",
    userClosePendingTicket: "enabled",
    showDashboard: "disabled",
    defaultTheme: "light",
    defaultMenu: "closed",
    language: "es",
    online: false,
    profileImage: null,
    queues: [{ id: queueId, name: "Vendas" }],
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
  const { user } = await admin.call(session.login, { body: { email: wanted.email, password: wanted.password } });
  expect(user.id).toBe(made.id);
  expect(await events(admin, "user")).toMatchObject([{
    action: "create",
    user: { id: made.id, queues: [{ id: queueId }] },
  }]);
});

test("an e-mail is refused when anybody on the platform has it", async () => {
  const [admin, elsewhere] = [await someone(), await someone()];
  const one = await create(admin);
  await expect(create(elsewhere, { email: one.email.toUpperCase() })).rejects.toMatchObject({
    status: 409,
    code: "ERR_DUPLICATED_EMAIL",
  });
  await expect(create(admin, { email: one.email })).rejects.toMatchObject(code("ERR_DUPLICATED_EMAIL"));
  const [two, three] = [await create(admin), await create(elsewhere)];
  await expect(update(admin, two.id, { email: one.email })).rejects.toMatchObject(code("ERR_DUPLICATED_EMAIL"));
  await expect(update(elsewhere, three.id, { email: one.email })).rejects.toMatchObject(code("ERR_DUPLICATED_EMAIL"));
  expect((await elsewhere.call(users.show, { params: { id: three.id } })).email).toBe(three.email);
});

test("a person signs in with the changed e-mail and no longer with the old one", async () => {
  const admin = await someone();
  const wanted = form();
  const { id } = await admin.call(users.create, { body: wanted });
  const email = `new-${unique()}@test.local`;
  await update(admin, id, { email });
  const signIn = (email: string) => admin.call(session.login, { body: { email, password: wanted.password } });
  expect((await signIn(email)).user.id).toBe(id);
  await expect(signIn(wanted.email)).rejects.toMatchObject(code("ERR_INVALID_CREDENTIALS"));
});

test("a password has 5 to 50 characters and is none of the commonest", async () => {
  expect(commonPasswords.size).toBe(3000);
  expect([...commonPasswords].every((password) => password.length >= 5 && password === password.toLowerCase())).toBe(
    true,
  );
  const admin = await someone();
  for (const password of ["1234", "x".repeat(51)]) {
    await expect(create(admin, { password })).rejects.toMatchObject(code("ERR_VALIDATION"));
  }
  for (const password of ["123456", "Password1", "QWERTY", "flamengo10", "aaaaaa"]) {
    await expect(create(admin, { password })).rejects.toMatchObject(code("ERR_WEAK_PASSWORD"));
  }
  const { id } = await create(admin);
  await expect(update(admin, id, { password: "iloveyou" })).rejects.toMatchObject(code("ERR_WEAK_PASSWORD"));
});

test("a password is looked at before its transaction, which never waits for a hash with what it holds", async () => {
  const admin = await someone();
  const weak = { password: "12345", currentPassword: undefined };
  // Everybody who changes or makes people of the company waits here, as long as this transaction goes on.
  await withTenant(admin, async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended('people', ${admin.companyId}::bigint))`;
    await expect(create(admin, weak)).rejects.toMatchObject(code("ERR_WEAK_PASSWORD"));
    const other = await someone({ colleagueOf: admin });
    await expect(update(admin, other.userId, weak)).rejects.toMatchObject(code("ERR_WEAK_PASSWORD"));
  });
});

test("the plan's number of people is kept, also when several are made at once", async () => {
  const admin = await someone({ plan: { users: 3 } });
  const made = await Promise.allSettled([1, 2, 3, 4].map(() => create(admin)));
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(create(admin)).rejects.toMatchObject({ status: 403, code: "ERR_PLAN_LIMIT" });
});

test("queues and connection must be the company's", async () => {
  const [admin, other] = [await someone(), await someone()];
  await expect(create(admin, { queueIds: [await makeQueue(other)] })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_QUEUE_FOUND",
  });
  await expect(create(admin, { whatsappId: await makeConnection(other) })).rejects.toMatchObject({
    status: 404,
    code: "ERR_NO_WAPP_FOUND",
  });
  expect(await admin.call(users.list)).toMatchObject({ count: 1 });
});

test("only the operator works in another company", async () => {
  const [admin, other, boss] = [await someone(), await someone(), await someone({ super: true })];
  await expect(create(admin, { companyId: other.companyId })).rejects.toMatchObject(code("ERR_NO_PERMISSION"));
  await expect(admin.call(users.colleagues, { query: { companyId: other.companyId } })).rejects.toMatchObject({
    status: 403,
  });
  const made = await create(boss, { companyId: other.companyId });
  expect(made.companyId).toBe(other.companyId);
  await expect(create(boss, { companyId: 2 ** 40 })).rejects.toMatchObject({ status: 404 });
  for (const call of [users.show, users.remove, users.endSessions]) {
    await expect(admin.call(call, { params: { id: made.id } })).rejects.toMatchObject({
      status: 404,
      code: "ERR_NO_USER_FOUND",
    });
  }
});

test("a search finds people by name or e-mail without regard to accents, a page at a time", async () => {
  const admin = await someone();
  await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx`insert into app.users (name, email, password) select 'João ' || n, 'j' || n || '@test.local', '' from generate_series(1, 25) n`,
  );
  const page = (pageNumber: number) => admin.call(users.list, { query: { searchParam: "JOAO", pageNumber } });
  expect(await page(1)).toMatchObject({ count: 25, hasMore: true, users: { length: 20 } });
  expect(await page(2)).toMatchObject({ count: 25, hasMore: false, users: { length: 5 } });
});

test("a change leaves the fields alone that it does not name", async () => {
  const admin = await someone();
  const queueId = await makeQueue(admin);
  const made = await create(admin, {
    queueIds: [queueId],
    allTicket: "enabled",
    farewellMessage: "Até logo",
    startWork: "08:00",
  });
  const { queues, allTicket, farewellMessage, startWork } = await update(admin, made.id, {
    name: "Beatriz",
    password: "",
  });
  expect({ queues: queues.length, allTicket, farewellMessage, startWork }).toEqual({
    queues: 1,
    allTicket: "enabled",
    farewellMessage: "Até logo",
    startWork: "08:00",
  });
});

test("a plain user sees only themselves, and changes only their own fields", async () => {
  const admin = await someone();
  const user = await someone({ colleagueOf: admin });
  await expect(user.call(users.show, { params: { id: admin.userId } })).rejects.toMatchObject({ status: 404 });
  await expect(update(user, admin.userId, { name: "Hacked" })).rejects.toMatchObject({ status: 404 });
  await expect(user.call(users.list)).rejects.toMatchObject({ status: 403 });
  expect(await user.call(users.colleagues)).toHaveLength(2);
  const mine = await user.call(users.show, { params: { id: user.userId } });
  const own = {
    name: "Eu mesma",
    defaultTheme: "dark",
    defaultMenu: "closed",
    farewellMessage: "Tchau",
    language: "tr",
  };
  expect(await update(user, user.userId, { ...mine, queueIds: [], whatsappId: null, ...own })).toMatchObject(own);
  for (
    const other of [
      { profile: "admin" },
      { allTicket: "enabled" },
      { queueIds: [await makeQueue(admin)] },
      { startWork: "01:00" },
      { allowGroup: true },
      { whatsappId: await makeConnection(admin) },
    ]
  ) {
    await expect(update(user, user.userId, other)).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
  }
});

test("a company keeps its last admin", async () => {
  const admin = await someone();
  await expect(admin.call(users.remove, { params: { id: admin.userId } })).rejects.toMatchObject({
    status: 409,
    code: "ERR_LAST_ADMIN",
  });
  await expect(update(admin, admin.userId, { profile: "user" })).rejects.toMatchObject(code("ERR_LAST_ADMIN"));
  const second = await someone({ colleagueOf: admin, profile: "admin" });
  const both = await Promise.allSettled([admin, second].map((one) => update(one, one.userId, { profile: "user" })));
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an admin has no power over the platform's operator", async () => {
  const admin = await someone();
  const operator = await someone({ colleagueOf: admin, profile: "admin", super: true });
  await expect(update(admin, operator.userId, { password: "agora eu mando" })).rejects.toMatchObject(
    code("ERR_NO_PERMISSION"),
  );
  await expect(admin.call(users.remove, { params: { id: operator.userId } })).rejects.toMatchObject(
    code("ERR_NO_PERMISSION"),
  );
  await expect(operator.call(users.remove, { params: { id: operator.userId } })).rejects.toMatchObject(
    code("ERR_LAST_ADMIN"),
  );
});

/** Gives a person this password, behind the calls' back. */
async function give(person: Person, password: string): Promise<void> {
  const stored = await makeSecret(password, 5, []);
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.users set password = ${stored} where id = ${person.userId}`,
  );
}

test.each(["user", "admin"] as const)(
  "a %s changes their own password or e-mail only with the one they have",
  async (profile) => {
    const person = await someone({ profile });
    await give(person, "a senha que tem");
    const wanted = [{ password: "outra senha longa" }, { email: `novo-${person.userId}@test.local` }];
    for (const change of wanted) {
      for (const currentPassword of [undefined, "", "a senha errada"]) {
        await expect(update(person, person.userId, { ...change, currentPassword })).rejects.toMatchObject(
          code("ERR_WRONG_PASSWORD"),
        );
      }
    }
    // Other fields, and a value that stays the same, need no password.
    await update(person, person.userId, { name: "Outro nome", email: person.email, password: "" });
    for (const change of wanted) {
      const currentPassword = change.password ? "a senha que tem" : "outra senha longa";
      await update(person, person.userId, { ...change, currentPassword });
    }
  },
);

test("the person's other devices hear of a new e-mail, and are signed out with the reason on a new password", async () => {
  const person = await someone();
  await give(person, "a senha que tem");
  const other = crypto.randomUUID();
  await withTenant({ companyId: person.companyId }, (tx) =>
    tx`
    insert into app.sessions (id, user_id, device, salt, expires_at)
    values (${other}, ${person.userId}, 'phone', 'salt', now() + interval '1 day')`);
  const currentPassword = "a senha que tem";
  await update(person, person.userId, { email: `novo-${person.userId}@test.local`, currentPassword });
  await update(person, person.userId, { password: "outra senha longa", currentPassword });
  const told = await withTenant(
    { companyId: person.companyId },
    (tx) =>
      tx<{ name: string; payload: unknown; audience: string[] }[]>`
      select name, payload, audience from app.events where name like '%-email' or name like '%-auth' order by position`,
  );
  expect(told).toEqual([
    {
      name: `company-${person.companyId}-email`,
      payload: { action: "update", sessionId: person.sessionId },
      audience: [`user:${person.userId}`],
    },
    {
      name: `company-${person.companyId}-auth`,
      payload: { action: "logout", sessionId: other, reason: "password" },
      audience: [`user:${person.userId}`, `expired:user:${person.userId}`],
    },
  ]);
});

test("a new password or a new role ends the person's other sessions", async () => {
  const admin = await someone();
  const user = await someone({ colleagueOf: admin });
  const stays = () => user.call(session.me).then(() => true, () => false);
  await give(user, "a senha que tem");
  await update(user, user.userId, { password: "outra senha longa", currentPassword: "a senha que tem" });
  expect(await stays()).toBe(true);
  await update(admin, user.userId, { password: "mais uma senha longa" });
  expect(await stays()).toBe(false);
  const other = await someone({ colleagueOf: admin });
  await update(admin, other.userId, { profile: "admin" });
  await expect(other.call(session.me)).rejects.toMatchObject({ status: 401 });
});

test("changed rights restart the person's streams and hold at once", async () => {
  const admin = await someone();
  const user = await someone({ colleagueOf: admin });
  await user.call(session.me);
  const queueId = await makeQueue(admin);
  await update(admin, user.userId, { farewellMessage: "Até logo" });
  expect(await rights(admin)).toEqual([]);
  await update(admin, user.userId, { queueIds: [queueId], allTicket: "enabled" });
  expect(await rights(admin)).toEqual([[`user:${user.userId}`]]);
  expect(await user.call(session.me)).toMatchObject({ allTicket: "enabled", queues: [{ id: queueId }] });
});

test("removing a person leaves open tickets waiting, closed ones without an owner, and no session", async () => {
  const admin = await someone();
  const user = await someone({ colleagueOf: admin });
  const connectionId = await makeConnection(admin);
  await withTenant({ companyId: admin.companyId }, async (tx) => {
    for (const status of ["open", "closed"]) {
      const [contact] = await tx`insert into app.contacts (name) values ('Ana') returning id`;
      await tx`insert into app.tickets (contact_id, connection_id, channel, user_id, status) values (${
        contact!.id
      }, ${connectionId}, 'webchat', ${user.userId}, ${status})`;
    }
  });
  await admin.call(users.remove, { params: { id: user.userId } });
  const tickets = await withTenant(
    { companyId: admin.companyId },
    (tx) => tx`select status, user_id from app.tickets order by id`,
  );
  expect(tickets).toEqual([{ status: "pending", user_id: null }, { status: "closed", user_id: null }]);
  await expect(user.call(session.me)).rejects.toMatchObject({ status: 401 });
  expect(await events(admin, "auth")).toEqual([{ action: "logout", sessionId: user.sessionId, reason: "ended" }]);
  expect(await events(admin, "user")).toEqual([{ action: "delete", userId: user.userId }]);
  expect((await create(admin, { email: user.email })).email).toBe(user.email);
});

test("the device's next call says that it is signed out when an admin ended all sessions of its person", async () => {
  const admin = await someone();
  const user = await withPassword({ colleagueOf: admin });
  const [desk, mobile] = [new Browser(), new Browser()];
  const tokens = [(await desk.signIn(user)).body.token!, (await mobile.signIn(user, phone)).body.token!];
  const { api } = await testApp();
  const headers = { authorization: `Bearer ${tokens[1]}` };
  const stream = (await api.http.fetch(new Request("http://localhost/api/events", { headers }))).body!;
  await admin.call(users.endSessions, { params: { id: user.userId } });
  let told = "";
  for await (const bytes of stream) told += new TextDecoder().decode(bytes);
  expect(told).toContain(`event: company-${user.companyId}-auth`);
  const gone = refused(401, "ERR_INVALID_TOKEN");
  for (const [i, browser] of [desk, mobile].entries()) {
    const authorization = `Bearer ${tokens[i]}`;
    for (const path of ["/auth/me", "/sync/tickets", "/events"]) {
      expect(await browser.call("GET", path, undefined, { authorization })).toMatchObject(gone);
    }
    expect(await browser.call("POST", "/messages/1", { body: "do metrô" }, { authorization })).toMatchObject(gone);
    // A token that ran out meanwhile: 403, then this.
    expect(await browser.refresh()).toMatchObject(gone);
  }
});

test("the width of the list is stored, and only an image becomes a picture", async () => {
  const user = await someone({ profile: "user" });
  const id = user.userId;
  expect(await user.call(users.width, { params: { id }, body: { defaultTicketsManagerWidth: 600 } })).toMatchObject({
    defaultTicketsManagerWidth: 600,
  });
  await expect(user.call(users.width, { params: { id }, body: { defaultTicketsManagerWidth: 900 } })).rejects
    .toMatchObject({ status: 400 });
  const upload = (bytes: Uint8Array<ArrayBuffer>) =>
    user.call(users.picture, {
      params: { id },
      body: { typeArch: "user" },
      files: [new File([bytes], "me.png", { type: "image/png" })],
    });
  const png = Uint8Array.from(
    atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
    (c) => c.charCodeAt(0),
  );
  const { profileImage } = await upload(png);
  expect(profileImage).toMatch(/^\/media\/[0-9a-f]{32}$/);
  expect((await user.fetch(profileImage!)).status).toBe(200);
  await upload(png);
  expect((await user.fetch(profileImage!)).status).toBe(404);
  await expect(upload(new TextEncoder().encode("<svg onload=alert(1)>"))).rejects.toMatchObject({
    status: 415,
    code: "ERR_UNSUPPORTED_MEDIA",
  });
  await expect(user.call(users.picture, { params: { id }, body: {} })).rejects.toMatchObject({ status: 400 });
});

test("a password leaves no trace in answers, events or the audit trail", async () => {
  const admin = await someone();
  const { id } = await create(admin, { password: "segredo bem guardado" });
  await update(admin, id, { password: "segredo bem trocado" });
  const traces = await withTenant(
    { companyId: admin.companyId },
    (tx) =>
      tx`select before::text || coalesce(after::text, '') as text from app.audit union all select coalesce(after::text, '') from app.audit union all select payload::text from app.events`,
  );
  expect(traces.length).toBeGreaterThan(3);
  expect(JSON.stringify(traces)).not.toContain("segredo");
});

async function events(person: Person, kind: string): Promise<unknown[]> {
  const name = `company-${person.companyId}-${kind}`;
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) => tx`select payload from app.events where name = ${name} order by position`,
  );
  return rows.map((row) => row.payload);
}
async function rights(person: Person): Promise<unknown[]> {
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) => tx`select audience from app.events where name = 'recado-rights' order by position`,
  );
  return rows.map((row) => row.audience);
}

test("a person's preferences are their own, stored piece by piece, and answered with the person", async () => {
  const [one, other] = [await someone(), await someone()];
  await one.call(users.preferences, { body: { density: "compact" } });
  expect(await one.call(users.preferences, { body: { textScale: 1.15 } })).toEqual({
    density: "compact",
    textScale: 1.15,
  });
  expect(await one.call(session.me, {})).toMatchObject({ preferences: { density: "compact", textScale: 1.15 } });
  expect(await other.call(session.me, {})).toMatchObject({ preferences: {} });
});
