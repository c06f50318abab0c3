// Where this process puts aside what it needs for a moment: a folder of its own that nobody else may open. It goes with the process, or
// with its burial when it was killed.
import { dirname, join, resolve } from "node:path";
import { setTemporaryFolder } from "../env.ts";
import { mediaFolder } from "../media/media.ts";
import { PROCESS_ID } from "../processes/self.ts";

const HOUR_MS = 3_600_000;
const PRIVATE = { recursive: true, mode: 0o700 };

/** Beside the kept files, on the same disk: a file becomes one of them without being copied. */
export const temporaryFolder = (processId: string = PROCESS_ID) => join(mediaFolder(), "forms", processId);

/** A folder that is gone when nobody needs it any more: `await using`. */
export interface Temporary extends AsyncDisposable {
  path: string;
}
export async function makeTemporary(): Promise<Temporary> {
  const path = join(temporaryFolder(), crypto.randomUUID());
  await Deno.mkdir(path, PRIVATE);
  return { path, [Symbol.asyncDispose]: () => remove(path) };
}

/**
 * Libraries that put something aside for a moment (a file on its way to WhatsApp) do it here too: the process may write nowhere else.
 * Called once at start.
 */
export async function keepTemporaryHere(): Promise<void> {
  await Deno.mkdir(temporaryFolder(), PRIVATE);
  setTemporaryFolder(resolve(temporaryFolder()));
}

/** Deletes all that a process has put aside. */
export async function dropTemporary(processId?: string): Promise<void> {
  await remove(temporaryFolder(processId));
}

/** Deletes what nobody has touched for an hour, whoever left it; burials take the rest at once. Answers how many went. */
export async function sweepTemporary(now = Date.now()): Promise<number> {
  let gone = 0;
  const sweep = async (path: string, depth: number): Promise<void> => {
    const at = (await Deno.lstat(path).catch(() => null))?.mtime?.getTime() ?? now;
    const inside = depth > 0 ? await Array.fromAsync(Deno.readDir(path)).catch(() => []) : [];
    for (const { name } of inside) await sweep(join(path, name), depth - 1);
    if (now - at <= HOUR_MS || path === temporaryFolder()) return;
    // A folder in which something is left stays.
    if (await Deno.remove(path).then(() => true, () => false)) gone++;
  };
  const root = dirname(temporaryFolder());
  for (const { name } of await Array.fromAsync(Deno.readDir(root)).catch(() => [])) await sweep(join(root, name), 2);
  return gone;
}

async function remove(path: string): Promise<void> {
  await Deno.remove(path, { recursive: true }).catch(() => {});
}
