// Ports for the processes of tests, of which several run at once. A port that is merely free now may be somebody else's by the time its
// process listens: then two tests would talk to one product.
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Below those that systems give to connections of their own. Only even ones are given away: the next is there for a second door. */
const FIRST = 15_000;
const LAST = 32_000;
/** So old a mark is of a run that was broken off, ms. */
const OLD_MS = 2 * 3_600_000;
const folder = join(tmpdir(), "recado-test-ports");
const mine: string[] = [];
process.on("exit", () => {
  for (const mark of mine) {
    try {
      Deno.removeSync(mark);
    } catch { /* it is gone */ }
  }
});

/** A port on which nobody listens, this process's until it ends: no other test is given it. */
export async function freePort(): Promise<number> {
  await Deno.mkdir(folder, { recursive: true });
  for (;;) {
    const port = FIRST + 2 * Math.floor(Math.random() * (LAST - FIRST) / 2);
    if (await take(join(folder, String(port))) && await isFree(port)) return port;
  }
}
async function take(mark: string): Promise<boolean> {
  try {
    await Deno.writeTextFile(mark, "", { createNew: true });
    mine.push(mark);
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    const found = await Deno.stat(mark).catch(() => null);
    if (found?.mtime && Date.now() - found.mtime.getTime() > OLD_MS) await Deno.remove(mark).catch(() => {});
    return false;
  }
}
/** Whether nobody listens on it, at any address of this machine. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
