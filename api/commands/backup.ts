// `npm run backup -- --to folder`: an installation copied whole while it runs (docs/operations.md#backup). The copy is a DATA_DIR: a start
// on it goes on from the moment at which the command ended.
import { join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { copyCluster } from "../../db/embedded/copy.ts";
import { readEnv } from "../core/env.ts";
import { markRestored } from "../core/epoch.ts";
import { readSecret } from "../core/secrets/secret.ts";
import { openEmbedded } from "./start/installation.ts";

const USAGE = "Say where to: npm run backup -- --to folder";
/** What is no part of a copy: the lock and the processes of the one that runs, what is on its way in; the database has its own way. */
const LEFT = new Set(["postgres", "lock", "processes", join("media", "forms")]);

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  const env = readEnv();
  if (!values.to) return refuse(USAGE);
  if (env.DATABASE_URL) {
    return refuse(
      "The database is at DATABASE_URL: copy it with pg_dump, and DATA_DIR beside it (docs/operations.md).",
    );
  }
  const [from, to] = [resolve(env.DATA_DIR), resolve(values.to)];
  if (!await isThere(join(from, "postgres", "PG_VERSION"))) return refuse(`There is no installation in ${from}.`);
  if (isInside(to, from)) return refuse(`${to} is inside of what is copied: name another folder with --to.`);
  await Deno.mkdir(to, { recursive: true, mode: 0o700 });
  for await (const _ of Deno.readDir(to)) return refuse(`${to} is not empty: name another folder with --to.`);
  const began = performance.now();
  const server = await openEmbedded(from, await readSecret(env));
  try {
    await copyCluster(server.superuserUrl, join(from, "postgres"), join(to, "postgres"));
  } finally {
    await server.close();
  }
  // After the rows: whatever file they name is there. One that came later belongs to nobody, and goes by itself.
  const files = await copyRest(from, to);
  await markRestored(to);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${to}: the database and ${files} files, in ${seconds.toFixed(1)} s. To go on from here: DATA_DIR=${to} npm start`,
  );
  if (env.SECRET_KEY) {
    console.log("SECRET_KEY is set and no part of it: keep it elsewhere. Without it no connection can be opened.");
  }
  return 0;
}

/** Copies what lies in a folder of DATA_DIR; answers how many files. One that is deleted meanwhile is left out. */
async function copyRest(from: string, to: string, folder = ""): Promise<number> {
  let files = 0;
  for await (const { name, isDirectory, isFile } of Deno.readDir(join(from, folder))) {
    const path = join(folder, name);
    if (LEFT.has(path)) continue;
    if (isDirectory) {
      await Deno.mkdir(join(to, path), { mode: 0o700 });
      files += await copyRest(from, to, path);
    } else if (isFile) {
      files += Number(await Deno.copyFile(join(from, path), join(to, path)).then(() => true, ignoreGone));
    }
  }
  return files;
}
function ignoreGone(error: unknown): false {
  if (error instanceof Deno.errors.NotFound) return false;
  throw error;
}

const isThere = (path: string) => Deno.stat(path).then(() => true, () => false);
/** Whether a path is a folder, or in it. */
function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`));
}
function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}

process.exit(
  await run().catch((error) => {
    console.error("The copy could not be made:", error instanceof Error ? error.message : error);
    return 1;
  }),
);
