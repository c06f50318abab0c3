// The platform's logos and icons.
import {
  type BrandIcon,
  ICON_PX,
  type IconPurpose,
  iconPurposes,
  MAX_BRAND_BYTES,
} from "../../contract/rules/brand.ts";
import { refuse } from "../../contract/errors.ts";
import { type Picture, storePicture as store } from "../../core/media/platform-pictures.ts";

const storePicture = (file: File) => store(file, { maxBytes: MAX_BRAND_BYTES });

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
