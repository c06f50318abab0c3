// One process on one DATA_DIR: a second start says so and leaves the first alone.
import { join } from "node:path";
import { StartError } from "../../main.ts";

/** Takes the folder's lock. Throws StartError when another process has it; a lock of a dead process is no lock. */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  await Deno.mkdir(folder, { recursive: true }).catch(() => {});
  let file: Deno.FsFile;
  try {
    file = await Deno.open(join(folder, "lock"), { create: true, write: true, read: true });
  } catch {
    throw new StartError(
      `DATA_DIR ${folder} cannot be written: give this user the right to, or set DATA_DIR to another folder.`,
    );
  }
  const got = await Promise.race([
    file.lock(true).then(() => true),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), 700)),
  ]);
  if (!got) {
    throw new StartError(
      `Recado already runs on ${folder}. Stop it first, or set DATA_DIR and PORT to start a second one.`,
    );
  }
  return () => {
    file.close();
    return Promise.resolve();
  };
}
