// A service at its network's edge that does all that services do wrong: each time one reason, within its limits.
import { Buffer } from "node:buffer";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnv } from "../env.ts";
import { askOutside, askTwice, asNoAnswer, jsonOf, NoAnswer, setUpProviders, textOf } from "./providers.ts";

let asked = 0;
const answers: Record<string, RequestListener> = {
  "/never": () => {},
  "/drip": (_, answer) => void answer.writeHead(200).write('{"output":'),
  "/cut": (_, answer) => void answer.writeHead(200).write('{"output":', () => answer.destroy()),
  "/large": (_, answer) => answer.end(Buffer.alloc(10 * 1024 * 1024)),
  "/inside": (_, answer) => answer.writeHead(307, { location: "http://169.254.169.254/" }).end(),
  "/busy": (_, answer) => asked % 2 ? answer.writeHead(429, { "retry-after": "1" }).end() : answer.end("ok"),
  "/refuses": (_, answer) => answer.writeHead(403).end(JSON.stringify({ error: { message: "not you" } })),
  "/bytes": (_, answer) => answer.end(Buffer.from([0xff, 0xfe, 0x00])),
};
const server = createServer((request, answer) => {
  asked++;
  answers[request.url!]!(request, answer);
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void (server.closeAllConnections(), server.close()));
const at = (path: string) => `http://127.0.0.1:${port}${path}`;
setUpProviders({ ...readEnv({}), EGRESS_ALLOW: ["127.0.0.1"] });
const LIMITS = { timeoutMs: 300, maxBytes: 1024 * 1024 };
const why = (ask: Promise<unknown>) => ask.then(() => "answered", (error) => asNoAnswer(error).reason);

test.each([
  ["never answers", "/never", "timeout"],
  ["begins and goes on for ever", "/drip", "timeout"],
  ["is cut in the middle", "/cut", "unreachable"],
  ["answers with 10 MB", "/large", "too_large"],
  ["sends inside", "/inside", "redirect"],
])("a service that %s is left", async (_, path, reason) => {
  expect(await why(askOutside(at(path), LIMITS))).toBe(reason);
});

test("an inner address is not asked, and nobody there is nobody", async () => {
  expect(await why(askOutside("http://10.0.0.1/", LIMITS))).toBe("inner");
  expect(await why(askOutside("http://127.0.0.1:1/", LIMITS))).toBe("unreachable");
});

test("a busy service is asked once more; one that refuses or never answers is not, and says why", async () => {
  const count = async (path: string) => {
    asked = 0;
    const said = await askTwice(at(path), LIMITS).then(
      () => "answered",
      (error: NoAnswer) => `${error.reason} ${error.detail}`.trim(),
    );
    return [asked, said];
  };
  expect(await count("/busy")).toEqual([2, "answered"]);
  expect(await count("/refuses")).toEqual([1, "status 403 not you"]);
  expect(await count("/never")).toEqual([1, "timeout"]);
});

test("what is no text is none", async () => {
  const said = await askOutside(at("/bytes"), LIMITS);
  expect([textOf(said), jsonOf(said)]).toEqual([null, undefined]);
});
