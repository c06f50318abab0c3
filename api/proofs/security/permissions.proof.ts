// The permissions of the running product, tried from inside: code runs in a process that was started with them.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { permissions } from "../../commands/start/permissions.mjs";

const FOLDER = await Deno.makeTempDir({ prefix: "recado-may-" });
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Runs lines with the product's permissions; answers what they return, or the error. */
async function tryOut(lines: string, env: Record<string, string> = {}): Promise<string> {
  const all = { DATA_DIR: FOLDER, DATABASE_URL: "postgres://x@127.0.0.1/x", ...env };
  const script = join(FOLDER, `${crypto.randomUUID()}.ts`);
  await Deno.writeTextFile(
    script,
    `try { console.log("done", await (async () => { ${lines} })()); } catch (error) { console.log(String(error)); } Deno.exit(0);`,
  );
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--config",
      join(root, "deno.json"),
      ...permissions(all, Deno.execPath()),
      script,
    ],
    cwd: root,
    env: all,
  }).output();
  const said = new TextDecoder().decode(stdout).trim();
  if (!said) throw new Error(new TextDecoder().decode(stderr));
  return said;
}
const literal = JSON.stringify;

test.each([
  ["read a file outside", `await Deno.readTextFile("/etc/passwd")`],
  ["read the environment of another process", `await Deno.readTextFile("/proc/1/environ")`],
  ["write outside", `await Deno.writeTextFile("/tmp/recado-must-not-be", "x")`],
  ["write its own program", `await Deno.writeTextFile(${literal(join(root, "api/main.ts"))}, "", { append: true })`],
  ["write the reader of pictures", `await Deno.chmod(${literal(join(root, "api/core/media/preview.sh"))}, 0o777)`],
  ["write what PostgreSQL runs by", `await Deno.mkdir(${literal(join(FOLDER, "postgres"))})`],
  ["make a link to what it may not read", `await Deno.symlink("/etc/passwd", ${literal(join(FOLDER, "made"))})`],
  ["run a shell", `await new Deno.Command("/bin/sh", { args: ["-c", "true"] }).output()`],
  [
    "run a shell by node's way",
    `const { spawn } = await import("node:child_process"); await new Promise((_, no) => spawn("/bin/sh").on("error", no))`,
  ],
  ["run Deno, which could be given all rights", `await new Deno.Command(Deno.execPath(), { args: ["-V"] }).output()`],
  ["end another process", `Deno.kill(1, "SIGTERM")`],
  ["load a library of machine code", `Deno.dlopen("/lib/x86_64-linux-gnu/libc.so.6", {})`],
])("the product may not %s", async (_, lines) => {
  expect(await tryOut(lines)).toMatch(/^NotCapable|: Requires .* access/);
});

test("the product may not import a module from the network", async () => {
  expect(await tryOut(`return await import("https://deno.land/std@0.224.0/version.ts")`)).toMatch(
    /^TypeError: A remote specifier was requested/,
  );
});

test("the product may not run pg_ctl on an installation with a PostgreSQL of its own", async () => {
  const run = `return (await new Deno.Command(${literal(await pgCtl())}, { args: ["--version"] }).output()).code`;
  expect(await tryOut(run)).toMatch(/^NotCapable/);
  expect(await tryOut(run, { DATABASE_URL: "" })).toBe("done 0");
});

test("the product may read and write its data, read its program, and run the reader of pictures", async () => {
  const file = join(FOLDER, "açaí, com vírgula");
  expect(await tryOut(`await Deno.writeTextFile(${literal(file)}, "x"); return Deno.readTextFile(${literal(file)})`))
    .toBe("done x");
  expect(await tryOut(`return (await Deno.stat(${literal(join(root, "package.json"))})).isFile`)).toBe("done true");
  const preview = `const child = new Deno.Command(${literal(join(root, "api/core/media/preview.sh"))},
    { stdin: "piped", stdout: "piped", clearEnv: true }).spawn();
    const { value } = await child.stdout.getReader().read(); child.kill(); return value.length`;
  expect(await tryOut(preview)).toBe("done 2");
});

test("the product may write a workbook", async () => {
  const sheets = literal(join(root, "api/core/sheets/spreadsheet.ts"));
  const write = `const { spreadsheet } = await import(${sheets});
    const rows = (async function* () { yield [["açaí", 1]]; })();
    const book = spreadsheet("Relatório", [{ head: "Nome", width: 20 }, { head: "Nota", width: 8 }], rows);
    return (await new Response(book).bytes()).length > 1000`;
  expect(await tryOut(write)).toBe("done true");
});

async function pgCtl(): Promise<string> {
  const { findPgCtl } = await import("../../../db/embedded.ts");
  return await findPgCtl();
}
