// Limits of the fetch of a page behind a link in a message.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claims } from "../../../core/testing/pictures.ts";
import { guardedFetch } from "../../../core/outside/egress.ts";
import { askPage } from "./fetch.ts";

const PIXEL = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const head = (image: string) => `<title>Loja</title><meta property="og:image" content="${image}">`;
const say = (type: string, body: string | Uint8Array): RequestListener => (_, answer) =>
  answer.writeHead(200, { "content-type": type }).end(body);
const endless: RequestListener = (_, answer) => {
  answer.writeHead(200, { "content-type": "text/html" });
  const more = () => {
    while (!answer.destroyed && answer.write("<p>".repeat(20_000)));
  };
  answer.on("drain", more).write(head("/pixel"));
  more();
};
const answers: Record<string, RequestListener> = {
  "/page": say("text/html", head("/pixel")),
  "/pixel": say("image/png", PIXEL),
  "/huge": say("text/html", head("/claim")),
  "/claim": say("image/png", claims(30_000, 30_000).png),
  "/heavy": say("text/html", head("/two-megabytes")),
  "/two-megabytes": say("image/png", new Uint8Array(2_000_000).fill(1)),
  "/disguised": say("text/html", head("/program")),
  "/program": say("image/png", "<script>alert(1)</script>"),
  "/inner-picture": say("text/html", head("http://127.0.0.1/pixel")),
  "/program-page": say("application/octet-stream", head("/pixel")),
  "/endless": endless,
  "/moved": (_, answer) => answer.writeHead(302, { location: "/deep/page" }).end(),
  "/deep/page": say("text/html", head("../pixel")),
  "/inside": (_, answer) => answer.writeHead(302, { location: "http://127.0.0.1/" }).end(),
};
const server = createServer((asked, answer) => (answers[asked.url!] ?? say("text/plain", ""))(asked, answer));
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const at = (path: string) => `http://localhost:${(server.address() as AddressInfo).port}${path}`;
const inside = guardedFetch({ origins: [], allow: ["localhost"], webPorts: true });
const ask = (path: string) => askPage(at(path), inside);

test("a page gets a card with its picture, also when its address redirects and when its body never ends", async () => {
  for (const path of ["/page", "/moved", "/endless"]) {
    expect([path, await ask(path)]).toMatchObject([path, { title: "Loja", picture: PIXEL }]);
  }
});
test("the card has no picture when the file is too large, no picture or at a private address", async () => {
  for (const path of ["/huge", "/heavy", "/disguised", "/inner-picture"]) {
    expect([path, await ask(path)]).toMatchObject([path, { title: "Loja", picture: null }]);
  }
});
test("a customer's link never leads to a private address, although the operator allows downloads to reach it", async () => {
  for (const path of ["/page", "/moved"]) expect(await askPage(at(path))).toBeNull();
});
test("a link to no page, or to an inner address, has no card", async () => {
  for (const path of ["/program-page", "/pixel", "/inside", "/nothing"]) {
    expect([path, await ask(path)]).toEqual([path, null]);
  }
});
