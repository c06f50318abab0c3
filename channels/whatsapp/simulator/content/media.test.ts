// Files both ways over TLS. The client is a process of its own: what it trusts is decided when it starts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveControl } from "../control.ts";
import { mediaCertificate } from "./certificate.ts";
import { openMedia, sealMedia } from "./media.ts";
import { Simulator } from "../simulator.ts";

let simulator: Simulator;
let control: Deno.HttpServer<Deno.NetAddr>;
let folder: string;

beforeAll(async () => {
  simulator = new Simulator();
  await simulator.start();
  control = serveControl(simulator);
  folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/own.pem`, simulator.mediaAuthority);
  await Deno.writeTextFile(`${folder}/other.pem`, (await mediaCertificate("127.0.0.1")).authority);
});
afterAll(async () => {
  await control.shutdown();
  await simulator.stop();
  await Deno.remove(folder, { recursive: true });
});

async function child(authority: "own" | "other") {
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", new URL("../testing/media.ts", import.meta.url).pathname],
    env: {
      CONTROL: `http://127.0.0.1:${control.addr.port}`,
      DENO_CERT: `${folder}/${authority}.pem`,
      TMPDIR: folder,
    },
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  expect(text.decode(stderr)).toBe("");
  expect(success).toBe(true);
  return JSON.parse(text.decode(stdout).trim());
}

test("every kind goes up and comes down unchanged; failures are failures", async () => {
  expect(await child("own")).toEqual({
    image: { up: true, down: true, mimeType: "image/jpeg" },
    video: { up: true, down: true, mimeType: "video/mp4" },
    voice: { up: true, down: true, mimeType: "audio/ogg; codecs=opus" },
    sticker: { up: true, down: true, mimeType: "image/webp" },
    document: { up: true, down: true, mimeType: "application/pdf", fileName: "nota.pdf" },
    large: { up: true, down: true, mimeType: "application/zip", fileName: "6mb.zip" },
    failedUpload: "Media upload failed on all hosts",
    expired: 404,
    picture: "jpeg",
    complaints: [],
  });
  expect(simulator.state().uploads).toBeGreaterThan(6);
}, 60_000);

test("a client that trusts another authority gets nothing", async () => {
  const result = await child("other");
  expect(result.image).toEqual({ up: false, down: false });
}, 60_000);

describe("the simulator's own check", () => {
  const plain = new Uint8Array([1, 2, 3]);
  test.each([
    ["another kind's key", (m: ReturnType<typeof sealMedia>) => openMedia("video", m.blob, m), "not sealed"],
    [
      "other bytes",
      (m: ReturnType<typeof sealMedia>) => openMedia("image", Buffer.from(m.blob).fill(0, 0, 1), m),
      "sealed file's hash",
    ],
    [
      "another hash",
      (m: ReturnType<typeof sealMedia>) => openMedia("image", m.blob, { ...m, fileSha256: m.fileEncSha256 }),
      "file's hash",
    ],
    [
      "another length",
      (m: ReturnType<typeof sealMedia>) => openMedia("image", m.blob, { ...m, fileLength: 4 }),
      "length",
    ],
  ])("%s is refused", (_, open, reason) => {
    expect(() => open(sealMedia("image", plain))).toThrow(reason);
  });
  test("the right one is opened", () => {
    const made = sealMedia("image", plain);
    expect(openMedia("image", made.blob, made)).toEqual(Buffer.from(plain));
  });
});
