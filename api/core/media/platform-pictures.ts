// Pictures of the platform: public, typed by their content, named after it. They are kept beside the companies' media, in the folder of
// company 0, which nobody is.
import { createHash } from "node:crypto";
import { refuse } from "../../contract/errors.ts";
import type { Api } from "../http/route.ts";
import { inspect, mediaPath, removeFiles, writeFile } from "./media.ts";

const PLATFORM = 0;
const endings: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" };
const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));
const ADDRESS = /^\/brand\/([0-9a-f]{32})\.(png|jpg|webp)$/;

export interface Picture {
  /** `/brand/{hash}.png` */
  src: string;
  fileName: string;
  width: number;
  height: number;
}

/**
 * Keeps one picture under the hash of its bytes, so that a changed picture has another address. `types` are those that are taken,
 * all three without. Refuses ERR_BODY_TOO_LARGE, and ERR_UNSUPPORTED_MEDIA for what is no such picture.
 */
export async function storePicture(
  file: File,
  { maxBytes, types: taken }: { maxBytes: number; types?: readonly string[] },
): Promise<Picture> {
  if (file.size > maxBytes) refuse("ERR_BODY_TOO_LARGE");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { mimeType, fileName, width, height } = await inspect(bytes, { fileName: file.name });
  const ending = endings[mimeType];
  if (!ending || !width || !height || taken?.includes(mimeType) === false) return refuse("ERR_UNSUPPORTED_MEDIA");
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await writeFile(PLATFORM, id, bytes);
  return { src: `/brand/${id}.${ending}`, fileName, width, height };
}

/** Deletes the file of a picture. Only for who knows that nothing shows it. */
export async function removePicture(src: string): Promise<void> {
  const id = ADDRESS.exec(src)?.[1];
  if (id) await removeFiles(PLATFORM, [id]);
}

/** GET /brand/{hash}.{png|jpg|webp}: for everybody, for ever. */
export function mountBrand(http: Api["http"]): void {
  http.get("/brand/:file", async (c) => {
    const [, id, ending] = ADDRESS.exec(`/brand/${c.req.param("file")}`) ?? [];
    const type = types.get(ending ?? "");
    if (!id || !type) return refuse("ERR_NO_MEDIA_FOUND");
    const bytes = await Deno.readFile(mediaPath(PLATFORM, id)).catch(() => null);
    if (!bytes) return refuse("ERR_NO_MEDIA_FOUND");
    return c.body(bytes, 200, { "content-type": type, "cache-control": "public, max-age=31536000, immutable" });
  });
}
