import { expect, test } from "vitest";
import { type Person } from "../../core/testing/api.ts";
import { withTenant } from "../../../db/tenant.ts";
import { Browser, eventsFor, phone, refused, withPassword } from "./testing-browser.ts";

test("each refresh replaces the token, and a lost answer is repeated for a moment", async () => {
  const browser = new Browser();
  await browser.signIn(await withPassword());
  const lost = new Map(browser.cookies);
  await browser.refresh();
  const given = browser.cookies.get("__Host-recado_refresh");
  browser.cookies = lost;
  expect((await browser.refresh()).status).toBe(200);
  expect(browser.cookies.get("__Host-recado_refresh")).toBe(given);
});

test("several tabs go on when they refresh at once", async () => {
  const browser = new Browser();
  await browser.signIn(await withPassword());
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => browser.refresh()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("the session ends when a token comes that was used before the last: somebody holds a copy", async () => {
  const person = await withPassword();
  const browser = new Browser();
  const { body } = await browser.signIn(person);
  const stolen = new Browser();
  stolen.cookies = new Map(browser.cookies);
  await browser.refresh();
  await browser.refresh();
  expect(await stolen.refresh()).toMatchObject(refused(401, "ERR_INVALID_TOKEN"));
  expect((await browser.refresh()).status).toBe(401);
  expect(await browser.opens(body.token)).toBe(false);
  expect(await eventsFor(person, "auth")).toContainEqual({
    action: "logout",
    sessionId: body.user!.sessionId,
    reason: "ended",
  });
});

test("the session ends when a lost answer is asked for after the grace", async () => {
  const person = await withPassword();
  const browser = new Browser();
  const { body } = await browser.signIn(person);
  const lost = new Map(browser.cookies);
  await browser.refresh();
  await change(person, body.user!.sessionId, "rotated_at = now() - interval '31 seconds'");
  browser.cookies = lost;
  expect((await browser.refresh()).status).toBe(401);
});

test.each(["rotated_at = now() - interval '7 days 1 minute'", "expires_at = now() - interval '1 second'"])(
  "a session does not outlive its life: %s",
  async (past) => {
    const person = await withPassword();
    const browser = new Browser();
    const { body } = await browser.signIn(person);
    await change(person, body.user!.sessionId, past);
    expect((await browser.refresh()).status).toBe(401);
  },
);

test("a refresh token is refused when it was changed", async () => {
  const [mine, other] = [await withPassword(), await withPassword()];
  const browser = new Browser();
  await browser.signIn(mine);
  const token = browser.cookies.get("__Host-recado_refresh")!;
  const parts = token.split(".");
  for (
    const forged of [
      `${other.companyId}.${parts.slice(1).join(".")}`,
      token.replace(/\.0\./, ".1."),
      token.slice(0, -1),
      "x",
      "",
    ]
  ) {
    browser.cookies.set("__Host-recado_refresh", forged);
    expect((await browser.refresh()).status).toBe(401);
  }
  browser.cookies.set("__Host-recado_refresh", token);
  expect((await browser.refresh()).status).toBe(200);
});

test.each<Record<string, string>>([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
])("another site cannot refresh or log out: %j", async (headers) => {
  const browser = new Browser();
  const { body } = await browser.signIn(await withPassword());
  expect(await browser.refresh(headers)).toMatchObject(refused(403, "ERR_CROSS_SITE"));
  expect(await browser.call("DELETE", "/auth/logout", undefined, headers)).toMatchObject(
    refused(403, "ERR_CROSS_SITE"),
  );
  expect(await browser.opens(body.token)).toBe(true);
  expect((await browser.refresh({ "sec-fetch-site": "same-origin", origin: "http://localhost" })).status).toBe(200);
  expect((await browser.refresh({ origin: "http://localhost:8080" })).status).toBe(200);
});

test("logging out ends the session by its cookie or by its token, and always answers", async () => {
  const person = await withPassword();
  const [byCookie, byToken] = [new Browser(), new Browser()];
  const desk = await byCookie.signIn(person);
  const mobile = await byToken.signIn(person, phone);
  expect((await byCookie.call("DELETE", "/auth/logout")).status).toBe(200);
  expect(byCookie.cookies.has("__Host-recado_refresh")).toBe(false);
  byToken.cookies.clear();
  expect(
    (await byToken.call("DELETE", "/auth/logout", undefined, { authorization: `Bearer ${mobile.body.token}` })).status,
  ).toBe(200);
  expect(await byCookie.opens(desk.body.token)).toBe(false);
  expect(await byToken.opens(mobile.body.token)).toBe(false);
  expect((await new Browser().call("DELETE", "/auth/logout")).status).toBe(200);
});

async function change(person: Person, sessionId: string, assignment: string): Promise<void> {
  await withTenant(
    { companyId: person.companyId },
    (tx) => tx`update app.sessions set ${tx.unsafe(assignment)} where id = ${sessionId}`,
  );
}
