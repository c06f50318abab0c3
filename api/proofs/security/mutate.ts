// A measurement, not a gate (proof S4): takes the company conditions out of the queries of a copy of the product, one at a
// time, and runs the isolation proof on each. Row security must hold the wall alone, so every run should stay green; a run that
// turns red names a query whose first wall is its only one. Takes hours for all, so it samples:
//   deno run -A api/proofs/security/mutate.ts [how many, default 10] [seed]
import { join } from "node:path";
import { seeded } from "./values.ts";

/** Conditions as queries write them; each is replaced by one that is always true. */
const CONDITION = /\b(\w+\.)?company_id = \$\{(tx\.companyId|companyId|token\.cid)\}/g;
/** The platform's door bypasses row security by design: its queries are guarded by S2 itself. */
const PLATFORM = /asPlatform|platform\(\)/;

interface Mutation {
  file: string;
  at: number;
  text: string;
}
async function mutations(root: string): Promise<Mutation[]> {
  const found: Mutation[] = [];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(join(root, folder))) {
      const file = `${folder}/${entry.name}`;
      if (entry.isDirectory) await walk(file);
      else if (file.endsWith(".ts") && !/\.test\.ts$|testing/.test(file)) {
        const source = await Deno.readTextFile(join(root, file));
        if (PLATFORM.test(source)) continue;
        for (const match of source.matchAll(CONDITION)) found.push({ file, at: match.index, text: match[0] });
      }
    }
  };
  for (const folder of ["api/features", "api/core"]) await walk(folder);
  return found;
}

async function copyProduct(root: string): Promise<string> {
  const copy = await Deno.makeTempDir({ prefix: "recado-mutate-" });
  // PostgreSQL's own user must be able to walk in.
  await Deno.chmod(copy, 0o755);
  const done = await new Deno.Command("cp", {
    args: [
      "-r",
      ...["api", "channels", "db", "deno.json", "package.json", "vitest.config.ts"].map((name) => join(root, name)),
      copy,
    ],
  }).output();
  if (!done.success) throw new Error("The product could not be copied.");
  await Deno.mkdir(join(copy, "web"));
  await Deno.symlink(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Green or red, and the first line that says why. */
async function isolation(copy: string): Promise<{ green: boolean; why: string }> {
  const done = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "proofs",
      "api/proofs/security/isolation.proof.ts",
      "--bail=1",
    ],
    cwd: copy,
    stdout: "piped",
    stderr: "piped",
  }).output();
  // A run that never reached its tests says nothing about the mutation.
  const text = new TextDecoder().decode(done.stdout) + new TextDecoder().decode(done.stderr);
  if (!/Tests .*\d/.test(text)) throw new Error(`The proof did not run: ${text.slice(-1_000)}`);
  return { green: done.success, why: /(AssertionError|Error): .*/.exec(text)?.[0].slice(0, 160) ?? "" };
}

const root = Deno.cwd();
const [count, seed] = [Number(Deno.args[0] ?? 10), Number(Deno.args[1] ?? 4)];
const all = await mutations(root);
const pick = seeded(seed);
const chosen = all.map((mutation) => ({ mutation, order: pick(1_000_000) })).toSorted((a, b) => a.order - b.order)
  .slice(0, count);
const copy = await copyProduct(root);
console.log(`${all.length} conditions, ${chosen.length} tried, seed ${seed}`);
let red = 0;
for (const { mutation: { file, at, text } } of chosen) {
  const path = join(copy, file);
  const source = await Deno.readTextFile(path);
  await Deno.writeTextFile(path, `${source.slice(0, at)}true${source.slice(at + text.length)}`);
  const { green, why } = await isolation(copy);
  await Deno.writeTextFile(path, source);
  if (!green) red++;
  console.log(`${green ? "green" : "RED  "} ${file}:${source.slice(0, at).split("\n").length} ${text} ${why}`);
}
await Deno.remove(copy, { recursive: true });
console.log(`${chosen.length - red} green, ${red} red`);
