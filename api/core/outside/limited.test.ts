import { expect, test } from "vitest";
import { getLimited } from "./limited.ts";

const answering = (bytes: number): typeof fetch => () =>
  Promise.resolve(new Response(new Uint8Array(bytes).fill(7), { headers: { "content-type": "text/plain" } }));
const get = (bytes: number, whole: boolean) =>
  getLimited("https://exemplo.test/", { types: /./, max: 10, accept: "*/*", whole, ask: answering(bytes) });

test("a small answer holds no more memory than its bytes", async () => {
  const got = await get(3, true);
  expect(got?.bytes).toEqual(new Uint8Array(3).fill(7));
  expect(got?.bytes.buffer.byteLength).toBe(3);
});

test("an answer over its limit is nothing where all of it is wanted, and its beginning where not", async () => {
  expect(await get(11, true)).toBeNull();
  expect((await get(11, false))?.bytes).toEqual(new Uint8Array(10).fill(7));
});

test("an answer of just its limit is had whole", async () => {
  expect((await get(10, true))?.bytes).toHaveLength(10);
});
