import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { mediaFolder } from "../../core/media/media.ts";
import { sweepPieces } from "../../core/media/pieces.ts";
import { sweepRetention } from "../../core/sweep.ts";
import { type Person, someone } from "../../core/testing/api.ts";
import { makeWorld, type World } from "../../proofs/security/world.ts";
import { asPlatform, withTenant } from "../../../db/tenant.ts";
import { messages } from "../messages/contract.ts";
import { uploads } from "./contract.ts";

const noise = (bytes: number) => {
  const made = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(made.subarray(at, at + 65_536));
  return made;
};
const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const begin = (by: Person, key: string, bytes: number, more = {}) =>
  by.call(uploads.begin, { body: { key, name: "filme.bin", type: "video/mp4", bytes, ...more } });
const put = (
  by: Person,
  key: string,
  offset: number | string,
  body: BodyInit | null,
  type = "application/octet-stream",
) => by.fetch(`/api/uploads/${key}?offset=${offset}`, { method: "PUT", body, headers: { "content-type": type } });
const answer = async (response: Response) => [response.status, await response.json()] as const;
const send = (by: Person, ticketId: number, keys: string[], key: string = crypto.randomUUID()) =>
  by.call(messages.send, {
    params: { ticketId },
    body: { uploads: keys.map((key) => ({ key, caption: "Veja" })), isPrivate: true },
  }, { "idempotency-key": key });
const files = async ({ companyId }: { companyId: number }) =>
  (await Array.fromAsync(Deno.readDir(`${mediaFolder(companyId)}/pieces`)).catch(() => [])).map(({ name }) => name);
/** A company whose only file in pieces is the test's own. */
async function office(): Promise<World> {
  const world = await makeWorld();
  await world.person.call(uploads.remove, { params: { id: world.uploadKey } });
  await expect.poll(() => files(world)).toEqual([]);
  return world;
}
async function upload(by: Person, key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await begin(by, key, bytes.length);
  expect((await put(by, key, 0, bytes)).status).toBe(200);
}

test("a file in pieces becomes one message with the same bytes, its caption and its name", async () => {
  const world = await office();
  const bytes = noise(300_000);
  expect(await begin(world.person, "a", bytes.length)).toEqual({ key: "a", bytes: 300_000, offset: 0 });
  for (const [from, to] of [[0, 100_000], [100_000, 299_999], [299_999, 300_000]] as const) {
    expect(await answer(await put(world.person, "a", from, bytes.slice(from, to)))).toEqual([200, {
      key: "a",
      bytes: 300_000,
      offset: to,
    }]);
  }
  const { messages: made } = await send(world.person, world.ticketId, ["a"]);
  expect(made).toHaveLength(1);
  expect(made[0]).toMatchObject({ body: "Veja", fileName: "filme.bin", fileSize: 300_000 });
  const kept = await world.person.fetch(made[0]!.mediaUrl!);
  expect(sha(new Uint8Array(await kept.arrayBuffer()))).toBe(sha(bytes));
  await expect.poll(() => files(world)).toEqual([]);
});

test("an upload goes on where it stands when it is begun again; another file under the same key is refused", async () => {
  const { person } = await office();
  await begin(person, "a", 10);
  await put(person, "a", 0, noise(4));
  expect(await begin(person, "a", 10)).toMatchObject({ offset: 4 });
  for (const other of [{ bytes: 11 }, { name: "outro.bin" }, { type: "audio/ogg" }]) {
    await expect(begin(person, "a", 10, other)).rejects.toMatchObject({ code: "ERR_IDEMPOTENCY_MISMATCH" });
  }
});

test("an upload asks again for bytes that the disk has lost", async () => {
  const world = await office();
  await upload(world.person, "a", noise(10));
  await Deno.remove(`${mediaFolder(world.companyId)}/pieces/${(await files(world))[0]}`);
  await expect(send(world.person, world.ticketId, ["a"])).rejects.toMatchObject({ code: "ERR_NO_UPLOAD_FOUND" });
  expect(await begin(world.person, "a", 10)).toMatchObject({ offset: 0 });
  expect((await put(world.person, "a", 0, noise(10))).status).toBe(200);
  expect((await send(world.person, world.ticketId, ["a"])).messages).toHaveLength(1);
});

test("a piece that begins elsewhere changes nothing and learns where to go on", async () => {
  const { person } = await office();
  await begin(person, "a", 10);
  await put(person, "a", 0, noise(4));
  for (const offset of [0, 3, 5, 10]) {
    expect(await answer(await put(person, "a", offset, noise(2)))).toEqual([409, {
      error: "ERR_UPLOAD_OFFSET",
      offset: 4,
    }]);
  }
  expect(await begin(person, "a", 10)).toMatchObject({ offset: 4 });
});

test("the file is whole when two clients send the same piece at once, and one of them learns the other's offset", async () => {
  const world = await office();
  const bytes = noise(4 * 200_000);
  await begin(world.person, "a", bytes.length);
  for (let at = 0; at < bytes.length; at += 200_000) {
    const piece = bytes.slice(at, at + 200_000);
    const both = await Promise.all([put(world.person, "a", at, piece), put(world.person, "a", at, piece)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
  const { messages: [made] } = await send(world.person, world.ticketId, ["a"]);
  const kept = await world.person.fetch(made!.mediaUrl!);
  expect(sha(new Uint8Array(await kept.arrayBuffer()))).toBe(sha(bytes));
});

test("a person's upload is refused to everybody else, in the same company or another", async () => {
  const world = await office();
  const colleague = await someone({ colleagueOf: world.person, profile: "admin" });
  const stranger = await makeWorld();
  await upload(world.person, "mine", noise(5));
  for (const [other, ticketId] of [[colleague, world.ticketId], [stranger.person, stranger.ticketId]] as const) {
    expect(await answer(await put(other, "mine", 5, noise(1)))).toEqual([404, { error: "ERR_NO_UPLOAD_FOUND" }]);
    await expect(send(other, ticketId, ["mine"])).rejects.toMatchObject({ status: 404, code: "ERR_NO_UPLOAD_FOUND" });
    await expect(other.call(uploads.remove, { params: { id: "mine" } })).rejects.toMatchObject({ status: 404 });
    // The same key is another upload.
    expect(await begin(other, "mine", 7)).toMatchObject({ bytes: 7, offset: 0 });
  }
  expect(await begin(world.person, "mine", 5)).toMatchObject({ bytes: 5, offset: 5 });
});

test("an upload is used once, and the same message sent again needs no file", async () => {
  const world = await office();
  await upload(world.person, "a", noise(5));
  const [first, again] = await Promise.all([
    send(world.person, world.ticketId, ["a"], "k"),
    send(world.person, world.ticketId, ["a"], "k"),
  ]);
  expect(again).toEqual(first);
  expect(await send(world.person, world.ticketId, ["a"], "k")).toEqual(first);
  await expect(send(world.person, world.ticketId, ["a"], "other")).rejects.toMatchObject({
    code: "ERR_NO_UPLOAD_FOUND",
  });
  await expect(send(world.person, world.ticketId, ["b"], "k")).rejects.toMatchObject({
    code: "ERR_IDEMPOTENCY_MISMATCH",
  });
  // A client that lost the answer does not send the file again.
  expect(await begin(world.person, "a", 5)).toMatchObject({ offset: 5 });
});

test("one message gets the upload when two name it at once; a message that names it twice is refused", async () => {
  const world = await office();
  await upload(world.person, "a", noise(5));
  await expect(send(world.person, world.ticketId, ["a", "a"])).rejects.toMatchObject({ code: "ERR_NO_UPLOAD_FOUND" });
  const both = await Promise.allSettled(["k", "l"].map((key) => send(world.person, world.ticketId, ["a"], key)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an upload cannot be sent before it is whole, and stays for the next message when one is refused", async () => {
  const world = await office();
  await begin(world.person, "a", 5);
  await put(world.person, "a", 0, noise(3));
  await expect(send(world.person, world.ticketId, ["a"])).rejects.toMatchObject({
    code: "ERR_UPLOAD_OFFSET",
    body: { offset: 3 },
  });
  await put(world.person, "a", 3, noise(2));
  await expect(send(world.person, world.ticketId, ["a", "none"])).rejects.toMatchObject({
    code: "ERR_NO_UPLOAD_FOUND",
  });
  expect((await send(world.person, world.ticketId, ["a"])).messages).toHaveLength(1);
});

test("a piece is refused when it is too much, too large, empty, of another type or without a place", async () => {
  const { person } = await office();
  await begin(person, "a", 10);
  const refused: [Response, number, string][] = [
    [await put(person, "a", 0, noise(11)), 413, "ERR_BODY_TOO_LARGE"],
    [await put(person, "a", 0, noise(4 * 1024 * 1024 + 1)), 413, "ERR_BODY_TOO_LARGE"],
    [await put(person, "a", 0, new Uint8Array()), 400, "ERR_VALIDATION"],
    [await put(person, "a", 0, "{}", "application/json"), 415, "ERR_UNSUPPORTED_MEDIA"],
    [await put(person, "a", -1, noise(1)), 400, "ERR_VALIDATION"],
    [await put(person, "a", "x", noise(1)), 400, "ERR_VALIDATION"],
    [await put(person, "%2e%2e%2fa", 0, noise(1)), 400, "ERR_VALIDATION"],
    [await put(person, "b", 0, noise(1)), 404, "ERR_NO_UPLOAD_FOUND"],
  ];
  for (const [response, status, code] of refused) {
    expect([response.status, (await response.json()).error]).toEqual([status, code]);
  }
  await expect(begin(person, "c", 25 * 1024 * 1024 + 1)).rejects.toMatchObject({ status: 413 });
  expect(await begin(person, "a", 10)).toMatchObject({ offset: 0 });
});

test("an upload waits when its person has half a gigabyte under way", async () => {
  const { person } = await office();
  const most = 25 * 1024 * 1024;
  for (let n = 0; n < 20; n++) await begin(person, `k${n}`, most);
  await expect(begin(person, "more", 1)).rejects.toMatchObject({ status: 429, code: "ERR_TOO_MANY_REQUESTS" });
  await person.call(uploads.remove, { params: { id: "k0" } });
  expect(await begin(person, "more", 1)).toMatchObject({ offset: 0 });
});

test("an upload is deleted from the disk when its person gives it up", async () => {
  const world = await office();
  await upload(world.person, "a", noise(5));
  expect(await files(world)).toHaveLength(1);
  await world.person.call(uploads.remove, { params: { id: "a" } });
  await expect.poll(() => files(world)).toEqual([]);
  expect(await answer(await put(world.person, "a", 5, noise(1)))).toEqual([404, { error: "ERR_NO_UPLOAD_FOUND" }]);
});

test("an upload's row and file are swept a day after its last piece; a younger one stays", async () => {
  const world = await office();
  await begin(world.person, "old", 10);
  await put(world.person, "old", 0, noise(3));
  const [old] = await files(world);
  await begin(world.person, "young", 10);
  await put(world.person, "young", 0, noise(3));
  const hours = (n: number) => new Date(Date.now() - n * 3600_000);
  await asPlatform((tx) =>
    tx`update app.uploads set touched_at = ${hours(26)} where company_id = ${world.companyId} and key = 'old'`
  );
  await Deno.utime(`${mediaFolder(world.companyId)}/pieces/${old}`, hours(26), hours(26));
  await sweepRetention();
  expect(
    await withTenant(
      { companyId: world.companyId },
      (tx) => tx<{ key: string }[]>`select key from app.uploads order by key`,
    ).then((rows) => rows.map(({ key }) => key)),
  ).toEqual(["young"]);
  expect(await files(world)).toHaveLength(1);
  expect(await files(world)).not.toContain(old);
  expect(await begin(world.person, "old", 10)).toMatchObject({ offset: 0 });
  expect(await sweepPieces(Date.now() + 26 * 3600_000)).toBeGreaterThan(0);
  expect(await files(world)).toEqual([]);
});
