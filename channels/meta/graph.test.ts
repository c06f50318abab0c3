import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MemoryHost } from "../sdk/memory-host.ts";
import { ChannelError } from "../sdk/mod.ts";
import { retryAfterMs } from "./errors.ts";
import { Graph, type GraphCall } from "./graph.ts";
import { Line } from "./line.ts";
import { explainMessenger } from "./messenger/errors.ts";

const sending: GraphCall = { method: "POST", path: "1/messages", sends: true, json: { a: 1 } };
const Sent = z.object({ message_id: z.string() });

/** What becomes of a send when fetch does this. */
async function outcome(answer: typeof fetch, call = sending, timeoutMs = 1000): Promise<ChannelError> {
  const graph = new Graph(new MemoryHost({ fetch: answer }), { token: "t", explain: explainMessenger, timeoutMs });
  const error = await graph.call(Sent, call).then(() => null, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ChannelError);
  return error as ChannelError;
}
const answers = (body: BodyInit, init?: ResponseInit) => () => Promise.resolve(new Response(body, init));
const graphError = (code: number, subcode?: number) =>
  JSON.stringify({ error: { code, error_subcode: subcode, message: "to 5511955550101" } });
const breaks = (cause: string) => () => Promise.reject(new TypeError("fetch failed", { cause: new Error(cause) }));

describe("a send", () => {
  test.each<[string, typeof fetch, boolean]>([
    ["there is no connection", breaks("client error (Connect): tcp connect error: Connection refused"), false],
    ["the host has no address", breaks("client error (Connect): dns error: failed to lookup"), false],
    [
      "the connection ends after the request was written",
      breaks("client error (SendRequest): connection closed before message completed"),
      true,
    ],
    ["the answer is cut off", answers(new ReadableStream({ pull: (controller) => controller.error("cut") })), true],
    ["the answer is unreadable", answers("<html>"), true],
    ["the answer has no id", answers("{}"), true],
    ["a proxy answers 502", answers("bad gateway", { status: 502 }), true],
    ["Graph answers 500 with a code for an unknown outcome", answers(graphError(1), { status: 500 }), true],
    ["Graph answers 500 with a code for a refusal", answers(graphError(2), { status: 500 }), false],
    ["Graph answers 503 with a code", answers(graphError(4), { status: 503 }), false],
  ])(
    "knows whether Graph may have taken the message: %s",
    async (_, answer, maybeSent) => expect((await outcome(answer)).maybeSent).toBe(maybeSent),
  );

  test("is maybe sent when no answer comes in time, a question never is", async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)));
    expect(await outcome(never, sending, 20)).toMatchObject({ code: "unreachable", maybeSent: true });
    expect(await outcome(never, { path: "x" }, 20)).toMatchObject({ code: "unreachable", maybeSent: false });
  });
});

describe("an error of Graph", () => {
  test.each([
    [10, 2018278, "window-closed", "ERR_REPLY_WINDOW_CLOSED"],
    [10, 2534022, "window-closed", "ERR_REPLY_WINDOW_CLOSED"],
    [10, 2018108, "rejected", "ERR_RECIPIENT_UNAVAILABLE"],
    [10, 1893063, "not-connected", "ERR_PROVIDER_REFUSED"],
    [10, undefined, "not-connected", "ERR_PROVIDER_AUTH"],
    [100, 2018001, "rejected", "ERR_RECIPIENT_UNAVAILABLE"],
    [100, 2018109, "rejected", "ERR_MEDIA_REFUSED"],
    [100, 33, "rejected", "ERR_PROVIDER_REFUSED"],
    [190, 463, "not-connected", "ERR_PROVIDER_AUTH"],
    [200, 1545041, "rejected", "ERR_RECIPIENT_UNAVAILABLE"],
    [551, undefined, "rejected", "ERR_RECIPIENT_UNAVAILABLE"],
    [368, undefined, "not-connected", "ERR_PROVIDER_REFUSED"],
    [613, 2018338, "rate-limited", "ERR_PROVIDER_RATE_LIMITED"],
    [2, undefined, "unreachable", "ERR_PROVIDER_UNREACHABLE"],
    [987654, undefined, "rejected", "ERR_PROVIDER_REFUSED"],
  ])("with the code %i/%s is %s", async (code, subcode, kind, reason) => {
    expect(await outcome(answers(graphError(code, subcode), { status: 400 }))).toMatchObject({ code: kind, reason });
  });
  test("is read from an answer with status 200 too, and its message masks the customer's number", async () => {
    const error = await outcome(answers(graphError(100, 33)));
    expect([error.code, error.message]).toEqual(["rejected", "100/33 to …"]);
  });
  test("obeys Retry-After in seconds or as a date, for a day at most", () => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    expect(retryAfterMs("7", now)).toBe(7000);
    expect(retryAfterMs("Fri, 20 Nov 2026 12:00:30 GMT", now)).toBe(30_000);
    expect(retryAfterMs("99999999", now)).toBe(86_400_000);
    expect([retryAfterMs(null, now), retryAfterMs("soon", now)]).toEqual([undefined, undefined]);
  });
});

test("the client sends the token as a bearer and not in the address, and no token to other hosts", async () => {
  const seen: [string, string | null][] = [];
  const host = new MemoryHost({
    env: { META_GRAPH_URL: "http://graph.test/", META_GRAPH_VERSION: "v26.0" },
    fetch: (input, init) => {
      seen.push([String(input), new Headers(init?.headers).get("authorization")]);
      return Promise.resolve(Response.json({ message_id: "m" }));
    },
  });
  const graph = new Graph(host, { token: "secret", explain: explainMessenger });
  await graph.call(Sent, { path: "1/messages", query: { fields: "a,b" } });
  await (await graph.download("https://cdn.test/a.jpg", false)).body.cancel();
  expect(seen).toEqual([["http://graph.test/v26.0/1/messages?fields=a%2Cb", "Bearer secret"], [
    "https://cdn.test/a.jpg",
    null,
  ]]);
  for (const url of ["file:///etc/passwd", "data:text/plain,x", "nonsense"]) {
    await expect(graph.download(url, false)).rejects.toMatchObject({ reason: "ERR_MEDIA_REFUSED" });
  }
});

test("a download is rejected for good when its address has expired", async () => {
  const graph = new Graph(new MemoryHost({ fetch: answers("gone", { status: 410 }) }), { explain: explainMessenger });
  await expect(graph.download("https://cdn.test/a", false)).rejects.toMatchObject({
    code: "rejected",
    reason: "ERR_MEDIA_REFUSED",
  });
});

describe("a line", () => {
  const trouble = new ChannelError("unreachable", { reason: "ERR_PROVIDER_UNREACHABLE" });
  test("goes on trying while Graph is away, with growing pauses, and then says connected", async () => {
    const pauses: number[] = [];
    const clock = { now: () => Date.now(), sleep: (ms: number) => Promise.resolve(void pauses.push(ms)) };
    const host = new MemoryHost({ clock });
    let away = 3;
    new Line(host, "1", () => away-- > 0 ? Promise.reject(trouble) : Promise.resolve()).open();
    await host.reached("CONNECTED");
    expect(pauses).toEqual([5_000, 15_000, 60_000]);
    expect(host.statuses.map(({ status }) => status)).toEqual([
      "OPENING",
      "OPENING",
      "OPENING",
      "OPENING",
      "CONNECTED",
    ]);
  });
  test("stops when it is closed", async () => {
    const host = new MemoryHost();
    let checks = 0;
    const line = new Line(host, "1", () => (checks++, Promise.reject(trouble)));
    await line.recheck();
    line.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([checks, host.statuses.length]).toEqual([1, 1]);
  });
});
