// A folder as one ZIP file and back, piece by piece: a company may be larger than the memory.
import { dirname, join, relative, resolve, sep } from "node:path";
import { configure, Reader, ZipReader, ZipWriter } from "@zip.js/zip.js";

// Workers of a browser are of no use here.
configure({ useWebWorkers: false });

/** Writes everything in a folder into a ZIP file. Texts are packed; pictures, sounds and films are so already. */
export async function packFolder(folder: string, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true, mode: 0o600 });
  const zip = new ZipWriter(file.writable, { zip64: true, keepOrder: true });
  for await (const name of filesIn(folder)) {
    const { size } = await Deno.stat(join(folder, name));
    const source = await Deno.open(join(folder, name));
    await zip.add(name.split(sep).join("/"), source.readable, {
      ...{ level: name.endsWith(".jsonl") ? 6 : 0, uncompressedSize: size },
    });
  }
  await zip.close();
}

async function* filesIn(folder: string, at = folder): AsyncGenerator<string> {
  for (const entry of (await Array.fromAsync(Deno.readDir(at))).sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (entry.isDirectory) yield* filesIn(folder, join(at, entry.name));
    else if (entry.isFile) yield relative(folder, join(at, entry.name));
  }
}

/** Unpacks a ZIP file into a folder. Throws for a file that is none, and for a name that leads out of the folder. */
export async function unpackInto(path: string, folder: string): Promise<void> {
  using file = await Deno.open(path);
  const zip = new ZipReader(new FileReader(file));
  for await (const entry of zip.getEntriesGenerator()) {
    const to = resolve(folder, entry.filename);
    if (!to.startsWith(resolve(folder) + sep)) throw new Error(`${entry.filename} leads out of the folder.`);
    if (entry.directory) continue;
    await Deno.mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const written = await Deno.open(to, { write: true, create: true, truncate: true, mode: 0o600 });
    await entry.getData(written.writable);
  }
  await zip.close();
}

/** Reads parts of a file on disk. */
class FileReader extends Reader<Deno.FsFile> {
  constructor(private readonly file: Deno.FsFile) {
    super(file);
  }
  override async init(): Promise<void> {
    await super.init?.();
    this.size = (await this.file.stat()).size;
  }
  override async readUint8Array(from: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.min(length, this.size - from));
    await this.file.seek(from, Deno.SeekMode.Start);
    let read = 0;
    while (read < bytes.length) {
      const more = await this.file.read(bytes.subarray(read));
      if (more === null) throw new Error("The file ends too early.");
      read += more;
    }
    return bytes;
  }
}
