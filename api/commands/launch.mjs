// The only file that Node runs: installs the packages when the lock file has changed, then hands over to Deno.
// Signals are passed on, and the exit code comes back, so that Ctrl-C and supervisors reach the real process.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const windows = process.platform === "win32";
const marker = join(root, "node_modules", ".recado-lock");

function install() {
  const want = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
  if (existsSync(marker) && readFileSync(marker, "utf8") === want) return;
  console.log("Installing packages…");
  const done = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell: windows,
  });
  if (done.status !== 0) {
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

install();
const [command, ...rest] = process.argv.slice(2);
const child = spawn(denoPath(), ["run", "-A", "--quiet", join(root, "api", "commands", `${command}.ts`), ...rest], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
