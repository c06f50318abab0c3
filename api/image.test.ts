// The container's image holds what runs, and neither tests nor stand-ins (docs/security.md#what-the-image-holds).
import { relative } from "node:path";
import { expect, test } from "vitest";
import { globToRegExp } from "deno-std/path/glob_to_regexp.js";

interface Rule {
  pattern: RegExp;
  back: boolean;
}
/** Docker's own reading: the last rule that fits a file, or a folder it lies in, decides. */
async function rules(): Promise<Rule[]> {
  const lines = (await Deno.readTextFile(".dockerignore")).split("\n").filter((line) => line !== "");
  return lines.map((line) => ({ pattern: globToRegExp(line.replace(/^!/, "")), back: line.startsWith("!") }));
}
function isLeftOut(path: string, all: readonly Rule[]): boolean {
  const parts = path.split("/");
  const folders = parts.map((_, at) => parts.slice(0, at + 1).join("/"));
  const decides = all.findLast(({ pattern }) => folders.some((folder) => pattern.test(folder)));
  return decides !== undefined && !decides.back;
}

/** The project's files that a program loads, itself included. */
async function loads(program: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", program] }).output();
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: { specifier: string }[] };
  return modules.map(({ specifier }) => new URL(specifier))
    .filter(({ protocol, pathname }) => protocol === "file:" && !pathname.includes("/node_modules/"))
    .map(({ pathname }) => relative(Deno.cwd(), decodeURIComponent(pathname)));
}

test.each([
  "api/commands/start.ts",
  "api/commands/start/prepare.ts",
  "api/commands/build-app.ts",
  "api/commands/reset-password.ts",
  "api/commands/seed.ts",
  "web/main.tsx",
  "web/sw.ts",
])("the image has every file that %s loads", async (program) => {
  const [all, files] = [await rules(), await loads(program)];
  expect(files).toContain(program);
  expect(files.filter((file) => isLeftOut(file, all))).toEqual([]);
});

test("the image has no test, no stand-in and no attack of ours", async () => {
  const all = await rules();
  const kept = [
    "api/image.test.ts",
    "web/ui/button.test.tsx",
    "api/proofs/harness.ts",
    "api/proofs/security/matrix.ts",
    "channels/meta/simulator/graph.ts",
    "web/e2e/people.ts",
    "docs/security.md",
    ".git/HEAD",
  ].filter((file) => !isLeftOut(file, all));
  expect(kept).toEqual([]);
});
