// Packs the built app's hashed files once, so that a server compresses nothing while somebody waits.
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|json|svg|emoji)$/;
/** What packing saves less of is not worth another file. */
const WORTH = 0.9;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Puts `name.br` and `name.gz` beside each file of text in the folder. */
export async function packWeb(folder: string): Promise<void> {
  const names: string[] = [];
  for await (const { isFile, name } of Deno.readDir(folder)) if (isFile && TEXT.test(name)) names.push(name);
  await Promise.all(names.map(async (name) => {
    const path = join(folder, name);
    const plain = await Deno.readFile(path);
    const packed = {
      br: await brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
      gz: await deflate(plain, { level: constants.Z_BEST_COMPRESSION }),
    };
    for (const [ending, bytes] of Object.entries(packed)) {
      if (bytes.length < plain.length * WORTH) await Deno.writeFile(`${path}.${ending}`, bytes);
    }
  }));
}
