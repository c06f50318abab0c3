import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { type PlatformSettingKey, platformSettingKeys, platformSettings } from "../../contract/settings.ts";
import { someone, testApp } from "../../core/testing/api.ts";
import type { PlatformValues } from "./actions.ts";
import { settings } from "./contract.ts";
import { BACKGROUND, manifestOf } from "./manifest.ts";

const values = (own: Partial<PlatformValues> = {}): PlatformValues => ({
  ...Object.fromEntries(platformSettingKeys.map((key) => [key, platformSettings[key].initial])) as Record<
    PlatformSettingKey,
    string
  >,
  ...own,
});

/** A real PNG of one colour. */
function png(width: number, height = width, shade = 90): Uint8Array<ArrayBuffer> {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, shade);
  for (let y = 0; y < height; y++) rows[y * (width + 1)] = 0;
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}
const file = (name: string, bytes: Uint8Array<ArrayBuffer>) => new File([bytes], name, { type: "image/png" });
const read = async (path: string, init?: RequestInit) =>
  await (await testApp()).api.http.fetch(new Request(`http://localhost${path}`, init));

test("a platform nobody changed is installed as our own app", () => {
  const manifest = manifestOf(values());
  expect(manifest).toMatchObject({
    id: "/",
    name: "Recado",
    scope: "/",
    start_url: "/tickets?source=app",
    display: "standalone",
    lang: "pt-BR",
    theme_color: BACKGROUND,
  });
  const sizes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(sizes).toEqual(["192x192 any", "512x512 any", "512x512 maskable", "512x512 monochrome"]);
});

test("every picture of the manifest exists in the size it names", async () => {
  const { imageSize } = await import("image-size");
  const { icons, screenshots, shortcuts } = manifestOf(values());
  for (const { src, sizes } of [...icons, ...screenshots, ...shortcuts.flatMap((entry) => entry.icons)]) {
    const { width, height } = imageSize(await Deno.readFile(`web/public${src}`));
    expect([src, `${width}x${height}`]).toEqual([src, sizes]);
  }
});

test("the background is the app's own surface", async () => {
  const [, surface] = /--bg: (#\w{6})/.exec(await Deno.readTextFile("web/styles.css")) ?? [];
  expect(BACKGROUND).toBe(surface);
});

test("the manifest has the brand's name, colour and icons, and cuts a long name at the end of a word", () => {
  const src = `/brand/${"a".repeat(32)}.png`;
  const icons = [{ src, size: 192, purpose: "any" }, { src, size: 512, purpose: "maskable" }, {
    src,
    size: 180,
    purpose: "apple",
  }];
  const manifest = manifestOf(
    values({ appName: "Fala Comigo Atendimento", primaryColorLight: "#12AB34", appIcons: JSON.stringify(icons) }),
  );
  expect(manifest).toMatchObject({
    name: "Fala Comigo Atendimento",
    short_name: "Fala Comigo",
    theme_color: "#12AB34",
    background_color: BACKGROUND,
  });
  expect(manifest.icons.map(({ src, sizes, purpose }) => [src, sizes, purpose])).toEqual([
    [src, "192x192", "any"],
    [src, "512x512", "maskable"],
  ]);
  for (
    const broken of [
      "{",
      "[1]",
      '[{"src":"https://x/y.png","size":512,"purpose":"any"}]',
      JSON.stringify(icons.slice(1)),
    ]
  ) {
    expect(manifestOf(values({ appIcons: broken })).icons[0]!.src, broken).toBe("/icons/icon-192.png");
  }
});

test("browsers ask for the manifest each time, and get it only when it changed", async () => {
  const answer = await read("/manifest.webmanifest");
  expect(answer.headers.get("content-type")).toContain("application/manifest+json");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  const etag = answer.headers.get("etag")!;
  const again = await read("/manifest.webmanifest", { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a share leads to the tickets when there is no service worker", async () => {
  const form = new FormData();
  form.set("text", "oi");
  const answer = await read("/share", { method: "POST", body: form });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/tickets"]);
});

test("an operator's icons are stored with their true sizes and served to everybody", async () => {
  const boss = await someone({ super: true });
  const files = [
    file("any-192.png", png(192)),
    file("any-512.png", png(512)),
    file("maskable-512.png", png(512, 512, 9)),
  ];
  const path = await boss.call(settings.uploadBrand, { body: { typeArch: "favicon" }, files });
  const all = await boss.call(settings.publicAll);
  expect(all.appLogoFavicon).toBe(path);
  expect(JSON.parse(all.appIcons!)).toEqual([
    { src: path, size: 192, purpose: "any" },
    { src: expect.stringMatching(/^\/brand\/\w{32}\.png$/), size: 512, purpose: "any" },
    { src: expect.stringMatching(/^\/brand\/\w{32}\.png$/), size: 512, purpose: "maskable" },
  ]);
  const served = await read(path);
  expect(served.headers.get("content-type")).toBe("image/png");
  expect(served.headers.get("cache-control")).toContain("immutable");
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(png(192));
  expect(await (await read("/manifest.webmanifest")).json()).toMatchObject({ icons: [{ src: path }, {}, {}] });
  await boss.call(settings.updatePlatform, { params: { key: "appIcons" }, body: { value: "" } });
});

test("each theme has a logo, with a new address when it changes", async () => {
  const boss = await someone({ super: true });
  const put = (mode: "light" | "dark", bytes: Uint8Array<ArrayBuffer>) =>
    boss.call(settings.uploadBrand, { body: { typeArch: "logo", mode }, files: [file("logo.png", bytes)] });
  const [light, dark] = [await put("light", png(300, 80)), await put("dark", png(300, 80, 200))];
  expect(light).not.toBe(dark);
  expect(await boss.call(settings.publicAll)).toMatchObject({ appLogoLight: light, appLogoDark: dark });
  expect(await put("light", png(300, 80, 7))).not.toBe(light);
});

test("a file is refused when it is no picture, does not fit in size or does not come from the operator", async () => {
  const [boss, admin] = [await someone({ super: true }), await someone()];
  const send = (files: File[], typeArch: "logo" | "favicon" = "logo") =>
    boss.call(settings.uploadBrand, { body: { typeArch }, files });
  const script = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  await expect(send([file("logo.png", script)])).rejects.toMatchObject({ code: "ERR_UNSUPPORTED_MEDIA" });
  await expect(send([file("logo.png", new Uint8Array(1024 * 1024 + 1))])).rejects.toMatchObject({
    code: "ERR_BODY_TOO_LARGE",
  });
  await expect(send([file("any-192.png", png(192, 100))], "favicon")).rejects.toMatchObject({
    code: "ERR_UNSUPPORTED_MEDIA",
  });
  await expect(send([file("any-96.png", png(96))], "favicon")).rejects.toMatchObject({ code: "ERR_VALIDATION" });
  await expect(
    admin.call(settings.uploadBrand, { body: { typeArch: "logo" }, files: [file("logo.png", png(10))] }),
  ).rejects.toMatchObject({ status: 403 });
  for (const path of ["/brand/x.png", `/brand/${"0".repeat(32)}.png`, "/brand/..%2f1.png"]) {
    expect((await read(path)).status, path).toBe(404);
  }
});
