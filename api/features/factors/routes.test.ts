import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { type Person, someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { resetPassword } from "../session/actions.ts";
import { session } from "../session/contract.ts";
import { Browser, phone, refused, withPassword } from "../session/testing-browser.ts";
import { settings } from "../settings/contract.ts";
import { users } from "../users/contract.ts";
import { factors } from "./contract.ts";
import { type Bent, Device } from "./testing-device.ts";

type Known = Person & { password: string };
const ORIGIN = "http://localhost:8080";
const STEP_MS = 30_000;
/** The app's code, so many half minutes from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP_MS });

async function withApp(person: Known) {
  // Else the code is older by a half minute when it arrives.
  const left = STEP_MS - Date.now() % STEP_MS;
  if (left < 2_000) await new Promise((resolve) => setTimeout(resolve, left));
  const { secret } = await person.call(factors.beginAuthenticator, { body: { password: person.password } });
  const { recoveryCodes } = await person.call(factors.confirmAuthenticator, { body: { code: codeOf(secret, -1) } });
  return { secret, recoveryCodes };
}
async function withPasskey(person: Known, bent: Bent = {}) {
  const device = await Device.make(ORIGIN);
  const { options } = await person.call(factors.beginPasskey, { body: { password: person.password } });
  const answer = await device.register(options as never, bent);
  const { recoveryCodes } = await person.call(factors.addPasskey, {
    body: { name: "Celular da Érica", answer } as never,
  });
  return { device, recoveryCodes };
}
async function signInWith(device: Device, bent: Bent = {}, browser = new Browser()) {
  const { body } = await browser.call("POST", "/auth/passkey/begin");
  const answer = await device.sign(body.options as { challenge: string }, bent);
  // Of another class of device, so that the person's own session goes on.
  return await browser.call("POST", "/auth/passkey", { answer }, phone);
}
const failing = (code: string) => expect.objectContaining({ code });

test("a password opens no session when the account has an app, until the app's code follows", async () => {
  const person = await withPassword();
  const { secret } = await withApp(person);
  const browser = new Browser();
  expect(await browser.signIn(person)).toMatchObject(refused(401, "ERR_SECOND_FACTOR"));
  expect(browser.cookies.size).toBe(0);
  expect(await browser.signIn({ ...person, code: "000000" })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
  const code = codeOf(secret);
  expect((await browser.signIn({ ...person, code: ` ${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
});

test("a code is accepted once, and never after a newer one was accepted", async () => {
  const person = await withPassword();
  const { secret } = await withApp(person);
  const [before, now] = [codeOf(secret, -1), codeOf(secret)];
  expect(await new Browser().signIn({ ...person, code: before })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
  expect((await new Browser().signIn({ ...person, code: now })).status).toBe(200);
  expect(await new Browser().signIn({ ...person, code: now })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
});

test("the same code sent eight times at once opens one session", async () => {
  const person = await withPassword();
  const { secret } = await withApp(person);
  const code = codeOf(secret);
  const all = await Promise.all(Array.from({ length: 8 }, () => new Browser().signIn({ ...person, code })));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("wrong codes count towards the same limit as wrong passwords", async () => {
  const person = await withPassword();
  await withApp(person);
  for (let i = 0; i < 10; i++) {
    expect(await new Browser().signIn({ ...person, code: "12345" })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
  }
  expect(await new Browser().signIn({ ...person, code: "12345" })).toMatchObject(refused(429, "ERR_TOO_MANY_REQUESTS"));
});

test("a caller without the password does not learn whether the account has a second factor", async () => {
  const person = await withPassword();
  await withApp(person);
  const answer = await new Browser().signIn({ ...person, password: "wrong" });
  expect(answer).toMatchObject(refused(401, "ERR_INVALID_CREDENTIALS"));
});

test("an app counts only once a code of it was confirmed, and a new app does not replace a confirmed one", async () => {
  const person = await withPassword();
  const begin = () => person.call(factors.beginAuthenticator, { body: { password: person.password } });
  await begin();
  expect((await new Browser().signIn(person, phone)).status).toBe(200);
  const { secret, uri } = await begin();
  expect(new URL(uri).searchParams.get("secret")).toBe(secret);
  await expect(person.call(factors.confirmAuthenticator, { body: { code: "1" } })).rejects.toEqual(
    failing("ERR_WRONG_CODE"),
  );
  await person.call(factors.confirmAuthenticator, { body: { code: codeOf(secret) } });
  await expect(begin()).rejects.toEqual(failing("ERR_ALREADY_IN_STATE"));
});

test("a recovery code opens the account once, however it is typed", async () => {
  const person = await withPassword();
  const { recoveryCodes } = await withApp(person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const code = ` ${recoveryCodes[0]!.toUpperCase().replace("-", " ")} `;
  expect((await new Browser().signIn({ ...person, code })).status).toBe(200);
  expect(await new Browser().signIn({ ...person, code })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
  const after = await withPassword();
  await withApp(after);
  expect(await new Browser().signIn({ ...after, code: recoveryCodes[1]! })).toMatchObject(
    refused(401, "ERR_WRONG_CODE"),
  );
});

test("new recovery codes end the old ones", async () => {
  const person = await withPassword();
  const { recoveryCodes: [old] } = await withApp(person);
  const { recoveryCodes: [fresh] } = await person.call(factors.newRecoveryCodes, {
    body: { password: person.password },
  });
  expect(await new Browser().signIn({ ...person, code: old! })).toMatchObject(refused(401, "ERR_WRONG_CODE"));
  expect((await new Browser().signIn({ ...person, code: fresh! })).status).toBe(200);
});

test("a passkey signs in without a password, and a password alone no longer does", async () => {
  const person = await withPassword();
  const { device, recoveryCodes } = await withPasskey(person);
  expect(recoveryCodes).toHaveLength(10);
  const { status, body } = await signInWith(device);
  expect([status, body.user]).toEqual([200, expect.objectContaining({ id: person.userId, factorDue: false })]);
  expect(await new Browser().opens(body.token)).toBe(true);
  expect(await new Browser().signIn(person)).toMatchObject(refused(401, "ERR_SECOND_FACTOR"));
  const { passkeys } = await person.call(factors.get);
  expect(passkeys).toEqual([expect.objectContaining({ name: "Celular da Érica", usedAt: expect.any(String) })]);
});

test.each<[string, Bent]>([
  ["another site", { origin: "https://recado.example.evil" }],
  ["another host", { rpId: "recado.example.evil" }],
  ["another question", { challenge: "YW5vdGhlciBxdWVzdGlvbg" }],
  ["a device that was not unlocked", { verified: false }],
  ["the making of a passkey", { type: "webauthn.create" }],
])("a passkey's answer for %s opens nothing", async (_, bent) => {
  const { device } = await withPasskey(await withPassword());
  expect(await signInWith(device, bent)).toMatchObject(refused(401, "ERR_WRONG_PASSKEY"));
});

test("a passkey's answer opens one session, and another device's key none", async () => {
  const person = await withPassword();
  const { device } = await withPasskey(person);
  const browser = new Browser();
  const { body } = await browser.call("POST", "/auth/passkey/begin");
  const answer = await device.sign(body.options as { challenge: string });
  const all = await Promise.all([1, 2, 3].map(() => new Browser().call("POST", "/auth/passkey", { answer })));
  expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  const thief = await Device.make(ORIGIN);
  thief.id.set(device.id);
  thief.owner = device.owner;
  thief.counter = 10;
  expect(await signInWith(thief)).toMatchObject(refused(401, "ERR_WRONG_PASSKEY"));
});

test("a passkey opens only the account it was made for", async () => {
  const [one, other] = [await withPasskey(await withPassword()), await withPasskey(await withPassword())];
  for (const owner of [other.device.owner, "", "x", btoa("0:0"), btoa("9e9:1")]) {
    expect(await signInWith(one.device, { owner })).toMatchObject(refused(401, "ERR_WRONG_PASSKEY"));
  }
});

test("a passkey opens no session when its counter goes backwards, as a copy's does", async () => {
  const { device } = await withPasskey(await withPassword());
  device.counter = 5;
  expect((await signInWith(device)).status).toBe(200);
  device.counter = 3;
  expect(await signInWith(device)).toMatchObject(refused(401, "ERR_WRONG_PASSKEY"));
});

test("a challenge for a new passkey is refused when another person answers it or it is used to sign in", async () => {
  const [person, other] = [await withPassword(), await withPassword()];
  const device = await Device.make(ORIGIN);
  const ask = () => person.call(factors.beginPasskey, { body: { password: person.password } });
  const answer = await device.register((await ask()).options as never);
  await expect(other.call(factors.addPasskey, { body: { name: "x", answer } as never })).rejects.toEqual(
    failing("ERR_WRONG_PASSKEY"),
  );
  const known = await withPasskey(person);
  const signed = await known.device.sign((await ask()).options as { challenge: string });
  expect(await new Browser().call("POST", "/auth/passkey", { answer: signed })).toMatchObject(
    refused(401, "ERR_WRONG_PASSKEY"),
  );
});

test("a change of factors is refused without one's own password", async () => {
  const person = await withPassword();
  const { device: _, ...rest } = await withPasskey(person);
  expect(rest.recoveryCodes).toHaveLength(10);
  const { id } = (await person.call(factors.get)).passkeys[0]!;
  const body = { password: "wrong" };
  for (
    const change of [
      () => person.call(factors.beginAuthenticator, { body }),
      () => person.call(factors.removeAuthenticator, { body }),
      () => person.call(factors.beginPasskey, { body }),
      () => person.call(factors.removePasskey, { params: { id }, body }),
      () => person.call(factors.newRecoveryCodes, { body }),
    ]
  ) await expect(change()).rejects.toEqual(failing("ERR_WRONG_PASSWORD"));
});

test("the recovery codes are deleted with the last factor", async () => {
  const person = await withPassword();
  await withPasskey(person);
  const { id } = (await person.call(factors.get)).passkeys[0]!;
  await person.call(factors.removePasskey, { params: { id }, body: { password: person.password } });
  expect(await person.call(factors.get)).toMatchObject({ passkeys: [], recoveryCodes: 0 });
  expect((await new Browser().signIn(person)).status).toBe(200);
});

test("people set up a second factor before anything else when their company asks for one", async () => {
  const admin = await withPassword();
  const plain = await withPassword({ colleagueOf: admin });
  const ask = (data: string) => admin.call(settings.updateCompany, { body: { column: "secondFactor", data } });
  await withApp(admin);
  await ask("admins");
  await expect(plain.call(users.colleagues)).resolves.toBeDefined();
  await ask("everybody");
  await expect(plain.call(users.colleagues)).rejects.toEqual(failing("ERR_SECOND_FACTOR_DUE"));
  expect((await plain.fetch("/api/events")).status).toBe(403);
  expect(await plain.call(session.me)).toMatchObject({ factorDue: true });
  expect((await new Browser().signIn(plain, phone)).body.user).toMatchObject({ factorDue: true });
  await withApp(plain);
  await expect(plain.call(users.colleagues)).resolves.toBeDefined();
  expect(await plain.call(session.me)).toMatchObject({ factorDue: false });
});

test("an admin removes a colleague's factors and ends their sessions, and cannot in another company", async () => {
  const [admin, stranger] = [await withPassword(), await someone()];
  const plain = await withPassword({ colleagueOf: admin });
  await withApp(plain);
  await expect(stranger.call(factors.clear, { params: { id: plain.userId } })).rejects.toEqual(
    failing("ERR_NO_USER_FOUND"),
  );
  await admin.call(factors.clear, { params: { id: plain.userId } });
  expect(await new Browser().opens(plain.token)).toBe(false);
  expect((await new Browser().signIn(plain)).status).toBe(200);
});

test("the factors stay when the operator makes a new password, unless they are to go", async () => {
  const person = await withPassword();
  await withApp(person);
  const signIn = async (password: string | null) =>
    await new Browser().signIn({ email: person.email, password: password! });
  expect(await signIn(await resetPassword(person.email))).toMatchObject(refused(401, "ERR_SECOND_FACTOR"));
  expect((await signIn(await resetPassword(person.email, { withoutFactors: true }))).status).toBe(200);
});

test("each change of factors leaves an audit row with the action and no secret", async () => {
  const person = await withPassword();
  await withApp(person);
  await withPasskey(person);
  const own = { body: { password: person.password } };
  await person.call(factors.newRecoveryCodes, own);
  const { id } = (await person.call(factors.get)).passkeys[0]!;
  await person.call(factors.removePasskey, { params: { id }, ...own });
  await person.call(factors.removeAuthenticator, own);
  const rows = await withTenant(
    { companyId: person.companyId },
    (tx) => tx<{ action: string; after: unknown }[]>`select action, after from app.audit order by id`,
  );
  expect(rows.map(({ action }) => action.replace("POST /second-factor/", ""))).toEqual([
    "authenticator",
    "authenticator/confirm",
    "passkeys/begin",
    "passkeys",
    "recovery-codes",
    "passkeys/{id}/remove",
    "authenticator/remove",
  ]);
  expect(rows[0]!.after).toEqual({ password: "[hidden]" });
});

test("guesses of one's own password are refused for a while after a few, on every call that asks for it", async () => {
  const person = await withPassword();
  const guess = () => person.call(factors.removeAuthenticator, { body: { password: "wrong" } }).catch((e) => e.code);
  const answers = await Promise.all(Array.from({ length: 12 }, guess));
  expect(answers.filter((code) => code === "ERR_WRONG_PASSWORD")).toHaveLength(10);
  await expect(
    person.call(users.update, {
      params: { id: person.userId },
      body: { password: "Outra-senha-9", currentPassword: "wrong" },
    }),
  )
    .rejects.toEqual(failing("ERR_TOO_MANY_REQUESTS"));
});

test("the database holds no secret of a factor in plain text", async () => {
  const person = await withPassword();
  const { secret, recoveryCodes } = await withApp(person);
  const rows = await withTenant({ companyId: person.companyId }, (tx) =>
    tx`
      select a::text as said from app.authenticators a union all select r::text from app.recovery_codes r
      union all select x::text from app.audit x union all select i::text from app.idempotency_keys i`);
  const said = JSON.stringify(rows);
  for (const one of [secret, ...recoveryCodes, person.password]) expect(said).not.toContain(one);
  expect(rows.length).toBeGreaterThan(10);
});

test("a code is accepted when the phone's clock is half a minute off, and refused when it is two minutes old", async () => {
  const person = await withPassword();
  const { secret } = await withApp(person);
  expect(await new Browser().signIn({ ...person, code: codeOf(secret, 4) })).toMatchObject(
    refused(401, "ERR_WRONG_CODE"),
  );
  expect((await new Browser().signIn({ ...person, code: codeOf(secret, 1) })).status).toBe(200);
});
