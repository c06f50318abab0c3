// Passwords that the product makes for somebody (docs/product/session.md#passwords).
import { expect, test } from "vitest";
import { someone } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { tickets } from "../tickets/contract.ts";
import { users } from "../users/contract.ts";
import { resetPassword } from "./actions.ts";
import { session } from "./contract.ts";
import { Browser, refused, withPassword } from "./testing-browser.ts";

const chosen = "uma senha só minha";

/** Somebody whose password was just made, at the sign-in. */
async function given() {
  const person = await withPassword();
  const password = (await resetPassword(person.email))!;
  const browser = new Browser();
  const signedIn = await browser.signIn({ email: person.email, password });
  const call = (method: string, path: string, body?: unknown) =>
    browser.call(method, path, body, { authorization: `Bearer ${signedIn.body.token}` });
  return { person, password, browser, signedIn, call };
}

test("somebody with a made password gets nothing but the choice of their own", async () => {
  const { call, signedIn } = await given();
  expect(signedIn.body.user).toMatchObject({ passwordDue: true });
  for (const path of [tickets.list.path, users.colleagues.path, "/auth/sessions"]) {
    expect(await call("GET", path)).toMatchObject(refused(403, "ERR_PASSWORD_DUE"));
  }
  expect(await call("GET", "/events")).toMatchObject(refused(403, "ERR_PASSWORD_DUE"));
  expect(await call("POST", session.choosePassword.path, { password: chosen })).toMatchObject({ status: 200 });
  expect((await call("GET", tickets.list.path)).status).toBe(200);
  expect((await call("GET", "/auth/me")).body).toMatchObject({ passwordDue: false });
});

test("the chosen password takes the place of the made one, and the other sessions end", async () => {
  const { person, password, call } = await given();
  const elsewhere = new Browser();
  const held = await elsewhere.signIn({ email: person.email, password }, { "sec-ch-ua-mobile": "?1" });
  await call("POST", session.choosePassword.path, { password: chosen });
  expect(await elsewhere.opens(held.body.token)).toBe(false);
  const again = new Browser();
  expect(await again.signIn({ email: person.email, password })).toMatchObject(refused(401, "ERR_INVALID_CREDENTIALS"));
  expect((await again.signIn({ email: person.email, password: chosen })).body.user).toMatchObject({
    passwordDue: false,
  });
});

test("the made password itself, a weak one and a name are refused as one's own", async () => {
  const { password, person, call } = await given();
  const name = person.email.split("@")[0]!;
  for (const weak of [password, "12345", `${name}1`, "Recado!"]) {
    expect([weak, await call("POST", session.choosePassword.path, { password: weak })]).toMatchObject([
      weak,
      refused(400, "ERR_WEAK_PASSWORD"),
    ]);
  }
});

test("a made password opens nothing after seven days", async () => {
  const { person, password } = await given();
  const aged = (days: number) =>
    withTenant({ companyId: person.companyId }, (tx) =>
      tx`
      update app.users set password_given_at = now() - ${days} * interval '1 day' where id = ${person.userId}`);
  await aged(6.9);
  expect((await new Browser().signIn({ email: person.email, password })).status).toBe(200);
  await aged(7.1);
  expect(await new Browser().signIn({ email: person.email, password })).toMatchObject(
    refused(401, "ERR_PASSWORD_OVER"),
  );
});

test("whoever has chosen a password cannot choose another without the one they have", async () => {
  const person = await withPassword();
  await expect(person.call(session.choosePassword, { body: { password: chosen } })).rejects.toMatchObject({
    code: "ERR_ALREADY_IN_STATE",
  });
});

test("an admin's made password has to be replaced, a typed one stays", async () => {
  const admin = await someone({ profile: "admin" });
  for (const passwordMade of [true, false]) {
    const email = `${crypto.randomUUID()}@test.local`;
    const account = { email, password: "feita no editor" };
    const { id } = await admin.call(users.create, { body: { ...account, name: "Íris", passwordMade } });
    const enter = async () => (await new Browser().signIn(account)).body.user;
    expect(await enter()).toMatchObject({ passwordDue: passwordMade });
    await admin.call(users.update, {
      params: { id },
      body: { password: account.password, passwordMade: !passwordMade },
    });
    expect(await enter()).toMatchObject({ passwordDue: !passwordMade });
  }
});

test("one's own change of password is never a made one", async () => {
  const person = await withPassword();
  const body = { password: chosen, passwordMade: true, currentPassword: person.password };
  await person.call(users.update, { params: { id: person.userId }, body });
  expect((await new Browser().signIn({ email: person.email, password: chosen })).body.user).toMatchObject({
    passwordDue: false,
  });
});
