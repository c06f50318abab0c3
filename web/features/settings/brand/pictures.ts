// Draws what an operator picked into the pictures a brand needs. In the browser, so that the server decodes nothing.
import type { IconPurpose } from "../../../../api/contract/rules/brand.ts";
import { mayShow } from "../../../core/files/picture.ts";

/** A logo on the login screen is at most 240 by 56; three times that for dense screens. */
const LOGO = { width: 720, height: 168 };
/** What launchers and browsers ask for: purpose and px. */
const wanted: readonly [IconPurpose, number][] = [
  ["any", 192],
  ["any", 512],
  ["maskable", 192],
  ["maskable", 512],
  ["apple", 180],
];

export interface IconLook {
  /** Behind the picture wherever a system wants none to shine through, `#rrggbb`. */
  background: string;
  /** The picture's share of a full icon, 0.4 to 1. */
  share: number;
}

/** A picked picture, ready to be drawn. Rejects what the browser cannot show. Drawings have no pixels of their own. */
export async function openPicture(file: File): Promise<HTMLImageElement> {
  if (file.type !== "image/svg+xml" && !await mayShow(file)) throw new Error("a picture too large, or none");
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    if (!image.naturalWidth || !image.naturalHeight) throw new Error("a picture without a size");
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function canvas(width: number, height: number) {
  const element = document.createElement("canvas");
  element.width = width;
  element.height = height;
  const pen = element.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.imageSmoothingQuality = "high";
  return { element, pen };
}

/** Draws the picture into the middle of a square, as large as its share allows. */
export function drawIcon(image: HTMLImageElement, px: number, purpose: IconPurpose, look: IconLook): HTMLCanvasElement {
  const { element, pen } = canvas(px, px);
  const filled = purpose !== "any";
  if (filled) {
    pen.fillStyle = look.background;
    pen.fillRect(0, 0, px, px);
  }
  const scale = px * (filled ? look.share : 1) / Math.max(image.naturalWidth, image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.drawImage(image, (px - width) / 2, (px - height) / 2, width, height);
  return element;
}

const toFile = (element: HTMLCanvasElement, name: string) =>
  new Promise<File>((resolve, reject) =>
    element.toBlob(
      (blob) =>
        blob ? resolve(new File([blob], `${name}.png`, { type: "image/png" })) : reject(new Error("no picture")),
      "image/png",
    )
  );

/** All icons of the app, named by what each is for. */
export function iconFiles(image: HTMLImageElement, look: IconLook): Promise<File[]> {
  return Promise.all(
    wanted.map(([purpose, px]) => toFile(drawIcon(image, px, purpose, look), `${purpose}-${px}`)),
  );
}

/** A logo no larger than anybody shows it; a small one stays as it is. */
export async function logoFile(file: File): Promise<File> {
  const image = await openPicture(file);
  const scale = Math.min(1, LOGO.width / image.naturalWidth, LOGO.height / image.naturalHeight);
  const { element, pen } = canvas(
    Math.max(1, Math.round(image.naturalWidth * scale)),
    Math.max(1, Math.round(image.naturalHeight * scale)),
  );
  pen.drawImage(image, 0, 0, element.width, element.height);
  return await toFile(element, "logo");
}
