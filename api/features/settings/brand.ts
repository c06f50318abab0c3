// Pictures of the platform's brand: public, typed by their content, named after it. They are kept beside the companies' media,
// in the folder of company 0, which nobody is.
import { createHash } from "node:crypto";
import {
  type BrandIcon,
  ICON_PX,
  type IconPurpose,
  iconPurposes,
  MAX_BRAND_BYTES,
} from "../../contract/rules/brand.ts";
import { refuse } from "../../contract/errors.ts";
import { inspect, mediaPath, writeFile } from "../../core/media/media.ts";
import type { Api } from "../../core/http/route.ts";

const PLATFORM = 0;
const endings: Record<string, string> = { "image/png": "png", "image/jpeg": "jpg", "image/webp": "webp" };
const types = new Map(Object.entries(endings).map(([type, ending]) => [ending, type]));

interface Picture {
  src: string;
  width: number;
  height: number;
}

/** Keeps one picture under the hash of its bytes, so that a changed picture has another address. */
async function storePicture(file: File): Promise<Picture> {
  if (file.size > MAX_BRAND_BYTES) refuse("ERR_BODY_TOO_LARGE");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { mimeType, width, height } = await inspect(bytes, { fileName: file.name });
  const ending = endings[mimeType];
  if (!ending || !width || !height) return refuse("ERR_UNSUPPORTED_MEDIA");
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  await writeFile(PLATFORM, id, bytes);
  return { src: `/brand/${id}.${ending}`, width, height };
}

/** What an icon is for, as the name of its file begins. */
const purposeOf = (name: string): IconPurpose => iconPurposes.find((known) => name.startsWith(`${known}-`)) ?? "any";

function iconOf(file: File, { src, width, height }: Picture): BrandIcon {
  if (width !== height || width > ICON_PX.max || !src.endsWith(".png")) refuse("ERR_UNSUPPORTED_MEDIA");
  return { src, size: width, purpose: purposeOf(file.name) };
}

/** Keeps what was uploaded; answers the settings that follow from it. Refuses what is no picture, or no icon. */
export async function keepPictures(
  what: "logo" | "favicon",
  mode: "light" | "dark",
  files: readonly File[],
): Promise<Partial<Record<"appLogoLight" | "appLogoDark" | "appLogoFavicon" | "appIcons", string>>> {
  const [first] = files;
  if (!first) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "required" }] });
  if (what === "logo") return { [mode === "dark" ? "appLogoDark" : "appLogoLight"]: (await storePicture(first)).src };
  const icons: BrandIcon[] = [];
  for (const file of files) icons.push(iconOf(file, await storePicture(file)));
  const main = icons.filter(({ purpose, size }) => purpose === "any" && size >= ICON_PX.min)
    .sort((a, b) => a.size - b.size)[0];
  if (!main) return refuse("ERR_VALIDATION", { details: [{ path: "body.file", message: "size" }] });
  return { appLogoFavicon: main.src, appIcons: JSON.stringify(icons) };
}

/** GET /brand/{hash}.{png|jpg|webp}: for everybody, for ever. */
export function mountBrand(http: Api["http"]): void {
  http.get("/brand/:file", async (c) => {
    const [, id, ending] = /^([0-9a-f]{32})\.(png|jpg|webp)$/.exec(c.req.param("file")) ?? [];
    const type = types.get(ending ?? "");
    if (!id || !type) return refuse("ERR_NO_MEDIA_FOUND");
    const bytes = await Deno.readFile(mediaPath(PLATFORM, id)).catch(() => null);
    if (!bytes) return refuse("ERR_NO_MEDIA_FOUND");
    return c.body(bytes, 200, { "content-type": type, "cache-control": "public, max-age=31536000, immutable" });
  });
}
