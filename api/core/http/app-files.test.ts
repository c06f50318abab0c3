import { Hono } from "hono";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Variables } from "./route.ts";
import { type AppFiles, keepAppFiles, serveApp } from "./app-files.ts";

let folder: string;
let files: AppFiles;
const day = (n: number) => new Date(Date.parse("2026-11-01T00:00:00Z") + n * 24 * 3600_000);
const build = async (name: string) => {
  await Deno.remove(files.root, { recursive: true }).catch(() => undefined);
  await Deno.mkdir(join(files.root, "assets"), { recursive: true });
  await Deno.writeTextFile(join(files.root, "index.html"), `shell ${name}`);
  await Deno.writeTextFile(join(files.root, "sw.js"), `worker ${name}`);
  await Deno.writeTextFile(join(files.root, "assets", `screen-${name}.js`), `code ${name}`);
  await Deno.writeTextFile(join(files.root, "assets", "same.js"), "same");
};
const ask = async (path: string) => {
  const http = new Hono<{ Variables: Variables }>();
  serveApp(http, files);
  const answer = await http.request(path);
  return { status: answer.status, text: await answer.text(), cache: answer.headers.get("cache-control") };
};
beforeEach(async () => {
  folder = await Deno.makeTempDir();
  files = { root: join(folder, "dist"), kept: join(folder, "kept"), off: join(folder, "sw-off") };
});
afterEach(() => Deno.remove(folder, { recursive: true }));

test("a file of an earlier build is served for 14 days after it was last current", async () => {
  await build("a");
  await keepAppFiles(files, day(0));
  // Still current after a month: its fortnight begins when the next build takes its place.
  await keepAppFiles(files, day(30));
  await build("b");
  await keepAppFiles(files, day(31));
  expect(await ask("/assets/screen-a.js")).toMatchObject({
    status: 200,
    text: "code a",
    cache: expect.stringContaining("immutable"),
  });
  expect(await ask("/assets/screen-b.js")).toMatchObject({ status: 200, text: "code b" });
  await keepAppFiles(files, day(43));
  expect((await ask("/assets/screen-a.js")).status).toBe(200);
  await keepAppFiles(files, day(45));
  expect((await ask("/assets/screen-a.js")).status).toBe(404);
  expect((await ask("/assets/same.js")).status).toBe(200);
});

test("a hashed file that is gone is not found, any other address is the shell", async () => {
  await build("a");
  await keepAppFiles(files, day(0));
  expect(await ask("/assets/gone-12345678.js")).toMatchObject({
    status: 404,
    text: expect.stringContaining("ERR_NO_ROUTE_FOUND"),
  });
  expect(await ask("/tickets/abc")).toMatchObject({ status: 200, text: "shell a", cache: "no-cache" });
  expect((await ask("/assets/..%2f..%2fsecret")).text).not.toContain("secret");
});

test("the switch answers a worker that takes itself away", async () => {
  await build("a");
  expect((await ask("/sw.js")).text).toBe("worker a");
  await Deno.writeTextFile(files.off, "");
  expect((await ask("/sw.js")).text).toContain("unregister()");
});

test("a hashed file goes out as the build packed it, in the smallest form that the browser takes", async () => {
  await build("a");
  const at = join(files.root, "assets", "screen-a.js");
  await Deno.writeTextFile(`${at}.br`, "brotli");
  await Deno.writeTextFile(`${at}.gz`, "gzip");
  await keepAppFiles(files, day(0));
  const asked = async (accept: string, path = "/assets/screen-a.js") => {
    const http = new Hono<{ Variables: Variables }>();
    serveApp(http, files);
    const answer = await http.request(path, { headers: { "accept-encoding": accept } });
    const told = ["content-encoding", "content-type", "vary"].map((name) => answer.headers.get(name));
    return [answer.status, ...told, await answer.text()];
  };
  const script = "text/javascript; charset=utf-8";
  expect(await asked("gzip, deflate, br, zstd")).toEqual([200, "br", script, "Accept-Encoding", "brotli"]);
  expect(await asked("gzip, deflate")).toEqual([200, "gzip", script, "Accept-Encoding", "gzip"]);
  expect(await asked("br;q=0, gzip")).toEqual([200, "gzip", script, "Accept-Encoding", "gzip"]);
  expect(await asked("")).toEqual([200, null, script, "Accept-Encoding", "code a"]);
  // Not packed, as in a build of an earlier version; and gone from the present build.
  await Deno.writeTextFile(join(files.root, "assets", "old.js"), "old ".repeat(1_000));
  expect((await asked("gzip, br", "/assets/old.js")).slice(0, 3)).toEqual([200, "gzip", script]);
  expect((await asked("br", "/assets/same.js"))[4]).toBe("same");
  await build("b");
  expect(await asked("br")).toEqual([200, "br", script, "Accept-Encoding", "brotli"]);
});
