// Pictures that are shown before they are sent. A hundred kilobytes can promise a picture whose decoding ends the browser, so the
// app reads the header first (proof S21).
import { useEffect, useState } from "react";
import { MAX_PICTURE_PIXELS } from "../../../api/contract/limits.ts";

/** Headers stand within these bytes; a photo's profile and small copy come before its size. */
const HEADER = 1024 * 1024;

/** Width and height as a PNG, JPEG, GIF, WebP or AVIF says them in its header, px; null where it says none. */
export function sizeOf(bytes: Uint8Array<ArrayBuffer>): [width: number, height: number] | null {
  const at = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const sign = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  const small = (from: number) => 1 + at.getUint16(from, true) + 65_536 * at.getUint8(from + 2);
  if (sign(0) === "\x89PNG") return [at.getUint32(16), at.getUint32(20)];
  if (sign(0) === "GIF8") return [at.getUint16(6, true), at.getUint16(8, true)];
  if (sign(8) === "WEBP") {
    if (sign(12) === "VP8X") return [small(24), small(27)];
    if (sign(12) === "VP8 ") return [at.getUint16(26, true) & 0x3fff, at.getUint16(28, true) & 0x3fff];
    const bits = at.getUint32(21, true);
    return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
  }
  if (sign(4) === "ftyp") {
    for (let from = 8; from <= bytes.length - 16; from++) {
      if (sign(from) === "ispe") return [at.getUint32(from + 8), at.getUint32(from + 12)];
    }
  }
  if (at.getUint16(0) !== 0xffd8) return null;
  for (let from = 2; from < bytes.length - 9; from += 2 + at.getUint16(from + 2)) {
    const marker = at.getUint8(from + 1);
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return [at.getUint16(from + 7), at.getUint16(from + 5)];
  }
  return null;
}

/** Whether a picture's header tells a size small enough to decode. False for files that are no pictures. */
export async function mayShow(file: Blob): Promise<boolean> {
  if (!file.type.startsWith("image/")) return false;
  try {
    const [width, height] = sizeOf(new Uint8Array(await file.slice(0, HEADER).arrayBuffer())) ?? [0, 0];
    return width > 0 && height > 0 && width * height <= MAX_PICTURE_PIXELS;
  } catch {
    return false;
  }
}

/** An address under which a picture of this device may be shown; none while the header is being read, and for files that may not be shown. */
export function usePicture(file: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let over = false;
    setUrl(undefined);
    if (file) void mayShow(file).then((may) => may && !over && setUrl(made = URL.createObjectURL(file)));
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}
