// The built app as it is served, and the hashed files of earlier builds: an open app of last week still loads its screens.
// Kept in the data folder, so that a new image does not take them away.
import { compress } from "hono/compress";
import { serveStatic } from "hono/deno";
import { createMiddleware } from "hono/factory";
import { parseAccept } from "hono/utils/accept";
import { getMimeType } from "hono/utils/mime";
import { join } from "node:path";
import type { Api } from "./route.ts";

export interface AppFiles {
  /** The folder of the build. */
  root: string;
  /** Where earlier builds' files are kept. */
  kept: string;
  /** While this file exists, service workers unregister themselves (docs/operations.md). */
  off: string;
}
const KEPT_DAYS = 14;
const FOR_EVER = "public, max-age=31536000, immutable";
const NAMED = /^[\w.-]+$/;

/** Where they are. A proof may serve another build than the one in `web/dist`. */
export const appFiles = (dataDir: string, root = "./web/dist"): AppFiles => ({
  root,
  kept: join(dataDir, "app-files"),
  off: join(dataDir, "sw-off"),
});

/** Takes the hashed files of the present build among the kept ones, and drops what no build used for 14 days. */
export async function keepAppFiles({ root, kept }: AppFiles, now = new Date()): Promise<void> {
  const from = join(root, "assets");
  const to = join(kept, "assets");
  await Deno.mkdir(to, { recursive: true });
  const names = new Set<string>();
  for await (const { isFile, name } of Deno.readDir(from)) {
    if (!isFile || !NAMED.test(name)) continue;
    names.add(name);
    const there = await Deno.stat(join(to, name)).catch(() => null);
    if (!there) {
      // Whole or not at all: another process may be doing the same.
      const part = join(to, `${name}.${crypto.randomUUID()}.part`);
      await Deno.copyFile(join(from, name), part);
      await Deno.rename(part, join(to, name));
    }
    await Deno.utime(join(to, name), now, now);
  }
  const oldest = now.getTime() - KEPT_DAYS * 24 * 3600_000;
  for await (const { name } of Deno.readDir(to)) {
    if (names.has(name)) continue;
    const { mtime } = await Deno.stat(join(to, name));
    if ((mtime?.getTime() ?? 0) < oldest) await Deno.remove(join(to, name)).catch(() => undefined);
  }
}

/** What a browser may take of a packed file, the smallest first, and how its name ends. Without TLS a browser takes no brotli. */
const PACKED = [["br", ".br"], ["gzip", ".gz"]] as const;

/** Answers with a hashed file as the build packed it, in the smallest form that the browser takes; otherwise the next one answers. */
const packed = (root: string) =>
  createMiddleware(async (c, next) => {
    const name = c.req.path.slice("/assets/".length);
    const taken = parseAccept(c.req.header("accept-encoding") ?? "").filter(({ q }) => q > 0).map(({ type }) => type);
    if (c.req.method !== "GET" || !NAMED.test(name)) return await next();
    for (const [encoding, ending] of PACKED) {
      if (!taken.includes(encoding)) continue;
      const bytes = await Deno.readFile(join(root, "assets", name + ending)).catch(() => null);
      if (!bytes) continue;
      return c.body(bytes, 200, {
        "content-type": getMimeType(name) ?? "application/octet-stream",
        "content-encoding": encoding,
        "cache-control": FOR_EVER,
        vary: "Accept-Encoding",
      });
    }
    await next();
  });

/** A worker that takes itself and its files away; open pages go on from the network. */
const OFF = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** The shell is always asked for, hashed files are good for ever; one that does not exist is not found, never the shell. */
export function serveApp(http: Api["http"], { root, kept, off }: AppFiles): void {
  const forEver = {
    onFound: (_: string, c: { header(name: string, value: string): void }) => c.header("cache-control", FOR_EVER),
  };
  const fresh = {
    onFound: (_: string, c: { header(name: string, value: string): void }) => c.header("cache-control", "no-cache"),
  };
  // No file has such a name, and looking for it throws.
  http.use("/*", async (c, next) => /%00|\0/.test(c.req.path) ? c.notFound() : await next());
  // For what a build of an earlier version left unpacked.
  http.use("/assets/*", compress());
  for (const folder of [root, kept]) http.use("/assets/*", packed(folder), serveStatic({ root: folder, ...forEver }));
  http.get("/assets/*", (c) => c.json({ error: "ERR_NO_ROUTE_FOUND" }, 404));
  http.get("/sw.js", compress(), async (c, next) => {
    if (!await Deno.stat(off).catch(() => null)) return await next();
    return c.body(OFF, 200, { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" });
  });
  http.use("/*", serveStatic({ root, ...fresh }));
  http.get("*", serveStatic({ root, path: "index.html", ...fresh }));
  http.notFound((c) => c.json({ error: "ERR_NO_ROUTE_FOUND" }, 404));
}
