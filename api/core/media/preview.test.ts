// Tiny pictures of pictures: right in shape and colour, small, and never a way to harm the process that wants one.
import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { PREVIEW_BYTES, previewOf, previewSize } from "./preview.ts";
import { bomb, claims, photo } from "../testing/pictures.ts";

const of = (bytes: Uint8Array, width: number, height: number, mimeType = "image/png") =>
  previewOf(bytes, { mimeType, width, height });
const halves = (width: number, height: number) => photo(width, height, (x) => x < 0.5 ? [200, 0, 0] : [0, 0, 200]);

// The first picture may go without while the reader starts; so may the one after a reader that was ended.
async function readerThere(): Promise<void> {
  while (!await of(halves(8, 6), 8, 6)) await new Promise((resolve) => setTimeout(resolve, 50));
}
beforeAll(readerThere);

/** What a PNG's header says, and the bytes of its first pixel. */
function read(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf("IDAT");
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), first: [...rows.subarray(1, 4)] };
}

test("has the proportions and the colours of the picture, in at most 300 bytes", async () => {
  const made = (await of(halves(160, 120), 160, 120))!;
  expect(made.length).toBeLessThanOrEqual(PREVIEW_BYTES);
  const { width, height, first: [red, green, blue] } = read(made);
  expect([width, height]).toEqual([8, 6]);
  expect([red! > 150, green! < 50, blue! < 50]).toEqual([true, true, true]);
});

test("of pictures all alike or all different, of any proportions: never larger", async () => {
  for (const [width, height] of [[1, 1], [100, 100], [160, 90], [9, 160], [400, 2]] as const) {
    const size = previewSize(width, height);
    expect(size.width * size.height).toBeLessThanOrEqual(49);
    const noise = photo(width, height, () => [0, 0, 0].map(() => Math.random() * 256) as [number, number, number]);
    expect((await of(noise, width, height))!.length).toBeLessThanOrEqual(PREVIEW_BYTES);
  }
});

describe("pictures that are not decoded", () => {
  test("a picture of 900 million pixels, and one of more than five", async () => {
    const [huge, large] = [bomb(30_000, 30_000), bomb(2_500, 2_100)];
    // Whatever a reader is asked comes back in another turn.
    const atOnce = (answer: Promise<unknown>) =>
      Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 0, "later"))]);
    expect(await atOnce(of(huge, 30_000, 30_000))).toBeNull();
    expect(await atOnce(of(large, 2_500, 2_100))).toBeNull();
  });
  test("a file that is no picture, or tells no size, gets no preview", async () => {
    expect(await of(halves(4, 4), 4, 4, "video/mp4")).toBeNull();
    expect(await previewOf(halves(4, 4), { mimeType: "image/png", width: null, height: null })).toBeNull();
  });
});

test("a file that only claims to be a picture costs the next one nothing", async () => {
  for (const [kind, bytes] of Object.entries(claims(640, 480))) {
    expect([kind, await of(bytes, 640, 480, `image/${kind}`)]).toEqual([kind, null]);
  }
  expect(await of(halves(64, 48), 64, 48)).not.toBeNull();
});

test("a bomb behind a small header ends its reader at most: nobody waits, and the next one has a new reader", async () => {
  const hidden = bomb(30_000, 30_000);
  const began = Date.now();
  await of(hidden, 100, 100);
  expect(Date.now() - began).toBeLessThan(2_500);
  await readerThere();
});

test("of many at once each gets its own", async () => {
  const made = await Promise.all(
    [[255, 0, 0], [0, 255, 0], [0, 0, 255]].map((colour) => of(photo(64, 48, () => colour as never), 64, 48)),
  );
  expect(made.map((png) => read(png!).first)).toEqual([[255, 0, 0], [0, 255, 0], [0, 0, 255]]);
});
