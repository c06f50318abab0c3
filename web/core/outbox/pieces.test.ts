import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_PIECE_BYTES, WHOLE_BYTES } from "../../../api/contract/limits.ts";
import { type Ask, FIRST_PIECE, goesInPieces, nextPiece, sendPieces } from "./pieces.ts";
import { type Answered, failed } from "./plan.ts";
import type { OutboxRow } from "../store/outbox-row.ts";
import { requestOf } from "./wire.ts";

const row = (sizes: readonly number[], change: Partial<OutboxRow> = {}): OutboxRow => ({
  id: "k",
  seq: 1,
  ticketId: 5,
  kind: "message",
  call: { method: "POST", path: "/messages/5", body: { body: "Veja", isPrivate: false }, upload: "medias" },
  blobs: sizes.map((size, index) => ({ key: `k:${index}`, name: `${index}.mp4`, type: "video/mp4", size })),
  pieces: true,
  about: {},
  createdAt: 0,
  tries: 0,
  nextAt: 0,
  state: "sending",
  maybeSent: false,
  reason: null,
  progress: 0,
  ...change,
});
const noise = (size: number) => {
  const made = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(made.subarray(at, at + 65_536));
  return made;
};
const gone: Answered = { status: 0, code: "ERR_UNREACHABLE" };
type Fate = "ok" | "lost" | "late" | "other";

/** A server that takes a piece only at its offset; a network that loses pieces and answers; another sender of the same file. */
function rig(contents: readonly Uint8Array<ArrayBuffer>[], fate: (n: number) => Fate = () => "ok") {
  const kept = new Map<string, Uint8Array>();
  let put = 0;
  let asked = 0;
  const ask: Ask = async ({ method, path, body }) => {
    const what = fate(asked++);
    if (what === "lost") return gone;
    if (method === "POST") {
      const { key } = JSON.parse(body as string);
      if (!kept.has(key)) kept.set(key, new Uint8Array());
      return what === "late" ? gone : { status: 200, code: "ok", body: { offset: kept.get(key)!.length } };
    }
    const url = new URL(path, "http://x");
    const key = decodeURIComponent(url.pathname.split("/").pop()!);
    const have = kept.get(key)!;
    const whole = contents[Number(key.split(":")[1])]!;
    if (what === "other") kept.set(key, whole.slice(0, have.length + 100_000));
    const at = Number(url.searchParams.get("offset"));
    if (at !== kept.get(key)!.length) {
      return { status: 409, code: "ERR_UPLOAD_OFFSET", body: { offset: kept.get(key)!.length } };
    }
    const piece = new Uint8Array(await (body as Blob).arrayBuffer());
    put += piece.length;
    kept.set(key, Uint8Array.from([...have, ...piece]));
    return what === "late" ? gone : { status: 200, code: "ok", body: { offset: at + piece.length } };
  };
  return { ask, kept, put: () => put };
}

test("a file goes in pieces when it has more than one megabyte", () => {
  expect(goesInPieces([new Blob([new Uint8Array(WHOLE_BYTES)])])).toBe(false);
  expect(goesInPieces([new Blob([new Uint8Array(WHOLE_BYTES)]), new Blob(["x"])])).toBe(true);
});

test("a piece is as large as the network carries in three seconds, between a quarter and four megabytes", () => {
  expect(nextPiece(FIRST_PIECE, 100)).toBe(2 * FIRST_PIECE);
  expect(nextPiece(FIRST_PIECE, 60_000)).toBe(FIRST_PIECE);
  expect(nextPiece(MAX_PIECE_BYTES, 10)).toBe(MAX_PIECE_BYTES);
  expect(nextPiece(MAX_PIECE_BYTES, 60_000)).toBe(MAX_PIECE_BYTES / 2);
  expect(nextPiece(1_000_000, 3_000)).toBe(1_000_000);
});

test("the server has the bytes once, and no piece goes twice, when pieces and answers are lost", async () => {
  const sizes = [900_000, 700_001];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<Fate>("ok", "ok", "lost", "late", "other"), { maxLength: 12 }),
      async (fates) => {
        const contents = sizes.map(noise);
        const { ask, kept, put } = rig(contents, (n) => fates[n] ?? "ok");
        const files = contents.map((bytes) => new Blob([bytes]));
        let sent = row(sizes);
        for (let tries = 0;; tries++) {
          const broken = await sendPieces(sent, files, ask, () => {});
          if (!broken) break;
          expect(tries).toBeLessThan(13);
          const after = failed(sent, { ...broken, unsent: true }, 0);
          expect(after.progress).toBeGreaterThanOrEqual(sent.progress);
          expect([after.state, after.maybeSent]).toEqual(["waiting", false]);
          sent = { ...after, state: "sending" };
        }
        contents.forEach((bytes, index) => expect(Buffer.compare(kept.get(`k:${index}`)!, bytes)).toBe(0));
        expect(put()).toBeLessThanOrEqual(sizes[0]! + sizes[1]!);
      },
    ),
    { numRuns: 30 },
  );
}, 60_000);

test("progress goes on from its last value after a break", async () => {
  const contents = [noise(1_500_000)];
  const server = rig(contents, (n) => n === 3 ? "lost" : "ok");
  const shares: number[] = [];
  const files = [new Blob([contents[0]!])];
  const broken = await sendPieces(row([1_500_000]), files, server.ask, (share) => shares.push(share));
  expect(broken).toMatchObject({ code: "ERR_UNREACHABLE", reached: shares.at(-1) });
  const stood = shares.at(-1)!;
  expect(stood).toBeGreaterThan(0.3);
  shares.length = 0;
  expect(await sendPieces(row([1_500_000]), files, server.ask, (share) => shares.push(share))).toBeNull();
  expect([shares[0], shares.at(-1)]).toEqual([stood, 1]);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
});

test("waits do not grow when the network breaks again and again but carries the file further", () => {
  const once = failed(row([2_000_000], { tries: 6, progress: 0.4 }), { ...gone, unsent: true, reached: 0.6 }, 0);
  expect(once).toMatchObject({ tries: 1, nextAt: 1000, progress: 0.6 });
  expect(failed(once, { ...gone, unsent: true, reached: 0.6 }, 0)).toMatchObject({ tries: 2, nextAt: 2000 });
});

test("a row is refused when the server refuses a piece, and begins its upload anew when the server no longer has it", async () => {
  const files = [new Blob([noise(10)])];
  const large: Answered = { status: 413, code: "ERR_BODY_TOO_LARGE" };
  expect(await sendPieces(row([10]), files, () => Promise.resolve(large), () => {})).toMatchObject(large);
  const swept: Ask = ({ method }) =>
    Promise.resolve(
      method === "POST"
        ? { status: 200, code: "ok", body: { offset: 0 } }
        : { status: 404, code: "ERR_NO_UPLOAD_FOUND" },
    );
  expect(await sendPieces(row([10]), files, swept, () => {})).toMatchObject(gone);
  const portal = () => Promise.resolve({ status: 200, code: "ok", body: { welcome: true } });
  expect(await sendPieces(row([10]), files, portal, () => {})).toMatchObject(gone);
  const mad = () => Promise.resolve({ status: 409, code: "ERR_UPLOAD_OFFSET", body: { offset: 3 } });
  expect(await sendPieces(row([10]), files, mad, () => {})).toMatchObject(gone);
});

test("the message names its files and carries the text with the first; a row without pieces keeps its form", async () => {
  const file = new File(["x"], "0.mp4", { type: "video/mp4" });
  const request = requestOf(row([1, 1]), [file, file], undefined, "http://x");
  expect(request.headers.get("idempotency-key")).toBe("k");
  expect(await request.json()).toEqual({
    isPrivate: false,
    uploads: [{ key: "k:0", caption: "Veja" }, { key: "k:1" }],
  });
  const whole = await requestOf(row([1], { pieces: undefined }), [file], undefined, "http://x").formData();
  expect([whole.get("body"), (whole.get("medias") as File).name]).toEqual(["Veja", "0.mp4"]);
});
