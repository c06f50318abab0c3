import { expect, test } from "vitest";
import { ApiError } from "../../contract/client.ts";
import { forgetSessions } from "../../core/access/auth.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { settings } from "../settings/contract.ts";
import { openSession, resetPassword } from "./actions.ts";
import { session } from "./contract.ts";
import { Browser, eventsFor, phone, refused, withPassword } from "./testing-browser.ts";

test("a login answers token and user, and sets the refresh token as a cookie that scripts and other sites cannot use", async () => {
  const person = await withPassword();
  const browser = new Browser();
  const { status, body, headers } = await browser.signIn({ ...person, email: ` ${person.email.toUpperCase()} ` });
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    id: person.userId,
    company: { id: person.companyId, expired: false, plan: { useKanban: true } },
  });
  const cookie = headers.getSetCookie().find((line) => line.startsWith("__Host-recado_refresh="))!;
  for (const part of ["Secure", "HttpOnly", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(part);
  expect(JSON.stringify(body)).not.toContain(browser.cookies.get("__Host-recado_refresh"));
  expect(await browser.opens(body.token)).toBe(true);
});

test("without HTTPS and not on loopback the cookie has a plain name and is not Secure", async () => {
  const browser = new Browser(undefined, "http://192.168.1.9:8080");
  const { headers } = await browser.signIn(await withPassword());
  const cookie = headers.getSetCookie().find((line) => line.startsWith("recado_refresh="))!;
  expect(cookie).not.toContain("Secure");
});

test("an unknown e-mail and a wrong password are answered alike", async () => {
  const person = await withPassword();
  const wrong = await new Browser().signIn({ email: person.email, password: "wrong" });
  const unknown = await new Browser().signIn({ email: "nobody@test.local", password: "wrong" });
  expect(wrong).toMatchObject(refused(401, "ERR_INVALID_CREDENTIALS"));
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body });
});

test("an account waits after ten wrong passwords, longer each time, even for the right one", async () => {
  const person = await withPassword();
  for (let i = 0; i < 10; i++) expect((await new Browser().signIn({ ...person, password: "wrong" })).status).toBe(401);
  const first = await new Browser().signIn(person);
  const second = await new Browser().signIn(person);
  expect(first).toMatchObject(refused(429, "ERR_TOO_MANY_REQUESTS"));
  const wait = (answer: typeof first) => Number(answer.headers.get("retry-after"));
  expect(wait(first)).toBeGreaterThan(600);
  expect(wait(second)).toBeGreaterThan(wait(first));
});

test("tries that come at once do not pass the limit together", async () => {
  const person = await withPassword();
  const tries = await Promise.all(
    Array.from({ length: 25 }, () => new Browser().signIn({ ...person, password: "wrong" })),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
});

test("a person who signed in on this device before still signs in while others guess", async () => {
  const person = await withPassword();
  const home = new Browser();
  await home.signIn(person);
  for (let i = 0; i < 11; i++) await new Browser().signIn({ ...person, password: "wrong" });
  expect((await new Browser().signIn(person)).status).toBe(429);
  expect((await home.signIn(person)).status).toBe(200);
});

test("a device is known for its own account only", async () => {
  const [person, other] = [await withPassword(), await withPassword()];
  const home = new Browser();
  await home.signIn(person);
  for (let i = 0; i < 10; i++) await new Browser().signIn({ ...other, password: "wrong" });
  expect((await home.signIn(other)).status).toBe(429);
});

test("one address may try a hundred times over all accounts", async () => {
  const browser = new Browser();
  await asPlatform((tx) =>
    tx`insert into app.login_attempts (who) select ${`address:${browser.address}`} from generate_series(1, 100)`
  );
  expect((await browser.signIn(await withPassword())).status).toBe(429);
});

test("right passwords do not count as tries", async () => {
  const person = await withPassword();
  for (let i = 0; i < 12; i++) expect((await new Browser().signIn(person)).status).toBe(200);
});

test("an inactive company cannot sign in, and its open sessions end", async () => {
  const person = await withPassword();
  const browser = new Browser();
  await browser.signIn(person);
  await asPlatform((tx) => tx`update app.companies set active = false where id = ${person.companyId}`);
  forgetSessions(person.companyId);
  expect(await new Browser().signIn(person)).toMatchObject(refused(401, "ERR_COMPANY_INACTIVE"));
  expect(await browser.refresh()).toMatchObject(refused(401, "ERR_COMPANY_INACTIVE"));
});

test("an expired company signs in to a session that sees only its bill", async () => {
  const person = await withPassword({ dueAt: new Date(Date.now() - 1000) });
  const browser = new Browser();
  const { status, body } = await browser.signIn(person);
  expect([status, body.user]).toMatchObject([200, { company: { expired: true } }]);
  const authorization = `Bearer ${body.token}`;
  expect((await browser.call("GET", "/auth/me", undefined, { authorization })).status).toBe(200);
  expect(await browser.call("GET", "/queue", undefined, { authorization })).toMatchObject(
    refused(402, "ERR_SUBSCRIPTION_EXPIRED"),
  );
});

test("outside work hours there is no login, except for the operator", async () => {
  const hour = (offset: number) =>
    new Date(Date.now() + offset * 3_600_000).toLocaleTimeString("en-GB", {
      timeZone: "America/Sao_Paulo",
      hour: "2-digit",
      minute: "2-digit",
    });
  const flags = { start_work: hour(2), end_work: hour(3) };
  expect(await new Browser().signIn(await withPassword({ flags }))).toMatchObject(refused(401, "ERR_OUT_OF_HOURS"));
  expect((await new Browser().signIn(await withPassword({ flags, super: true }))).status).toBe(200);
});

test("a session goes on when work hours end", async () => {
  const person = await withPassword();
  const browser = new Browser();
  await browser.signIn(person);
  const now = new Date(Date.now() + 2 * 3_600_000).toLocaleTimeString("en-GB", {
    timeZone: "America/Sao_Paulo",
    hour: "2-digit",
    minute: "2-digit",
  });
  await withTenant(
    person,
    (tx) => tx`update app.users set start_work = ${now}, end_work = ${now} where id = ${person.userId}`,
  );
  expect((await browser.refresh()).status).toBe(200);
  expect(await new Browser().signIn(person)).toMatchObject(refused(401, "ERR_OUT_OF_HOURS"));
});

test("a second desk ends the first desk's session, not the phone's", async () => {
  const person = await withPassword();
  const [desk, other, mobile] = [new Browser(), new Browser(), new Browser()];
  const first = await desk.signIn(person);
  const onPhone = await mobile.signIn(person, phone);
  const second = await other.signIn(person);
  const open = await Promise.all([first, onPhone, second].map(({ body }) => desk.opens(body.token)));
  expect(open).toEqual([false, true, true]);
  expect((await desk.refresh()).status).toBe(401);
  expect(await eventsFor(person, "auth")).toContainEqual({
    action: "logout",
    sessionId: first.body.user!.sessionId,
    reason: "elsewhere",
  });
});

test("a person who signs in again in the same browser goes on with its session, because its tabs share it", async () => {
  const person = await withPassword();
  const browser = new Browser();
  const first = await browser.signIn(person);
  const again = await browser.signIn(person);
  expect(again.body.user!.sessionId).toBe(first.body.user!.sessionId);
  expect(await browser.opens(first.body.token)).toBe(true);
});

test("sign-ins that come at once leave one session", async () => {
  const { companyId, userId } = await someone();
  const open = () => withTenant({ companyId }, (tx) => openSession(tx, userId, "desk", null));
  await Promise.all([1, 2, 3, 4, 5].map(open));
  const live = await withTenant(
    { companyId },
    (tx) => tx`select 1 from app.sessions where user_id = ${userId} and ended_at is null`,
  );
  expect(live).toHaveLength(1);
});

test("sign-up is closed unless the platform opens it", async () => {
  const operator = await someone({ super: true });
  await platformSetting(operator, "allowSignup", "disabled");
  expect(await new Browser().call("POST", "/auth/signup", await form())).toMatchObject(
    refused(403, "ERR_USER_CREATION_DISABLED"),
  );
  await platformSetting(operator, "userCreation", "enabled");
  expect((await new Browser().call("GET", "/public-settings/allowSignup")).body).toBe("enabled");

  const wanted = await form();
  const made = await new Browser().call("POST", "/auth/signup", {
    ...wanted,
    companyId: operator.companyId,
    language: "es",
  });
  expect(made.status).toBe(200);
  expect(made.body.companyId).not.toBe(operator.companyId);
  const signedIn = await new Browser().signIn(wanted);
  const { user } = signedIn.body as {
    user?: { profile: string; language: string; company: { dueDate: string; language: string } };
  };
  const days = (Date.parse(user!.company.dueDate) - Date.now()) / 864e5;
  expect([user!.profile, Math.round(days)]).toEqual(["admin", 7]);
  expect([user!.language, user!.company.language]).toEqual(["es", "es"]);
  const connections = await new Browser().call("GET", "/whatsapp", undefined, {
    authorization: `Bearer ${signedIn.body.token}`,
  });
  const [queue] = (signedIn.body as unknown as { user: { queues: object[] } }).user.queues;
  expect(queue).toMatchObject({ name: "General" });
  expect(connections.body).toMatchObject([
    { name: "Chat del sitio", channel: "webchat", status: "CONNECTED", isDefault: true, queues: [queue] },
  ]);

  const again = (other: object) => new Browser().call("POST", "/auth/signup", { ...wanted, ...other });
  expect(await again({ companyName: "Another one" })).toMatchObject(refused(409, "ERR_DUPLICATED_EMAIL"));
  expect(await again({ email: `x${wanted.email}` })).toMatchObject(refused(409, "ERR_DUPLICATED_NAME"));
  expect(await again({ password: "password1" })).toMatchObject(refused(400, "ERR_WEAK_PASSWORD"));
  expect(await again({ planId: await plan(false) })).toMatchObject(refused(404, "ERR_NO_PLAN_FOUND"));
  const flood = new Browser();
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await flood.call("POST", "/auth/signup", wanted)).status);
  expect(statuses).toContain(429);
  await platformSetting(operator, "allowSignup", "disabled");
});

test("browsers read the version that the operator stored, and nobody else stores one", async () => {
  const operator = await someone({ super: true });
  await operator.call(session.storeVersion, { body: { version: "9.9.9" } });
  expect((await new Browser().call("GET", "/version")).body).toMatchObject({
    version: "9.9.9",
    running: expect.any(String),
  });
  const admin = await someone();
  await expect(admin.call(session.storeVersion, { body: { version: "1" } })).rejects.toThrow(ApiError);
});

test("a person whose app reports presence is online, and colleagues hear of it once", async () => {
  const person = await someone();
  await person.call(session.presence);
  await person.call(session.presence);
  expect(await person.call(session.me)).toMatchObject({ online: true, sessionId: person.sessionId });
  expect(await eventsFor(person, "user")).toMatchObject([{
    action: "update",
    user: { id: person.userId, online: true },
  }]);
});

test("a lost password is replaced by a new one, and sessions end", async () => {
  const person = await withPassword();
  const browser = new Browser();
  const { body } = await browser.signIn(person);
  const password = await resetPassword(person.email.toUpperCase());
  expect(await browser.opens(body.token)).toBe(false);
  expect((await browser.signIn({ email: person.email, password: password! })).status).toBe(200);
  expect(await resetPassword("nobody@test.local")).toBeNull();
});

/** All test files share the platform's settings: no other one changes these keys. */
async function platformSetting(operator: Person, key: string, value: string): Promise<void> {
  await operator.call(settings.updatePlatform, { params: { key }, body: { value } });
}
async function plan(isPublic: boolean): Promise<number> {
  const [row] = await asPlatform((tx) =>
    tx<
      { id: number }[]
    >`insert into app.plans (name, is_public) values (${crypto.randomUUID()}, ${isPublic}) returning id`
  );
  return row!.id;
}
async function form(): Promise<
  { name: string; companyName: string; email: string; password: string; phone: string; planId: number }
> {
  const id = crypto.randomUUID().slice(0, 8);
  return {
    name: "Ana",
    companyName: `Loja ${id}`,
    email: `ana-${id}@test.local`,
    password: "uma senha muito boa",
    phone: "11999990000",
    planId: await plan(true),
  };
}

test("a person sees their own sessions, the last used first, and ends any of them with the password, but nobody else's", async () => {
  const person = await withPassword();
  const colleague = await someone({ colleagueOf: person });
  const other = crypto.randomUUID();
  await withTenant({ companyId: person.companyId }, (tx) =>
    tx`
    insert into app.sessions (id, user_id, device, salt, expires_at, rotated_at)
    values (${other}, ${person.userId}, 'phone', 'salt', now() + interval '1 day', now() - interval '1 hour'),
      (gen_random_uuid(), ${person.userId}, 'desk', 'salt', now() - interval '1 second', now())`);
  const list = () => person.call(session.sessions);
  expect((await list()).map(({ id, device, current }) => [id, device, current])).toEqual([
    [person.sessionId, "desk", true],
    [other, "phone", false],
  ]);
  const end = (by: Person, id: string, password = person.password) =>
    by.call(session.endSession, { params: { id }, body: { password } });
  for (const id of [other, crypto.randomUUID()]) {
    await expect(end(colleague, id)).rejects.toMatchObject({ status: 404, code: "ERR_NO_RECORD_FOUND" });
  }
  await expect(end(person, other, "not mine")).rejects.toMatchObject({ status: 401, code: "ERR_WRONG_PASSWORD" });
  await end(person, other);
  expect((await list()).map(({ id }) => id)).toEqual([person.sessionId]);
  await expect(end(person, other)).rejects.toMatchObject({ code: "ERR_NO_RECORD_FOUND" });
});
