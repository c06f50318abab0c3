// Reads a picture's size from its header, before a browser decodes it (proof S21).
import { expect, test } from "vitest";
import { claims } from "../../../api/core/testing/pictures.ts";
import { mayShow, sizeOf } from "./picture.ts";

test.each(["png", "jpeg", "gif", "webp", "avif"] as const)(
  "%s: its size, shown up to fifty million pixels",
  async (kind) => {
    const of = (side: number) => new Blob([claims(side, side)[kind]], { type: `image/${kind}` });
    expect(sizeOf(claims(640, 480)[kind])).toEqual([640, 480]);
    expect([await mayShow(of(7_000)), await mayShow(of(7_100)), await mayShow(of(16_383))]).toEqual([
      true,
      false,
      false,
    ]);
  },
);

test("a file is not shown when it is no picture or its header has no size", async () => {
  expect(await mayShow(new Blob([claims(640, 480).jpeg.slice(0, 20)], { type: "image/jpeg" }))).toBe(false);
  expect(await mayShow(new Blob(["<svg/>"], { type: "image/svg+xml" }))).toBe(false);
  expect(await mayShow(new Blob([claims(640, 480).png], { type: "text/plain" }))).toBe(false);
});
