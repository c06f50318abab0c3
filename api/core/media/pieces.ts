// Files on their way, in the data folder that all processes share. How much of one counts is its row in app.uploads; two writers
// of one file wait for each other at that row.
import { dirname, join } from "node:path";
import { mediaFolder } from "./media.ts";
import { FileOnDisk } from "./on-disk.ts";

/** Longer than any upload is kept: a file of this age has no row any more, whoever deleted that. */
const OUTLIVED_MS = 25 * 3600_000;

/** Apart from the files that are whole, whose folders have two letters. */
const folder = (companyId: number) => join(mediaFolder(companyId), "pieces");
function piecePath(companyId: number, file: string): string {
  if (!/^[0-9a-f]{32}$/.test(file)) throw new Error("Not a file id.");
  return join(folder(companyId), file);
}

/** Writes a piece where it belongs. Resolves when it is on the disk: the client will not send it again. */
export async function writePiece(companyId: number, file: string, offset: number, bytes: Uint8Array): Promise<void> {
  const path = piecePath(companyId, file);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  using open = await Deno.open(path, { write: true, create: true, mode: 0o600 });
  await open.seek(offset, Deno.SeekMode.Start);
  for (let at = 0; at < bytes.length;) at += await open.write(bytes.subarray(at));
  await open.syncData();
}

/** True if the disk has so much of it: a disk may have been lost, or brought back from before. */
export async function hasPieces(companyId: number, file: string, bytes: number): Promise<boolean> {
  return bytes === 0 || ((await Deno.stat(piecePath(companyId, file)).catch(() => null))?.size ?? 0) >= bytes;
}

/** All that has come, or null where the disk does not have it. */
export async function wholeFile(
  companyId: number,
  file: string,
  { name, type, bytes }: { name: string; type: string; bytes: number },
): Promise<FileOnDisk | null> {
  return await hasPieces(companyId, file, bytes)
    ? new FileOnDisk(piecePath(companyId, file), { name, type, to: bytes })
    : null;
}

export async function removePieces(companyId: number, file: string): Promise<void> {
  await Deno.remove(piecePath(companyId, file)).catch(() => {});
}

/** Deletes what nobody has written to for longer than an upload is kept. */
export async function sweepPieces(now = Date.now()): Promise<number> {
  let gone = 0;
  for (const company of await entries(mediaFolder())) {
    if (!/^\d+$/.test(company)) continue;
    for (const file of await entries(folder(Number(company)))) {
      const path = join(folder(Number(company)), file);
      const written = (await Deno.stat(path).catch(() => null))?.mtime?.getTime();
      if (written === undefined || now - written < OUTLIVED_MS) continue;
      await Deno.remove(path).catch(() => {});
      gone++;
    }
  }
  return gone;
}
async function entries(path: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name);
  } catch {
    return [];
  }
}
