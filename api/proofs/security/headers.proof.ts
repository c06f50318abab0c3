// Proof S25: every kind of answer carries the headers that keep a browser from running or leaking anything.
import { beforeAll, expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createChannelHost } from "../../channels/host.ts";
import { readEnv } from "../../core/env.ts";
import { testApp } from "../../core/testing/api.ts";
import { startListener } from "../../../db/listen.ts";
import { TEST_SECRET } from "../../core/testing/secret.ts";
import { inject } from "vitest";
import { makeWorld, type World } from "./world.ts";

const { api } = await testApp();
let world: World;
let chatKey = "";
beforeAll(async () => {
  world = await makeWorld();
  const body = JSON.stringify({ name: "Chat da proof", channel: "webchat" });
  const made = await world.person.fetch("/api/whatsapp", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  const { links } = await made.json();
  chatKey = links[0].url.split("/").pop();
});

async function get(path: string, init: RequestInit = {}): Promise<Response> {
  return await api.http.fetch(new Request(`http://localhost${path}`, init));
}
interface Kind {
  path: () => string;
  init?: () => RequestInit;
  status: number;
  page?: boolean;
}
const signedIn = () => ({ headers: { authorization: `Bearer ${world.person.token}` } });
const kinds: Record<string, Kind> = {
  "the app's shell": { path: () => "/", status: 200, page: true },
  "a screen of the app": { path: () => "/tickets/abc", status: 200, page: true },
  "the service worker": { path: () => "/sw.js", status: 200 },
  "the manifest": { path: () => "/manifest.webmanifest", status: 200 },
  "an answer": { path: () => "/api/tickets", init: signedIn, status: 200 },
  "a public answer": { path: () => "/api/version", status: 200 },
  "a refusal 401": { path: () => "/api/tickets", status: 401 },
  "a refusal 400": { path: () => "/api/tickets?pageNumber=x", init: signedIn, status: 400 },
  "a refusal 404": { path: () => "/api/queue/8000000000001", init: signedIn, status: 404 },
  "no such call": { path: () => "/api/nothing", status: 404 },
  "the event stream": { path: () => "/api/events", init: signedIn, status: 200 },
  "a file": { path: () => `/media/${world.mediaId}`, init: signedIn, status: 200 },
  "no file": { path: () => "/media/x", status: 404 },
  "a webhook refused": { path: () => "/webhooks/facebook", init: () => ({ method: "POST", body: "{}" }), status: 401 },
  "a challenge refused": { path: () => "/webhooks/facebook", status: 403 },
  "health": { path: () => "/healthz", status: 200 },
  "metrics, which have an address of their own": { path: () => "/metrics", status: 404 },
  "the documentation": { path: () => "/api/docs", status: 200, page: true },
  "its JSON": { path: () => "/api/openapi.json", status: 200 },
};

test.each(Object.entries(kinds))("%s", async (_, kind) => {
  const response = await get(kind.path(), kind.init?.());
  const headers = Object.fromEntries(response.headers);
  await response.body?.cancel();
  expect(response.status).toBe(kind.status);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": expect.stringMatching(/^default-src 'none'/),
  });
  const policy = headers["content-security-policy"]!;
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:|(?<!img-src 'self' )data:(?! blob:)/);
  expect(policy).toMatch(/frame-ancestors 'none'|sandbox/);
  if (kind.page) {
    for (
      const part of [
        "script-src 'self'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types recado",
        "form-action 'self'",
      ]
    ) expect(policy).toContain(part);
  }
  expect(Object.keys(headers).filter((name) => /^access-control|^server$|^x-powered/.test(name))).toEqual([]);
  if (kind.path().startsWith("/api/")) expect(headers["cache-control"]).toMatch(/no-store/);
  expect(headers["strict-transport-security"]).toBeUndefined();
});

test("the visitor's page has a policy of its own, and may be framed only by sites its connection allows", async () => {
  const response = await get(`/chat/${chatKey}`);
  const policy = response.headers.get("content-security-policy") ?? "";
  await response.body?.cancel();
  expect(policy).toMatch(/default-src 'none'/);
  expect(policy).toMatch(/frame-ancestors ('none'|'self')/);
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("the app's own page holds no inline code that its policy would stop", async () => {
  const html = await (await get("/")).text();
  expect(html).toMatch(/<div id=/);
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i);
});

test("over HTTPS every answer asks for HTTPS for a year", async () => {
  const env = {
    ...readEnv({ PUBLIC_URL: "https://recado.example" }),
    SECRET_KEY: TEST_SECRET,
    PUBLIC_URL: "https://recado.example",
  };
  const listener = startListener(inject("databaseUrl"));
  const channels = await createChannelHost({ env, stream: null, listener, plugins: new Map() });
  const { http } = createApp({ env, stream: null, channels });
  for (const path of ["/", "/api/version", "/api/nothing", "/healthz", "/media/x"]) {
    const response = await http.fetch(new Request(`http://localhost${path}`));
    await response.body?.cancel();
    expect(response.headers.get("strict-transport-security"), path).toMatch(/max-age=31536000/);
  }
  await channels.stop();
  await listener.stop();
});
