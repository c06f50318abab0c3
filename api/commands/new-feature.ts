// Counts what a new feature costs: puts one into a copy of the tree, edits shared files one after the other until the checks pass, and
// says how many it took. A list that every feature must be added to shows here on the day it is made. The types of the whole tree are
// checked in the copy only: the compiler takes as long for a tree as for a tree and a feature.
import { dirname, join } from "node:path";
import process from "node:process";
import { featureFiles } from "./gate/feature-files.ts";

/** Shared files that are edited by hand for a feature; more is refused. Generated files and files of its own do not count. */
const MOST = 2;

/** By file, in the order in which somebody would make them, the edits that a feature may need. */
const edits: [string, (text: string) => string][] = [
  [
    "api/app.ts",
    (text) =>
      text.replace(
        "import { messages } from",
        'import { gadgets } from "./features/gadgets/routes.ts";\nimport { messages } from',
      )
        .replace("  tags,\n", "  tags,\n  gadgets,\n"),
  ],
  ["api/proofs/security/matrix.ts", (text) =>
    text.replace(
      '    "GET /quick-messages",\n',
      '    "GET /gadgets",\n    "POST /gadgets",\n    "PUT /gadgets/{id}",\n    "DELETE /gadgets/{id}",\n    "GET /quick-messages",\n',
    )
      // The operator who looks in reads it too.
      .replace('\n  "GET /quick-messages",\n', '\n  "GET /gadgets",\n  "GET /quick-messages",\n')],
];

const packaged = (path: string) => join(Deno.cwd(), "node_modules", path);
const vitest = (project: string, files: string[], named = "") => [
  ...[
    "run",
    "-A",
    "--quiet",
    packaged("vitest/vitest.mjs"),
    "run",
    "--project",
    project,
    "--reporter=dot",
    ...files,
  ],
  ...(named ? ["-t", named] : []),
];
/** The checks that a feature can fail, the quick ones first. */
const checks: [string, string[]][] = [
  ["lint", ["lint", "--quiet", "api/features/gadgets", "web/features/gadgets"]],
  ["house", ["run", "-A", "--quiet", "api/commands/house.ts"]],
  ["dead code", ["run", "-A", "--quiet", packaged("knip/bin/knip.js"), "--no-progress"]],
  ["walls", vitest("unit", ["api/contract.test.ts"], "gadgets|cell")],
  [
    "rules",
    vitest("unit", [
      "api/rules.test.ts",
      "api/docs.test.ts",
      "api/core/found.test.ts",
      "db/rules.test.ts",
      "api/features/gadgets",
    ]),
  ],
  ["words and screens", vitest("apart", ["web/core/words/i18n", "web/shell", "api/contract/words"])],
  ["types", ["check", "--quiet", "api", "channels", "db", "web", "vitest.config.ts"]],
];

await Deno.mkdir(".cache", { recursive: true });
const copy = await Deno.makeTempDir({ dir: ".cache", prefix: "new-feature-" });
// The tests' PostgreSQL, which never runs as root, starts from here.
await Deno.chmod(copy, 0o755);
try {
  await copyTree();
  for (const [path, text] of Object.entries(featureFiles)) await write(path, text);
  const edited: string[] = [];
  let failing = await firstFailing(0);
  for (const [path, edit] of edits) {
    if (!failing) break;
    const before = await Deno.readTextFile(join(copy, path));
    const after = edit(before);
    if (after === before) throw new Error(`${path} has no place for a feature where this script looks for one.`);
    await write(path, after);
    edited.push(path);
    // What held before holds still: an edit only adds the feature to a list.
    failing = await firstFailing(failing.at);
  }
  if (failing) {
    const said = failing.said.replaceAll(`${copy}/`, "");
    throw new Error(
      `With a new feature in the tree, and ${edited.join(", ")} edited, "${failing.name}" fails:\n${said}`,
    );
  }
  console.log(`  a feature edits ${edited.length} shared files: ${edited.join(", ")}`);
  if (edited.length > MOST) throw new Error(`A new feature edits ${edited.length} shared files; ${MOST} at most.`);
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await Deno.remove(copy, { recursive: true });
}

/** Sources, with a link to what is installed, without what is built or kept. */
async function copyTree(): Promise<void> {
  await Deno.symlink(join(Deno.cwd(), "node_modules"), join(copy, "node_modules"));
  for (const folder of ["api", "channels", "db", "web", "docs"]) await copyFolder(folder);
  for await (const { name, isFile } of Deno.readDir(".")) if (isFile) await Deno.copyFile(name, join(copy, name));
}
async function copyFolder(folder: string): Promise<void> {
  await Deno.mkdir(join(copy, folder));
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory && name !== "dist") await copyFolder(path);
    else if (isFile) await Deno.copyFile(path, join(copy, path));
  }
}
async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(join(copy, path)), { recursive: true });
  await Deno.writeTextFile(join(copy, path), text);
}

/** The first check from that place on that does not hold in the copy, with what it said; null when all do. */
async function firstFailing(from: number): Promise<{ name: string; at: number; said: string } | null> {
  for (const [at, [name, args]] of checks.entries()) {
    if (at < from) continue;
    const done = await new Deno.Command(Deno.execPath(), {
      args,
      cwd: copy,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    })
      .output();
    if (!done.success) {
      return { name, at, said: [done.stdout, done.stderr].map((bytes) => new TextDecoder().decode(bytes)).join("") };
    }
  }
  return null;
}
