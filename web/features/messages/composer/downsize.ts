// Photos as large as a phone makes them are made smaller before they are sent: quicker, and within what channels take.
import { useEffect, useState } from "react";
import { mayShow } from "../../../core/files/picture.ts";

/** The longer side, px. */
const MAX_PX = 2560;
const QUALITY = 0.85;
const made = new WeakMap<File, Promise<File | null>>();

/** Width and height that fit; null when they do already. */
export function fitting(width: number, height: number, max = MAX_PX): { width: number; height: number } | null {
  const share = max / Math.max(width, height);
  return share >= 1 ? null : { width: Math.round(width * share), height: Math.round(height * share) };
}

async function shrink(file: File): Promise<File | null> {
  if (!await mayShow(file)) return null;
  const picture = await createImageBitmap(file);
  try {
    const size = fitting(picture.width, picture.height);
    if (!size) return null;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, size);
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, size.width, size.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, file.type, QUALITY));
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : null;
  } finally {
    picture.close();
  }
}

/** A smaller copy of a large photo; null for everything else. Made once per file. */
export function smaller(file: File): Promise<File | null> {
  if (!/^image\/(jpeg|webp)$/.test(file.type)) return Promise.resolve(null);
  const known = made.get(file) ?? shrink(file).catch(() => null);
  made.set(file, known);
  return known;
}

/** The smaller copies of these files, as soon as they are made. */
export function useSmaller(files: readonly File[]): ReadonlyMap<File, File> {
  const [copies, setCopies] = useState<ReadonlyMap<File, File>>(new Map());
  const names = files.map(({ name, size }) => `${name}:${size}`).join();
  useEffect(() => {
    let there = true;
    for (const file of files) {
      void smaller(file).then((copy) => there && copy && setCopies((all) => new Map(all).set(file, copy)));
    }
    return () => {
      there = false;
    };
  }, [names]);
  return copies;
}
