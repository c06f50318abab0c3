import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { readEnv } from "../../core/env.ts";
import { setUpProviders } from "../../core/outside/providers.ts";
import { signature } from "../../core/outside/webhook-signature.ts";
import { attempt } from "./attempt.ts";
import { probeAfter, waitAfter } from "./backoff.ts";
import { newSecret, rotated, signing } from "./secrets.ts";

const closing: (() => void)[] = [];
afterAll(() => closing.forEach((close) => close()));
/** A receiver that behaves as it is told, at an address that the operator allows. */
async function receiver(behave: RequestListener): Promise<string> {
  const server = createServer(behave);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => (server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  setUpProviders({ ...readEnv({}), EGRESS_ALLOW: [`127.0.0.1:${port}`] });
  return `http://127.0.0.1:${port}/hook`;
}
const at = new Date("2026-11-25T12:00:00Z");
const letter = (url: string, secrets = [newSecret()]) => ({ url, id: "evt_1_2", body: '{"a":"ção"}', secrets });

test("a letter carries id, time and a signature of each secret that holds, as Standard Webhooks writes them", async () => {
  const seen: Record<string, unknown>[] = [];
  const url = await receiver((request, answer) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => body += chunk).on("end", () => {
      seen.push({ ...request.headers, body });
      answer.writeHead(204).end();
    });
  });
  const first = { now: newSecret() };
  const both = rotated(first, at);
  expect(await attempt(letter(url, signing(both, at)), at)).toMatchObject({ ok: true, status: 204, error: null });
  const seconds = at.getTime() / 1000;
  expect(seen[0]).toMatchObject({
    "webhook-id": "evt_1_2",
    "webhook-timestamp": String(seconds),
    "webhook-signature": [both.now, first.now].map((secret) => signature(secret, "evt_1_2", seconds, '{"a":"ção"}'))
      .join(" "),
    body: '{"a":"ção"}',
  });
  expect(signing(both, new Date(at.getTime() + 24 * 3_600_000))).toEqual([both.now]);
});

test("the published vector of Standard Webhooks is what we sign", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  expect(signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}'))
    .toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

const behaviours: [string, RequestListener, object][] = [
  ["answers 500", (_, answer) => void answer.writeHead(500).end("down"), {
    status: 500,
    error: "status",
    answer: "down",
  }],
  ["is gone", (_, answer) => void answer.writeHead(410).end(), { status: 410, error: "status" }],
  [
    "sends elsewhere",
    (_, answer) => void answer.writeHead(301, { location: "http://169.254.169.254/" }).end(),
    { status: 301, error: "redirect" },
  ],
  [
    "asks for time",
    (_, answer) => void answer.writeHead(429, { "retry-after": "120" }).end(),
    { status: 429, error: "status", wished: 120 },
  ],
  ["closes without a word", (request) => void request.socket.destroy(), { status: null, error: "unreachable" }],
  ["never answers", () => {}, { status: null, error: "timeout" }],
];
test.each(behaviours)("a receiver that %s got nothing", async (_, behave, expected) => {
  const url = await receiver(behave);
  expect(await attempt(letter(url), at, 300)).toMatchObject({ ok: false, ...expected });
});

test("a receiver that answers much has answered, and its beginning is kept", async () => {
  const url = await receiver((_, answer) => void answer.writeHead(200).end("ç".repeat(100_000)));
  const { ok, answer } = await attempt(letter(url), at);
  expect(ok).toBe(true);
  expect(answer).toBe("ç".repeat(1_000));
});

test.each([
  "http://127.0.0.1:1/",
  "http://10.0.0.1/",
  "http://[::1]/",
  "http://169.254.169.254/latest",
  "http://localhost/",
])(
  "nothing goes to the inner address %s",
  async (url) => {
    setUpProviders({ ...readEnv({}), EGRESS_ALLOW: [] });
    expect(await attempt(letter(url), at)).toMatchObject({ ok: false, error: "inner" });
  },
);

test("waits grow over three days, and what the receiver wishes counts up to twelve hours", () => {
  const waits = Array.from({ length: 16 }, (_, n) => waitAfter(n + 1));
  expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  expect(waits[0]).toBe(5);
  expect(waits.slice(0, 14).reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(60 * 3_600);
  expect([waitAfter(1, 60), waitAfter(1, 1_000_000), waitAfter(10, 5)]).toEqual([60, 43_200, 43_200]);
  expect([probeAfter(3), probeAfter(100)]).toEqual([5, 3_600]);
});
