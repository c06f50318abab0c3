// Requests to addresses that others wrote: nothing inside is reached by any way of writing it, leading to it, or renaming it meanwhile.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardedFetch, isInner } from "./egress.ts";
import { fetchOnce } from "./once.ts";

const reached: string[] = [];
const answers: Record<string, RequestListener> = {
  "/inside": (_, answer) => answer.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end(),
  "/metadata": (_, answer) => answer.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  "/file": (_, answer) => answer.writeHead(302, { location: "file:///etc/passwd" }).end(),
  "/round": (_, answer) => answer.writeHead(302, { location: "/round" }).end(),
  "/drip": (_, answer) => void answer.writeHead(200).write("a"),
  "/packed": (_, answer) => answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed")),
  "/echo": (asked, answer) => void asked.pipe(answer),
  "/length": (asked, answer) => void answer.end(asked.headers["content-length"]),
  "/taken": (asked) => void asked.resume().on("end", () => asked.socket.destroy()),
};
const server = createServer((asked, answer) => {
  reached.push(`${asked.headers.host}${asked.url}`);
  (answers[asked.url!] ?? ((_, answer) => answer.end("hello")))(asked, answer);
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void (server.closeAllConnections(), server.close()));

const none = { origins: [], allow: [] };
/** The server's own host is let in as `localhost`; as `127.0.0.1` it is inside. */
const some = { origins: [], allow: ["localhost"] };
const local = (path: string) => `http://localhost:${port}${path}`;
const here = (path: string, init?: RequestInit) =>
  fetchOnce(new Request(`http://shop.test:${port}${path}`, init), [{ address: "127.0.0.1", family: 4 }]);

describe("an inner address is refused however it is written", () => {
  const hosts = [
    ...["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "１２７.0.0.1", "127.0.0.1.", "0", "0.0.0.0"],
    ...["10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "198.18.0.1", "224.0.0.1"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1]", "[fec0::1]"],
    ...[
      "[5f00::1]",
      "[4000::1]",
      "[8000::1]",
      "[100::1]",
      "[2001:10::1]",
      "[2001:20::1]",
      "[3fff::1]",
      "[2001:db8::1]",
    ],
    ...["[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "localhost", "LOCALHOST"],
  ];
  test.each(hosts)("http://%s", async (host) => {
    await expect(guardedFetch(none)(`http://${host}:${port}/`)).rejects.toThrow("refused: an inner address");
  });
  test("and what is outside is not", () => {
    const outside = [
      "8.8.8.8",
      "172.32.0.1",
      "100.128.0.1",
      "2606:4700::1111",
      "::ffff:8.8.8.8",
      "2a00:1450::1",
      "2001:4860:4860::8888",
    ];
    expect(outside.filter(isInner)).toEqual([]);
  });
});

test("no redirect leads inside, out of the web, or round and round", async () => {
  const ask = (path: string) => guardedFetch(some)(local(path));
  await expect(ask("/inside")).rejects.toThrow("refused: an inner address");
  await expect(ask("/metadata")).rejects.toThrow("refused: an inner address");
  await expect(ask("/file")).rejects.toThrow("refused: only http and https");
  await expect(ask("/round")).rejects.toThrow("refused: too many redirects");
  expect(reached.filter((one) => one.endsWith("/secret"))).toEqual([]);
});

test("a name that means another place a moment later leads to the place that was looked at, or nowhere", async () => {
  let asked = 0;
  // What the system says of `localhost` is the second answer.
  const rebinding = () => Promise.resolve(asked++ ? [] : [{ address: "8.8.8.8", family: 4 }]);
  const signal = AbortSignal.timeout(300);
  await expect(guardedFetch(none, rebinding)(local("/rebound"), { signal })).rejects.toThrow();
  expect([asked, reached.filter((one) => one.endsWith("/rebound"))]).toEqual([1, []]);
  const mixed = () => Promise.resolve([{ address: "8.8.8.8", family: 4 }, { address: "10.0.0.1", family: 4 }]);
  await expect(guardedFetch(none, mixed)(local("/"))).rejects.toThrow("refused: an inner address");
});

test("an address from a message is asked at the web's ports only", async () => {
  const outside = () => Promise.resolve([{ address: "8.8.8.8", family: 4 }]);
  for (const port of [22, 25, 5432, 8080]) {
    await expect(guardedFetch({ ...none, webPorts: true }, outside)(`http://shop.test:${port}/`)).rejects.toThrow(
      "refused",
    );
  }
});

test("a request goes under its own name to the address it was given, with its body, and says where it was", async () => {
  const answer = await here("/echo", { method: "POST", body: "a body" });
  expect([answer.status, answer.url, await answer.text()]).toEqual([200, `http://shop.test:${port}/echo`, "a body"]);
  expect(reached).toContain(`shop.test:${port}/echo`);
  expect(await (await here("/packed")).text()).toBe("packed");
});

test("a server that answers byte by byte is left when the time is over", async () => {
  const time = new AbortController();
  const answer = await here("/drip", { signal: time.signal });
  const text = answer.text();
  time.abort(new Error("the time is over"));
  await expect(text).rejects.toThrow("the time is over");
  await expect(here("/", { signal: AbortSignal.abort(new Error("over")) })).rejects.toThrow("over");
});

test("nobody there is what it is for any request", async () => {
  const nobody = fetchOnce(new Request("http://shop.test:1/"), [{ address: "127.0.0.1", family: 4 }]);
  await expect(nobody).rejects.toThrow(TypeError);
});

describe("a request whose connection breaks after the other side took it goes out once", () => {
  const origin = () => new URL(local("/")).origin;
  const count = (path: string) => reached.filter((one) => one.endsWith(path)).length;
  const bodies: [string, () => BodyInit][] = [
    ["text", () => "Olá"],
    ["form", () => {
      const form = new FormData();
      form.set("file", new File([new Uint8Array(70_000)], "ação.png"));
      return form;
    }],
    ["stream", () => new Blob(["em pedaços"]).stream()],
  ];
  for (
    const [rules, name] of [["origin", "to an origin of the configuration"], ["pinned", "to any address"]] as const
  ) {
    test.each(bodies)(`${name}, with a body as %s, also after a kept-alive answer`, async (kind, body) => {
      const path = `/taken?${rules}-${kind}`;
      answers[path] = answers["/taken"]!;
      const ask = rules === "origin"
        ? guardedFetch({ origins: [origin()], allow: [] })
        : (input: string, init?: RequestInit) => here(new URL(input).pathname + new URL(input).search, init);
      await (await ask(local("/echo"), { method: "POST", body: "warm" })).text();
      await (await ask(local("/hello"))).text();
      await expect(ask(local(path), { method: "POST", body: body() })).rejects.toThrow(TypeError);
      expect(count(path)).toBe(1);
    });
  }
});

test("a body says its length to providers that take none in chunks", async () => {
  expect(await (await here("/length", { method: "POST", body: "ação" })).text()).toBe("6");
});
