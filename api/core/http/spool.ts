// A body on its way to the disk: in memory is no more of it than what has just come.
import { join } from "node:path";
import { refuse } from "../../contract/errors.ts";
import { mediaFolder } from "../media/media.ts";

/** A file that is gone when nobody needs it any more: `await using`. */
export interface Spooled extends AsyncDisposable {
  path: string;
}
const HOUR_MS = 3_600_000;
const folder = () => join(mediaFolder(), "forms");

/** Writes a request's body to a file of its own. Refuses ERR_BODY_TOO_LARGE as soon as there is more than `limit` bytes. */
export async function spool(request: Request, limit: number): Promise<Spooled> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) {
    await request.body?.cancel();
    return refuse("ERR_BODY_TOO_LARGE");
  }
  await Deno.mkdir(folder(), { recursive: true, mode: 0o700 });
  const path = join(folder(), crypto.randomUUID());
  const remove = () => Deno.remove(path).catch(() => {});
  try {
    using file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    let size = 0;
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) refuse("ERR_BODY_TOO_LARGE");
      for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, [Symbol.asyncDispose]: remove };
}

/** Forms that a process was taking when it was killed. Others may be taking some now, so only what is old. Answers how many went. */
export async function sweepSpooled(now = Date.now()): Promise<number> {
  let gone = 0;
  const found = await Array.fromAsync(Deno.readDir(folder())).catch(() => []);
  for (const { name } of found) {
    const path = join(folder(), name);
    const at = (await Deno.stat(path).catch(() => null))?.mtime?.getTime() ?? now;
    if (now - at <= HOUR_MS) continue;
    await Deno.remove(path).catch(() => {});
    gone++;
  }
  return gone;
}
