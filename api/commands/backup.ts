// `npm run backup -- --to folder`: an installation copied whole while it runs (docs/operations.md#backup). The copy is a DATA_DIR: a start
// on it goes on from the moment at which the database had been copied.
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { copyCluster, copyFile } from "../../db/embedded/copy.ts";
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
  if (!await isThere(join(env.DATA_DIR, "postgres", "PG_VERSION"))) {
    return refuse(`There is no installation in ${resolve(env.DATA_DIR)}.`);
  }
  const from = await Deno.realPath(env.DATA_DIR);
  const to = await reallyAt(resolve(values.to));
  if (isInside(to, from)) return refuse(`${to} is inside of what is copied: name another folder with --to.`);
  // It has its name when it is whole: nobody takes what was broken off for a copy.
  const part = `${to}.part`;
  for (const folder of [to, part]) {
    if (!await isEmpty(folder)) return refuse(`${folder} is not empty: name another folder with --to, or delete it.`);
  }
  const began = performance.now();
  await Deno.mkdir(part, { recursive: true, mode: 0o700 });
  const server = await openEmbedded(from, await readSecret(env));
  try {
    await copyCluster(server.superuserUrl, join(from, "postgres"), join(part, "postgres"));
  } finally {
    await server.close();
  }
  // After the rows: whatever file they name is there, unless it was deleted since. One that came later belongs to nobody, and goes by itself.
  const files = await copyRest(from, part);
  await markRestored(part);
  await Deno.remove(to).catch(() => {});
  await Deno.rename(part, to);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${to}: the database and ${files} files, in ${seconds.toFixed(1)} s. To go on from here: DATA_DIR=${to} npm start`,
  );
  if (env.SECRET_KEY) {
    console.log("SECRET_KEY is set and no part of it: keep it elsewhere. Without it the copy does not start.");
  }
  return 0;
}

/** Copies what lies in a folder of DATA_DIR, links as what they lead to; answers how many files. One that is deleted meanwhile is left out. */
async function copyRest(from: string, to: string, folder = ""): Promise<number> {
  let files = 0;
  for await (const { name } of Deno.readDir(join(from, folder))) {
    const path = join(folder, name);
    const entry = LEFT.has(path) ? null : await Deno.stat(join(from, path)).catch(() => null);
    if (entry?.isDirectory) {
      await Deno.mkdir(join(to, path), { mode: 0o700 });
      files += await copyRest(from, to, path);
    } else if (entry?.isFile) files += Number(await copyFile(join(from, path), join(to, path)));
  }
  return files;
}

/** Where a folder that may not be there yet will really be, links on the way followed. */
async function reallyAt(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  return join(await Deno.realPath(parent).catch(() => reallyAt(parent)), basename(path));
}
/** Whether nothing is there, or a folder with nothing in it. */
async function isEmpty(folder: string): Promise<boolean> {
  if (!await isThere(folder)) return true;
  for await (const _ of Deno.readDir(folder)) return false;
  return true;
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
