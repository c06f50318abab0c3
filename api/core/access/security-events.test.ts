import { expect, test } from "vitest";
import { Browser, withPassword } from "../../features/session/testing-browser.ts";
import { metrics } from "../metrics.ts";
import { testApp } from "../testing/api.ts";

async function during(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts = async () =>
    (await metrics.security.get()).values.map(({ labels, value }) => [labels.what, value] as const);
  const before = new Map(await counts());
  await work();
  return Object.fromEntries(
    (await counts()).map(([what, value]) => [what!, value - (before.get(what) ?? 0)] as const).filter(([, more]) =>
      more
    ),
  );
}

test("a sign-in is counted whether it succeeds or is refused", async () => {
  const person = await withPassword();
  expect(await during(() => new Browser().signIn(person))).toEqual({ "sign-in": 1 });
  expect(await during(() => new Browser().signIn({ ...person, password: "Errada-2026-x" }))).toEqual({ refused: 1 });
  const nobody = { ...person, email: `ninguem-${crypto.randomUUID()}@example.com` };
  expect(await during(() => new Browser().signIn(nobody))).toEqual({ refused: 1 });
});

test("a webhook whose signature does not fit is counted", async () => {
  const { api } = await testApp();
  const call = () => api.http.request("/webhooks/facebook", { method: "POST", body: "{}" });
  expect(await during(async () => expect((await call()).status).toBe(401))).toEqual({ signature: 1 });
});

test("input that the contract forbids is counted", async () => {
  expect(await during(() => new Browser().call("POST", "/auth/login", { email: 5 }))).toEqual({ input: 1 });
});

test("a refresh that another site asks for is counted", async () => {
  const elsewhere = () => new Browser().refresh({ "sec-fetch-site": "cross-site" });
  expect(await during(elsewhere)).toEqual({ refused: 1 });
});
