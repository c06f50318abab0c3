// Builds the app when its sources changed since the last build.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { packWeb } from "./pack-web.ts";

const marker = "web/dist/.built";

/** Makes web/dist; does nothing when it is up to date. Rejects where the build fails, or `signal` ends it. */
export async function buildWeb(signal?: AbortSignal): Promise<void> {
  const want = await digestSources();
  if (await Deno.readTextFile(marker).catch(() => "") === want) return;
  console.log("Building the app…");
  const build = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "node_modules/vite/bin/vite.js",
      "build",
      "--config",
      "web/vite.config.ts",
      // Read as it stands: a bundle of it would lie in the tree for a moment, where others look for sources.
      "--configLoader",
      "native",
      "--logLevel",
      "warn",
    ],
    // Whoever asks (a test has another), what is built is what is shipped.
    env: { NODE_ENV: "production" },
    signal,
  }).output();
  signal?.throwIfAborted();
  // What a build has to say interests those whose build failed.
  if (!build.success) {
    const said = [build.stdout, build.stderr].map((bytes) => new TextDecoder().decode(bytes));
    throw new Error(`The app could not be built.\n${said.join("")}`);
  }
  await packWeb("web/dist/assets");
  await Deno.writeTextFile(marker, want);
}

async function digestSources(): Promise<string> {
  const hash = createHash("sha256").update(await Deno.readTextFile("package-lock.json"));
  for (const folder of ["web", "api/contract", "api/features", "api/version.ts", "api/pack-web.ts"]) {
    await addTo(hash, folder);
  }
  return hash.digest("hex");
}
async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const info = await Deno.stat(path).catch(() => null);
  if (!info || /(^|\/)(dist|node_modules|e2e)$|\.test\.tsx?$/.test(path)) return;
  if (info.isFile) {
    hash.update(path).update(await Deno.readFile(path));
    return;
  }
  const names: string[] = [];
  for await (const entry of Deno.readDir(path)) names.push(entry.name);
  for (const name of names.sort()) await addTo(hash, join(path, name));
}
