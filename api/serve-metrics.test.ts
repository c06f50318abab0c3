import { afterEach, expect, test } from "vitest";
import { readEnv } from "./core/env.ts";
import { freePort } from "./core/testing/ports.ts";
import { serveMetrics } from "./serve-metrics.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
const serve = (at: Parameters<typeof serveMetrics>[0]) => ends.push(serveMetrics(at));
const at = async () => ({ hostname: "127.0.0.1", port: await freePort() });
const ask = async ({ port }: { port: number }, path = "/metrics") => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, text: await answer.text() };
};

test("the numbers are served on their own address, and nothing else is", async () => {
  const here = await at();
  serve(here);
  expect((await ask(here)).text).toContain("# TYPE recado_http_seconds");
  for (const path of ["/", "/api/version", "/healthz", "/metrics/"]) expect((await ask(here, path)).status).toBe(404);
});

test("a second process on the same address starts without them", async () => {
  const here = await at();
  serve(here);
  expect(() => serve(here)).not.toThrow();
  expect((await ask(here)).status).toBe(200);
});

test("off serves them nowhere", () => {
  expect(readEnv({ METRICS_LISTEN: "off" }).METRICS_LISTEN).toBeNull();
  expect(() => serve(null)).not.toThrow();
});

test.each<[string, { hostname: string; port: number }]>([
  ["127.0.0.1:9464", { hostname: "127.0.0.1", port: 9464 }],
  ["[::1]:80", { hostname: "::1", port: 80 }],
  ["metrics.internal:65535", { hostname: "metrics.internal", port: 65_535 }],
])("%s is an address", (text, address) => expect(readEnv({ METRICS_LISTEN: text }).METRICS_LISTEN).toEqual(address));

test.each(["9464", ":9464", "localhost", "127.0.0.1:99999", "http://127.0.0.1:80", "::1:80"])(
  "%s is none",
  (text) => expect(() => readEnv({ METRICS_LISTEN: text })).toThrow("METRICS_LISTEN"),
);
