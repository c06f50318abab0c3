// Files of received messages: only the file that was sent, only from where files are.
import { afterEach, describe, expect, test, vi } from "vitest";
import { MemoryHost } from "../../sdk/memory-host.ts";
import { ChannelError, type MediaKind } from "../../sdk/mod.ts";
import { mediaRef, openMedia } from "./media-in.ts";
import { sealMedia } from "../simulator/content/media.ts";
import type { Line } from "../wire/line.ts";

const plain = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) & 255);
const PATH = "/v/abc.enc";
const URL_THERE = `https://mmg.whatsapp.net${PATH}?oh=1`;
afterEach(() => vi.unstubAllGlobals());

interface Setting {
  file?: Partial<ReturnType<typeof sealMedia>> & { url?: string; directPath?: string };
  answer?: (url: string, blob: Uint8Array) => Response;
  env?: Record<string, string>;
  updated?: (message: unknown) => Promise<unknown>;
  kind?: MediaKind;
}
function setup({ file = {}, answer, env, updated, kind = "image" }: Setting = {}) {
  const { blob, ...keys } = sealMedia(kind === "voice" ? "audio" : kind, plain);
  const asked: string[] = [];
  const chunks = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let from = 0; from < blob.length; from += 7_001) {
          controller.enqueue(new Uint8Array(blob.subarray(from, from + 7_001)));
        }
        controller.close();
      },
    });
  const download: typeof fetch = (input) => {
    asked.push(String(input));
    return Promise.resolve(answer?.(String(input), blob) ?? new Response(chunks()));
  };
  const host = new MemoryHost({ fetch: download, env });
  const updateMediaMessage = vi.fn(updated ?? (() => Promise.reject(new Error("the phone is away"))));
  const line = { host, socket: { updateMediaMessage } } as unknown as Line;
  const message = { url: URL_THERE, directPath: PATH, mimetype: "image/jpeg", ...keys, ...file };
  const ref = mediaRef({ remoteJid: "1@lid", id: "A", fromMe: false }, kind, message);
  const open = async () => {
    const { mimeType, body } = await openMedia(line, ref);
    return { mimeType, bytes: new Uint8Array(await new Response(body).arrayBuffer()) };
  };
  return { open, asked, line, chunks, updateMediaMessage, download };
}
const refused = async (work: Promise<unknown>) => {
  const error = await work.then(() => undefined, (error: unknown) => error);
  expect(error).toBeInstanceOf(ChannelError);
  return (error as ChannelError).code;
};

test.each<MediaKind>(["image", "video", "audio", "voice", "document", "sticker"])(
  "%s is opened as it was",
  async (kind) => {
    const { open } = setup({ kind });
    const { mimeType, bytes } = await open();
    expect(mimeType).toBe("image/jpeg");
    expect(bytes).toEqual(plain);
  },
);

describe("not the file that was sent", () => {
  const other = new Uint8Array(32);
  test.each<[string, Setting]>([
    ["another key", { file: { mediaKey: other } as Setting["file"] }],
    ["another hash", { file: { fileSha256: other } as Setting["file"] }],
    ["another length", { file: { fileLength: 299_999 } as Setting["file"] }],
    ["another kind's key", {
      kind: "image",
      answer: () => new Response(new Uint8Array(sealMedia("video", plain).blob)),
    }],
    ["a broken seal", { answer: (_, blob) => new Response(new Uint8Array(blob).fill(0, blob.length - 10)) }],
    ["nothing", { answer: () => new Response("") }],
    ["a page", { answer: () => new Response("<html>not found</html>") }],
  ])("%s", async (_, setting) => {
    expect(await refused(setup(setting).open())).toBe("rejected");
  });
  test("more than was said is not read to its end", async () => {
    let given = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          given += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      });
    expect(await refused(setup({ answer: () => new Response(endless()) }).open())).toBe("rejected");
    expect(given).toBeLessThan(2_000_000);
  });
});

describe("from where", () => {
  test.each([
    [
      "WhatsApp's host",
      { url: "https://media-gru.cdn.whatsapp.net/x", directPath: PATH },
      `https://media-gru.cdn.whatsapp.net${PATH}`,
    ],
    ["only a path", { url: undefined, directPath: PATH }, `https://mmg.whatsapp.net${PATH}`],
    ["only an address", { url: URL_THERE, directPath: undefined }, URL_THERE],
    ["a stranger's host", { url: "https://evil.example/x", directPath: PATH }, `https://mmg.whatsapp.net${PATH}`],
    [
      "a host that looks alike",
      { url: "https://whatsapp.net.evil.example/x", directPath: PATH },
      `https://mmg.whatsapp.net${PATH}`,
    ],
    ["this computer", { url: "https://127.0.0.1:8080/x", directPath: PATH }, `https://mmg.whatsapp.net${PATH}`],
    ["another port", { url: "https://mmg.whatsapp.net:22/x", directPath: PATH }, `https://mmg.whatsapp.net${PATH}`],
    ["without encryption", { url: "http://mmg.whatsapp.net/x", directPath: PATH }, `https://mmg.whatsapp.net${PATH}`],
  ])("%s", async (_, file, address) => {
    const { open, asked } = setup({ file: file as Setting["file"] });
    await open();
    expect(asked).toEqual([address]);
  });
  test.each(["//evil.example/x", "evil.example", "@evil.example/x"])(
    "the path %s leads nowhere",
    async (directPath) => {
      const { open, asked } = setup({ file: { directPath } as Setting["file"] });
      expect(await refused(open())).toBe("rejected");
      expect(asked).toEqual([]);
    },
  );
  test("beside a server of this computer, its files; else it is not asked past the guard", async () => {
    const file = { url: `https://127.0.0.1:9443${PATH}`, directPath: PATH } as Setting["file"];
    const { open, asked, download } = setup({ file, env: { WHATSAPP_SOCKET_URL: "ws://127.0.0.1:9000/" } });
    const unguarded = vi.fn(download);
    vi.stubGlobal("fetch", unguarded);
    await open();
    expect(asked).toEqual([`https://127.0.0.1:9443${PATH}`]);
    expect(unguarded).toHaveBeenCalledTimes(1);
    const far = setup({ file, env: { WHATSAPP_SOCKET_URL: "wss://web.whatsapp.com/ws/chat" } });
    await far.open();
    expect(far.asked).toEqual([`https://mmg.whatsapp.net${PATH}`]);
    expect(unguarded).toHaveBeenCalledTimes(1);
  });
});

describe("gone from the media host", () => {
  test.each([404, 410])("%i: the phone uploads it again, once", async (status) => {
    const again = { imageMessage: { directPath: "/v/fresh.enc", url: "https://mmg.whatsapp.net/v/fresh.enc" } };
    const { open, asked, updateMediaMessage, chunks } = setup({
      answer: (url) => url.includes("fresh") ? new Response(chunks()) : new Response(null, { status }),
      updated: () => Promise.resolve({ message: again }),
    });
    expect((await open()).bytes).toEqual(plain);
    expect(asked).toHaveLength(2);
    expect(updateMediaMessage.mock.calls).toMatchObject([[{ key: { id: "A", remoteJid: "1@lid" } }]]);
  });
  test("the phone does not have it either", async () => {
    const { open, asked } = setup({ answer: () => new Response(null, { status: 404 }) });
    expect(await refused(open())).toBe("rejected");
    expect(asked).toHaveLength(1);
  });
  test.each([[403, "rejected"], [500, "unreachable"], [429, "unreachable"]])("%i is %s", async (status, code) => {
    expect(await refused(setup({ answer: () => new Response(null, { status }) }).open())).toBe(code);
  });
  test("no network", async () => {
    const { open } = setup({
      answer: () => {
        throw new TypeError("network");
      },
    });
    expect(await refused(open())).toBe("unreachable");
  });
});

test.each(["", "{}", "x", '{"kind":"image"}'])("the reference %j is nobody's", async (ref) => {
  expect(await refused(openMedia(setup().line, ref))).toBe("rejected");
});
