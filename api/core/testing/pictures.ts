// Pictures that claim a size in their first bytes, for tests: as many pixels as a header says, and next to nothing behind it.
import { crc32, deflateSync } from "node:zlib";

const ascii = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
function bytesOf(value: number, count: number, little = false): number[] {
  const bytes = Array.from({ length: count }, (_, n) => Math.floor(value / 256 ** n) % 256);
  return little ? bytes : bytes.reverse();
}
const chunk = (name: string, data: Uint8Array) => {
  const named = joined(ascii(name), data);
  return joined(bytesOf(data.length, 4), named, bytesOf(crc32(named), 4));
};
const box = (name: string, ...parts: (Uint8Array | readonly number[])[]) => {
  const data = joined(...parts);
  return joined(bytesOf(data.length + 8, 4), ascii(name), data);
};

/** Bits of a colour and kind of colours, as a PNG's header says them. */
const BLACK_OR_WHITE = [1, 0];
const COLOURS = [8, 2];

/** A PNG of this size whose pixels are `packed`. */
function png(width: number, height: number, packed: Uint8Array, colours = BLACK_OR_WHITE): Uint8Array<ArrayBuffer> {
  const head = joined(bytesOf(width, 4), bytesOf(height, 4), colours, [0, 0, 0]);
  return joined(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    chunk("IHDR", head),
    chunk("IDAT", packed),
    chunk("IEND", joined()),
  );
}

/** One of each kind that pages show, each with a size (px) in its header. */
export function claims(
  width: number,
  height: number,
): Record<"png" | "jpeg" | "gif" | "webp" | "avif", Uint8Array<ArrayBuffer>> {
  const meta = box(
    "meta",
    [0, 0, 0, 0],
    box("iprp", box("ipco", box("ispe", [0, 0, 0, 0], bytesOf(width, 4), bytesOf(height, 4)))),
  );
  const vp8x = joined(
    ascii("VP8X"),
    bytesOf(10, 4, true),
    [0, 0, 0, 0],
    bytesOf(width - 1, 3, true),
    bytesOf(height - 1, 3, true),
  );
  return {
    png: png(width, height, deflateSync(joined([0]))),
    jpeg: joined(
      [0xff, 0xd8, 0xff, 0xe0, 0, 16],
      ascii("JFIF\0"),
      [1, 1, 0, 0, 1, 0, 1, 0, 0],
      [0xff, 0xc0, 0, 17, 8],
      bytesOf(height, 2),
      bytesOf(width, 2),
      [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9],
    ),
    gif: joined(ascii("GIF89a"), bytesOf(width, 2, true), bytesOf(height, 2, true), [0, 0, 0, 0x3b]),
    webp: joined(ascii("RIFF"), bytesOf(vp8x.length + 4, 4, true), ascii("WEBP"), vp8x),
    avif: joined(box("ftyp", ascii("avif"), [0, 0, 0, 0], ascii("avifmif1")), meta),
  };
}

/** A whole black PNG: a hundred kilobytes of `width` × `height` pixels. */
export function bomb(width: number, height: number): Uint8Array<ArrayBuffer> {
  return png(width, height, deflateSync(new Uint8Array((Math.ceil(width / 8) + 1) * height), { level: 9 }));
}

/** A whole PNG in colours; `colour` says what a place is, as shares of width and height. */
export function photo(
  width: number,
  height: number,
  colour: (x: number, y: number) => readonly [red: number, green: number, blue: number],
): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((3 * width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colour(x / width, y / height), y * (3 * width + 1) + 1 + 3 * x);
  }
  return png(width, height, deflateSync(rows), COLOURS);
}
