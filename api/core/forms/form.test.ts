// Forms: on the disk while they come, worked on a few at a time, gone afterwards.
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { asPlatform } from "../../../db/tenant.ts";
import { endpoint, Ok } from "../../contract/endpoint.ts";
import { FORMS_AT_ONCE, FORMS_OF_ONE, MAX_FORM_PARTS, MAX_JSON_BYTES } from "../../contract/limits.ts";
import { findAtDeath } from "../processes/at-death.ts";
import { mount, someone, testApp } from "../testing/api.ts";
import { route } from "../http/route.ts";
import { FileOnDisk } from "../media/on-disk.ts";
import { type FormLimits, takeForm } from "./form.ts";
import { dropTemporary, makeTemporary, sweepTemporary, temporaryFolder } from "./temporary.ts";

beforeAll(() => testApp());
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
    const [file] = files;
    const bytes = await file?.bytes();
    if (body.note === "ação" && file?.name === "ação.bin" && bytes?.length === 900 && bytes.every((b) => b === 7)) {
      seen++;
    }
    return { ok: true as const };
  })
);
const own = endpoint({ ...take, path: "/spool-test-own", access: "user" });
const ownApi = mount((api) => route(api, own, () => Promise.resolve({ ok: true as const })));
const form = (bytes = 900) => {
  const data = new FormData();
  data.append("note", "ação");
  data.append("file", new File([new Uint8Array(bytes).fill(7)], "ação.bin"));
  return data;
};
const post = (init: RequestInit) => api.http.request("/api/spool-test", { method: "POST", ...init });
const left = async () => (await Array.fromAsync(Deno.readDir(temporaryFolder())).catch(() => [])).length;

test("many forms at once are read a few at a time, whole, and leave nothing on the disk", async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => post({ body: form() })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 24 }, () => 200));
  expect([seen, most]).toEqual([24, FORMS_AT_ONCE]);
  expect(await left()).toBe(0);
});

test("a form's text has the ends of lines that it had before it was a form", async () => {
  const data = new FormData();
  data.append("note", "Olá\n\nção\n");
  const request = new Request("http://localhost/", { method: "POST", body: data });
  await using taken = await takeForm(request, {
    field: "file",
    files: 1,
    fileBytes: 1,
    formBytes: 10_000,
    textBytes: 100,
  });
  expect(taken.fields).toEqual({ note: "Olá\n\nção\n" });
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

test("a person with ten forms on their way is refused one more, until one has come", async () => {
  const [person, other] = [await someone(), await someone()];
  const sample = new Request("http://localhost/", { method: "POST", body: form() });
  const headers = { "content-type": sample.headers.get("content-type")! };
  const bytes = await sample.bytes();
  const send = ({ token }: { token: string }, body: BodyInit) =>
    ownApi.http.request("/api/spool-test-own", {
      ...{ method: "POST", body, duplex: "half" },
      headers: { ...headers, authorization: `Bearer ${token}` },
    } as RequestInit);
  const coming = Array.from({ length: FORMS_OF_ONE }, () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    return { writer, begun: writer.write(bytes.subarray(0, 100)), answer: send(person, readable) };
  });
  await Promise.all(coming.map(({ begun }) => begun));
  const refused = await send(person, bytes);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect((await send(other, bytes)).status).toBe(200);
  for (const { writer } of coming) {
    await writer.write(bytes.subarray(100));
    await writer.close();
  }
  expect((await Promise.all(coming.map(({ answer }) => answer))).every(({ status }) => status === 200)).toBe(true);
  expect((await send(person, bytes)).status).toBe(200);
});

test("a file above what the call takes, and a body without end, are refused and leave nothing", async () => {
  expect((await post({ body: form(1001) })).status).toBe(413);
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(MAX_JSON_BYTES / 4)) });
  const headers = { "content-type": "multipart/form-data; boundary=x" };
  expect((await post({ body: endless, headers, duplex: "half" } as RequestInit)).status).toBe(413);
  expect(await left()).toBe(0);
});

const limits: FormLimits = { field: "file", files: 2, fileBytes: 1000, formBytes: 1500, textBytes: 100 };
const boundary = "xYz";
/** A body that ends when this says so, and the request that carries it. */
function slow() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const request = new Request("http://localhost/", { method: "POST", body: readable, headers });
  return {
    request,
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    close: () => writer.close(),
  };
}
const head = (rest: string) => `--${boundary}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`;
const file = (name: string) => head(`name="file"; filename="${name}"`);

test("the first file is on the disk, readable by nobody else, while the second is still to come", async () => {
  const { request, write, close } = slow();
  const taken = takeForm(request, limits);
  await write(`${file("a.bin")}${"a".repeat(900)}\r\n${file("b.bin")}`);
  await expect.poll(left).toBe(1);
  const [form] = await Array.fromAsync(Deno.readDir(temporaryFolder()));
  const folder = `${temporaryFolder()}/${form!.name}`;
  await expect.poll(async () => (await Deno.stat(`${folder}/0`).catch(() => null))?.size).toBe(900);
  if (Deno.build.os !== "windows") {
    for (const path of [temporaryFolder(), folder]) expect((await Deno.stat(path)).mode! & 0o777).toBe(0o700);
    expect((await Deno.stat(`${folder}/0`)).mode! & 0o777).toBe(0o600);
  }
  await write(`b\r\n--${boundary}--\r\n`);
  await close();
  const { files, ...rest } = await taken;
  expect(await Promise.all(files.map(async (one) => [one.name, await one.text()]))).toEqual([
    ["a.bin", "a".repeat(900)],
    ["b.bin", "b"],
  ]);
  await rest[Symbol.asyncDispose]();
  expect(await left()).toBe(0);
});

afterEach(() => void vi.useRealTimers());
const hold = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });

test("a form whose sender is silent for half a minute is cut off, and leaves nothing", async () => {
  const { request, write } = slow();
  hold();
  let over = false;
  const taken = expect(takeForm(request, limits)).rejects.toMatchObject({ code: "ERR_BAD_REQUEST" })
    .finally(() => over = true);
  await write(`${file("a")}aaa`);
  await expect.poll(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    return over;
  }).toBe(true);
  await taken;
  vi.useRealTimers();
  expect(await left()).toBe(0);
});

test("a form that comes a few bytes at a time is cut off, and leaves nothing", async () => {
  const { request, write } = slow();
  hold();
  let over = false;
  const taken = expect(takeForm(request, limits)).rejects.toMatchObject({ code: "ERR_BAD_REQUEST" })
    .finally(() => over = true);
  await write(file("a"));
  for (let n = 0; n < 3; n++) {
    await write("a").catch(() => {});
    await vi.advanceTimersByTimeAsync(20_000);
  }
  await write("a").catch(() => {});
  await taken;
  vi.useRealTimers();
  expect(over).toBe(true);
  expect(await left()).toBe(0);
});

test.each<[string, string, string]>([
  ["a file above the limit", `${file("a")}${"a".repeat(1100)}`, "ERR_BODY_TOO_LARGE"],
  [
    "files above the limit together",
    `${file("a")}${"a".repeat(999)}\r\n${file("b")}${"b".repeat(700)}`,
    "ERR_BODY_TOO_LARGE",
  ],
  ["a file too many", `${file("a")}a\r\n${file("b")}b\r\n${file("c")}`, "ERR_BODY_TOO_LARGE"],
  ["text above the limit", `${head('name="note"')}${"á".repeat(60)}`, "ERR_BODY_TOO_LARGE"],
  ["a name above the limit", head(`name="${"n".repeat(101)}"`), "ERR_BODY_TOO_LARGE"],
])("a form with %s is refused before its end", async (_, body, code) => {
  const { request, write, close } = slow();
  const taken = takeForm(request, limits);
  // Nobody says that the body has ended.
  await Promise.all([write(body).catch(() => {}), expect(taken).rejects.toMatchObject({ code })]);
  await close().catch(() => {});
  expect(await left()).toBe(0);
});

test("a form of very many parts is refused, whatever they are", async () => {
  for (const part of [head('name="a"'), head('name="other"; filename="a"')]) {
    const { request, write, close } = slow();
    const taken = takeForm(request, { ...limits, formBytes: 1e6, textBytes: 1e6 });
    const body = `${part}\r\n`.repeat(MAX_FORM_PARTS + 1);
    await Promise.all([
      write(body).catch(() => {}),
      expect(taken).rejects.toMatchObject({ code: "ERR_BODY_TOO_LARGE" }),
    ]);
    await close().catch(() => {});
  }
});

test.each<[string, string]>([
  ["breaks off in a file", `${file("a.bin")}aaa`],
  ["breaks off in a head", `--${boundary}\r\nContent-Disposition`],
  ["has no name", `--${boundary}\r\n\r\nx\r\n--${boundary}--`],
  ["is something else", "{}"],
  ["holds text that is none", `${head('name="note"')}\r\n--${boundary}--`.replace("\r\n\r\n", "\r\n\r\n\udcff")],
])("a form that %s leaves nothing on the disk", async (what, body) => {
  const bytes = new TextEncoder().encode(body);
  // An unpaired half would be sent as a sign of its own.
  if (what.startsWith("holds")) bytes[bytes.indexOf(0xef)] = 0xff;
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const request = new Request("http://localhost/", { method: "POST", body: bytes, headers });
  await expect(takeForm(request, limits)).rejects.toMatchObject({ code: "ERR_BAD_REQUEST" });
  expect(await left()).toBe(0);
});

test("a file on the disk is read like any other, whole and in part", async () => {
  await using folder = await makeTemporary();
  const path = `${folder.path}/a`;
  const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251);
  await Deno.writeFile(path, bytes);
  const told = { name: "ação.bin", type: "text/csv" };
  const one = new FileOnDisk(path, { ...told, to: bytes.length });
  const other = new File([bytes], told.name, { type: told.type });
  expect([one.name, one.type, one.size]).toEqual([other.name, other.type, other.size]);
  expect(await one.bytes()).toEqual(bytes);
  expect(new Uint8Array(await one.arrayBuffer())).toEqual(bytes);
  expect((await Array.fromAsync(one.stream())).flatMap((chunk) => [...chunk])).toEqual([...bytes]);
  for (const [from, to] of [[0, 5], [70_000, 199_999], [-7, undefined], [199_999, 500_000], [9, 3], [-500_000, -1]]) {
    expect(await one.slice(from, to).bytes(), `${from} to ${to}`).toEqual(await other.slice(from, to).bytes());
    expect(await one.slice(10, 90).slice(from, to).bytes()).toEqual(await other.slice(10, 90).slice(from, to).bytes());
  }
});

test("what a process that died was taking is gone with its burial, and nobody else's", async () => {
  const dead = crypto.randomUUID();
  await Deno.mkdir(`${temporaryFolder(dead)}/form`, { recursive: true });
  await Deno.writeTextFile(`${temporaryFolder(dead)}/form/0`, "ação");
  await using mine = await makeTemporary();
  for (const { settle } of await findAtDeath()) await asPlatform((tx) => settle(tx, { ids: [dead], workers: [] }));
  expect(await Deno.stat(temporaryFolder(dead)).catch(() => null)).toBe(null);
  expect((await Deno.stat(mine.path)).isDirectory).toBe(true);
});

test("what nobody touched for an hour is gone, and nothing that is on its way", async () => {
  const other = crypto.randomUUID();
  await Deno.mkdir(`${temporaryFolder(other)}/form`, { recursive: true });
  await Deno.writeTextFile(`${temporaryFolder(other)}/form/0`, "ação");
  await sweepTemporary();
  expect((await Deno.stat(`${temporaryFolder(other)}/form/0`)).isFile).toBe(true);
  expect(await sweepTemporary(Date.now() + 3_700_000)).toBeGreaterThan(0);
  expect(await Deno.stat(`${temporaryFolder(other)}/form/0`).catch(() => null)).toBe(null);
  await dropTemporary(other);
});
