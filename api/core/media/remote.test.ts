// A file that its provider only lets us point at is passed on, and kept by nobody (docs/product/messages.md#files).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messages } from "../../features/messages/contract.ts";
import { setUpOutside } from "../outside/limited.ts";
import { makeConnection, someone } from "../testing/api.ts";
import { customerWrites } from "../testing/inbound.ts";
import { photo } from "../testing/pictures.ts";

const STORY = photo(20, 20, () => [9, 9, 9]);
const server = createServer((asked, answer) => {
  if (asked.url === "/story") return answer.writeHead(200, { "content-type": "image/png" }).end(STORY);
  if (asked.url === "/page") {
    return answer.writeHead(200, { "content-type": "image/png" }).end("<script>alert(1)</script>");
  }
  answer.writeHead(410).end();
});
beforeAll(async () => {
  setUpOutside({ EGRESS_ALLOW: ["localhost"] });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterAll(() => {
  setUpOutside({ EGRESS_ALLOW: [] });
  server.closeAllConnections();
  server.close();
});

/** A customer of this company shares what stands at this address and may not be kept; the file's address with us. */
async function shared(path: string) {
  const admin = await someone();
  const connectionId = await makeConnection(admin, "instagram");
  const ref = path.startsWith("http") ? path : `http://localhost:${(server.address() as AddressInfo).port}${path}`;
  const { ticketId } = await customerWrites(admin, {
    connectionId,
    content: { type: "media", media: { kind: "image", ref, keep: false } },
  });
  const { messages: [message] } = await admin.call(messages.list, { params: { ticketId } });
  return { admin, url: message!.mediaUrl! };
}

test("it is fetched by the server for who may see it, and told to be kept nowhere", async () => {
  const { admin, url } = await shared("/story");
  expect(url).toMatch(/^\/media\/remote\/[0-9a-f]{32}$/);
  const answer = await admin.fetch(url);
  expect([answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual(["image/png", "no-store"]);
  expect(await answer.bytes()).toEqual(new Uint8Array(STORY));
  expect((await (await someone()).fetch(url)).status).toBe(404);
  expect((await (await someone({ colleagueOf: admin })).fetch(url)).status).toBe(404);
});

test("what is another thing than it says, gone, or inside runs nowhere and is not reached", async () => {
  const { admin, url } = await shared("/page");
  expect((await admin.fetch(url)).headers.get("content-type")).not.toContain("html");
  for (const path of ["/gone", "http://127.0.0.1/story"]) {
    const one = await shared(path);
    expect((await one.admin.fetch(one.url)).status).toBe(409);
  }
});
