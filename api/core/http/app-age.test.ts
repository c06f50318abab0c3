import { Hono } from "hono";
import { expect, test } from "vitest";
import { APP_CONTRACT, APP_HEADER, OLDEST_APP } from "../../contract/app-version.ts";
import { session } from "../../features/session/contract.ts";
import { refuseOldApps } from "./app-age.ts";
import { answerError } from "./errors.ts";
import { someone, testApp } from "../testing/api.ts";

const ask = async (path: string, app?: string) => {
  const { api } = await testApp();
  const response = await api.http.fetch(
    new Request(`http://localhost${path}`, { headers: app === undefined ? {} : { [APP_HEADER]: app } }),
  );
  return { status: response.status, body: await response.json().catch(() => null) };
};
const tooOld = { status: 426, body: { error: "ERR_APP_TOO_OLD", contract: APP_CONTRACT, oldest: OLDEST_APP } };

test("an app below the oldest is told so on every call, before who it is", async () => {
  for (const path of ["/api/version", "/api/tickets", "/api/events", "/api/nothing", "/api/auth/me"]) {
    expect(await ask(path, String(OLDEST_APP - 1))).toEqual(tooOld);
  }
});

test("the oldest, this one, a newer one and an integrator without a number are served", async () => {
  for (const app of [String(OLDEST_APP), String(APP_CONTRACT), "999999999", undefined, "", "-1", "x", "0x0", "1.5"]) {
    expect((await ask("/api/version", app)).status, app).toBe(200);
  }
  expect((await ask("/healthz", "0")).status).toBe(200);
});

test("a contract that was replaced is refused only when the oldest is raised", async () => {
  const http = new Hono().onError(answerError).use(refuseOldApps(7)).get("/", (c) => c.text("ok"));
  const status = async (app: string) => (await http.request("/", { headers: { [APP_HEADER]: app } })).status;
  expect([await status("6"), await status("7"), await status("8")]).toEqual([426, 200, 200]);
});

test("the version says which contracts are served", async () => {
  const person = await someone();
  expect(await person.call(session.version)).toMatchObject({ contract: APP_CONTRACT, oldest: OLDEST_APP });
  expect(OLDEST_APP).toBeLessThanOrEqual(APP_CONTRACT);
});
