// What the bundled PostgreSQL needs before it can run, and what takes more rights than the product has: the files of the cluster, the
// system's user postgres, and that user's way to its files.
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type OWNER, passwordOf, SUPERUSER } from "./logins.ts";

/** Makes the cluster in this folder where there is none. `superuser`: clusters of before had the owner as theirs. */
export async function prepareCluster(
  folder: string,
  pgCtl: string,
  secret: string,
  superuser: typeof SUPERUSER | typeof OWNER = SUPERUSER,
): Promise<void> {
  await letPostgresIn([join(folder, "x"), pgCtl]);
  if (await Deno.stat(join(folder, "PG_VERSION")).then(() => true, () => false)) return;
  // The library that knows how hooks itself into signals, so it works in a process of its own.
  const done = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", fileURLToPath(new URL("./init.ts", import.meta.url)), folder, superuser],
    env: { PASSWORD: passwordOf(superuser, secret) },
    stdout: "null",
    stderr: "piped",
  }).output();
  if (done.success) return;
  const said = new TextDecoder().decode(done.stderr).trim().split("\n").slice(-3).join(" ");
  throw new Error(`The bundled PostgreSQL could not be set up: ${said}`);
}

/**
 * The user postgres must be able to walk to its files. Folders of root on the way get that right (walk, not read); those of
 * anybody else are left alone.
 */
async function letPostgresIn(targets: string[]): Promise<void> {
  if (process.platform === "win32" || Deno.uid() !== 0) return;
  for (const target of targets) {
    for (let folder = dirname(target); folder !== dirname(folder); folder = dirname(folder)) {
      const info = await Deno.stat(folder).catch(() => null);
      if (info?.mode != null && info.uid === 0 && (info.mode & 0o001) === 0) {
        await Deno.chmod(folder, (info.mode & 0o7777) | 0o001);
      }
    }
  }
}
