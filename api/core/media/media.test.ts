// Files by what their first bytes say: nothing is decoded to find out what it would cost (proof S21).
import { describe, expect, test } from "vitest";
import { inspect, mediaFolder, mediaPath, writeFile } from "./media.ts";
import { bomb, claims } from "../testing/pictures.ts";

const kinds = Object.keys(claims(1, 1)) as (keyof ReturnType<typeof claims>)[];
const ascii = (text: string) => new TextEncoder().encode(text);

describe.each(kinds)("a picture in %s", (kind) => {
  const of = (width: number, height: number) => inspect(claims(width, height)[kind], { fileName: `foto.${kind}` });
  test("has the size its header says", async () => {
    expect(await of(640, 480)).toMatchObject({ kind: "image", mimeType: `image/${kind}`, width: 640, height: 480 });
    expect(await of(10_000, 5_000)).toMatchObject({ kind: "image", width: 10_000 });
  });
  test("of more than fifty million pixels is a file like any other", async () => {
    // What a GIF and a WebP can claim at most are 65,535 and 16,384 each way.
    for (const side of [7_100, 16_383]) {
      expect(await of(side, side)).toMatchObject({
        ...{ kind: "document", mimeType: "application/octet-stream" },
        ...{ fileName: `foto.${kind}`, width: null, height: null },
      });
    }
  });
});

test("nine hundred million pixels in a hundred kilobytes are kept as the hundred kilobytes they are", async () => {
  const bytes = bomb(30_000, 30_000);
  expect(bytes.length).toBeLessThan(200_000);
  expect(await inspect(bytes, { fileName: "a.png" })).toMatchObject({ kind: "document", bytes: bytes.length });
});

test("a picture that tells nobody its size is shown nowhere", async () => {
  const cut = claims(640, 480).jpeg.slice(0, 20);
  expect(await inspect(cut, { fileName: "a.jpg" })).toMatchObject({ kind: "document", width: null });
  expect(await inspect(claims(0, 480).gif, { fileName: "a.gif" })).toMatchObject({ kind: "document" });
});

test("sound and film are what their first bytes say, and as long as what came of them", async () => {
  // Ten hours by the position of its last sample, a gigabyte by the length of its box.
  const ogg = Uint8Array.from(
    [...ascii("OggS"), 0, 2, 0, 0x70, 0x6c, 0x5c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 19]
      .concat([...ascii("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]),
  );
  expect(await inspect(ogg, { fileName: "a.ogg" })).toMatchObject({ kind: "audio", bytes: ogg.length });
  const film = Uint8Array.from([0, 0, 0, 16, ...ascii("ftypmp42"), 0, 0, 0, 0, 0x40, 0, 0, 0, ...ascii("mdat")]);
  expect(await inspect(film, { fileName: "a.mp4" })).toMatchObject({ kind: "video", bytes: film.length });
});

test.skipIf(Deno.build.os === "windows")("a kept file and its folder can be read by nobody else", async () => {
  const [company, id] = [2 ** 40, "0123456789abcdef0123456789abcdef"];
  await writeFile(company, id, new TextEncoder().encode("ação"));
  const modeOf = async (path: string) => (await Deno.stat(path)).mode! & 0o777;
  expect([await modeOf(mediaPath(company, id)), await modeOf(mediaFolder(company))]).toEqual([0o600, 0o700]);
  await Deno.remove(mediaFolder(company), { recursive: true });
});
