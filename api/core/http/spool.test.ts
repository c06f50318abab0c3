// Forms: on the disk while they come, in memory a few at a time, gone afterwards.
import { expect, test } from "vitest";
import { z } from "zod";
import { endpoint, Ok } from "../../contract/endpoint.ts";
import { FORMS_AT_ONCE, MAX_JSON_BYTES } from "../../contract/limits.ts";
import { mediaFolder } from "../media/media.ts";
import { mount } from "../testing/api.ts";
import { route } from "./route.ts";
import { spool, sweepSpooled } from "./spool.ts";

let running = 0;
let most = 0;
let seen = 0;
const take = endpoint({
  method: "POST",
  path: "/spool-test",
  summary: "Takes files.",
  access: "public",
  upload: "file",
  uploadBytes: 1000,
  body: z.object({ note: z.string().optional() }),
  response: Ok,
});
const api = mount((api) =>
  route(api, take, async ({ files, body }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    if (body.note === "ação" && files[0]?.size === 900) seen++;
    return { ok: true as const };
  })
);
const form = (bytes = 900) => {
  const data = new FormData();
  data.append("note", "ação");
  data.append("file", new File([new Uint8Array(bytes).fill(7)], "ação.bin"));
  return data;
};
const post = (init: RequestInit) => api.http.request("/api/spool-test", { method: "POST", ...init });
const left = async () => (await Array.fromAsync(Deno.readDir(`${mediaFolder()}/forms`)).catch(() => [])).length;

test("many forms at once are read a few at a time, whole, and leave nothing on the disk", async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => post({ body: form() })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
  expect([seen, most]).toEqual([24, FORMS_AT_ONCE]);
  expect(await left()).toBe(0);
});

test("who sends slowly keeps nobody else's form waiting", async () => {
  const sample = new Request("http://localhost/", { method: "POST", body: form() });
  const type = sample.headers.get("content-type")!;
  const bytes = await sample.bytes();
  const slow = Array.from({ length: FORMS_AT_ONCE + 2 }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = post({ body: readable, headers: { "content-type": type }, duplex: "half" } as RequestInit);
    return { writer, begun: writer.write(bytes.subarray(0, 100)), answer };
  });
  await Promise.all(slow.map(({ begun }) => begun));
  expect((await post({ body: form() })).status).toBe(200);
  for (const { writer } of slow) {
    await writer.write(bytes.subarray(100));
    await writer.close();
  }
  expect((await Promise.all(slow.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
    slow.map(() => 200),
  );
  expect(await left()).toBe(0);
});

test("a file above what the call takes, and a body without end, are refused and leave nothing", async () => {
  expect((await post({ body: form(1001) })).status).toBe(413);
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(MAX_JSON_BYTES / 4)) });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await post({ body: endless, headers, duplex: "half" } as RequestInit)).status).toBe(413);
  expect(await left()).toBe(0);
});

test("what is on its way can be read by nobody else", async () => {
  await using kept = await spool(new Request("http://localhost/", { method: "POST", body: "ação" }), 100);
  if (Deno.build.os !== "windows") expect((await Deno.stat(kept.path)).mode! & 0o777).toBe(0o600);
});

test("what a killed process left is gone an hour later, and nothing that is on its way", async () => {
  await using kept = await spool(new Request("http://localhost/", { method: "POST", body: "ação" }), 100);
  expect(await sweepSpooled()).toBe(0);
  expect((await Deno.stat(kept.path)).isFile).toBe(true);
  expect(await sweepSpooled(Date.now() + 3_700_000)).toBe(1);
  expect(await left()).toBe(0);
});
