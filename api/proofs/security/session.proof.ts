// Proofs S10–S15: forged and stolen tokens, other sites, ended sessions, guessed passwords.
import { beforeAll, describe, expect, test } from "vitest";
import process from "node:process";
import { sign } from "hono/jwt";
import { createHmac } from "node:crypto";
import { forgetSessions } from "../../core/access/auth.ts";
import { type Person, someone, testApp } from "../../core/testing/api.ts";
import { purposeKey } from "../../core/secrets/seal.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { users } from "../../features/users/contract.ts";
import { Browser, withPassword } from "../../features/session/testing-browser.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { Reader } from "./reader.ts";

const WHOLE = process.env.PROOF_SIZE === "S";
const REFRESH = "__Host-recado_refresh";
const phone = { "sec-ch-ua-mobile": "?1" };
/** Proof S13: an ended session is dead everywhere after this long. */
const DEAD_MS = 5_000;

async function status(token: string): Promise<number> {
  const { api } = await testApp();
  return (await api.http.fetch(
    new Request("http://localhost/api/auth/me", { headers: { authorization: `Bearer ${token}` } }),
  )).status;
}

describe("token forgery (S11)", () => {
  let person: Person;
  let payload: Record<string, unknown>;
  const part = (value: unknown) =>
    Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
  const signed = (head: unknown, body: unknown, key: string, hash = "sha256") => {
    const text = `${part(head)}.${part(body)}`;
    return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
  };
  beforeAll(async () => {
    person = await someone();
    payload = JSON.parse(Buffer.from(person.token.split(".")[1]!, "base64url").toString());
  });

  test("a token signed like the server's is accepted, so that the refusals below mean something", async () => {
    expect(await status(person.token)).toBe(200);
    expect(await status(signed({ alg: "HS256", typ: "JWT" }, payload, purposeKey("access")))).toBe(200);
  });

  test("a forged token is refused by every call", async () => {
    const key = purposeKey("access");
    const [other, operator] = [await someone(), await someone({ super: true })];
    const now = Math.floor(Date.now() / 1000);
    const [head, body, signature] = person.token.split(".") as [string, string, string];
    const edited = (change: object) => `${head}.${part({ ...payload, ...change })}.${signature}`;
    const proper = { alg: "HS256", typ: "JWT" };
    const browser = new Browser();
    await browser.signIn(await withPassword());
    const forged: Record<string, string> = {
      "alg none": `${part({ alg: "none" })}.${body}.`,
      "alg none, a signature": `${part({ alg: "none", typ: "JWT" })}.${body}.${signature}`,
      "alg None": `${part({ alg: "nOnE" })}.${body}.x`,
      "no signature": `${head}.${body}.`,
      "RS256 in the head": signed({ alg: "RS256", typ: "JWT" }, payload, key),
      "HS512": signed({ alg: "HS512", typ: "JWT" }, payload, key, "sha512"),
      "HS384": signed({ alg: "HS384", typ: "JWT" }, payload, key, "sha384"),
      "an empty key": signed(proper, payload, " "),
      "another purpose's key": signed(proper, payload, purposeKey("refresh")),
      "the installation's secret itself": signed(proper, payload, TEST_SECRET),
      "kid into a file": signed({ ...proper, kid: "../../../dev/null" }, payload, " "),
      "kid as SQL": signed({ ...proper, kid: "x' union select 'k" }, payload, "k"),
      "a key in the head": signed(
        { ...proper, jwk: { kty: "oct", k: part("k") }, jku: "https://evil.example/k" },
        payload,
        "k",
      ),
      "wrong audience": signed(proper, { ...payload, aud: "recado-refresh" }, key),
      "no audience": signed(proper, { ...payload, aud: undefined }, key),
      "not yet valid": signed(proper, { ...payload, nbf: now + 600 }, key),
      "issued in the future": signed(proper, { ...payload, iat: now + 600 }, key),
      "expired": signed(proper, { ...payload, exp: now - 1 }, key),
      "without an end": signed(proper, { ...payload, exp: undefined }, key),
      "an end that is text": signed(proper, { ...payload, exp: "9999999999" }, key),
      "another company": edited({ cid: other.companyId }),
      "another person": edited({ sub: String(other.userId) }),
      "another session": edited({ sid: operator.sessionId, cid: operator.companyId, sub: String(operator.userId) }),
      "super": edited({ super: true, profile: "admin" }),
      "another's session under one's own name, signed": signed(proper, { ...payload, sid: other.sessionId }, key),
      "one's session in another company, signed": signed(proper, { ...payload, cid: other.companyId }, key),
      "a refresh token as access token": browser.cookies.get(REFRESH)!,
      "two tokens": `${person.token} ${person.token}`,
      "another alphabet": person.token.replace(/[-_]/g, "+"),
      "a body that is no JSON": signed(proper, "x", key),
      "a number as body": signed(proper, 1, key),
    };
    const open: string[] = [];
    for (const [what, token] of Object.entries(forged)) {
      if (token === person.token) continue;
      if (![401, 403].includes(await status(token))) open.push(what);
    }
    expect(open).toEqual([]);
  });

  test("claims beyond the session's id have no effect, because the server reads them from the database", async () => {
    const user = await someone({ profile: "user" });
    const claims = JSON.parse(Buffer.from(user.token.split(".")[1]!, "base64url").toString());
    const token = await sign({ ...claims, super: true, profile: "admin" }, purposeKey("access"), "HS256");
    const { api } = await testApp();
    const answer = await api.http.fetch(
      new Request("http://localhost/api/companies", { headers: { authorization: `Bearer ${token}` } }),
    );
    expect(answer.status).toBe(403);
  });

  test("an access token is refused as a refresh token", async () => {
    const browser = new Browser();
    browser.cookies.set(REFRESH, person.token);
    expect((await browser.refresh()).status).toBe(401);
  });
});

describe("other sites (S10)", () => {
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "http://localhost" },
    { origin: "https://evil.example" },
    { origin: "http://localhost.evil.example" },
    { origin: "null" },
    { origin: "http://localhost:1" },
    { "sec-fetch-site": "cross-site", origin: "http://localhost", "content-type": "application/x-www-form-urlencoded" },
  ];
  test("refresh and logout refuse another site's request and change nothing", async () => {
    const person = await withPassword();
    const browser = new Browser();
    const { body } = await browser.signIn(person);
    const rows = () => withTenant({ companyId: person.companyId }, (tx) => tx`select * from app.sessions order by id`);
    const before = await rows();
    for (const headers of foreign) {
      for (const [method, path] of [["POST", "/auth/refresh_token"], ["DELETE", "/auth/logout"]] as const) {
        const answer = await browser.call(method, path, undefined, headers);
        expect([answer.status, answer.body.error, answer.headers.getSetCookie()], JSON.stringify(headers)).toEqual([
          403,
          "ERR_CROSS_SITE",
          [],
        ]);
      }
    }
    expect(await rows()).toEqual(before);
    expect(await browser.opens(body.token)).toBe(true);
  });

  test("cookies carry __Host-, HttpOnly, Secure, SameSite=Strict and no domain; a form cannot sign anybody in", async () => {
    const browser = new Browser();
    const { headers } = await browser.signIn(await withPassword());
    for (const cookie of headers.getSetCookie()) {
      expect(cookie).toMatch(/^__Host-recado_\w+=.*Path=\/;.*HttpOnly; SameSite=Strict; Secure$/);
      expect(cookie).not.toMatch(/domain/i);
    }
    const { api } = await testApp();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const response = await api.http.fetch(
        new Request("http://localhost/api/auth/login", {
          method: "POST",
          body: '{"email":"a@b.c","password":"x"}',
          headers: { "content-type": type },
        }),
      );
      expect([response.status, response.headers.getSetCookie()]).toEqual([415, []]);
    }
  });

  test("no answer allows another origin to read it", async () => {
    const { api } = await testApp();
    for (const method of ["GET", "OPTIONS", "POST"]) {
      const response = await api.http.fetch(
        new Request("http://localhost/api/auth/me", {
          method,
          headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
        }),
      );
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("refresh theft (S12)", () => {
  test("a used token is refused and ends the session within a second, its stream within five", async () => {
    const browser = new Browser();
    const { body } = await browser.signIn(await withPassword());
    const reader = await Reader.open({ token: body.token! });
    await reader.until(/hello/);
    const thief = new Browser();
    thief.cookies = new Map(browser.cookies);
    await browser.refresh();
    const { body: newest } = await browser.refresh();
    expect((await thief.refresh()).status).toBe(401);
    const from = performance.now();
    for (const token of [body.token, newest.token]) expect(await browser.opens(token)).toBe(false);
    expect(performance.now() - from).toBeLessThan(1_000);
    expect(await reader.until("end", DEAD_MS)).toBeLessThan(DEAD_MS);
    expect(reader.text).toMatch(/-auth\n/);
    expect((await browser.refresh()).status).toBe(401);
  });

  const LOST = WHOLE ? 1_000 : 100;
  test(`${LOST} lost answers log nobody out`, async () => {
    const browser = new Browser();
    await browser.signIn(await withPassword());
    let out = 0;
    for (let i = 0; i < LOST; i++) {
      const before = new Map(browser.cookies);
      await browser.refresh();
      browser.cookies = before;
      if ((await browser.refresh()).status !== 200) out++;
    }
    expect(out).toBe(0);
  }, 120_000);
});

describe("sessions end (S13)", () => {
  interface Open {
    person: Person & { password: string };
    browser: Browser;
    token: string;
    reader: Reader;
  }
  async function open(): Promise<Open> {
    const person = await withPassword();
    await someone({ colleagueOf: person, profile: "admin" });
    const browser = new Browser();
    const token = (await browser.signIn(person)).body.token!;
    const reader = await Reader.open({ token });
    await reader.until(/hello/);
    expect(await browser.opens(token)).toBe(true);
    return { person, browser, token, reader };
  }
  /** Token, stream and refresh are dead in time. */
  async function dead({ browser, token, reader }: Open): Promise<number> {
    const from = performance.now();
    await reader.until("end", DEAD_MS);
    while (await browser.opens(token)) {
      expect(performance.now() - from, "the token still opens").toBeLessThan(DEAD_MS);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await browser.refresh()).status).toBe(401);
    return performance.now() - from;
  }
  const admin = (person: Person) => someone({ colleagueOf: person, profile: "admin" });
  /** Writes as another process does, past this one's cache. */
  const elsewhere = (companyId: number, statement: string) => withTenant({ companyId }, (tx) => tx.unsafe(statement));

  const endings: Record<string, (open: Open) => Promise<unknown>> = {
    "a password changed by an admin": async ({ person }) =>
      (await admin(person)).call(users.update, {
        params: { id: person.userId },
        body: { password: "outra senha boa 7" },
      }),
    "a role changed": async ({ person }) =>
      (await admin(person)).call(users.update, { params: { id: person.userId }, body: { profile: "user" } }),
    "ended by an admin": async ({ person }) =>
      (await admin(person)).call(users.endSessions, { params: { id: person.userId } }),
    "deleted": async ({ person }) => (await admin(person)).call(users.remove, { params: { id: person.userId } }),
    "opened on another desk": ({ person }) => new Browser().signIn(person),
    "logged out in another tab": ({ browser, token }) => {
      const tab = new Browser();
      tab.cookies = new Map(browser.cookies);
      return tab.call("DELETE", "/auth/logout", undefined, { authorization: `Bearer ${token}` });
    },
    "the company disabled in another process": ({ person }) =>
      asPlatform((tx) => tx`update app.companies set active = false where id = ${person.companyId}`),
    "the session ended in another process": ({ person }) =>
      withTenant({ companyId: person.companyId }, async (tx) => {
        await tx`update app.sessions set ended_at = now() where user_id = ${person.userId}`;
        tx.events.push({ name: "recado-rights", audience: [`user:${person.userId}`], except: null, payload: {} });
      }),
  };
  test.each(Object.entries(endings))("%s: token, refresh and stream are dead within five seconds", async (_, end) => {
    const opened = await open();
    await end(opened);
    expect(await dead(opened)).toBeLessThan(DEAD_MS);
  }, 20_000);

  test("an expired company's calls get 402 and its streams end within five seconds", async () => {
    const { person, browser, token, reader } = await open();
    await asPlatform((tx) =>
      tx`update app.companies set due_at = now() - interval '1 second' where id = ${person.companyId}`
    );
    const from = performance.now();
    await reader.until("end", DEAD_MS);
    const ask = async () =>
      (await browser.call("GET", "/queue", undefined, { authorization: `Bearer ${token}` })).status;
    while (await ask() !== 402) expect(performance.now() - from).toBeLessThan(DEAD_MS);
  });

  test("a person's password change ends their other sessions, not this one; no session lives beyond 30 days", async () => {
    const { person, browser, token } = await open();
    const mobile = new Browser();
    const onPhone = (await mobile.signIn(person, phone)).body.token!;
    const answer = await browser.call("PUT", `/users/${person.userId}`, {
      password: "nova senha boa 8",
      currentPassword: person.password,
    }, {
      authorization: `Bearer ${token}`,
    });
    expect([answer.status, await browser.opens(token), await mobile.opens(onPhone)]).toEqual([200, true, false]);
    const [row] = await withTenant(
      { companyId: person.companyId },
      (tx) => tx`select max(expires_at - created_at) as life from app.sessions where salt <> 'salt'`,
    );
    expect(String(row!.life)).toMatch(/^30 days/);
    await elsewhere(person.companyId, "update app.sessions set expires_at = now() - interval '1 second'");
    forgetSessions(person.companyId);
    expect([await browser.opens(token), (await browser.refresh()).status]).toEqual([false, 401]);
  });
});
