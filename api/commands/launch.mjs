// The only file that Node runs: installs the packages when the lock file has changed, then hands over to Deno.
// Signals are passed on, and the exit code comes back, so that Ctrl-C and supervisors reach the real process.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { permissions } from "./start/permissions.mjs";
import { RUNTIME } from "./start/runtime.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const windows = process.platform === "win32";
const marker = join(root, "node_modules", ".recado-lock");

/** Ends what runs now; nothing is begun any more once it was called. */
let pass = () => {};
let told = false;
const stop = (signal) => {
  told = true;
  pass(signal);
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
// npm passes a signal to its shell alone, which ends without a word to us.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 200);
  watch.unref();
}

/** Runs a program to its end; answers its exit code. `group`: it has helpers of its own, which end with it. */
async function run(program, args, options, group = false) {
  const child = spawn(program, args, { cwd: root, ...options, detached: group });
  pass = (signal) => {
    try {
      if (group) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch { /* it has ended */ }
  };
  return await new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

async function install() {
  const want = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === want) return;
  console.log("Installing packages…");
  const stdio = ["ignore", "ignore", "inherit"];
  const code = await run(
    "npm",
    ["ci", "--no-audit", "--no-fund", "--loglevel=error"],
    { stdio, shell: windows },
    !windows,
  );
  if (told) process.exit(1);
  if (code !== 0) {
    console.error("The packages could not be installed; npm says why above.");
    process.exit(1);
  }
  writeFileSync(marker, want);
}

function denoPath() {
  const folder = join(root, "node_modules", "deno");
  const exe = join(folder, windows ? "deno.exe" : "deno");
  if (existsSync(exe)) return exe;
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const suffix = process.platform === "linux" ? "-glibc" : "";
  return join(root, "node_modules", "@deno", `${process.platform}-${arch}${suffix}`, windows ? "deno.exe" : "deno");
}

/** The product's permissions; a folder of which Deno cannot be told ends the start with a sentence. */
function permitted() {
  try {
    return permissions(process.env, denoPath());
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

await install();
if (told) process.exit(1);
const [command, ...rest] = process.argv.slice(2);
const deno = denoPath();
const script = (name) => join(root, "api", "commands", `${name}.ts`);
const all = ["run", "-A", "--quiet"];
// What strangers reach runs with named permissions; what that needs made before, and every other command, is between us and the machine.
const serves = command === "start" || command === "phone";
if (serves) {
  // Refuses before anything is made.
  permitted();
  const code = await run(deno, [...all, script("start/prepare")], { stdio: "inherit" });
  if (code !== 0 || told) process.exit(code);
}
// Only now: where a folder that has just been made really is, a link on the way to it tells.
const rights = serves ? ["run", "--quiet", ...RUNTIME, ...permitted()] : all;
process.exit(await run(deno, [...rights, script(command), ...rest], { stdio: "inherit" }));
